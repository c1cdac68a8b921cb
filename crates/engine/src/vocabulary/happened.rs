//! Events as an agent receives them: everything that it is asked about, except replies of the model.

use serde_json::Value;

use crate::vocabulary::choice::{Candidate, Chooser};
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::tool::{CallResult, ToolCall};
use stepgate_reply::Lang;

/// Everything that the agent is asked about, except a reply of the model. `then` is the step that the engine would take;
/// [`Happened::usual`] takes it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Happened<S> {
    /// The user spoke.
    Said {
        /// The text, with its whitespace.
        text: String,
        /// The page's own data beside the text.
        with: Value,
        /// Images and files beside the text.
        parts: Vec<FilePart>,
        /// Think in the current stage.
        then: Step<S>,
    },
    /// The user answered a card, or declined an approval. A yes to an approval runs the call: the agent gets its result.
    Answered {
        /// Whether the answer is yes.
        accept: bool,
        /// The reason for a no.
        reason: Option<String>,
        /// Whether the reason is in the transcript as a message of the user: words at the card, which a reply took for a no.
        heard: bool,
        /// The step for this answer.
        then: Step<S>,
    },
    /// One of the candidates of [`Step::Choose`] was chosen.
    Chosen {
        /// The candidate.
        candidate: Candidate,
        /// The one that chose it.
        by: Chooser,
        /// The step of the choice.
        then: Step<S>,
    },
    /// The page changed something.
    Edited {
        /// The change.
        change: Value,
        /// Whether a model or tool call is running.
        busy: bool,
        /// The reason for a no, if the user declined a card and its button makes this change. The reason is said next, as a message.
        reason: Option<String>,
    },
    /// Time passed.
    Ticked,
    /// The user pressed stop.
    Stopped {
        /// Return to listening, or None if nothing was running.
        then: Option<Step<S>>,
    },
    /// A write was started, and it is unknown whether it took effect. If the agent returns None, the engine asks the user.
    Doubted {
        /// The calls in doubt.
        calls: Vec<ToolCall>,
        /// Stage in which the model would be asked next.
        then: S,
    },
    /// A run of tools is complete, including tools that ran in this session.
    Returned {
        /// The calls with their results, in order.
        results: Vec<CallResult>,
        /// Stage in which the model is asked next.
        then: S,
    },
    /// The model call failed.
    Failed {
        /// The host's code.
        code: String,
        /// The host's sentence.
        text: String,
    },
    /// A budget ran out.
    GaveUp {
        /// The budget.
        limit: Limit,
        /// For corrections: the fault of the last reply (`empty`, `not_object`, `no_json_object`, `no_tools`, `brackets`, `too_deep`, `too_long`,
        /// `lossy`, `invalid`, `several_objects`, `refused`). For steps: `limit_reached`.
        code: String,
        /// The last reply.
        raw: String,
        /// The engine's own step.
        then: Step<S>,
    },
}

impl<S> Happened<S> {
    /// Converts the stages to another type.
    ///
    /// # Errors
    /// The first error of `stage`.
    pub(crate) fn try_map<T, E>(self, stage: fn(S) -> Result<T, E>) -> Result<Happened<T>, E> {
        Ok(match self {
            Happened::Said { text, with, parts, then } => {
                Happened::Said { text, with, parts, then: then.try_map(stage)? }
            }
            Happened::Answered { accept, reason, heard, then } => {
                Happened::Answered { accept, reason, heard, then: then.try_map(stage)? }
            }
            Happened::Chosen { candidate, by, then } => Happened::Chosen { candidate, by, then: then.try_map(stage)? },
            Happened::Edited { change, busy, reason } => Happened::Edited { change, busy, reason },
            Happened::Ticked => Happened::Ticked,
            Happened::Stopped { then } => Happened::Stopped { then: then.map(|step| step.try_map(stage)).transpose()? },
            Happened::Doubted { calls, then } => Happened::Doubted { calls, then: stage(then)? },
            Happened::Returned { results, then } => Happened::Returned { results, then: stage(then)? },
            Happened::Failed { code, text } => Happened::Failed { code, text },
            Happened::GaveUp { limit, code, raw, then } => {
                Happened::GaveUp { limit, code, raw, then: then.try_map(stage)? }
            }
        })
    }

    /// The engine's own reaction, for an agent that has nothing to add.
    ///
    /// # Errors
    /// `unknown_edit` for any edit; `busy` for an edit while a call is running.
    pub fn usual(self, lang: Lang) -> Result<Option<Step<S>>, Refusal> {
        Ok(match self {
            Happened::Said { then, .. }
            | Happened::Answered { then, .. }
            | Happened::Chosen { then, .. }
            | Happened::GaveUp { then, .. } => Some(then),
            Happened::Edited { busy: true, .. } => return Err(Refusal::busy(lang)),
            Happened::Edited { .. } => return Err(Refusal::unknown_edit(lang, &[])),
            Happened::Stopped { then } => then,
            Happened::Returned { then, .. } => Some(Step::Think(then)),
            Happened::Failed { .. } => Some(Step::Retract("llm_failed".into())),
            Happened::Ticked | Happened::Doubted { .. } => None,
        })
    }
}

/// The budget that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// Too many bad replies in a row.
    Corrections,
    /// Too many model calls since the user spoke.
    Steps,
}
