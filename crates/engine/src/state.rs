//! What an agent sees and changes.

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

/// An agent's memory, where it stands, and the ways to speak. Everything done here is undone when the agent's answer
/// is a complaint or a refusal.
pub struct State<A: Agent> {
    /// What the agent knows.
    pub memory: A::Memory,
    pub(super) stage: A::Stage,
    pub(super) scene: Scene,
}

/// What of a state is the same for every agent.
#[derive(Default)]
pub struct Scene {
    pub(super) thread: u32,
    pub(super) lang: Lang,
    pub(super) seed: u64,
    /// What makes the keys of its writes its own; empty: the seed does.
    pub(super) nonce: String,
    pub(super) now_ms: u64,
    /// How long the session has waited for the model and the host's tools.
    pub(super) worked_ms: u64,
    pub(super) revision: u64,
    pub(super) transcript: Transcript,
    /// What the session waits for, as of the last event.
    pub(super) wait: Wait,
    /// The host saves what was computed here: no edit is heard meanwhile.
    pub(super) persists: bool,
    /// A failure that the agent reports in this event.
    pub(super) failed: Option<Failure>,
    /// The decision being decided on, until its words or its end put it into the transcript.
    pub(super) pending: Option<Box<Decision>>,
}

/// Where a state stood, to come back to.
pub(super) struct Mark {
    memory: Box<dyn Any>,
    thread: u32,
    lang: Lang,
    entries: u32,
}

impl<A: Agent> State<A> {
    /// Where the agent stands. Only a step changes it.
    pub fn stage(&self) -> &A::Stage {
        &self.stage
    }

    /// The language to speak in.
    pub fn lang(&self) -> Lang {
        self.scene.lang
    }

    /// The seed the session was opened with: what makes its ids its own.
    pub fn seed(&self) -> u64 {
        self.scene.seed
    }

    /// When the event that is being handled happened: the host's clock, in milliseconds.
    pub fn now(&self) -> u64 {
        self.scene.now_ms
    }

    /// How long the session has waited for the model and for tools since it was opened, in milliseconds. Time it waited
    /// for the user, time no page had it open, and time the machine slept (a gap in the ticks) do not count.
    pub fn worked(&self) -> u64 {
        self.scene.worked_ms
    }

    /// The thread that is spoken in.
    pub fn thread(&self) -> u32 {
        self.scene.thread
    }

    /// Speaks in another thread from here on.
    pub fn switch_thread(&mut self, thread: u32) {
        self.scene.thread = thread;
    }

    /// What the session waits for. During an event: what it waited for until then.
    pub fn waiting(&self) -> Wait {
        self.scene.wait
    }

    /// Whether nothing is under way that an edit would have to wait for.
    pub fn is_idle(&self) -> bool {
        !matches!(self.scene.wait, Wait::Model | Wait::Tool) && !self.scene.persists
    }

    /// What was said and done.
    pub fn transcript(&self) -> &Transcript {
        &self.scene.transcript
    }

    /// Says something to the user, in the current thread.
    pub fn say(&mut self, text: impl Into<String>) {
        self.scene.say(text.into());
    }

    /// Leaves a remark for the page and the trace; the model never sees it.
    pub fn note(&mut self, code: impl Into<String>, data: Value) {
        self.scene.note(code.into(), data);
    }

    /// Tells the user what failed: `view.error` has it until the next turn begins.
    pub fn fail(&mut self, code: impl Into<String>, text: impl Into<String>) {
        self.scene.failed = Some(Failure { code: code.into(), text: text.into(), cause: None });
    }

    /// Adds words of the user's to the current thread.
    pub fn hear(&mut self, text: impl Into<String>) {
        self.scene.push(Entry::User { text: text.into(), cue: false });
    }

    /// Gives the model a cue in the user's place; the page does not show it as the user's words.
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

    /// Puts a decision that was not spoken into the transcript.
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
