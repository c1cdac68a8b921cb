//! The state that an agent reads and changes.

use std::any::Any;

use serde_json::Value;

use super::actor::Actor;
use super::agent::Agent;
use super::entry::{Decision, Entry};
use super::stored::Stored;
use super::transcript::Transcript;
use super::view::Failure;
use super::wait::Wait;
use crate::Lang;

/// An agent's memory and stage, and the functions to speak. The engine undoes all changes if the agent answers with a complaint or a
/// refusal.
pub struct State<A: Agent> {
    /// The agent's memory.
    pub memory: A::Memory,
    pub(super) stage: A::Stage,
    pub(super) scene: Scene,
}

/// The part of a state that is the same for every agent.
#[derive(Default)]
pub struct Scene {
    pub(super) thread: u32,
    pub(super) lang: Lang,
    pub(super) seed: u64,
    /// Source of the session's idempotency keys; if empty, the seed is used.
    pub(super) nonce: String,
    pub(super) now_ms: u64,
    /// Time the session has waited for the model and the host's tools, in milliseconds.
    pub(super) worked_ms: u64,
    pub(super) revision: u64,
    pub(super) transcript: Transcript,
    /// Wait of the session after the last event.
    pub(super) wait: Wait,
    /// Whether the host is saving a result of this session; edits are refused meanwhile.
    pub(super) persists: bool,
    /// Failure that the agent reported in the current event.
    pub(super) failed: Option<Failure>,
    /// The decision under consideration, until it enters the transcript.
    pub(super) pending: Option<Box<Decision>>,
}

/// A point to roll back to.
pub(super) struct Mark {
    memory: Box<dyn Any>,
    thread: u32,
    lang: Lang,
    entries: u32,
}

impl<A: Agent> State<A> {
    /// The agent's stage. Only a step changes it.
    pub fn stage(&self) -> &A::Stage {
        &self.stage
    }

    /// The language to speak in.
    pub fn lang(&self) -> Lang {
        self.scene.lang
    }

    /// The seed of the session, from which it makes its ids.
    pub fn seed(&self) -> u64 {
        self.scene.seed
    }

    /// Time of the current event: the host's clock, in milliseconds since the epoch.
    pub fn now(&self) -> u64 {
        self.scene.now_ms
    }

    /// Time the session has waited for the model and for tools since it was opened, in milliseconds. Not counted: time it waited for the
    /// user, time no page had it open, and time the machine slept (a gap in the ticks).
    pub fn worked(&self) -> u64 {
        self.scene.worked_ms
    }

    /// The current thread.
    pub fn thread(&self) -> u32 {
        self.scene.thread
    }

    /// Switches to another thread.
    pub fn switch_thread(&mut self, thread: u32) {
        self.scene.thread = thread;
    }

    /// Kind of the session's wait. During an event: of the wait before the event.
    pub fn waiting(&self) -> Wait {
        self.scene.wait
    }

    /// Whether the session accepts edits: no model call, tool call or save is running.
    pub fn is_idle(&self) -> bool {
        !matches!(self.scene.wait, Wait::Model | Wait::Tool) && !self.scene.persists
    }

    /// The transcript.
    pub fn transcript(&self) -> &Transcript {
        &self.scene.transcript
    }

    /// Says something to the user, in the current thread.
    pub fn say(&mut self, text: impl Into<String>) {
        self.scene.say(text.into());
    }

    /// Adds a note for the page and the trace; the model never sees it.
    pub fn note(&mut self, code: impl Into<String>, data: Value) {
        self.scene.note(code.into(), data);
    }

    /// Reports a failure to the user: `view.error` shows it until the next turn begins.
    pub fn fail(&mut self, code: impl Into<String>, text: impl Into<String>) {
        self.scene.failed = Some(Failure { code: code.into(), text: text.into(), cause: None });
    }

    /// Adds a message of the user to the current thread.
    pub fn hear(&mut self, text: impl Into<String>) {
        self.scene.push(Entry::User { text: text.into(), cue: false });
    }

    /// Adds a cue for the model in the user's place. The page does not show it as the user's words.
    pub fn cue(&mut self, text: impl Into<String>) {
        self.scene.push(Entry::User { text: text.into(), cue: true });
    }
}

impl Scene {
    fn say(&mut self, text: String) {
        match self.pending.take() {
            Some(mut decision) => {
                decision.say(&text);
                self.push(Entry::Decision(decision));
            }
            None => self.push(Entry::Said { text }),
        }
    }

    pub(super) fn note(&mut self, code: String, data: Value) {
        self.push(Entry::Note { code, data });
    }

    pub(super) fn push(&mut self, entry: Entry) {
        let stored = Stored { rev: self.revision + 1, at_ms: self.now_ms, thread: self.thread, entry };
        self.transcript.push(stored);
    }

    /// Adds the pending decision to the transcript, if it was not spoken.
    pub(super) fn settle(&mut self) {
        if let Some(decision) = self.pending.take() {
            self.push(Entry::Decision(decision));
        }
    }
}

impl Mark {
    pub(super) fn of(actor: &dyn Actor) -> Self {
        let Scene { thread, lang, transcript, .. } = actor.scene();
        Mark { memory: actor.copy_memory(), thread: *thread, lang: *lang, entries: transcript.len() }
    }

    pub(super) fn roll_back(self, actor: &mut dyn Actor) {
        actor.put_back(self.memory);
        let scene = actor.scene_mut();
        scene.thread = self.thread;
        scene.lang = self.lang;
        scene.transcript.truncate(self.entries);
        scene.pending = None;
        scene.failed = None;
    }
}
