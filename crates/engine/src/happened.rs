//! What an agent is told: anything that has happened but a reply of the model.

use serde_json::Value;

use super::limits::Limit;
use super::step::{Refusal, Step};
use super::tool::{ToolCall, ToolError};
use crate::Lang;

/// Anything that has happened but a reply of the model. Each carries the step the engine would take (`then`), which
/// [`Happened::usual`] picks.
#[derive(Clone, Debug)]
pub enum Happened<S> {
    /// The user spoke.
    Said {
        /// The text, trimmed of nothing.
        text: String,
        /// The page's own data beside it.
        with: Value,
        /// Think here; on a card: the card's step for typed text.
        then: Step<S>,
    },
    /// The user answered a card or an approval.
    Answered {
        /// Yes or no.
        accept: bool,
        /// Why not.
        reason: Option<String>,
        /// The card's step for this answer.
        then: Step<S>,
    },
    /// The page changed something.
    Edited {
        /// What to change.
        change: Value,
        /// A model or tool call is under way.
        busy: bool,
    },
    /// Time passed.
    Ticked,
    /// The user pressed stop. `then`: back to listening, or none where nothing was under way.
    Stopped {
        /// Back to listening.
        then: Option<Step<S>>,
    },
    /// A write was started and nobody knows whether it took effect. None: the engine asks the user.
    Doubted {
        /// The calls in doubt.
        calls: Vec<ToolCall>,
        /// Where thinking would go on.
        then: S,
    },
    /// A run of tools is over (tools that ran here included).
    Returned {
        /// What they gave, in list order.
        results: Vec<Result<Value, ToolError>>,
        /// Where thinking goes on.
        then: S,
    },
    /// The model could not be reached.
    Failed {
        /// The host's code.
        code: String,
        /// The host's sentence.
        text: String,
    },
    /// A budget ran out.
    GaveUp {
        /// Which.
        limit: Limit,
        /// For corrections: what was wrong with the last reply (`empty`, `not_object`, `no_json_object`, `lossy`, `invalid`, `refused`).
        code: String,
        /// The last reply.
        raw: String,
        /// What the engine would do.
        then: Step<S>,
    },
}

impl<S> Happened<S> {
    /// The same, each stage made into another type's.
    pub(super) fn map<T>(self, stage: fn(S) -> T) -> Happened<T> {
        match self {
            Happened::Said { text, with, then } => Happened::Said { text, with, then: then.map(stage) },
            Happened::Answered { accept, reason, then } => Happened::Answered { accept, reason, then: then.map(stage) },
            Happened::Edited { change, busy } => Happened::Edited { change, busy },
            Happened::Ticked => Happened::Ticked,
            Happened::Stopped { then } => Happened::Stopped { then: then.map(|step| step.map(stage)) },
            Happened::Doubted { calls, then } => Happened::Doubted { calls, then: stage(then) },
            Happened::Returned { results, then } => Happened::Returned { results, then: stage(then) },
            Happened::Failed { code, text } => Happened::Failed { code, text },
            Happened::GaveUp { limit, code, raw, then } => Happened::GaveUp { limit, code, raw, then: then.map(stage) },
        }
    }

    /// What the engine does where an agent has nothing to add.
    ///
    /// # Errors
    /// `unknown_edit` for an edit nobody knows, `busy` for one while a call is under way.
    pub fn usual(self, lang: Lang) -> Result<Option<Step<S>>, Refusal> {
        Ok(match self {
            Happened::Said { then, .. } | Happened::Answered { then, .. } | Happened::GaveUp { then, .. } => Some(then),
            Happened::Edited { busy: true, .. } => return Err(Refusal::busy(lang)),
            Happened::Edited { .. } => return Err(Refusal::unknown_edit(lang, &[])),
            Happened::Stopped { then } => then,
            Happened::Returned { then, .. } => Some(Step::Think(then)),
            Happened::Failed { .. } => Some(Step::Retract("llm_failed".into())),
            Happened::Ticked | Happened::Doubted { .. } => None,
        })
    }
}
