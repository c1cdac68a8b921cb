//! The only places to stand still.

use serde_json::Value;

use super::actor::AnyStage;
use super::card::Card;
use super::saved::Saved;
use super::step::Step;
use super::tool::{ToolCall, ToolError};
use super::view::Running;
use super::wire::ToolResult;
use stepgate_json::{names, object, variants};

/// What a session waits for, with everything needed to go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Waiting {
    /// For the user to speak.
    #[default]
    User,
    /// For the model. `changed`: the memory changed after the request was sent.
    Model { call: u32, changed: bool },
    /// For the host's tools.
    Tool { call: u32, run: HostRun },
    /// For the user's approval of a write tool.
    Approval { call: u32, what: ToolCall, preview: Value, then: AnyStage },
    /// For the user's answer to a card of the agent.
    Card { call: u32, card: Box<Card>, yes: Box<Step<AnyStage>>, no: Box<Step<AnyStage>>, said: Box<Step<AnyStage>> },
    /// For the user to say whether an interrupted write took effect, and if not, whether to run it again.
    /// `copied`: the session comes from a file, and nothing ran here.
    Doubt { call: u32, run: HostRun, again: bool, copied: bool },
    /// For nothing: there is an outcome.
    Nothing { outcome: Value },
}

variants!(Waiting from Waiting::User => {
    Model "model" { call } optional { changed },
    Tool "tool" { call, run },
    Approval "approval" { call, what, preview, then },
    Card "card" { call, card, yes, no, said },
    Doubt "doubt" { call, run, again } optional { copied },
    Nothing "nothing" { outcome },
} bare { User "user" });

/// A run of tools of which the host has a part.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HostRun {
    /// All calls of the run, in list order.
    pub(super) calls: Vec<RunCall>,
    /// Where thinking goes on.
    pub(super) then: AnyStage,
    /// The call number the idempotency keys are made from: it stays when the wait gets another number.
    pub(super) key: u32,
    /// The memory from before a `HereThen` tool, as saved text; it comes back if the host cannot persist. Of its parts that
    /// stayed as they were only the names are saved.
    pub(super) before: Option<Saved>,
    /// It began under a format whose keys had no digest: they stay as they were.
    pub(super) plain_key: bool,
}

object!(HostRun { calls, then, key } optional { before, plain_key });

impl HostRun {
    pub(super) fn new(calls: Vec<RunCall>, then: AnyStage, key: u32, before: Option<Saved>) -> Self {
        HostRun { calls, then, key, before, plain_key: false }
    }

    /// What the host is asked to run.
    pub(super) fn asked(&self) -> impl Iterator<Item = &ToolCall> {
        self.calls.iter().filter_map(|call| call.host.as_ref())
    }
}

/// One call of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RunCall {
    pub(super) call: ToolCall,
    /// The result of a tool that ran here (for the host to persist, where `host` is there too).
    pub(super) here: Option<ToolResult>,
    /// What the host is asked to run.
    pub(super) host: Option<ToolCall>,
}

object!(RunCall { call } optional { here, host });

impl RunCall {
    /// A call that gave no value.
    pub(super) fn failed(call: ToolCall, error: ToolError) -> Self {
        RunCall { call, here: Some(ToolResult::Error(error)), host: None }
    }
}

/// What a session waits for, as a front end needs to know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wait {
    /// The user to speak.
    #[default]
    User,
    /// The model.
    Model,
    /// The host's tools.
    Tool,
    /// The user's approval of a write.
    Approval,
    /// The user's answer to a card.
    Card,
    /// Nothing: there is an outcome.
    Nothing,
}

names!(Wait {
    User "user", Model "model", Tool "tool", Approval "approval", Card "card", Nothing "nothing",
});

impl Waiting {
    pub(super) fn kind(&self) -> Wait {
        match self {
            Waiting::User => Wait::User,
            Waiting::Model { .. } => Wait::Model,
            Waiting::Tool { .. } => Wait::Tool,
            Waiting::Approval { .. } => Wait::Approval,
            Waiting::Card { .. } | Waiting::Doubt { .. } => Wait::Card,
            Waiting::Nothing { .. } => Wait::Nothing,
        }
    }

    pub(super) fn call(&self) -> Option<u32> {
        match self {
            Waiting::User | Waiting::Nothing { .. } => None,
            Waiting::Model { call, .. }
            | Waiting::Tool { call, .. }
            | Waiting::Approval { call, .. }
            | Waiting::Card { call, .. }
            | Waiting::Doubt { call, .. } => Some(*call),
        }
    }

    /// The calls of the run that the host has a part of.
    pub(super) fn running(&self) -> Vec<Running> {
        let Waiting::Tool { run, .. } = self else { return Vec::new() };
        let shown = |call: &ToolCall| Running { name: call.name.clone(), args: call.args.clone() };
        run.calls.iter().map(|call| shown(&call.call)).collect()
    }

    /// The same wait under another number: it begins anew, and the model is asked with what holds now.
    pub(super) fn renumbered(mut self, number: u32) -> Self {
        match &mut self {
            Waiting::User | Waiting::Nothing { .. } => {}
            Waiting::Model { call, changed } => (*call, *changed) = (number, false),
            Waiting::Tool { call, .. }
            | Waiting::Approval { call, .. }
            | Waiting::Card { call, .. }
            | Waiting::Doubt { call, .. } => *call = number,
        }
        self
    }

    /// The host saves what was computed here, or nobody knows whether it did. Where it did not, the memory from before
    /// comes back.
    pub(super) fn persists(&self) -> bool {
        matches!(self, Waiting::Tool { run, .. } | Waiting::Doubt { run, .. } if run.before.is_some())
    }

    /// The memory from before what the host saves.
    pub(super) fn before_mut(&mut self) -> Option<&mut Saved> {
        match self {
            Waiting::Tool { run, .. } | Waiting::Doubt { run, .. } => run.before.as_mut(),
            _ => None,
        }
    }

    /// It goes on while something changes.
    pub(super) fn stay(&mut self) {
        if let Waiting::Model { changed, .. } = self {
            *changed = true;
        }
    }

    /// A model or tool call is under way.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self, Waiting::Model { .. } | Waiting::Tool { .. })
    }
}
