//! States of a dialogue, and stages of planning and of the whole workflow.

use stepgate_json::{Deserialize, Json, Serialize};

/// Progress of planning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Planning {
    /// No plan was asked for.
    Idle,
    /// The model was asked for a plan.
    Asked,
    /// The model gave no usable plan; it can be asked again.
    Failed,
}

/// Stage of the workflow (spec.md 7.1). It is computed from the memory, not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json, Serialize, Deserialize)]
pub enum WorkflowStage {
    /// No plan was asked for.
    Init,
    /// The resume is being read from a text.
    Reading,
    /// The model was asked for a plan.
    Planning,
    /// The dialogue of a task is going on.
    Guiding,
    /// A document waits for approval.
    Confirming,
    /// All tasks are completed or skipped.
    Completed,
    /// Planning failed.
    Error,
}

/// State of a task's dialogue (spec.md 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json, Serialize, Deserialize)]
#[json(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GuideState {
    /// The guide gathers facts.
    Discovery,
    /// The user and the guide revise a draft.
    Drafting,
    /// A document waits for the user's approval.
    Confirming,
    /// The document went to the editor.
    Finished,
}

impl GuideState {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            GuideState::Discovery => "DISCOVERY",
            GuideState::Drafting => "DRAFTING",
            GuideState::Confirming => "CONFIRMING",
            GuideState::Finished => "FINISHED",
        }
    }
}
