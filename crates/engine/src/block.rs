//! The conversation, as a page shows it.

use serde_json::Value;

use super::card::Card;
use super::entry::{Decision, Entry};
use super::questions::Ending;
use super::stored::Stored;
use super::transcript::Transcript;
use super::wire::ToolResult;
use stepgate_json::{ToJson, Writer};
use stepgate_reply::schema::Coercion;
use stepgate_reply::Repair;

/// One thing in the conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its number; it never changes.
    pub seq: u32,
    /// The revision that made it, or that ended or reopened the question it is.
    pub revision: u64,
    /// The thread it belongs to.
    pub thread: u32,
    /// The host's clock, in milliseconds.
    pub at_ms: u64,
    /// What it is.
    pub content: Content,
}

impl ToJson for Block {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("seq", &self.seq);
        out.member("revision", &self.revision);
        out.member("thread", &self.thread);
        out.member("at_ms", &self.at_ms);
        self.content.write_members(out);
        out.end_object();
    }
}

/// What a block shows.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Content {
    /// The user spoke, or the agent gave the model a cue in the user's place.
    User { text: String, cue: bool },
    /// The agent spoke; `reply` is there if the model did.
    Said { text: String, reply: Option<ShownReply> },
    /// The model decided without a word to the user.
    Decision(ShownReply),
    /// What the model thought before it replied.
    Reasoning { text: String },
    /// A reply that could not be used, and what the model was told.
    Correction { raw: String, complaint: String },
    /// A tool ran or was declined.
    Tool { call: u32, name: String, args: Value, result: ToolResult },
    /// A question to the user; without an ending it is open, and answered by the number the view gives.
    Card { card: Box<Card>, ending: Option<Ending>, reason: Option<String> },
    /// A remark of the agent or the engine.
    Note { code: String, data: Value },
}

impl Content {
    fn write_members(&self, out: &mut Writer) {
        out.member("kind", &self.kind());
        match self {
            Content::User { text, cue } => {
                out.member("text", text);
                out.optional("cue", cue);
            }
            Content::Said { text, reply } => {
                out.member("text", text);
                reply.iter().for_each(|reply| reply.write_members(out));
            }
            Content::Decision(reply) => reply.write_members(out),
            Content::Reasoning { text } => out.member("text", text),
            Content::Correction { raw, complaint } => {
                out.member("raw", raw);
                out.member("complaint", complaint);
            }
            Content::Tool { call, name, args, result } => {
                out.member("call", call);
                out.member("name", name);
                out.member("args", args);
                out.member("result", result);
            }
            Content::Card { card, ending, reason } => {
                out.member("card", card);
                out.optional("ending", ending);
                out.optional("reason", reason);
            }
            Content::Note { code, data } => {
                out.member("code", code);
                out.optional("data", data);
            }
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Content::User { .. } => "user",
            Content::Said { .. } => "said",
            Content::Decision(_) => "decision",
            Content::Reasoning { .. } => "reasoning",
            Content::Correction { .. } => "correction",
            Content::Tool { .. } => "tool",
            Content::Card { .. } => "card",
            Content::Note { .. } => "note",
        }
    }
}

/// A reply and what was done to it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownReply {
    /// The reply as it came.
    pub raw: String,
    /// Reasoning the server sent apart, in sessions of formats 1 and 2; now it is a block of its own.
    pub reasoning: Option<String>,
    /// What was repaired; offsets in UTF-16 units of `raw`.
    pub repairs: Vec<Repair>,
    /// What was read differently from how it was written.
    pub coercions: Vec<Coercion>,
    /// How many corrections it took.
    pub corrections: u32,
}

impl ShownReply {
    fn write_members(&self, out: &mut Writer) {
        out.member("raw", &self.raw);
        out.optional("reasoning", &self.reasoning);
        out.optional("repairs", &self.repairs);
        out.optional("coercions", &self.coercions);
        out.member("corrections", &self.corrections);
    }
}

impl Block {
    /// The block of an entry; none for those that only say something about others.
    pub(super) fn of(seq: u32, stored: &Stored, transcript: &Transcript) -> Option<Block> {
        let mut revision = stored.rev;
        let content = match &stored.entry {
            Entry::User { text, cue } => Content::User { text: text.clone(), cue: *cue },
            Entry::Said { text } => Content::Said { text: text.clone(), reply: None },
            Entry::Reasoning { text } => Content::Reasoning { text: text.clone() },
            Entry::Decision(decision) => decided(decision),
            Entry::Correction { raw, complaint } => {
                Content::Correction { raw: raw.clone(), complaint: complaint.clone() }
            }
            Entry::Tool { call, name, args, result } => {
                Content::Tool { call: *call, name: name.clone(), args: args.clone(), result: result.clone() }
            }
            Entry::Asked { card } => {
                let question = transcript.question(seq)?;
                revision = question.rev;
                let (ending, reason) = transcript.ending(question);
                Content::Card { card: card.clone(), ending, reason }
            }
            Entry::Note { code, data } => Content::Note { code: code.clone(), data: data.clone() },
            Entry::Closed { .. } | Entry::Retracted { .. } => return None,
        };
        Some(Block { seq, revision, thread: stored.thread, at_ms: stored.at_ms, content })
    }
}

fn decided(decision: &Decision) -> Content {
    let reply = ShownReply {
        raw: decision.raw.clone(),
        reasoning: decision.reasoning.clone(),
        repairs: utf16_offsets(&decision.raw, &decision.repairs),
        coercions: decision.coercions.clone(),
        corrections: decision.corrections,
    };
    match decision.said() {
        Some(text) => Content::Said { text, reply: Some(reply) },
        None => Content::Decision(reply),
    }
}

/// The repairs with their byte offsets counted in UTF-16 units, as JavaScript counts.
fn utf16_offsets(raw: &str, repairs: &[Repair]) -> Vec<Repair> {
    let units = |from: usize, to: usize| raw.get(from..to).map_or(0, |text| text.encode_utf16().count());
    repairs
        .iter()
        .map(|repair| Repair {
            offset: units(0, repair.offset),
            length: units(repair.offset, repair.offset + repair.length),
            ..repair.clone()
        })
        .collect()
}
