//! Questions to the user: opening and closing them in the transcript.

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::cards;
use crate::session::differences::Call;
use crate::session::waiting::ToolRun;
use crate::vocabulary::card::{Card, CardKind};
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::happened::Happened;

impl AnySession {
    /// Records the question that the session will wait for.
    pub(super) fn put_question(&mut self, card: Card) {
        let replaced = self.transcript().replaced_question().filter(|_| card.kind != CardKind::Doubt);
        self.put(card, replaced, &[]);
    }

    /// Records the question about the calls of a run that must be approved. One that is put again stands in the place of the same card as before.
    pub(super) fn put_approval(&mut self, run: &mut ToolRun) {
        run.instead_of = run.instead_of.or_else(|| self.transcript().replaced_question());
        let made: Vec<Call> = run.made().map(|call| (call.name.as_str(), &call.args)).collect();
        let card = self.with_origins(self.approval_card(run));
        self.put(card, run.instead_of, &made);
    }

    /// Records a question. `replaced`: the block of the card in whose place it stands; `made`: calls that came with it and have run.
    fn put(&mut self, card: Card, replaced: Option<u32>, made: &[Call]) {
        let card = Card { id: None, ..card };
        let card = match replaced {
            Some(block) => self.with_differences(card, block, made),
            None => card,
        };
        self.dropped = None;
        self.scene_mut().push(Entry::Asked { card: Box::new(card) });
        self.waits.note_talk(None);
    }

    /// Digest of the open question.
    pub(super) fn question(&self) -> Option<u64> {
        self.open_card().map(|(_, card)| cards::question(&card))
    }

    /// Whether the user has said something at the open card since it came, also in a turn that was taken back.
    pub(super) fn is_talked_about(&self) -> bool {
        self.waits.talked_at().is_some() && self.waits.talked_at() == self.question()
    }

    /// Makes a change after which the open card may look otherwise, and asks the same: what the user has said at it stays said.
    pub(super) fn keeping_talk<T>(&mut self, change: impl FnOnce(&mut Self) -> T) -> T {
        let is_talked_about = self.is_talked_about();
        let changed = change(self);
        if is_talked_about {
            self.waits.note_talk(self.question());
        }
        changed
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
