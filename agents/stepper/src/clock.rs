//! Time limits of the step and the task (spec.md 6.1), measured in the session's working time: waiting for the user and
//! time without an open page do not count.

use super::model::TaskStatus;
use super::stepper::Stepper;
use stepgate_engine::State;

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
