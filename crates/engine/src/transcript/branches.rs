//! Branches of a conversation: the user went back and went on otherwise. All entries stay; each branch is the entries that are live on it.

use std::ops::Range;

use crate::transcript::entries::Transcript;
use crate::transcript::rewinding::{has, take_back, Branch, Rewinding, MOST_REWINDINGS};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::stored::Stored;

impl Transcript {
    /// Goes on as the conversation was when it had `to` entries; `seq` is the number of the entry that does so.
    pub(super) fn go_back(&mut self, to: u32, seq: u32) {
        let rewinding = Rewinding { at: seq, to };
        self.retracted = self.gone_after(rewinding);
        self.rewindings.push(rewinding);
        self.index_anew();
    }

    /// Ranges that were gone just after the user went back.
    pub(super) fn gone_after(&self, Rewinding { at, to }: Rewinding) -> Vec<Range<u32>> {
        let mut gone = self.gone_at(to);
        take_back(&mut gone, to, at);
        gone
    }

    /// Ranges that were gone when the conversation had `len` entries.
    fn gone_at(&self, len: u32) -> Vec<Range<u32>> {
        // The stretches of entries that led there, each behind a rewinding, the last stretch first.
        let (mut stretches, mut end) = (Vec::new(), len);
        for rewinding in self.rewindings.iter().rev() {
            if rewinding.at < end {
                stretches.push((rewinding, end));
                end = rewinding.to;
            }
        }
        let mut gone = Vec::new();
        self.take_back_within(&mut gone, 0..end);
        for (Rewinding { at, to }, end) in stretches.into_iter().rev() {
            take_back(&mut gone, *to, *at);
            self.take_back_within(&mut gone, *at + 1..end);
        }
        gone
    }

    /// Adds what the entries of a stretch have taken back.
    fn take_back_within(&self, gone: &mut Vec<Range<u32>>, stretch: Range<u32>) {
        for seq in stretch {
            if let Some(Entry::Retracted { from }) = self.get(seq).map(|stored| &stored.entry) {
                take_back(gone, *from, seq);
            }
        }
    }

    /// Whether the user may go back once more.
    pub(crate) fn may_go_back(&self) -> bool {
        self.rewindings.len() < MOST_REWINDINGS
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
    pub(crate) fn branches(&self) -> Vec<Branch> {
        let mut branches = Vec::new();
        for (place, end) in self.rewindings.iter().enumerate() {
            if self.is_left(place, end) {
                let left_out = self.gone_at(end.at);
                let is_on_it = |seq: u32| seq < end.at && !has(&left_out, seq);
                let from = (0..self.len()).find(|seq| is_on_it(*seq) == self.is_retracted(*seq));
                branches.extend(from.map(|from| Branch { from, id: end.at, left_out }));
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
    pub(crate) fn on_branch<'t>(&'t self, branch: &'t Branch) -> impl Iterator<Item = (u32, &'t Stored)> + 't {
        let own = self.gone().filter(move |seq| (branch.from..branch.id).contains(seq) && !has(&branch.left_out, *seq));
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
