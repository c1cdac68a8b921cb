//! Time limits, by the time a session has worked (stepper specification, 6.1): what it waits for the user, and while no
//! page has it open, does not count.

use super::agent::Stepper;
use super::memory::Memory;
use super::model::TaskStatus;
use stepgate_engine::State;

impl Memory {
    /// How long the step and the task have been worked on, in milliseconds.
    pub(super) fn elapsed(&self, worked: u64) -> (u64, u64) {
        (worked.saturating_sub(self.run.step_from), worked.saturating_sub(self.run.task_from))
    }
}

/// The code of the time limit that is over.
pub(super) fn overdue(state: &State<Stepper>) -> Option<&'static str> {
    let memory = &state.memory;
    let (step, task) = memory.elapsed(state.worked());
    let executing = memory.status() == Some(TaskStatus::Executing);
    if executing && step >= u64::from(memory.config.step_timeout) {
        return Some("step_timeout");
    }
    (task >= u64::from(memory.config.task_timeout)).then_some("task_timeout")
}
