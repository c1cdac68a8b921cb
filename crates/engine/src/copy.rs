//! A session that comes from a file or is a copy of another. It goes on as a new one: nothing it holds is taken for the
//! user's word, and nothing runs before the user has seen it here.

use super::questions::Ending;
use super::resume;
use super::session::AnySession;
use super::snapshot::Snapshot;
use super::step::Step;
use super::tool::ToolCall;
use super::trace::{Line, Record};
use super::wait::{HostRun, Waiting};
use crate::Error;
use stepgate_json as json;

/// How a copy begins.
#[derive(Clone, Debug)]
pub struct Copying {
    /// The session it is a copy of.
    pub snapshot: Snapshot,
    /// As in [`Opening`](super::Opening): the copy's own.
    pub seed: u64,
    /// As in [`Opening`](super::Opening): the copy's own.
    pub nonce: String,
    /// The host's clock.
    pub at_ms: u64,
    /// The call whose write tools were started, as the file says.
    pub started: Option<u32>,
}

impl AnySession {
    /// Begins as a copy of a session.
    pub fn begin_copy(&mut self, copying: Copying) -> Result<(), Error> {
        let Copying { snapshot, seed, nonce, at_ms, started } = copying;
        self.load(snapshot)?;
        self.become_copy(seed, nonce, at_ms, started);
        Ok(())
    }

    /// Makes the session a copy of itself.
    pub(super) fn become_copy(&mut self, seed: u64, nonce: String, at_ms: u64, started: Option<u32>) {
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

    /// Takes back what the user allowed in the memory that comes back where the host cannot save.
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

    /// Puts the wait before the user once more, under a new number.
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
                // A button with an edit would do something other than answer.
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
