//! What was said and done, append-only, in threads; read by the model in two ways.

use serde_json::Value;

use super::card::Card;
use super::questions::{Ending, Questions};
use super::stored::Stored;
use super::wire::ToolResult;
use crate::json::{self, object, value, variants, FromJson, ToJson, Writer};
use crate::prompt::{Message, Role};
use crate::reply::Repair;
use crate::schema::Coercion;
use crate::List;
use crate::{Error, SmallMap};

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

/// All entries of a session. Only ever appended to; what a turn took back stays, marked by [`Entry::Retracted`].
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    entries: Vec<Stored>,
    /// Live entries of each thread that the model may read.
    threads: SmallMap<u32, Vec<u32>>,
    /// Ranges that were taken back, in order.
    retracted: Vec<(u32, u32)>,
    pub(super) questions: Questions,
}

impl Transcript {
    pub(super) fn push(&mut self, stored: Stored) -> u32 {
        let seq = self.len();
        self.questions.take(seq, &stored);
        match &stored.entry {
            Entry::User { .. } | Entry::Said { .. } | Entry::Decision(_) | Entry::Tool { .. } => {
                self.list(stored.thread, seq);
            }
            Entry::Retracted { from } => {
                self.retracted.push((*from, seq));
                self.forget(*from);
            }
            Entry::Reasoning { .. }
            | Entry::Correction { .. }
            | Entry::Note { .. }
            | Entry::Asked { .. }
            | Entry::Closed { .. } => {}
        }
        self.entries.push(stored);
        seq
    }

    fn list(&mut self, thread: u32, seq: u32) {
        match self.threads.get_mut(&thread) {
            Some(seqs) => seqs.push(seq),
            None => drop(self.threads.insert(thread, vec![seq])),
        }
    }

    /// Undoes what was pushed since the transcript was `len` long, within one event.
    pub(super) fn truncate(&mut self, len: u32) {
        let cut = self.entries.split_off(self.entries.len().min(len as usize));
        self.forget(len);
        if cut.iter().any(|stored| matches!(stored.entry, Entry::Asked { .. } | Entry::Closed { .. })) {
            self.questions = Questions::default();
            (0..).zip(&self.entries).for_each(|(seq, stored)| self.questions.take(seq, stored));
        }
    }

    fn forget(&mut self, from: u32) {
        for seqs in self.threads.values_mut() {
            let keep = seqs.partition_point(|seq| *seq < from);
            seqs.truncate(keep);
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> u32 {
        u32::try_from(self.entries.len()).unwrap_or(u32::MAX)
    }

    /// Whether nothing has been said or done yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry with this number.
    pub fn get(&self, seq: u32) -> Option<&Stored> {
        self.entries.get(seq as usize)
    }

    /// The entries made after revision `since`, with their numbers.
    pub fn since(&self, since: u64) -> impl Iterator<Item = (u32, &Stored)> {
        let start = self.entries.partition_point(|stored| stored.rev <= since);
        (start..).map(|seq| u32::try_from(seq).unwrap_or(u32::MAX)).zip(self.entries.iter().skip(start))
    }

    /// Whether the entry was taken back.
    pub fn is_retracted(&self, seq: u32) -> bool {
        self.retracted.iter().any(|(from, to)| (*from..*to).contains(&seq))
    }

    /// The live entries of a thread that the model may read: speech, decisions and tools.
    pub fn thread(&self, thread: u32) -> impl DoubleEndedIterator<Item = &Stored> {
        self.threads.get(&thread).into_iter().flatten().filter_map(|seq| self.get(*seq))
    }

    /// The last `count` corrections, oldest first, if the transcript ends with them.
    pub(super) fn open_corrections(&self, count: u32) -> Vec<(&str, &str)> {
        let mut open: Vec<(&str, &str)> = self
            .entries
            .iter()
            .rev()
            .filter(|stored| !matches!(stored.entry, Entry::Reasoning { .. }))
            .map_while(|stored| match &stored.entry {
                Entry::Correction { raw, complaint } => Some((raw.as_str(), complaint.as_str())),
                _ => None,
            })
            .take(count as usize)
            .list();
        open.reverse();
        open
    }

    /// The thread as the user saw it: what was said by either side, at most `budget` characters, the oldest exchanges
    /// left out.
    pub fn words(&self, thread: u32, budget: usize) -> Vec<Message> {
        self.window(thread, budget, |entry| match entry {
            Entry::User { text, .. } => Some(Message::new(Role::User, text.clone())),
            Entry::Said { text } => Some(Message::new(Role::Assistant, text.clone())),
            Entry::Decision(decision) => Some(Message::new(Role::Assistant, decision.said()?)),
            _ => None,
        })
    }

    /// The thread as the model wrote it: its replies in full, tool results paired with them, at most `budget`
    /// characters, the oldest exchanges left out.
    pub fn replies(&self, thread: u32, budget: usize) -> Vec<Message> {
        self.window(thread, budget, |entry| match entry {
            Entry::User { text, .. } => Some(Message::new(Role::User, text.clone())),
            Entry::Said { text } => Some(Message::new(Role::Assistant, text.clone())),
            Entry::Decision(decision) => Some(Message::new(Role::Assistant, decision.raw.clone())),
            Entry::Tool { name, result, .. } => Some(Message::new(Role::User, observation(name, result))),
            _ => None,
        })
    }

    fn window(&self, thread: u32, budget: usize, read: impl Fn(&Entry) -> Option<Message>) -> Vec<Message> {
        let mut kept: Vec<Message> = Vec::new();
        let mut used = 0;
        for stored in self.thread(thread).rev() {
            let Some(message) = read(&stored.entry) else { continue };
            used += message.content.chars().count();
            if used > budget && !kept.is_empty() {
                break;
            }
            kept.push(message);
        }
        kept.reverse();
        // A window that was cut begins with a user message.
        if used > budget {
            let first = kept.iter().position(|message| message.role == Role::User).unwrap_or(0);
            kept.drain(..first);
        }
        kept
    }
}

/// A tool's result as the model reads it.
fn observation(name: &str, result: &ToolResult) -> String {
    let observed = match result {
        ToolResult::Ok(value) => value! { "tool": name, "result": value },
        ToolResult::Error(error) => value! { "tool": name, "error": value! { "code": error.code, "text": error.text } },
    };
    json::to_text(&observed)
}
