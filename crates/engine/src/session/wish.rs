//! The list of wishes: what the user asked for and the model has put off.

use crate::origins::text::is_alike;
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

/// A wish that is open no more.
#[derive(Clone, Debug, PartialEq, Json)]
struct Closed {
    text: String,
    /// Length of the transcript when it was closed.
    at: u32,
    /// Whether the user took it off the list.
    #[json(optional)]
    by_user: bool,
}

/// Most closed wishes that are remembered.
const MOST_CLOSED: usize = 20;

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
    /// Numbers of open wishes that the last reply has called done, beside calls or a card.
    claimed: Vec<u64>,
    /// The last wishes that were closed.
    closed: Vec<Closed>,
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
        self.closed.retain(|closed| !closed.by_user || !is_same(&closed.text, &text));
        self.list.push(Wish { id: self.last, text });
    }

    /// Ticks wishes off that the model calls done. Numbers of no open wish count for nothing. `at`: length of the transcript.
    pub(super) fn finish(&mut self, ids: &[u64], at: u32) {
        self.told &= !self.close(ids, at, false);
    }

    /// Removes a wish that the user takes back. That asks for no work, so the model is not told of the rest again. `at`: length of the transcript.
    pub(super) fn take_back(&mut self, id: u64, at: u32) {
        self.close(&[id], at, true);
    }

    /// Closes wishes. Whether one of them was open.
    fn close(&mut self, ids: &[u64], at: u32, by_user: bool) -> bool {
        let (gone, left): (Vec<Wish>, _) =
            std::mem::take(&mut self.list).into_iter().partition(|wish| ids.contains(&wish.id));
        self.list = left;
        self.claimed.retain(|id| !ids.contains(id));
        let is_any = !gone.is_empty();
        self.closed.extend(gone.into_iter().map(|Wish { text, .. }| Closed { text, at, by_user }));
        self.closed.drain(..self.closed.len().saturating_sub(MOST_CLOSED));
        is_any
    }

    /// Notes the open wishes that a reply has called done beside calls or a card, which do not count yet.
    pub(super) fn claim(&mut self, ids: &[u64]) {
        self.claimed = self.list.iter().map(|wish| wish.id).filter(|id| ids.contains(id)).collect();
    }

    /// Whether the last reply has called a wish done, and it is still open.
    pub(super) fn is_claimed(&self, id: u64) -> bool {
        self.claimed.contains(&id)
    }

    /// Words of the wishes that the user has taken off the list.
    pub(super) fn taken_back(&self) -> impl Iterator<Item = &str> {
        self.closed.iter().filter(|closed| closed.by_user).map(|closed| closed.text.as_str())
    }

    /// Words of the wishes that were closed since entry `spoke`.
    pub(super) fn closed_since(&self, spoke: Option<u32>) -> impl Iterator<Item = &str> {
        let since = move |closed: &&Closed| spoke.is_none_or(|spoke| closed.at > spoke);
        self.closed.iter().filter(since).map(|closed| closed.text.as_str())
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
        self.claimed.clear();
    }
}

/// Whether two wishes have the same words.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    is_alike(&one.into(), &other.into())
}
