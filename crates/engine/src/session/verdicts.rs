//! The verdicts of tools' own rules, on their way to the trace and from it.

use std::collections::VecDeque;

use crate::vocabulary::verdict::Verdict;

/// The verdicts of one event, for the trace.
#[derive(Default)]
pub(super) struct Verdicts {
    given: Vec<Verdict>,
    /// In a replay: those of the trace that were not given yet.
    replayed: VecDeque<Verdict>,
}

impl Verdicts {
    /// Gives these verdicts in the next event, in the place of those of the tools.
    pub(super) fn replay(&mut self, verdicts: &[Verdict]) {
        self.replayed = verdicts.iter().cloned().collect();
    }

    /// The next verdict of the trace that is replayed.
    pub(super) fn next_replayed(&mut self) -> Option<Verdict> {
        self.replayed.pop_front()
    }

    /// Keeps a verdict for the trace.
    pub(super) fn give(&mut self, verdict: Option<Verdict>) {
        self.given.extend(verdict);
    }

    /// Takes the verdicts that were given since the last call of this function.
    pub(super) fn take(&mut self) -> Vec<Verdict> {
        std::mem::take(&mut self.given)
    }
}
