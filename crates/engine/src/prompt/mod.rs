//! From an agent's prompt to the messages a model reads.

mod template;

use crate::{Limits, Transcript};
use stepgate_json::{names, object};
use stepgate_reply::schema::Schema;

pub use template::render;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Standing instructions.
    System,
    /// The user, or what is put to the model in the user's place.
    User,
    /// The model.
    Assistant,
}

names!(Role { System "system", User "user", Assistant "assistant" });

/// One message for the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: String,
}

object!(Message { role, content });

impl Message {
    /// A message.
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Message { role, content: content.into() }
    }
}

/// What the model is asked in one state.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The system message.
    pub system: String,
    /// How much of the current thread follows it.
    pub window: Window,
    /// Messages after the thread that are not stored (the trigger of an opening).
    pub tail: Vec<Message>,
    /// The shape the reply must have.
    pub contract: Contract,
    /// Names of the tools the model may call in this state.
    pub tools: Vec<String>,
    /// How to sample.
    pub sampling: Sampling,
    /// Budgets.
    pub limits: Limits,
    /// Where the words are that a page may show while the reply comes in.
    pub live: Live,
}

/// Places in a reply, as JSON pointers, of the words a page may show while it comes in; the empty pointer is the whole text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Words for the user.
    pub say: Option<&'static str>,
    /// The model's own thought.
    pub thought: Option<&'static str>,
    /// A text that is being written.
    pub draft: Option<&'static str>,
}

object!(write Live {} optional { say, thought, draft });

impl Prompt {
    /// A prompt with the whole thread (24,000 characters of words), no tools, and default limits.
    pub fn new(system: impl Into<String>, contract: Contract) -> Self {
        Prompt {
            system: system.into(),
            window: Window::Words { characters: 24_000 },
            tail: Vec::new(),
            contract,
            tools: Vec::new(),
            sampling: Sampling::default(),
            limits: Limits::default(),
            live: Live::default(),
        }
    }

    /// The messages: system, window, tail, then the corrections that are still open.
    pub(crate) fn messages(&self, transcript: &Transcript, thread: u32, open: &[(&str, &str)]) -> Vec<Message> {
        let mut messages = vec![Message::new(Role::System, self.system.clone())];
        messages.extend(match self.window {
            Window::None => Vec::new(),
            Window::Words { characters } => transcript.words(thread, characters),
            Window::Replies { characters } => transcript.replies(thread, characters),
        });
        messages.extend(self.tail.iter().cloned());
        for (raw, complaint) in open {
            messages.push(Message::new(Role::Assistant, *raw));
            messages.push(Message::new(Role::User, *complaint));
        }
        messages
    }
}

/// How much of the current thread the model sees, and in which reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Nothing of it.
    None,
    /// What was said by either side.
    Words {
        /// At most this many characters; the oldest exchanges are left out.
        characters: usize,
    },
    /// The model's replies in full, with tool results.
    Replies {
        /// At most this many characters; the oldest exchanges are left out.
        characters: usize,
    },
}

/// The shape a reply must have.
#[derive(Clone)]
pub struct Contract {
    /// A name for it, as `response_format` wants one: letters, digits, `_` and `-`.
    pub name: &'static str,
    /// The shape.
    pub schema: Schema,
}

impl std::fmt::Debug for Contract {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contract").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How to sample. What is absent is the host's choice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sampling {
    /// Randomness, 0 to 2.
    pub temperature: Option<f64>,
    /// The longest reply, in tokens.
    pub max_tokens: Option<u32>,
    /// How long the host waits for the reply, in milliseconds.
    pub timeout_ms: Option<u32>,
    /// Whether the model thinks before it answers, where it can be told.
    pub thinking: Option<bool>,
}

object!(write Sampling {} optional { temperature, max_tokens, timeout_ms, thinking });
