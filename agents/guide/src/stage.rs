//! States of a dialogue, and stages of planning and of the whole workflow.

use stepgate_json::{names, serde_form};

/// Progress of planning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planning {
    /// No plan was asked for.
    Idle,
    /// The model was asked for a plan.
    Asked,
    /// The model gave no usable plan; it can be asked again.
    Failed,
}

names!(Planning { Idle "idle", Asked "asked", Failed "failed" });

/// Stage of the workflow (spec.md 7.1). It is computed from the memory, not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

names!(WorkflowStage {
    Init "init", Reading "reading", Planning "planning", Guiding "guiding", Confirming "confirming", Completed "completed", Error "error",
});
serde_form!(WorkflowStage);

/// State of a task's dialogue (spec.md 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

names!(GuideState {
    Discovery "DISCOVERY", Drafting "DRAFTING", Confirming "CONFIRMING", Finished "FINISHED",
});
serde_form!(GuideState);

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
