//! Branches of a conversation: the user went back and went on otherwise. All entries stay; each branch is the entries that are live on it.

use std::ops::Range;

use crate::transcript::entries::Transcript;
use crate::transcript::rewinding::{has, take_back, Branch, Rewinding};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::stored::Stored;

impl Transcript {
    /// Goes on as the conversation was when it had `to` entries; `seq` is the number of the entry that does so.
    pub(super) fn go_back(&mut self, to: u32, seq: u32) {
        let mut gone = self.gone_at(to);
        take_back(&mut gone, to, seq);
        let left = std::mem::replace(&mut self.retracted, gone.clone());
        self.rewindings.push(Rewinding { at: seq, to, left, gone });
        self.index_anew();
    }

    /// Ranges that were gone when the conversation had `len` entries.
    fn gone_at(&self, len: u32) -> Vec<Range<u32>> {
        let last = self.rewindings.iter().rev().find(|rewinding| rewinding.at < len);
        let (start, mut gone) = last.map_or((0, Vec::new()), |last| (last.at + 1, last.gone.clone()));
        let since = self.all().iter().take(len as usize).skip(start as usize);
        for (seq, stored) in (start..).zip(since) {
            if let Entry::Retracted { from } = stored.entry {
                take_back(&mut gone, from, seq);
            }
        }
        gone
    }

    /// Whether the user went back after revision `since`.
    pub(super) fn went_back_since(&self, since: u64) -> bool {
        let last = self.rewindings.last().and_then(|last| self.get(last.at));
        last.is_some_and(|stored| stored.rev > since)
    }

    /// Number of the entry at which the user last went back.
    pub(crate) fn went_back_at(&self) -> Option<u32> {
        self.rewindings.last().map(|last| last.at)
    }

    /// The branches that the user has left, the oldest first. One that the user went on with, or on which nothing was said or done, is none.
    pub(crate) fn branches(&self) -> Vec<Branch<'_>> {
        let mut branches = Vec::new();
        for (place, end) in self.rewindings.iter().enumerate() {
            if self.is_left(place, end) {
                let is_on_it = |seq: u32| seq < end.at && !has(&end.left, seq);
                let from = (0..self.len()).find(|seq| is_on_it(*seq) == self.is_retracted(*seq));
                branches.extend(from.map(|from| Branch { from, end }));
            }
        }
        branches
    }

    /// Whether what the user left at a rewinding is a branch of its own.
    fn is_left(&self, place: usize, end: &Rewinding) -> bool {
        let goes_on = |later: usize| later + 1 == self.rewindings.len() || self.has_words(later + 1);
        let mut later = self.rewindings.iter().enumerate().skip(place + 1);
        self.has_words(place) && !later.any(|(at, later)| later.to == end.at && goes_on(at))
    }

    /// Whether something was said or done between the rewinding before this place and the one at it.
    fn has_words(&self, place: usize) -> bool {
        let start =
            place.checked_sub(1).and_then(|before| self.rewindings.get(before)).map_or(0, |before| before.at + 1);
        let end = self.rewindings.get(place).map_or(self.len(), |rewinding| rewinding.at);
        let is_said = |stored: &Stored| match &stored.entry {
            Entry::User { cue, .. } => cue.is_none(),
            Entry::Note { .. } | Entry::Retracted { .. } | Entry::Rewound { .. } => false,
            _ => true,
        };
        (start..end).filter_map(|seq| self.get(seq)).any(is_said)
    }

    /// The entries of a branch that are not on the present one, in order.
    pub(crate) fn on_branch<'t>(&'t self, branch: Branch<'t>) -> impl Iterator<Item = (u32, &'t Stored)> + 't {
        let own =
            self.gone().filter(move |seq| (branch.from..branch.end.at).contains(seq) && !has(&branch.end.left, *seq));
        own.filter_map(|seq| Some((seq, self.get(seq)?)))
    }

    /// The entries that are not live, in order: taken back, or on another branch.
    pub(crate) fn not_live(&self) -> impl Iterator<Item = (u32, &Stored)> {
        self.gone().filter_map(|seq| Some((seq, self.get(seq)?)))
    }

    fn gone(&self) -> impl Iterator<Item = u32> + '_ {
        self.retracted.iter().cloned().flatten()
    }
}
