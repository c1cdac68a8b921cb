//! The part of an agent's state that is the same for every agent.

use serde_json::Value;

use crate::transcript::entries::Transcript;
use crate::vocabulary::entry::{Decision, Entry};
use crate::vocabulary::stored::Stored;
use crate::vocabulary::view::Failure;
use crate::vocabulary::wait::Wait;
use stepgate_reply::Lang;

/// The part of a state that is the same for every agent.
#[derive(Default)]
pub struct Scene {
    pub(crate) thread: u32,
    pub(crate) lang: Lang,
    pub(crate) seed: u64,
    /// Source of the session's idempotency keys; if empty, the seed is used.
    pub(crate) nonce: String,
    pub(crate) now_ms: u64,
    /// Time the session has waited for the model and the host's tools, in milliseconds.
    pub(crate) worked_ms: u64,
    pub(crate) revision: u64,
    pub(crate) transcript: Transcript,
    /// Wait of the session after the last event.
    pub(crate) wait: Wait,
    /// Whether the host is saving a result of this session; edits are refused meanwhile.
    pub(crate) persists: bool,
    /// Failure that the agent reported in the current event.
    pub(crate) failed: Option<Failure>,
    /// The decision under consideration, until it enters the transcript.
    pub(crate) pending: Option<Box<Decision>>,
}

impl Scene {
    pub(crate) fn say(&mut self, text: String) {
        match self.pending.take() {
            Some(mut decision) => {
                decision.say(&text);
                self.push(Entry::Decision(decision));
            }
            None => self.push(Entry::Said { text }),
        }
    }

    pub(crate) fn note(&mut self, code: String, data: Value) {
        self.push(Entry::Note { code, data });
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        let stored = Stored { rev: self.revision + 1, at_ms: self.now_ms, thread: self.thread, entry };
        self.transcript.push(stored);
    }

    /// Adds the pending decision to the transcript, if it was not spoken.
    pub(crate) fn settle(&mut self) {
        if let Some(decision) = self.pending.take() {
            self.push(Entry::Decision(decision));
        }
    }
}
