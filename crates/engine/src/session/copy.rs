//! Copied and imported sessions. Such a session continues as a new one: permissions in it do not count as the user's, and nothing runs
//! before the user has confirmed it.

use crate::archive::snapshot::Copying;
use crate::session::any::AnySession;
use crate::session::resume;
use crate::session::waiting::{HostRun, Waiting};
use crate::trace::{Line, Record};
use crate::vocabulary::entry::Ending;
use crate::vocabulary::step::Step;
use crate::vocabulary::tool::ToolCall;
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
    pub(crate) fn become_copy(&mut self, seed: u64, nonce: String, at_ms: u64, started: Option<u32>) {
        self.heard = Some(at_ms);
        self.approved.clear();
        let scene = self.actor.scene_mut();
        (scene.seed, scene.nonce, scene.now_ms) = (seed, nonce.clone(), at_ms);
        if let Some(turn) = &mut self.turn {
            turn.settle();
        }
        self.disown_before(&nonce);
        self.actor.copied(&nonce);
        self.forget_versions();
        self.ask_again(started);
        self.asked = None;
        self.accept();
        let line = Line::Copied { seed, nonce, at_ms, started };
        self.records.push(Record::new(self.scene().revision, line));
    }

    /// Revokes the user's permissions in the memory that returns if the host cannot save.
    fn disown_before(&mut self, nonce: &str) {
        let AnySession { waiting, actor, .. } = self;
        let Some(before) = waiting.before_mut() else { return };
        let now = actor.copy_memory();
        if resume::take_memory(actor, before).is_ok() {
            actor.copied(nonce);
            before.rewrite(json::to_text(actor.memory()), actor.parts());
        }
        actor.put_back(now);
    }

    /// Asks the user about the pending work again, under a new number.
    fn ask_again(&mut self, started: Option<u32>) {
        self.end_question(Ending::Dropped);
        match std::mem::take(&mut self.waiting) {
            Waiting::Tool { call, run } => self.ask_to_run(run, started == Some(call)),
            Waiting::Doubt { run, .. } => self.ask_to_run(run, true),
            Waiting::Approval { what, then, .. } => {
                let step = self.ask_approval(ToolCall { ask: true, ..what }, then);
                self.take_step(step);
            }
            Waiting::Card { mut card, yes, no, said, .. } => {
                // Only buttons that answer the card stay; a button with an edit would do something else.
                card.buttons.retain(|button| button.edit.is_none());
                let asking = |step: Box<Step<_>>| Box::new(step.asking());
                self.go(Step::Confirm { card, yes: asking(yes), no: asking(no), said: asking(said) });
            }
            wait @ Waiting::Model { .. } => {
                let call = self.next_call();
                self.waiting = wait.renumbered(call);
            }
            wait @ (Waiting::User | Waiting::Nothing { .. }) => self.waiting = wait,
        }
    }

    fn ask_to_run(&mut self, run: HostRun, started: bool) {
        let run = HostRun { key: self.next_call(), plain_key: false, ..run };
        self.doubt(run, !started, true);
        self.turn = None;
    }
}
