//! The blocks of a conversation, as a page shows them.

use serde_json::Value;

use crate::vocabulary::card::Card;
use crate::vocabulary::cue::Cue;
use crate::vocabulary::entry::Ending;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::tool::ToolResult;
use crate::vocabulary::verdict::VerdictKind;
use stepgate_json::{ToJson, Writer};
use stepgate_reply::schema::Coercion;
use stepgate_reply::Repair;

/// One block of the conversation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Block {
    /// Number of the entry; it never changes.
    pub seq: u32,
    /// Revision that made the block or, for a question, that last closed or reopened it.
    pub revision: u64,
    /// Thread it belongs to.
    pub thread: u32,
    /// The host's clock, in milliseconds.
    pub at_ms: u64,
    /// The content.
    pub content: Content,
}

impl ToJson for Block {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("seq", &self.seq);
        out.member("revision", &self.revision);
        out.member("thread", &self.thread);
        out.member("atMs", &self.at_ms);
        self.content.write_members(out);
        out.end_object();
    }
}

/// The content of a block.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Content {
    /// The user spoke, or the agent gave the model a cue in the user's place.
    User { text: String, cue: Option<Cue>, parts: Vec<FilePart> },
    /// The agent spoke; `reply` is present if the model wrote the words.
    Said { text: String, reply: Option<ShownReply> },
    /// The model decided without a word to the user.
    Decision(ShownReply),
    /// Reasoning that the model sent before its reply.
    Reasoning { text: String },
    /// An unusable reply, the complaint sent to the model, and its code.
    Correction { raw: String, complaint: String, code: Option<String> },
    /// A tool ran, or the user declined it. `wrote`: the tool writes, and the call was made: the block is its receipt.
    /// `verdict`: that of the tool's own rule, if it has one; `grant`: number of the grant by which it ran without a question.
    Tool {
        call: u32,
        name: String,
        args: Value,
        result: ToolResult,
        wrote: bool,
        verdict: Option<VerdictKind>,
        grant: Option<u32>,
        parts: Vec<FilePart>,
    },
    /// A question to the user. Without an ending it is open; the view's `call` is the number to answer with.
    Card { card: Box<Card>, ending: Option<Ending>, reason: Option<String>, choice: Option<String> },
    /// A note of the agent or the engine.
    Note { code: String, data: Value },
}

impl Content {
    fn write_members(&self, out: &mut Writer) {
        out.member("kind", &self.kind());
        match self {
            Content::User { text, cue, parts } => {
                out.member("text", text);
                out.optional("cue", cue);
                out.optional("parts", parts);
            }
            Content::Said { text, reply } => {
                out.member("text", text);
                reply.iter().for_each(|reply| reply.write_members(out));
            }
            Content::Decision(reply) => reply.write_members(out),
            Content::Reasoning { text } => out.member("text", text),
            Content::Correction { raw, complaint, code } => {
                out.member("raw", raw);
                out.member("complaint", complaint);
                out.optional("code", code);
            }
            Content::Tool { call, name, args, result, wrote, verdict, grant, parts } => {
                out.member("call", call);
                out.member("name", name);
                out.member("args", args);
                out.member("result", result);
                out.optional("wrote", wrote);
                out.optional("verdict", verdict);
                out.optional("grant", grant);
                out.optional("parts", parts);
            }
            Content::Card { card, ending, reason, choice } => {
                out.member("card", card);
                out.optional("ending", ending);
                out.optional("reason", reason);
                out.optional("choice", choice);
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
            Content::Said { .. } => "assistant",
            Content::Decision(_) => "decision",
            Content::Reasoning { .. } => "reasoning",
            Content::Correction { .. } => "correction",
            Content::Tool { .. } => "tool",
            Content::Card { .. } => "card",
            Content::Note { .. } => "note",
        }
    }
}

/// A reply of the model, with the repairs and coercions made on it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShownReply {
    /// The reply as received.
    pub raw: String,
    /// Reasoning in sessions of formats 1 and 2. Newer sessions have a block for it.
    pub reasoning: Option<String>,
    /// The first repairs to the JSON; offsets in UTF-16 units of `raw`.
    pub repairs: Vec<Repair>,
    /// Number of further repairs.
    pub more_repairs: u32,
    /// The first values that were read differently from how they were written.
    pub coercions: Vec<Coercion>,
    /// Number of further such values.
    pub more_coercions: u32,
    /// Number of corrections before this reply was accepted.
    pub corrections: u32,
    /// Ids, addresses and amounts in the words for the user that stand in no result, no input and no words of the user.
    pub unsaid: Vec<String>,
}

impl ShownReply {
    fn write_members(&self, out: &mut Writer) {
        out.member("raw", &self.raw);
        out.optional("reasoning", &self.reasoning);
        out.optional("repairs", &self.repairs);
        out.optional("more_repairs", &self.more_repairs);
        out.optional("coercions", &self.coercions);
        out.optional("more_coercions", &self.more_coercions);
        out.member("corrections", &self.corrections);
        out.optional("unsaid", &self.unsaid);
    }
}
