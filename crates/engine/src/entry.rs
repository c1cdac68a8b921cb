//! What was said or done: an entry of the transcript.

use serde_json::Value;

use super::card::Card;
use super::questions::Ending;
use super::wire::ToolResult;
use crate::Error;
use stepgate_json::{self as json, object, variants, FromJson, ToJson, Writer};
use stepgate_reply::schema::Coercion;
use stepgate_reply::Repair;

/// One thing that was said or done.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// The user spoke.
    User {
        /// What was said.
        text: String,
        /// Not the user's own words: the agent gave the model a cue in the user's place.
        cue: bool,
    },
    /// The agent spoke without the model.
    Said {
        /// What was said.
        text: String,
    },
    /// The model decided.
    Decision(Box<Decision>),
    /// What the model thought before it replied, where the server sends that apart.
    Reasoning {
        /// The thoughts.
        text: String,
    },
    /// A reply that could not be used.
    Correction {
        /// The reply.
        raw: String,
        /// What the model was told about it.
        complaint: String,
    },
    /// A tool ran (or was declined).
    Tool {
        /// Number of the wait it belongs to.
        call: u32,
        /// The tool.
        name: String,
        /// Its arguments.
        args: Value,
        /// What it gave.
        result: ToolResult,
    },
    /// For the page and the trace, never for the model.
    Note {
        /// A machine-readable code.
        code: String,
        /// Its data.
        data: Value,
    },
    /// A question was put to the user.
    Asked {
        /// The question, without its number.
        card: Box<Card>,
    },
    /// A question ended.
    Closed {
        /// Number of the entry that asked it.
        asked: u32,
        /// How.
        ending: Ending,
        /// Why not, in the user's words.
        reason: Option<String>,
    },
    /// The entries from `from` up to here were taken back.
    Retracted {
        /// The first of them.
        from: u32,
    },
}

variants!(Entry from Entry::Retracted { from: 0 } => {
    User "user" { text } optional { cue },
    Said "said" { text },
    Reasoning "reasoning" { text },
    Correction "correction" { raw, complaint },
    Tool "tool" { call, name, args, result },
    Note "note" { code } optional { data },
    Asked "asked" { card },
    Closed "closed" { asked, ending } optional { reason },
    Retracted "retracted" { from },
} values { Decision "decision" });

/// An accepted reply of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// The reply as it came; empty if it was recalled.
    pub raw: String,
    /// What the agent said to the user by it.
    pub said: Option<Said>,
    /// Reasoning the server sent apart from the text, in sessions of formats 1 and 2; now it is an entry of its own.
    pub reasoning: Option<String>,
    /// What was repaired in it.
    pub repairs: Vec<Repair>,
    /// What was read differently from how it was written.
    pub coercions: Vec<Coercion>,
    /// How many corrections it took.
    pub corrections: u32,
}

object!(Decision { raw } optional { said, reasoning, repairs, coercions, corrections });

/// Words a decision spoke. Mostly they stand in the reply itself, as one of its JSON strings; then only the place is
/// kept, so that no text is saved twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Byte offset and length of the JSON string in `raw`, quotes included.
    Within(usize, usize),
    /// The words themselves.
    Text(String),
}

impl ToJson for Said {
    fn write(&self, out: &mut Writer) {
        match self {
            Said::Within(at, length) => [*at, *length].write(out),
            Said::Text(text) => out.string(text),
        }
    }
}

impl FromJson for Said {
    fn blank() -> Self {
        Said::Within(0, 0)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = match (value, value.get(0).and_then(Value::as_u64), value.get(1).and_then(Value::as_u64)) {
            (Value::String(text), ..) => Said::Text(text.clone()),
            (_, Some(at), Some(length)) => Said::Within(at as usize, length as usize),
            _ => return Err(json::wanted("a string, or an offset and a length")),
        };
        Ok(())
    }
}

impl Decision {
    pub(super) fn say(&mut self, text: &str) {
        let quoted = json::to_text(&text);
        self.said = Some(match self.raw.find(&quoted) {
            Some(at) if !quoted.is_empty() => Said::Within(at, quoted.len()),
            _ => Said::Text(text.to_owned()),
        });
    }

    /// What the agent said to the user by this decision.
    pub fn said(&self) -> Option<String> {
        match self.said.as_ref()? {
            Said::Text(text) => Some(text.clone()),
            Said::Within(at, length) => json::from_text("", self.raw.get(*at..at + length)?).ok(),
        }
    }
}
