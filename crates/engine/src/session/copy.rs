//! Copied and imported sessions. Such a session continues as a new one: permissions in it do not count as the user's, and nothing runs
//! before the user has confirmed it (docs/decisions/010-imported-session-is-a-copy.md).

use crate::archive::snapshot::Copying;
use crate::session::any::AnySession;
use crate::session::grants::Grants;
use crate::session::waiting::{Choosing, RunCall, ToolRun, Waiting};
use crate::trace::Line;
use crate::vocabulary::entry::Ending;
use crate::vocabulary::step::Step;
use crate::vocabulary::utterance::Utterance;
use stepgate_json as json;
use stepgate_reply::Error;

impl AnySession {
    /// Begins as a copy of a saved session.
    pub fn begin_copy(&mut self, copying: Copying) -> Result<(), Error> {
        let Copying { snapshot, seed, nonce, at_ms, started } = copying;
        self.load(snapshot)?;
        self.become_copy(seed, nonce, at_ms, started);
        Ok(())
    }

    /// Turns the session into a copy of itself.
    pub(super) fn become_copy(&mut self, seed: u64, nonce: String, at_ms: u64, started: Option<u32>) {
        self.clock.start(at_ms);
        self.dropped = None;
        self.scene_mut().identify(seed, nonce.clone(), at_ms);
        self.hand_queue_back();
        self.grants = Grants::default();
        self.revoke_all(started);
        self.forget_prompt();
        self.accept();
        let rev = self.scene().revision();
        self.trace.push(rev, Line::Copied { seed, nonce, at_ms, started }, None);
    }

    /// Revokes what the user has permitted, and asks about the pending work again.
    pub(super) fn revoke_all(&mut self, started: Option<u32>) {
        let nonce = self.scene().nonce().to_owned();
        self.grants.revoke(None);
        self.turns.settle();
        self.revoke_before(&nonce);
        self.actor.copied(&nonce);
        self.archive.forget_versions();
        self.keeping_talk(|session| session.ask_again(started));
    }

    /// Gives the words that wait back to the user: in a copy nothing is said by itself.
    fn hand_queue_back(&mut self) {
        let words = self.turns.handed_back().cloned().into_iter().chain(self.queue.take_all());
        self.turns.hand_back(Utterance::joined(words));
    }

    /// Revokes the user's permissions in the memory that returns if the host cannot save.
    fn revoke_before(&mut self, nonce: &str) {
        let AnySession { waits, actor, .. } = self;
        let Some(before) = waits.before_mut() else { return };
        let now = actor.copy_memory();
        let taken = actor.take_saved(before);
        debug_assert!(taken.is_ok(), "the load tried this memory");
        if taken.is_ok() {
            actor.copied(nonce);
            before.rewrite(json::to_text(actor.memory()), actor.parts());
        }
        actor.put_back(now);
    }

    /// Asks the user about the pending work again, under a new number.
    fn ask_again(&mut self, started: Option<u32>) {
        self.end_question(Ending::Dropped);
        self.waits.back_to_card();
        match self.waits.take() {
            Waiting::Tool { call, run } => self.ask_to_run(run, started == Some(call)),
            Waiting::Doubt { run, .. } => self.ask_to_run(run, true),
            Waiting::Approval { call, run } => {
                let step = self.next_calls(call, asking(run));
                self.take_step(step);
            }
            Waiting::Card { mut card, yes, no, .. } => {
                // Only buttons that answer the card stay; a button with an edit would do something else.
                card.buttons.retain(|button| button.edit.is_none());
                let asking = |step: Box<Step<_>>| Box::new(step.asking());
                self.go(Step::Confirm { card, yes: asking(yes), no: asking(no) });
            }
            wait @ (Waiting::User | Waiting::Model { .. } | Waiting::Nothing { .. }) => {
                let asking = |Choosing { choice, then }: Choosing| Choosing { choice, then: then.asking() };
                self.waits.choose(self.waits.choosing().cloned().map(asking));
                self.waits.begin_again(wait);
            }
        }
    }

    fn ask_to_run(&mut self, run: ToolRun, started: bool) {
        let run = ToolRun { key: self.waits.next_number(), plain_key: false, ..asking(run) };
        self.ask_in_doubt(run, !started, true, None);
        self.turns.end();
    }
}

/// A run in a copy: the user is asked again about what has not begun.
fn asking(mut run: ToolRun) -> ToolRun {
    run.calls.iter_mut().filter(|call| call.waits).for_each(RunCall::unapprove);
    run
}
