//! Where a workflow stands.

use stepgate_json::{names, serde_form};

/// Where planning stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planning {
    /// Not asked for.
    Idle,
    /// Asked for.
    Asked,
    /// Given up; it may be asked for again.
    Failed,
}

names!(Planning { Idle "idle", Asked "asked", Failed "failed" });

/// The stage of the workflow (guide specification, 7.1). It follows from the rest of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkflowStage {
    /// There is no plan, and none was asked for.
    Init,
    /// The plan is being made.
    Planning,
    /// A task is being talked about.
    Guiding,
    /// A document waits for approval.
    Confirming,
    /// All tasks are done.
    Completed,
    /// Planning failed.
    Error,
}

names!(WorkflowStage {
    Init "init", Planning "planning", Guiding "guiding", Confirming "confirming", Completed "completed", Error "error",
});
serde_form!(WorkflowStage);
