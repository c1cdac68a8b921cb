//! Work queue of tasks that the model handles one after another (spec-tools.md 4.8).

use super::outcome::Answer;
use stepgate_json::{Json, Writer};
use stepgate_timetable::TaskId;

/// Work queue. It is saved, but each run starts with an empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct Queue {
    /// Waiting tasks, the next first.
    pub pending_task_ids: Vec<TaskId>,
    /// Current task; 0 for none.
    pub current_task_id: TaskId,
    /// Failed tries with the current task.
    pub current_attempts: u32,
    /// Moved tasks.
    pub completed_task_ids: Vec<TaskId>,
    /// Skipped tasks.
    pub skipped_task_ids: Vec<TaskId>,
    /// Failure of the last try.
    pub last_error: String,
}

impl Queue {
    /// Appends tasks that were never in the queue. Returns their number.
    pub(super) fn enqueue(&mut self, tasks: impl IntoIterator<Item = TaskId>) -> usize {
        let before = self.pending_task_ids.len();
        for task in tasks {
            let known = [&self.pending_task_ids, &self.completed_task_ids, &self.skipped_task_ids];
            if task != self.current_task_id && !known.iter().any(|tasks| tasks.contains(&task)) {
                self.pending_task_ids.push(task);
            }
        }
        self.pending_task_ids.len() - before
    }

    /// Records the result of moving the current task.
    pub(super) fn settle(&mut self, answer: &Answer) {
        match answer {
            Ok(_) => {
                self.completed_task_ids.push(self.current_task_id);
                self.close();
            }
            Err(failure) => {
                self.current_attempts += 1;
                self.last_error.clone_from(&failure.text);
            }
        }
    }

    /// Closes the current task.
    pub(super) fn close(&mut self) {
        self.current_task_id = 0;
        self.current_attempts = 0;
        self.last_error.clear();
    }

    /// Writes the counts as the member `queue`.
    pub(super) fn write_counts(&self, out: &mut Writer) {
        out.key("queue");
        out.begin_object();
        out.member("pending_count", &self.pending_task_ids.len());
        out.member("completed_count", &self.completed_task_ids.len());
        out.member("skipped_count", &self.skipped_task_ids.len());
        out.optional("current_task_id", &self.current_task_id);
        out.optional("current_attempt", &self.current_attempts);
        out.optional("last_error", &Some(&self.last_error).filter(|error| !error.is_empty()));
        out.end_object();
    }
}
