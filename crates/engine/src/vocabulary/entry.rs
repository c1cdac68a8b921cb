//! Entries of the transcript.

use serde_json::Value;

use crate::vocabulary::card::Card;
use crate::vocabulary::cue::Cue;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::summary::Summary;
use crate::vocabulary::tool::ToolResult;
use crate::vocabulary::verdict::VerdictKind;
use stepgate_json::{self as json, FromJson, Json, ToJson, Writer};
use stepgate_reply::schema::Coercion;
use stepgate_reply::{Error, Repair};

/// One entry of the transcript: something that was said or done.
#[derive(Clone, Debug, PartialEq, Json)]
#[non_exhaustive]
pub enum Entry {
    /// The user spoke.
    User {
        /// The text.
        text: String,
        /// Why the agent or the engine wrote the text in the user's place; None for words of the user.
        #[json(optional)]
        cue: Option<Cue>,
        /// Images and files beside the text.
        #[json(optional)]
        parts: Vec<FilePart>,
    },
    /// The agent spoke without the model.
    Said {
        /// The text.
        text: String,
    },
    /// The model replied, and the agent accepted the reply.
    Decision(Box<Decision>),
    /// Reasoning that the server sent apart from the reply.
    Reasoning {
        /// The reasoning.
        text: String,
    },
    /// An unusable reply.
    Correction {
        /// The reply.
        raw: String,
        /// The complaint sent to the model.
        complaint: String,
        /// Code of the fault: the agent's own, or one of those of [`Happened::GaveUp`](crate::Happened::GaveUp). None in
        /// sessions saved up to format 7.
        #[json(optional)]
        code: Option<String>,
    },
    /// A tool ran, or the user declined it.
    Tool {
        /// Number of the wait that the call belongs to.
        call: u32,
        /// The tool.
        name: String,
        /// Its arguments.
        args: Value,
        /// Its result.
        result: ToolResult,
        /// Verdict of the tool's own rule, if it has one.
        #[json(optional)]
        verdict: Option<VerdictKind>,
        /// Number of the grant by which it ran without a question.
        #[json(optional)]
        grant: Option<u32>,
        /// Whether it ran with arguments that the user had changed on a card.
        #[json(optional)]
        edited: bool,
        /// Whether it was in doubt, and ran once more since the user said that it had not taken effect.
        #[json(optional)]
        again: bool,
        /// Images and files beside its result.
        #[json(optional)]
        parts: Vec<FilePart>,
        /// Whether it is a write that changed the memory only, so that going back undoes it.
        #[json(optional)]
        inside: bool,
    },
    /// A note for the page and the trace; the model never sees it.
    Note {
        /// A machine-readable code.
        code: String,
        /// Its data.
        #[json(optional)]
        data: Value,
    },
    /// A question to the user.
    Asked {
        /// The question, without its number.
        card: Box<Card>,
    },
    /// A question ended.
    Closed {
        /// Number of the entry with the question.
        asked: u32,
        /// How it ended.
        ending: Ending,
        /// The user's reason for declining.
        #[json(optional)]
        reason: Option<String>,
        /// Id of the candidate that the user chose.
        #[json(optional)]
        choice: Option<String>,
    },
    /// A summary, which stands in the place of the messages of its thread before entry `to`. The entries stay as they are.
    Summary {
        /// Number of the first message that it covers beside the summary before it.
        from: u32,
        /// Number of the first message that it does not cover.
        to: u32,
        /// Its items.
        #[json(optional)]
        summary: Summary,
        /// The reply as received. Empty for a change of the user, and where the model gave no summary that could be used whole.
        #[json(optional)]
        raw: String,
        /// Items that were not taken: an id or a number in them stands in no message.
        #[json(optional)]
        refused: Vec<String>,
        /// Messages that have left the window without a summary.
        #[json(optional)]
        left_out: usize,
        /// Items that the user wrote; null without any.
        #[json(optional)]
        own: Value,
        /// Whether the user has changed it.
        #[json(optional)]
        edited: bool,
    },
    /// The entries from `from` up to this one were taken back.
    Retracted {
        /// Number of the first of them.
        from: u32,
    },
    /// The user went back: the conversation is as it was when it had `to` entries. Those since then are on another branch.
    Rewound {
        /// Number of entries of the conversation that goes on.
        to: u32,
    },
}

