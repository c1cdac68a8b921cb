//! The view: everything that a front end shows.

use serde_json::Value;

use crate::vocabulary::block::Block;
use crate::vocabulary::card::Card;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::grant::{Until, Where};
use crate::vocabulary::lang_tag::LangTag;
use crate::vocabulary::pack::Pack;
use crate::vocabulary::receipt::Receipt;
use crate::vocabulary::summary::SummaryView;
use crate::vocabulary::usage::{LimitsView, Usage};
use crate::vocabulary::verdict::VerdictKind;
use crate::vocabulary::wait::Wait;
use stepgate_json::{FromJson, Json, Serialize, ToJson, Writer};

/// Everything a page needs to draw itself.
#[derive(Clone, Debug, PartialEq, ToJson, Serialize)]
#[non_exhaustive]
pub struct View {
    /// Number of the last accepted event.
    pub revision: u64,
    /// The agent's name.
    pub agent: &'static str,
    /// Language of the session.
    pub lang: LangTag,
    /// Kind of the current wait.
    pub waiting: Wait,
    /// Whether the model or a tool is at work.
    pub busy: bool,
    /// The agent's stage.
    pub stage: Value,
    /// Blocks newer than the revision asked for, after questions that were closed or reopened since.
    pub blocks: Vec<Block>,
    /// Numbers of blocks taken back since that revision.
    pub retracted: Vec<u32>,
    /// The work since the user last spoke.
    pub turn: TurnView,
    /// Usage in the whole session.
    pub usage: Spent,
    /// Budget of the current run.
    pub budget: Budget,
    /// Limits of the session, at which the user is asked, if there are any.
    #[json(optional)]
    pub limits: Option<LimitsView>,
    /// The agent's own data.
    pub data: Value,
    /// Number of the wait, if it has one.
    #[json(optional)]
    pub call: Option<u32>,
    /// Calls of the tool run that is under way.
    #[json(optional)]
    pub running: Vec<Running>,
    /// Packs of the tools that the model may call in the present stage, if there are too many to show all.
    #[json(optional)]
    pub packs: Vec<Pack>,
    /// The open question, or the agent's card while the session listens.
    #[json(optional)]
    pub card: Option<Card>,
    /// The user's text of a turn that was taken back.
    #[json(optional)]
    pub input: Option<String>,
    /// Images and files that were beside it.
    #[json(optional, rename = "inputParts")]
    pub input_parts: Vec<FilePart>,
    /// Words of the user that wait until the turn ends, in the order in which they will be said.
    #[json(optional)]
    pub queued: Vec<QueuedWords>,
    /// The wishes of the user that are still to be done, in the order in which the model named them.
    #[json(optional)]
    pub wishes: Vec<WishView>,
    /// The summary that stands in the place of messages that have left the window.
    #[json(optional)]
    pub summary: Option<SummaryView>,
    /// The card that a reply has dropped, if the edit `{ reopen: block }` can bring it back now.
    #[json(optional)]
    pub dropped: Option<DroppedCard>,
    /// The other branches of the conversation, which the user has left by going back, the oldest first.
    #[json(optional)]
    pub branches: Vec<BranchView>,
    /// Leave that the user has given for further calls, and not taken back.
    #[json(optional)]
    pub grants: Vec<ViewGrant>,
    /// Failure of the last turn, until the next one begins.
    #[json(optional)]
    pub error: Option<Failure>,
    /// The value that the session ended with, if it has ended.
    #[json(optional)]
    pub output: Option<Value>,
    /// Progress of the work.
    #[json(optional)]
    pub progress: Option<Progress>,
    /// The edit by which the agent speaks first, if it is time for it. The host sends it.
    #[json(optional)]
    pub opening: Option<Value>,
}

/// Words that wait until the turn ends.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
#[json(rename_all = "camelCase")]
#[non_exhaustive]
pub struct QueuedWords {
    /// Number by which the edit `{ unqueue: id }` takes them back.
    pub id: u64,
    /// The words.
    pub text: String,
    /// The host's clock when they were written, in milliseconds.
    pub at_ms: u64,
    /// Images and files beside them.
    #[json(optional)]
    pub parts: Vec<FilePart>,
}

/// Something that the user asked for and that the model has put off.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
#[json(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WishView {
    /// Number by which the edit `{ unwish: id }` takes it off the list.
    pub id: u64,
    /// The model's words for it.
    pub text: String,
}

