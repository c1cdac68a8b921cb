//! The list of wishes: what the user asked for and the model has put off.

use crate::vocabulary::view::WishView;
use stepgate_json::Json;

/// Name of the edit by which the user has a wish taken up, and of the one by which they take it back.
pub(super) const WISH: &str = "wish";
pub(super) const UNWISH: &str = "unwish";

/// A no of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum No {
    /// By a button, without a reason.
    Silent,
    /// With words.
    InWords,
}

impl No {
    /// A no by a button, with this reason.
    pub(super) fn for_reason(reason: Option<&str>) -> Self {
        match reason {
            Some(reason) if !reason.trim().is_empty() => No::InWords,
            _ => No::Silent,
        }
    }
}

/// Something that the user asked for and that is still to be done.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Wish {
    /// Its number, which no other wish of the session has.
    pub(super) id: u64,
    /// The host's clock when the model named it.
    pub(super) at_ms: u64,
    /// The model's words for it, in one line.
    pub(super) text: String,
    /// Whether it was taken up. That happens once by itself.
    #[json(optional)]
    pub(super) begun: bool,
    /// Whether the present work is about it: it was taken up, and nothing else was begun since.
    #[json(optional)]
    pub(super) now: bool,
    /// Whether it waits for the user's word: they stopped the work, or said no to something.
    #[json(optional)]
    pub(super) waits: bool,
    /// Whether the model said that its last calls are for it.
    #[json(optional)]
    pub(super) called: bool,
}

/// The wishes that are open, in the order in which they will be taken up.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub(super) struct Wishes {
    list: Vec<Wish>,
    /// Number of the last wish. It only grows.
    last: u64,
    /// Whether the model's last words ask the user something first.
    held: bool,
    /// Whether the user has said nothing since they stopped the work, or pressed the button for no without a reason.
    unheard: bool,
}

impl Wishes {
    /// The part that is saved; None before the first wish.
    pub(super) fn kept(&self) -> Option<&Self> {
        (*self != Wishes::default()).then_some(self)
    }

    pub(super) fn list(&self) -> &[Wish] {
        &self.list
    }

    pub(super) fn find(&self, id: u64) -> Option<&Wish> {
        self.list.iter().find(|wish| wish.id == id)
    }

    /// The wishes as a page shows them.
    pub(super) fn shown(&self) -> Vec<WishView> {
        let shown = |wish: &Wish| {
            let Wish { id, at_ms, text, begun, waits, .. } = wish.clone();
            WishView { id, at_ms, text, begun, waits }
        };
        self.list.iter().map(shown).collect()
    }

    /// Adds a wish. What is named after a stop or a no, before the user has said a word, waits as the others do.
    pub(super) fn add(&mut self, text: String, at_ms: u64) {
        self.last += 1;
        let (id, waits) = (self.last, self.unheard);
        self.list.push(Wish { id, at_ms, text, begun: false, now: false, waits, called: false });
    }

    /// Removes a wish. Whether it was there.
    pub(super) fn remove(&mut self, id: u64) -> bool {
        let count = self.list.len();
        self.list.retain(|wish| wish.id != id);
        self.list.len() < count
    }

    /// Notes whether the user must answer before the next wish is taken up.
    pub(super) fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// The first wish that may be taken up: it was not before, it does not wait, and the user need not answer before.
    pub(super) fn next(&self) -> Option<&Wish> {
        self.list.iter().find(|wish| !wish.begun && !wish.waits && !self.held)
    }

    /// Takes a wish up.
    pub(super) fn begin(&mut self, id: u64) {
        for wish in &mut self.list {
            wish.now = wish.id == id;
            wish.begun |= wish.now;
            wish.waits &= !wish.now;
        }
    }

    /// Notes that the model works on this wish. One that was taken up and for which it has called nothing gives way to one that was not begun: it
    /// will be taken up again.
    pub(super) fn work_on(&mut self, id: u64) {
        if self.find(id).is_some_and(|wish| !wish.begun) {
            self.put_back_present(|wish| !wish.called);
        }
        self.begin(id);
        self.list.iter_mut().for_each(|wish| wish.called = wish.now);
    }

    /// Notes that the last calls are for no wish, or are over.
    pub(super) fn end_calls(&mut self) {
        self.list.iter_mut().for_each(|wish| wish.called = false);
    }

    /// Has the present wish, if this holds for it, taken up again later.
    pub(super) fn put_back_present(&mut self, holds: impl Fn(&Wish) -> bool) {
        for wish in self.list.iter_mut().filter(|wish| wish.now && holds(wish)) {
            (wish.now, wish.begun) = (false, false);
        }
    }

    /// Whether the present work is about this wish.
    pub(super) fn is_present(&self, id: u64) -> bool {
        self.find(id).is_some_and(|wish| wish.now)
    }

    /// Notes that the present work is about something else.
    pub(super) fn leave(&mut self) {
        self.list.iter_mut().for_each(|wish| wish.now = false);
    }

    /// Puts a wish first that the user wants done now; the model's question does not hold it back.
    pub(super) fn want(&mut self, id: u64) {
        put_first(&mut self.list, id);
        self.held = false;
    }

    /// Has all wishes but the present one wait for the user's word: they said no to something.
    pub(super) fn wait_after_no(&mut self, no: No) {
        self.list.iter_mut().filter(|wish| !wish.now).for_each(|wish| wish.waits = true);
        self.unheard = no == No::Silent;
    }

    /// Has all wishes wait for the user's word: they stopped the work. Whether one has not waited before.
    pub(super) fn wait_after_stop(&mut self) -> bool {
        let changes = self.list.iter().any(|wish| !wish.waits);
        self.list.iter_mut().for_each(|wish| wish.waits = true);
        self.unheard = true;
        changes
    }

    pub(super) fn is_unheard(&self) -> bool {
        self.unheard
    }

    /// Notes that the user has said something.
    pub(super) fn hear(&mut self) {
        self.unheard = false;
    }

    /// Whether the model may not work on this wish yet: it waits for the user's word, and they have said none.
    pub(super) fn may_not_begin(&self, id: u64) -> bool {
        self.unheard && self.find(id).is_some_and(|wish| wish.waits)
    }

    /// The wishes that go if the user declines the last calls without a reason.
    pub(super) fn called(&self) -> impl Iterator<Item = &Wish> {
        self.list.iter().filter(|wish| wish.called)
    }

    /// Removes the wishes for which the calls were that the user has declined without a reason.
    pub(super) fn decline(&mut self) {
        self.list.retain(|wish| !wish.called);
    }

    /// Returns to the state from before a turn. Numbers of wishes never go back.
    pub(super) fn restore(&mut self, list: Vec<Wish>, unheard: bool) {
        (self.list, self.unheard) = (list, unheard);
    }
}

/// Puts a wish first that the user wants done now: it was never taken up, and waits for nothing.
pub(super) fn put_first(list: &mut Vec<Wish>, id: u64) {
    if let Some(at) = list.iter().position(|wish| wish.id == id) {
        let mut wish = list.remove(at);
        (wish.begun, wish.now, wish.waits) = (false, false, false);
        list.insert(0, wish);
    }
}
