//! The list of wishes: what the user asked for and the model has put off.

use crate::vocabulary::view::WishView;
use stepgate_json::Json;

/// Name of the edit by which the user takes a wish off the list.
pub(super) const UNWISH: &str = "unwish";

/// Something that the user asked for and that is still to be done.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Wish {
    /// Its number, which no other wish of the session has.
    pub(super) id: u64,
    /// The model's words for it, in one line.
    pub(super) text: String,
}

/// The wishes that are open.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub(super) struct Wishes {
    list: Vec<Wish>,
    /// Number of the last wish. It only grows.
    last: u64,
    /// Whether the model's last words ask the user something first.
    asks: bool,
    /// Whether the model was told to go on with the list as it is.
    told: bool,
}

impl Wishes {
    /// The part that is saved; None before the first wish.
    pub(super) fn kept(&self) -> Option<&Self> {
        (*self != Wishes::default()).then_some(self)
    }

    pub(super) fn list(&self) -> &[Wish] {
        &self.list
    }

    pub(super) fn has(&self, id: u64) -> bool {
        self.list.iter().any(|wish| wish.id == id)
    }

    /// The wishes as a page shows them.
    pub(super) fn shown(&self) -> Vec<WishView> {
        self.list.iter().map(|Wish { id, text }| WishView { id: *id, text: text.clone() }).collect()
    }

    /// Adds a wish that the model has named.
    pub(super) fn add(&mut self, text: String) {
        self.last += 1;
        self.told = false;
        self.list.push(Wish { id: self.last, text });
    }

    /// Ticks wishes off that the model calls done. Numbers of no open wish count for nothing.
    pub(super) fn finish(&mut self, ids: &[u64]) {
        let count = self.list.len();
        self.list.retain(|wish| !ids.contains(&wish.id));
        self.told &= self.list.len() == count;
    }

    /// Removes a wish that the user takes back. That asks for no work, so the model is not told of the rest again.
    pub(super) fn take_back(&mut self, id: u64) {
        self.list.retain(|wish| wish.id != id);
    }

    /// Notes whether the user must answer before the model goes on with the list.
    pub(super) fn wait_for_answer(&mut self, asks: bool) {
        self.asks = asks;
    }

    /// Whether the model is to be told to go on: something is open, it was not told of this list before, and the user need not answer first.
    pub(super) fn are_due(&self) -> bool {
        !self.list.is_empty() && !self.told && !self.asks
    }

    /// Notes that the model was told to go on.
    pub(super) fn note_told(&mut self) {
        self.told = true;
    }

    /// Notes that what the model was told came to nothing: it is told again.
    pub(super) fn tell_again(&mut self) {
        self.told = false;
    }

    /// Returns to the list from before a turn. Numbers of wishes never go back.
    pub(super) fn restore(&mut self, list: Vec<Wish>) {
        self.list = list;
        self.told = false;
    }
}
