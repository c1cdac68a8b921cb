//! Messages of the tasks' dialogues, as saved states hold them.

use super::note::Note;
use std::collections::BTreeMap;
use stepgate_engine::Cue;
use stepgate_json::Json;

/// One message of a task's dialogue.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Message {
    /// Speaker.
    pub role: Role,
    /// Text of the message; for the assistant, the answer to the user without the rest of the reply.
    pub content: String,
    /// Why the guide wrote the text in the user's place; None for words of the user. Absent in states of the origin.
    #[json(optional)]
    pub cue: Option<Cue>,
}

/// Code of the cue that asks for an opening (spec.md 3.8).
pub(super) const OPENING: &str = "opening";
/// Code of the cue before a question that is asked again (spec.md 7.4).
pub(super) const RESUMED: &str = "resumed";
/// Code of the cue that repeats the user's words in the task that they led back to (spec.md 7.4).
pub(super) const LED_BACK: &str = "led_back";

impl Message {
    /// Whether the message stands in the user's place and has nothing of the user: an opening is asked for, or a question asked again.
    pub(super) fn is_of_the_guide(&self) -> bool {
        self.cue.as_ref().is_some_and(|cue| cue.is(OPENING) || cue.is(RESUMED))
    }
}

/// Speaker in a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Role {
    /// The user.
    User,
    /// The guide.
    Assistant,
}

/// Dialogues of imported tasks and notes that a new session records when it starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Begun {
    pub(super) dialogues: BTreeMap<u32, Vec<Message>>,
    pub(super) notes: Vec<Note>,
}
