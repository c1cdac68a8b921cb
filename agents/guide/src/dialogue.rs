//! Messages of the tasks' dialogues, as saved states hold them.

use super::note::Note;
use std::collections::BTreeMap;
use stepgate_json::Json;

/// One message of a task's dialogue.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Message {
    /// Speaker.
    pub role: Role,
    /// Text of the message; for the assistant, the answer to the user without the rest of the reply.
    pub content: String,
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
