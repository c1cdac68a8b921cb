//! The part of an agent's state that is the same for every agent.

use serde_json::Value;

use crate::transcript::entries::Transcript;
use crate::vocabulary::cue::Cue;
use crate::vocabulary::entry::{Decision, Entry};
use crate::vocabulary::stored::Stored;
use crate::vocabulary::view::Failure;
use crate::vocabulary::wait::Wait;
use stepgate_reply::Lang;

use crate::vocabulary::lang_tag::LangTag;

/// The part of a state that is the same for every agent.
#[derive(Default)]
pub struct Scene {
    thread: u32,
    lang: LangTag,
    seed: u64,
    /// Source of the session's idempotency keys; if empty, the seed is used.
    nonce: String,
    now_ms: u64,
    /// Time the session has waited for the model and the host's tools, in milliseconds.
    worked_ms: u64,
    revision: u64,
    transcript: Transcript,
    /// Wait of the session after the last event.
    wait: Wait,
    /// Model calls since the user last spoke, a call under way included.
    steps: u32,
    /// Whether the host is saving a result of this session; edits are refused meanwhile.
    persists: bool,
    /// Failure that the agent reported in the current event.
    failed: Option<Failure>,
    /// The decision under consideration, until it enters the transcript.
    pending: Option<Box<Pending>>,
}

/// A decision under consideration, and the words in the user's place that follow it.
struct Pending {
    decision: Decision,
    heard: Vec<Entry>,
}

/// The point of a scene that a rollback returns to.
pub(crate) struct SceneMark {
    thread: u32,
    lang: LangTag,
    entries: u32,
}

/// The saved values of a scene.
pub(crate) struct Loaded {
    pub(crate) thread: u32,
    pub(crate) lang: LangTag,
    pub(crate) seed: u64,
    pub(crate) nonce: String,
    pub(crate) now_ms: u64,
    pub(crate) worked_ms: u64,
    pub(crate) revision: u64,
    pub(crate) transcript: Transcript,
}

impl Scene {
    /// The scene of a saved session.
    pub(crate) fn loaded(loaded: Loaded) -> Self {
        let Loaded { thread, lang, seed, nonce, now_ms, worked_ms, revision, transcript } = loaded;
        Scene { thread, lang, seed, nonce, now_ms, worked_ms, revision, transcript, ..Scene::default() }
    }

    pub(crate) fn thread(&self) -> u32 {
        self.thread
    }

    pub(crate) fn switch_thread(&mut self, thread: u32) {
        self.thread = thread;
    }

    /// Language of the engine's own texts, and of the agents in Rust.
    pub(crate) fn lang(&self) -> Lang {
        self.lang.spoken()
    }

    pub(crate) fn lang_tag(&self) -> &LangTag {
        &self.lang
    }

    pub(crate) fn set_lang(&mut self, lang: LangTag) {
        self.lang = lang;
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    pub(crate) fn nonce(&self) -> &str {
        &self.nonce
    }

    /// Sets the sources of the session's ids and keys, and the time.
    pub(crate) fn identify(&mut self, seed: u64, nonce: String, now_ms: u64) {
        (self.seed, self.nonce, self.now_ms) = (seed, nonce, now_ms);
    }

    pub(crate) fn now(&self) -> u64 {
        self.now_ms
    }

    pub(crate) fn worked(&self) -> u64 {
        self.worked_ms
    }

    /// Sets the time of the current event and the time worked.
    pub(crate) fn set_time(&mut self, now_ms: u64, worked_ms: u64) {
        (self.now_ms, self.worked_ms) = (now_ms, worked_ms);
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    pub(crate) fn next_revision(&mut self) {
        self.revision += 1;
    }

    pub(crate) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    pub(crate) fn transcript_mut(&mut self) -> &mut Transcript {
        &mut self.transcript
    }

    pub(crate) fn wait(&self) -> Wait {
        self.wait
    }

    pub(crate) fn persists(&self) -> bool {
        self.persists
    }

    /// Tells the agent what the session waits for.
    pub(crate) fn set_wait(&mut self, wait: Wait, persists: bool) {
        (self.wait, self.persists) = (wait, persists);
    }

    pub(crate) fn steps(&self) -> u32 {
        self.steps
    }

    pub(crate) fn set_steps(&mut self, steps: u32) {
        self.steps = steps;
    }

    pub(crate) fn fail(&mut self, failure: Failure) {
        self.failed = Some(failure);
    }

    pub(crate) fn take_failure(&mut self) -> Option<Failure> {
        self.failed.take()
    }

    pub(crate) fn say(&mut self, text: String) {
        match self.pending.take() {
            Some(mut pending) => {
                pending.decision.say(&text);
                self.record(*pending);
            }
            None => self.push(Entry::Said { text }),
        }
    }

    /// Adds words of the user, or in the user's place. Those of a decision follow it.
    pub(crate) fn hear(&mut self, text: String, cue: Option<Cue>) {
        let heard = Entry::User { text, cue, parts: Vec::new() };
        match &mut self.pending {
            Some(pending) => pending.heard.push(heard),
            None => self.push(heard),
        }
    }

    /// Adds the cue that the decision under consideration answers, before it.
    pub(crate) fn cue_before(&mut self, cue: Cue, text: String) {
        self.push(Entry::User { text, cue: Some(cue), parts: Vec::new() });
    }

    pub(crate) fn note(&mut self, code: String, data: Value) {
        self.push(Entry::Note { code, data });
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        let stored = Stored { rev: self.revision + 1, at_ms: self.now_ms, thread: self.thread, entry };
        self.transcript.push(stored);
    }

    /// Puts a decision under consideration.
    pub(crate) fn consider(&mut self, decision: Decision) {
        self.pending = Some(Box::new(Pending { decision, heard: Vec::new() }));
    }

    /// Whether the decision under consideration was spoken.
    pub(crate) fn has_spoken(&self) -> bool {
        self.pending.is_none()
    }

    /// Adds the decision under consideration to the transcript, if it was not spoken.
    pub(crate) fn settle(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.record(*pending);
        }
    }

    fn record(&mut self, Pending { decision, heard }: Pending) {
        self.push(Entry::Decision(Box::new(decision)));
        heard.into_iter().for_each(|entry| self.push(entry));
    }

    pub(crate) fn mark(&self) -> SceneMark {
        SceneMark { thread: self.thread, lang: self.lang.clone(), entries: self.transcript.len() }
    }

    pub(crate) fn roll_back(&mut self, mark: &SceneMark) {
        (self.thread, self.lang) = (mark.thread, mark.lang.clone());
        self.transcript.truncate(mark.entries);
        (self.pending, self.failed) = (None, None);
    }
}
