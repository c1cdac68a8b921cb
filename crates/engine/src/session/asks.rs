//! Questions to the user: opening and closing them in the transcript.

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::vocabulary::card::Card;
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::happened::Happened;

impl AnySession {
    /// Records the question that the session will wait for.
    pub(super) fn put_question(&mut self, card: Card) {
        let card = self.with_differences(self.with_origins(Card { id: None, ..card }));
        let card = Box::new(card);
        self.scene_mut().push(Entry::Asked { card });
    }

    /// Records the end of the open question, if there is one.
    pub(super) fn end_question(&mut self, ending: Ending) {
        if let Some((asked, _)) = self.transcript().open_question() {
            self.scene_mut().push(Entry::Closed { asked, ending, reason: None, choice: None });
        }
    }

    /// The entry that ends the open question by a move of the user.
    pub(super) fn ended_by(&self, happened: &Happened<AnyStage>) -> Option<Entry> {
        let (asked, _) = self.transcript().open_question()?;
        let (ending, reason, choice) = match happened {
            Happened::Answered { accept: true, .. } => (Ending::Accepted, None, None),
            Happened::Answered { reason, .. } => (Ending::Declined, reason.clone(), None),
            Happened::Chosen { candidate, .. } => (Ending::Accepted, None, Some(candidate.id.clone())),
            // The question stays open unless the agent returns a step, which closes it.
            _ => return None,
        };
        Some(Entry::Closed { asked, ending, reason, choice })
    }
}