impl Entry {
    /// Whether it has words of the agent or the model for the user.
    pub(crate) fn is_said(&self) -> bool {
        match self {
            Entry::Said { .. } => true,
            Entry::Decision(decision) => decision.said.is_some(),
            _ => false,
        }
    }
}

/// An accepted reply of the model.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[non_exhaustive]
pub struct Decision {
    /// The reply as received; empty for a recalled decision.
    pub raw: String,
    /// The object or list that was read from it, as JSON, if `raw` is anything else than its JSON. The model reads it again in the place of `raw`.
    #[json(optional)]
    pub read: Option<String>,
    /// Words for the user in this reply.
    #[json(optional)]
    pub said: Option<Said>,
    /// Reasoning in sessions of formats 1 and 2. Newer sessions have an entry for it.
    #[json(optional)]
    pub reasoning: Option<String>,
    /// The first repairs to the JSON, at most 200.
    #[json(optional)]
    pub repairs: Vec<Repair>,
    /// Number of further repairs.
    #[json(optional)]
    pub more_repairs: u32,
    /// The first values that were read differently from how they were written, at most 200.
    #[json(optional)]
    pub coercions: Vec<Coercion>,
    /// Number of further such values.
    #[json(optional)]
    pub more_coercions: u32,
    /// Number of corrections before this reply was accepted.
    #[json(optional)]
    pub corrections: u32,
    /// Figures in the words for the user that stand in no result, no input and no words of the user.
    #[json(optional)]
    pub unsaid: Vec<String>,
}

/// Most repairs, and most coercions, that a decision keeps. More are counted.
pub(crate) const MOST_SHOWN: usize = 200;

/// The first [`MOST_SHOWN`] of a list, and the number of the others.
pub(crate) fn shown<T: Clone>(all: &[T]) -> (Vec<T>, u32) {
    let shown: Vec<T> = all.iter().take(MOST_SHOWN).cloned().collect();
    let more = u32::try_from(all.len() - shown.len()).unwrap_or(u32::MAX);
    (shown, more)
}

/// Words for the user in a decision. Usually they are one of the JSON strings of the reply. Then only their place is saved, so that no
/// text is saved twice.
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
    pub(crate) fn say(&mut self, text: &str) {
        let quoted = json::to_text(&text);
        self.said = Some(match self.raw.find(&quoted) {
            Some(at) if !quoted.is_empty() => Said::Within(at, quoted.len()),
            _ => Said::Text(text.to_owned()),
        });
    }

    /// Notes what was read from the reply.
    pub(crate) fn keep_read(&mut self, value: &Value) {
        let is_raw = json::from_text::<Value>("", &self.raw).is_ok_and(|raw| raw == *value);
        self.read = (is_list_or_object(value) && !is_raw).then(|| json::to_text(value));
    }

    /// The reply as the model reads it again: what was taken as compact JSON, without fences, thinking and prose around it. A reply that is a text
    /// stays as it is.
    pub fn as_read(&self) -> String {
        let compact =
            || json::from_text::<Value>("", &self.raw).ok().filter(is_list_or_object).map(|raw| json::to_text(&raw));
        self.read.clone().or_else(compact).unwrap_or_else(|| self.raw.clone())
    }

    /// Verifies that the place of the words for the user is a JSON string of the reply.
    ///
    /// # Errors
    /// The entry was altered.
    pub(crate) fn check_said(&self) -> Result<(), Error> {
        if self.said.is_some() && self.said().is_none() {
            return Err(json::wanted("the place of a JSON string in `raw`").within("said"));
        }
        Ok(())
    }

    /// The words for the user in this decision.
    pub fn said(&self) -> Option<String> {
        match self.said.as_ref()? {
            Said::Text(text) => Some(text.clone()),
            Said::Within(at, length) => json::from_text("", self.raw.get(*at..at.checked_add(*length)?)?).ok(),
        }
    }
}

fn is_list_or_object(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Ending {
    /// The user said yes.
    Accepted,
    /// The user said no, by a button or in words.
    Declined,
    /// Words of the user led to another card in its place.
    Replaced,
    /// The user typed something else instead of answering.
    Typed,
    /// Something else happened; the question no longer needs an answer.
    Dropped,
}
