//! What a front end shows.

use serde_json::Value;

use super::agent::Agent;
use super::approval;
use super::session::Session;
use super::transcript::{Entry, Stored};
use super::wait::{Wait, Waiting};
use super::wire::ToolResult;
use crate::json::{self, names, object, serde_form, ToJson, Writer};
use crate::reply::Repair;
use crate::schema::Coercion;
use crate::Lang;

/// Everything a page needs to draw itself.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Moves with every accepted event.
    pub revision: u64,
    /// The agent's name.
    pub agent: &'static str,
    /// Language of what follows.
    pub lang: Lang,
    /// What the session waits for.
    pub waiting: Wait,
    /// The number of the wait, where it has one.
    pub call: Option<u32>,
    /// The agent's stage.
    pub stage: Value,
    /// Blocks newer than the revision asked for.
    pub blocks: Vec<Block>,
    /// Numbers of blocks that were taken back since.
    pub retracted: Vec<u32>,
    /// The open question, or the agent's card while it listens.
    pub card: Option<Card>,
    /// The user's text, handed back by a retracted turn.
    pub input: Option<String>,
    /// Why the last turn failed, until the next one begins.
    pub error: Option<Failure>,
    /// The outcome, if there is one.
    pub outcome: Option<Value>,
    /// How far the work is.
    pub progress: Option<Progress>,
    /// Counted over the whole session.
    pub usage: Spent,
    /// Of the current run.
    pub budget: Budget,
    /// The agent's own data.
    pub data: Value,
}

object!(write View { revision, agent, lang, waiting, stage, blocks, retracted, usage, budget, data }
    optional { call, card, input, error, outcome, progress });
serde_form!(write View);

/// What an agent shows beside the conversation.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// A card while the session listens; its buttons send edits.
    pub card: Option<Card>,
    /// How far the work is.
    pub progress: Option<Progress>,
    /// Data for the agent's own page.
    pub data: Value,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Pieces done.
    pub done: usize,
    /// Pieces in all.
    pub total: usize,
}

object!(write Progress { done, total });

/// Why a turn failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// A machine-readable code.
    pub code: String,
    /// One sentence for the user.
    pub text: String,
}

object!(Failure { code, text });

/// Tokens and calls of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Tokens sent.
    pub input: u64,
    /// Tokens received.
    pub output: u64,
    /// Model calls.
    pub calls: u32,
    /// Corrections.
    pub corrections: u32,
}

object!(write Spent { input, output, calls, corrections });

/// Model calls of the current run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Made.
    pub rounds: u32,
    /// Allowed.
    pub rounds_max: u32,
}

object!(write Budget { rounds, rounds_max });

/// A question to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// With a number: answer it. Without: each button sends its edit.
    pub call: Option<u32>,
    /// What kind of question.
    pub kind: CardKind,
    /// The question in plain words.
    pub title: String,
    /// One sentence about the effect.
    pub text: Option<String>,
    /// What happens to text typed while the card is open.
    pub typed: Typed,
    /// The buttons, the affirmative one first.
    pub buttons: Vec<Button>,
    /// Approval: the tool and its exact arguments.
    pub tool: Option<CardTool>,
    /// What will change.
    pub preview: Value,
}

object!(Card { kind, title, typed, buttons } optional { call, text, tool, preview });

/// What kind of question a card asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// The agent asks.
    Confirm,
    /// A write tool asks.
    Approval,
    /// An interrupted write asks what became of it.
    Doubt,
}

names!(CardKind { Confirm "confirm", Approval "approval", Doubt "doubt" });

/// What happens to text typed while a card is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// It declines, and is the reason.
    Declines,
    /// The talk goes on.
    Continues,
}

names!(Typed { Declines "declines", Continues "continues" });

/// A tool call on a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardTool {
    /// Name of the tool.
    pub name: String,
    /// What it does.
    pub about: String,
    /// The exact arguments.
    pub args: Value,
    /// JSON Schema of the arguments.
    pub schema: Value,
}

object!(CardTool { name, about, args, schema });

/// A button of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// What pressing it means.
    pub role: ButtonRole,
    /// Its words.
    pub label: String,
    /// The edit it sends; absent: it answers the card.
    pub edit: Option<Value>,
}

