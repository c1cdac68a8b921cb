//! The list of wishes: what the user asked for and the model has put off.

use crate::vocabulary::view::WishView;
use stepgate_json::Json;

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
}

impl Wishes {
    /// The part that is saved; None before the first wish.
    pub(super) fn kept(&self) -> Option<&Self> {
        (*self != Wishes::default()).then_some(self)
    }

    pub(super) fn list(&self) -> &[Wish] {
        &self.list
    }

    /// The wishes as a page shows them.
    pub(super) fn shown(&self) -> Vec<WishView> {
        let shown = |wish: &Wish| {
            let Wish { id, at_ms, text, begun, .. } = wish.clone();
            WishView { id, at_ms, text, begun }
        };
        self.list.iter().map(shown).collect()
    }

    /// Adds a wish.
    pub(super) fn add(&mut self, text: String, at_ms: u64) {
        self.last += 1;
        self.list.push(Wish { id: self.last, at_ms, text, begun: false, now: false });
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

    /// The first wish that was not taken up, unless the user must answer before.
    pub(super) fn next(&self) -> Option<&Wish> {
        self.list.iter().find(|wish| !wish.begun && !self.held)
    }

    /// Takes a wish up.
    pub(super) fn begin(&mut self, id: u64) {
        for wish in &mut self.list {
            wish.now = wish.id == id;
            wish.begun |= wish.now;
        }
    }

    /// Notes that the present work is about something else.
    pub(super) fn leave(&mut self) {
        self.list.iter_mut().for_each(|wish| wish.now = false);
    }

    /// Removes the wish that the present work is about: the user has said no to its card.
    pub(super) fn decline(&mut self) {
        self.list.retain(|wish| !wish.now);
    }

    /// Returns to the list from before a turn. Numbers of wishes never go back.
    pub(super) fn restore(&mut self, before: Vec<Wish>) {
        self.list = before;
    }
}
