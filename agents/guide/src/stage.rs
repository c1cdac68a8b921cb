//! Stages of planning and of the whole workflow.

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
    Init "init", Planning "planning", Guiding "guiding", Confirming "confirming", Completed "completed", Error "error",
});
serde_form!(WorkflowStage);