object!(Button { role, label } optional { edit });

impl Button {
    /// A button that answers the card.
    pub fn new(role: ButtonRole, label: impl Into<String>) -> Self {
        Button { role, label: label.into(), edit: None }
    }

    /// A button that sends an edit.
    pub fn edit(role: ButtonRole, label: impl Into<String>, edit: Value) -> Self {
        Button { role, label: label.into(), edit: Some(edit) }
    }
}

/// What pressing a button means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonRole {
    /// Yes.
    Accept,
    /// No.
    Decline,
    /// Something else.
    Edit,
}

names!(ButtonRole { Accept "accept", Decline "decline", Edit "edit" });

/// One thing in the conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its number; it never changes.
    pub seq: u32,
    /// The revision that made it.
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
    /// A reply that could not be used, and what the model was told.
    Correction { raw: String, complaint: String },
    /// A tool ran or was declined.
    Tool { call: u32, name: String, args: Value, result: ToolResult },
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
            Content::Correction { .. } => "correction",
            Content::Tool { .. } => "tool",
            Content::Note { .. } => "note",
        }
    }
}

/// A reply and what was done to it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownReply {
    /// The reply as it came.
    pub raw: String,
    /// Reasoning the server sent apart.
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
    fn of(seq: u32, stored: &Stored) -> Option<Block> {
        let content = match &stored.entry {
            Entry::User { text, cue } => Content::User { text: text.clone(), cue: *cue },
            Entry::Said { text } => Content::Said { text: text.clone(), reply: None },
            Entry::Decision(decision) => {
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
            Entry::Correction { raw, complaint } => {
                Content::Correction { raw: raw.clone(), complaint: complaint.clone() }
            }
            Entry::Tool { call, name, args, result } => {
                Content::Tool { call: *call, name: name.clone(), args: args.clone(), result: result.clone() }
            }
            Entry::Note { code, data } => Content::Note { code: code.clone(), data: data.clone() },
            Entry::Retracted { .. } => return None,
        };
        Some(Block { seq, revision: stored.rev, thread: stored.thread, at_ms: stored.at_ms, content })
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

impl<A: Agent> Session<A> {
    /// What a front end shows: blocks made after revision `since`, and everything else as it is now.
    pub fn view(&self, since: u64) -> View {
        let shown = self.agent.show(&self.state);
        let transcript = &self.state.transcript;
        let blocks = transcript
            .since(since)
            .filter(|(seq, _)| !transcript.is_retracted(*seq))
            .filter_map(|(seq, stored)| Block::of(seq, stored))
            .collect();
        let retracted = transcript
            .since(since)
            .filter_map(|(seq, stored)| match stored.entry {
                Entry::Retracted { from } => Some(from..seq),
                _ => None,
            })
            .flatten()
            .collect();
        let counters = &self.counters;
        View {
            revision: self.state.revision,
            agent: A::NAME,
            lang: self.state.lang,
            waiting: self.waiting.kind(),
            call: self.waiting.call(),
            stage: json::to_value(&self.state.stage),
            blocks,
            retracted,
            card: self.card(shown.card),
            input: self.handed_back.clone(),
            error: self.failure.clone(),
            outcome: match &self.waiting {
                Waiting::Nothing { outcome } => Some(outcome.clone()),
                _ => None,
            },
            progress: shown.progress,
            usage: Spent {
                input: counters.input,
                output: counters.output,
                calls: counters.calls,
                corrections: counters.corrections,
            },
            budget: Budget { rounds: counters.rounds, rounds_max: self.rounds_max },
            data: shown.data,
        }
    }

    fn card(&self, listening: Option<Card>) -> Option<Card> {
        let lang = self.state.lang;
        match &self.waiting {
            Waiting::User | Waiting::Nothing { .. } => listening,
            Waiting::Card { call, card, .. } => Some(Card { call: Some(*call), ..(**card).clone() }),
            Waiting::Approval { call, what, preview, .. } => {
                Some(approval::card(*call, what, preview, self.tool(&what.name), lang))
            }
            Waiting::Doubt { call, run, again } => Some(approval::doubt_card(*call, run, *again, lang)),
            Waiting::Model { .. } | Waiting::Tool { .. } => None,
        }
    }
}
