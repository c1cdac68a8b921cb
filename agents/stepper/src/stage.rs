//! Stages of a session.

use stepgate_json::Json;

/// Stage of the session: one of five model calls, or waiting for the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Stage {
    /// No task, or the task has ended: the session waits for the user's next task.
    #[default]
    Idle,
    /// The model plans the steps.
    Planning,
    /// The model comments on the progress so far.
    Thinking,
    /// The model judges whether the current step is complete.
    DecidingStep,
    /// The model chooses the next action.
    DecidingAction,
    /// The model judges the step and chooses the next action in one call.
    Deciding,
    /// The user is asked a question.
    Asking,
}

impl Stage {
    /// Name of the model call in this stage (spec.md 3.1).
    pub(super) fn purpose(self) -> &'static str {
        match self {
            Stage::Planning => "plan",
            Stage::DecidingStep => "step",
            Stage::DecidingAction => "action",
            Stage::Deciding => "decide",
            _ => "think",
        }
    }
}
