//! The view: everything that a front end shows.

use serde_json::Value;

use crate::vocabulary::block::Block;
use crate::vocabulary::card::Card;
use crate::vocabulary::lang_tag::LangTag;
use crate::vocabulary::wait::Wait;
use stepgate_json::{object, serde_form, ToJson, Writer};

/// Everything a page needs to draw itself.
#[derive(Clone, Debug, PartialEq)]
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
    /// Number of the wait, if it has one.
    pub call: Option<u32>,
    /// The agent's stage.
    pub stage: Value,
    /// Blocks newer than the revision asked for, after questions that were closed or reopened since.
    pub blocks: Vec<Block>,
    /// Numbers of blocks taken back since that revision.
    pub retracted: Vec<u32>,
    /// Calls of the tool run that is under way.
    pub running: Vec<Running>,
    /// The open question, or the agent's card while the session listens.
    pub card: Option<Card>,
    /// The user's text of a turn that was taken back.
    pub input: Option<String>,
    /// Failure of the last turn, until the next one begins.
    pub error: Option<Failure>,
    /// The value that the session ended with, if it has ended.
    pub output: Option<Value>,
    /// Progress of the work.
    pub progress: Option<Progress>,
    /// Usage in the whole session.
    pub usage: Spent,
    /// Budget of the current run.
    pub budget: Budget,
    /// The edit by which the agent speaks first, if it is time for it. The host sends it.
    pub opening: Option<Value>,
    /// The agent's own data.
    pub data: Value,
}

object!(write View { revision, agent, lang, waiting, busy, stage, blocks, retracted, usage, budget, data }
    optional { call, running, card, input, error, output, progress, opening });
serde_form!(write View);

/// A tool call that is running.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// Name of the tool.
    pub name: String,
    /// Its arguments.
    pub args: Value,
}

object!(write Running { name, args });

/// Everything an agent shows beside the conversation.
#[derive(Clone, Debug, Default)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Pieces done.
    pub done: usize,
    /// All pieces.
    pub total: usize,
    /// Pieces that the user skipped; they do not count as done.
    pub skipped: usize,
}

object!(Progress { done, total } optional { skipped });

/// Failure of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// A machine-readable code.
    pub code: String,
    /// One sentence for the user.
    pub text: String,
    /// The host's code, if the model gave no reply.
    pub cause: Option<String>,
    /// The model server's own words, if it said any.
    pub detail: Option<String>,
}

object!(Failure { code, text } optional { cause, detail });

impl Failure {
    /// A failure without words of the model's server.
    pub fn new(code: impl Into<String>, text: impl Into<String>) -> Self {
        Failure { code: code.into(), text: text.into(), cause: None, detail: None }
    }
}

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

impl ToJson for Spent {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("inputTokens", &self.input);
        out.member("outputTokens", &self.output);
        out.member("calls", &self.calls);
        out.member("corrections", &self.corrections);
        out.end_object();
    }
}

/// Model calls of the current run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Calls made.
    pub steps: u32,
    /// Calls allowed.
    pub max_steps: u32,
}

impl ToJson for Budget {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("steps", &self.steps);
        out.member("maxSteps", &self.max_steps);
        out.end_object();
    }
}
