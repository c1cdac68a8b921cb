//! Prompts: the request of an agent to the model, and its messages.

pub(crate) mod limits;
mod template;
pub(crate) mod tokens;
pub(crate) mod turns;

pub use template::render;

use crate::prompt::limits::Limits;
use crate::vocabulary::file_part::FilePart;
use stepgate_json::{FromJson, Json, ToJson, Writer};
use stepgate_reply::schema::Schema;

/// Speaker of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Role {
    /// Standing instructions.
    System,
    /// The user, or text that the engine or the agent puts in the user's place.
    User,
    /// The model.
    Assistant,
}

/// One message for the model.
#[derive(Clone, Debug, PartialEq, Eq, FromJson)]
pub struct Message {
    /// The speaker.
    pub role: Role,
    /// The text.
    pub content: String,
    /// Images and files, which stand before the text.
    #[json(skip = Vec::new())]
    pub parts: Vec<FilePart>,
}

/// A message without files has its text as `content`, another one a list.
impl ToJson for Message {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("role", &self.role);
        out.key("content");
        if self.parts.is_empty() {
            out.string(&self.content);
        } else {
            self.write_list(out);
        }
        out.end_object();
    }
}

impl Message {
    /// A message.
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Message { role, content: content.into(), parts: Vec::new() }
    }

    /// Words of the user with images and files.
    pub(crate) fn heard(text: &str, parts: &[FilePart]) -> Self {
        Message { role: Role::User, content: text.to_owned(), parts: parts.to_vec() }
    }

    /// Whether it has neither words nor files.
    pub(crate) fn is_blank(&self) -> bool {
        self.content.trim().is_empty() && self.parts.is_empty()
    }

    fn write_list(&self, out: &mut Writer) {
        out.begin_list();
        self.parts.iter().for_each(|part| part.write(out));
        if !self.content.trim().is_empty() {
            out.begin_object();
            out.member("kind", &"text");
            out.member("text", &self.content);
            out.end_object();
        }
        out.end_list();
    }
}

/// The request to the model in one state.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Prompt {
    /// The system message.
    pub system: String,
    /// How much of the current thread follows the system message.
    pub window: Window,
    /// Messages after the thread. They are not saved.
    pub tail: Vec<Message>,
    /// Messages of the engine after them: the card that stands, and what is still to be done. No value comes from them.
    pub(crate) added: Vec<Message>,
    /// The shape the reply must have.
    pub contract: Contract,
    /// The shape that the model is told, if it is less than what the contract takes: tools of closed packs are not in it.
    pub told: Option<Schema>,
    /// Names of the tools the model may call in this state.
    pub tools: Vec<String>,
    /// How to sample.
    pub sampling: Sampling,
    /// Budgets.
    pub limits: Limits,
    /// Whether the contract itself says what becomes of a card at which the user spoke: the agent's step after the reply brings the same card
    /// again, or another one, or none. If not, the engine asks the model for it.
    pub settles_cards: bool,
    /// Whether the engine keeps what the user asked for and the model puts off: the contract and the system message then say how. Only for a contract
    /// that is an object.
    pub wishes: bool,
    /// Places in the reply of the text that a page may show while the reply is streaming.
    pub live: Live,
}

/// Places in a reply, as JSON pointers, of the text that a page may show while the reply is streaming. The empty pointer is the whole
/// text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson)]
#[json(optional)]
pub struct Live {
    /// Words for the user.
    pub say: Option<&'static str>,
    /// Reasoning of the model.
    pub thought: Option<&'static str>,
    /// A draft of a longer text.
    pub draft: Option<&'static str>,
}

impl Prompt {
    /// A prompt with the last 24,000 characters of what was said in the thread, no tools, and default limits.
    pub fn new(system: impl Into<String>, contract: Contract) -> Self {
        Prompt {
            system: system.into(),
            window: Window::Words { characters: 24_000 },
            tail: Vec::new(),
            added: Vec::new(),
            contract,
            told: None,
            tools: Vec::new(),
            sampling: Sampling::default(),
            limits: Limits::default(),
            settles_cards: false,
            wishes: false,
            live: Live::default(),
        }
    }

    /// The shape that the model is told.
    pub(crate) fn told(&self) -> &Schema {
        self.told.as_ref().unwrap_or(&self.contract.schema)
    }
}

/// Part of the current thread that the model sees, and its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// No part of it.
    None,
    /// The words of both sides.
    Words {
        /// Longest text, in characters. Older exchanges are left out.
        characters: usize,
    },
    /// The model's replies in full, with tool results.
    Replies {
        /// Longest text, in characters. Older exchanges are left out.
        characters: usize,
    },
    /// As `Replies`, by number: the last `count` messages, from the first words of the user among them on.
    Messages {
        /// Most messages.
        count: usize,
    },
    /// As `Replies`, made shorter by a rule. Where all of it is longer than `characters`, results of tools from before the last `replies`
    /// replies of the model shrink to their first lines. Where it is still longer, the oldest messages are left out, the first words of
    /// the user stay, and a line says how many are missing.
    Compact {
        /// Longest text, in characters.
        characters: usize,
        /// Replies of the model whose results stay whole.
        replies: u32,
    },
    /// As `Replies`, by tokens. Where the thread has more than `tokens`, the model summarises all but the newest messages in a call of its
    /// own, and its summary stands in their place: as data, and only with ids and numbers that they have. Where there is no summary, the
    /// oldest messages are left out, and a line says how many are missing.
    Tokens {
        /// Most tokens of the thread, by what the last call used, or else by a rough count.
        tokens: u64,
        /// Tokens of the newest messages that stay word for word when older ones are summarised: at most half of `tokens`.
        keep: u64,
        /// Whether the model summarises what leaves the window.
        summarise: bool,
    },
}

/// The shape a reply must have.
#[derive(Clone)]
pub struct Contract {
    /// Name, as `response_format` requires: letters, digits, `_` and `-`.
    pub name: &'static str,
    /// The schema.
    pub schema: Schema,
}

impl std::fmt::Debug for Contract {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contract").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Sampling parameters. The host chooses those that are absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Json)]
#[json(optional, rename_all = "camelCase")]
pub struct Sampling {
    /// Randomness, 0 to 2.
    pub temperature: Option<f64>,
    /// Length limit of the reply, in tokens.
    pub max_output_tokens: Option<u32>,
    /// Time limit for the reply, in milliseconds.
    pub timeout_ms: Option<u32>,
    /// Whether the model reasons before it answers, if the server supports that setting.
    pub thinking: Option<bool>,
}
