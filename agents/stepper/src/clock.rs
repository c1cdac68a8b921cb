//! Time limits of the step and the task (spec.md 6.1), measured in the session's working time: waiting for the user and
//! time without an open page do not count.

use super::agent::Stepper;
use super::memory::Memory;
use super::model::TaskStatus;
use stepgate_engine::State;

impl Memory {
    /// Working time of the current step and of the task, in milliseconds.
    pub(super) fn elapsed(&self, worked: u64) -> (u64, u64) {
        (worked.saturating_sub(self.run.step_from), worked.saturating_sub(self.run.task_from))
    }
}

/// Failure code of the first time limit that is exceeded.
pub(super) fn overdue(state: &State<Stepper>) -> Option<&'static str> {
    let memory = &state.memory;
    let (step, task) = memory.elapsed(state.worked());
    let executing = memory.status() == Some(TaskStatus::Executing);
    if executing && step >= u64::from(memory.config.step_timeout) {
        return Some("step_timeout");
    }
    (task >= u64::from(memory.config.task_timeout)).then_some("task_timeout")
}
