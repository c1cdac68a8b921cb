//! The waits of a session, with the data to continue after them.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::archive::saved::Saved;
use crate::vocabulary::card::Card;
use crate::vocabulary::step::Step;
use crate::vocabulary::tool::{ToolCall, ToolError, ToolResult};
use crate::vocabulary::view::Running;
use crate::vocabulary::wait::Wait;
use stepgate_json::{object, variants};

/// The current wait, with the data to continue after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Waiting {
    /// For the user to speak.
    #[default]
    User,
    /// For the model. `changed`: an edit changed the memory after the request was sent.
    Model { call: u32, changed: bool },
    /// For the host's tools.
    Tool { call: u32, run: HostRun },
    /// For the user's approval of a write tool.
    Approval { call: u32, what: ToolCall, preview: Value, then: AnyStage },
    /// For the user's answer to a card of the agent.
    Card { call: u32, card: Box<Card>, yes: Box<Step<AnyStage>>, no: Box<Step<AnyStage>>, said: Box<Step<AnyStage>> },
    /// For the user to say whether an interrupted write took effect and, if not (`again`), whether to run it again. `copied`: the session
    /// is a copy, in which nothing has run.
    Doubt { call: u32, run: HostRun, again: bool, copied: bool },
    /// For nothing: the session ended with an outcome.
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

/// A run of tools that the host is part of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HostRun {
    /// All calls of the run, in list order.
    pub(crate) calls: Vec<RunCall>,
    /// Stage in which the model is asked next.
    pub(crate) then: AnyStage,
    /// Call number for the idempotency keys; it stays when the wait gets another number.
    pub(crate) key: u32,
    /// The memory from before a `HereThen` tool, as saved text; it returns if the host cannot save. Unchanged parts are saved as names
    /// only.
    pub(crate) before: Option<Saved>,
    /// Whether the run began under a format whose keys had no digest. Such keys stay.
    pub(crate) plain_key: bool,
}

object!(HostRun { calls, then, key } optional { before, plain_key });

impl HostRun {
    pub(crate) fn new(calls: Vec<RunCall>, then: AnyStage, key: u32, before: Option<Saved>) -> Self {
        HostRun { calls, then, key, before, plain_key: false }
    }

    /// The calls that the host makes.
    pub(crate) fn asked(&self) -> impl Iterator<Item = &ToolCall> {
        self.calls.iter().filter_map(|call| call.host.as_ref())
    }
}

/// One call of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunCall {
    pub(crate) call: ToolCall,
    /// Result of a tool that ran in this session; with `host`, the host must save it.
    pub(crate) here: Option<ToolResult>,
    /// The call that the host makes.
    pub(crate) host: Option<ToolCall>,
}

object!(RunCall { call } optional { here, host });

impl RunCall {
    /// A call that failed.
    pub(crate) fn failed(call: ToolCall, error: ToolError) -> Self {
        RunCall { call, here: Some(ToolResult::Error(error)), host: None }
    }
}

impl Waiting {
    pub(crate) fn kind(&self) -> Wait {
        match self {
            Waiting::User => Wait::User,
            Waiting::Model { .. } => Wait::Model,
            Waiting::Tool { .. } => Wait::Tool,
            Waiting::Approval { .. } => Wait::Approval,
            Waiting::Card { .. } | Waiting::Doubt { .. } => Wait::Card,
            Waiting::Nothing { .. } => Wait::Nothing,
        }
    }

    pub(crate) fn call(&self) -> Option<u32> {
        match self {
            Waiting::User | Waiting::Nothing { .. } => None,
            Waiting::Model { call, .. }
            | Waiting::Tool { call, .. }
            | Waiting::Approval { call, .. }
            | Waiting::Card { call, .. }
            | Waiting::Doubt { call, .. } => Some(*call),
        }
    }

    /// Calls of the run that waits for the host.
    pub(crate) fn running(&self) -> Vec<Running> {
        let Waiting::Tool { run, .. } = self else { return Vec::new() };
        let shown = |call: &ToolCall| Running { name: call.name.clone(), args: call.args.clone() };
        run.calls.iter().map(|call| shown(&call.call)).collect()
    }

    /// The same wait under a new number. The model is asked with the current prompt.
    pub(crate) fn renumbered(mut self, number: u32) -> Self {
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

    /// Whether the host is saving a result of this session, or the save is in doubt. If it fails, the memory from before returns.
    pub(crate) fn persists(&self) -> bool {
        matches!(self, Waiting::Tool { run, .. } | Waiting::Doubt { run, .. } if run.before.is_some())
    }

    /// The memory from before the host's save.
    pub(crate) fn before_mut(&mut self) -> Option<&mut Saved> {
        match self {
            Waiting::Tool { run, .. } | Waiting::Doubt { run, .. } => run.before.as_mut(),
            _ => None,
        }
    }

    /// Continues the wait after a change.
    pub(crate) fn stay(&mut self) {
        if let Waiting::Model { changed, .. } = self {
            *changed = true;
        }
    }

    /// Whether a model or tool call is running.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self, Waiting::Model { .. } | Waiting::Tool { .. })
    }
}
