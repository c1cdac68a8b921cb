//! State of the questions in a transcript: open or closed, and how they ended.

use super::actor::AnyStage;
use super::card::{Card, Typed};
use super::entry::Entry;
use super::happened::Happened;
use super::session::AnySession;
use super::stored::Stored;
use super::transcript::Transcript;
use stepgate_json::names;

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The user said yes.
    Accepted,
    /// The user said no, by a button or by typing a reason.
    Declined,
    /// The user typed something else instead of answering.
    Typed,
    /// Something else happened; the question no longer needs an answer.
    Dropped,
}

names!(Ending { Accepted "accepted", Declined "declined", Typed "typed", Dropped "dropped" });

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
    pub(super) fn take(&mut self, seq: u32, stored: &Stored) {
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

    pub(super) fn find(&self, asked: u32) -> Option<&Question> {
        let at = self.0.binary_search_by_key(&asked, |question| question.asked).ok()?;
        self.0.get(at)
    }

    /// Questions that were opened, closed or reopened after revision `since`, in order.
    pub(super) fn moved(&self, since: u64) -> &[Question] {
        let start = self.0.partition_point(|question| question.rev <= since);
        self.0.get(start..).unwrap_or_default()
    }
}

impl Transcript {
    /// The open question: its entry and its card.
    pub(super) fn open_question(&self) -> Option<(u32, &Card)> {
        let asked = self.questions.open()?;
        match &self.get(asked)?.entry {
            Entry::Asked { card } => Some((asked, card)),
            _ => None,
        }
    }

    /// State of the question with this entry number.
    pub(super) fn question(&self, asked: u32) -> Option<&Question> {
        self.questions.find(asked)
    }

    /// How a question ended, and the user's reason. None while it is open.
    pub(super) fn ending(&self, question: &Question) -> (Option<Ending>, Option<String>) {
        match question.closed.and_then(|seq| self.get(seq)).map(|stored| &stored.entry) {
            Some(Entry::Closed { ending, reason, .. }) => (Some(*ending), reason.clone()),
            _ => (None, None),
        }
    }

    /// Entries of questions asked up to revision `since` and closed or reopened after it.
    pub(super) fn questions_moved(&self, since: u64) -> impl Iterator<Item = (u32, &Stored)> {
        let moved =
            self.questions.moved(since).iter().filter_map(|question| Some((question.asked, self.get(question.asked)?)));
        moved.filter(move |(_, stored)| stored.rev <= since)
    }
}

impl AnySession {
    /// Records the question that the session will wait for.
    pub(super) fn put_question(&mut self, card: Card) {
        let card = Box::new(Card { call: None, ..card });
        self.actor.scene_mut().push(Entry::Asked { card });
    }

    /// Records the end of the open question, if there is one.
    pub(super) fn end_question(&mut self, ending: Ending) {
        if let Some((asked, _)) = self.scene().transcript.open_question() {
            self.actor.scene_mut().push(Entry::Closed { asked, ending, reason: None });
        }
    }

    /// The entry that ends the open question by a move of the user.
    pub(super) fn ended_by(&self, happened: &Happened<AnyStage>) -> Option<Entry> {
        let (asked, card) = self.scene().transcript.open_question()?;
        let (ending, reason) = match happened {
            Happened::Answered { accept: true, .. } => (Ending::Accepted, None),
            Happened::Answered { reason, .. } => (Ending::Declined, reason.clone()),
            Happened::Said { text, .. } if card.typed == Typed::Declines => (Ending::Declined, Some(text.clone())),
            Happened::Said { .. } => (Ending::Typed, None),
            // The question stays open unless the agent returns a step, which closes it.
            _ => return None,
        };
        Some(Entry::Closed { asked, ending, reason })
    }
}
