//! Earlier task of the session, as each new task sees it (spec.md 3.12).

use serde_json::{Map, Value};

use super::context;
use super::model::{StepStatus, Task, TaskStatus};
use stepgate_json::Json;

/// Task that has ended or was given up.
#[derive(Clone, Debug, Json)]
pub(super) struct Earlier {
    /// Task text in the user's words.
    pub(super) description: String,
    pub(super) status: TaskStatus,
    /// The model's reason for completing the last step that was completed; empty if none was.
    pub(super) reason: String,
    /// Paths that the task wrote.
    pub(super) files: Vec<String>,
    /// Paths that it only read.
    #[json(optional)]
    pub(super) read: Vec<String>,
}

impl Earlier {
    /// Summary of this task and its context for later plans.
    pub(super) fn of(task: &Task, known: &Map<String, Value>) -> Self {
        let completed = task.steps.iter().rev().find(|step| step.status == StepStatus::Completed);
        let files = context::created(known);
        let read = context::files(known).into_iter().map(|(path, _)| path).filter(|path| !files.contains(path));
        Earlier {
            description: task.description.clone(),
            status: task.status,
            reason: completed.and_then(|step| step.reason.clone()).unwrap_or_default(),
            read: read.map(str::to_owned).collect(),
            files: files.iter().map(|path| (*path).to_owned()).collect(),
        }
    }
}
