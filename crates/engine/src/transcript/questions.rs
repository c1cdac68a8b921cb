//! State of the questions in a transcript: open or closed, and how they ended.

use crate::vocabulary::entry::Entry;
use crate::vocabulary::stored::Stored;
use stepgate_json::items;

/// One question, by the numbers of its entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) asked: u32,
    pub(super) closed: Option<u32>,
    /// Revision that opened, closed or reopened the question.
    pub(super) rev: u64,
}

/// All questions of a transcript, in order. Only the last can be open.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions(Vec<Question>);

impl Questions {
    /// Records the effect of an entry on the questions.
    pub(super) fn record(&mut self, seq: u32, stored: &Stored) {
        let rev = stored.rev;
        match &stored.entry {
            Entry::Asked { .. } => self.0.push(Question { asked: seq, closed: None, rev }),
            Entry::Closed { asked, .. } => {
                if let Some(question) = self.0.iter_mut().rev().find(|question| question.asked == *asked) {
                    (question.closed, question.rev) = (Some(seq), rev);
                }
            }
            Entry::Retracted { from } => self.reopen(*from, rev),
            _ => {}
        }
    }

    /// Reopens the questions whose answers were taken back with a turn.
    fn reopen(&mut self, from: u32, rev: u64) {
        let closed_since = |question: &&mut Question| question.closed >= Some(from);
        for question in self.0.iter_mut().rev().take_while(closed_since) {
            (question.closed, question.rev) = (None, rev);
        }
        self.0.retain(|question| question.asked < from);
    }

    /// Number of the question that is still open.
    pub(super) fn open(&self) -> Option<u32> {
        self.0.last().filter(|question| question.closed.is_none()).map(|question| question.asked)
    }

    /// Number of the last question.
    pub(super) fn last(&self) -> Option<u32> {
        self.0.last().map(|question| question.asked)
    }

    pub(super) fn find(&self, asked: u32) -> Option<&Question> {
        let at = self.0.binary_search_by_key(&asked, |question| question.asked).ok()?;
        self.0.get(at)
    }

    /// Questions that were opened, closed or reopened after revision `since`, in order.
    pub(super) fn moved(&self, since: u64) -> &[Question] {
        let start = self.0.partition_point(|question| question.rev <= since);
        items(&self.0, start..)
    }
}