/// A card that a reply of the model has dropped after words of the user.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
#[non_exhaustive]
pub struct DroppedCard {
    /// Number of its block.
    pub block: u32,
    /// Its title.
    pub title: String,
}

/// The work since the user last spoke, by the records.
#[derive(Clone, Debug, PartialEq, ToJson)]
#[non_exhaustive]
pub struct TurnView {
    /// Calls of writing tools that were made, in order.
    pub writes: Vec<Receipt>,
    /// Usage since the user last spoke.
    pub usage: SpentInTurn,
}

/// A branch of the conversation that the user has left.
#[derive(Clone, Debug, PartialEq, ToJson)]
#[json(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BranchView {
    /// Number by which the session goes back to it.
    pub id: u32,
    /// Number from which on it and the present conversation differ: blocks with a lower one are the same in both.
    pub from: u32,
    /// The first words of the user on it.
    #[json(optional)]
    pub text: Option<String>,
    /// The host's clock at its last entry, in milliseconds.
    pub at_ms: u64,
    /// Writes that were made on it and stay done.
    #[json(optional)]
    pub writes: Vec<Receipt>,
}

/// A tool call that is running.
#[derive(Clone, Debug, PartialEq, ToJson)]
#[non_exhaustive]
pub struct Running {
    /// Name of the tool.
    pub name: String,
    /// Its arguments.
    pub args: Value,
    /// Verdict of the tool's own rule, if it has one.
    #[json(optional)]
    pub verdict: Option<VerdictKind>,
    /// Number of the grant by which it runs without a question.
    #[json(optional)]
    pub grant: Option<u32>,
}

/// Leave of the user for calls of a tool, without a question.
#[derive(Clone, Debug, PartialEq, ToJson)]
#[json(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ViewGrant {
    /// Number by which the edit `{ revoke: id }` takes it back.
    pub id: u32,
    /// Name of the tool.
    pub tool: String,
    /// Condition on the arguments. None: all.
    #[json(rename = "where", optional)]
    pub covers: Where,
    /// Its end.
    pub until: Until,
    /// The host's clock when it was given, in milliseconds.
    pub at_ms: u64,
    /// Whether the tool is gone or defined otherwise since. Then the grant covers nothing.
    #[json(optional)]
    pub changed: bool,
}

/// Everything an agent shows beside the conversation.
#[derive(Clone, Debug, Default, FromJson)]
#[json(optional)]
pub struct Shown {
    /// Card to show while the session listens; its buttons send edits.
    pub card: Option<Card>,
    /// Progress of the work.
    pub progress: Option<Progress>,
    /// Whether it is time for the agent to speak first.
    pub opens: bool,
    /// Data for the agent's own page.
    pub data: Value,
}

/// Progress of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub struct Progress {
    /// Pieces done.
    pub done: usize,
    /// All pieces.
    pub total: usize,
    /// Pieces that the user skipped; they do not count as done.
    #[json(optional)]
    pub skipped: usize,
}

/// Failure of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Failure {
    /// A machine-readable code.
    pub code: String,
    /// One sentence for the user.
    pub text: String,
    /// The host's code, if the model gave no reply.
    #[json(optional)]
    pub cause: Option<String>,
    /// The model server's own words, if it said any.
    #[json(optional)]
    pub detail: Option<String>,
}

impl Failure {
    /// A failure without words of the model's server.
    pub fn new(code: impl Into<String>, text: impl Into<String>) -> Self {
        Failure { code: code.into(), text: text.into(), cause: None, detail: None }
    }
}

/// Tokens, time, money and calls since the user last spoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpentInTurn {
    /// Tokens, time and money.
    pub used: Usage,
    /// Model calls.
    pub calls: u32,
}

impl ToJson for SpentInTurn {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        self.used.write_members(out);
        out.member("calls", &self.calls);
        out.end_object();
    }
}

/// Tokens, time, money and calls of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spent {
    /// Tokens, time and money.
    pub used: Usage,
    /// Model calls.
    pub calls: u32,
    /// Corrections.
    pub corrections: u32,
}

impl ToJson for Spent {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        self.used.write_members(out);
        out.member("calls", &self.calls);
        out.member("corrections", &self.corrections);
        out.end_object();
    }
}

/// Model calls of the current run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson)]
#[json(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Budget {
    /// Calls made.
    pub steps: u32,
    /// Calls allowed.
    pub max_steps: u32,
}
