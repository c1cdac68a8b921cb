//! Resuming a task that another session handed on (spec.md 7).

use super::action::settle;
use super::flow::{finish, next};
use super::model::{TaskStatus, INTERRUPTED};
use super::planning;
use super::stage::Stage;
use super::stepper::Stepper;
use stepgate_engine::{State, Step, ToolError};

/// Resumes a task from another session: repeats an open read, and fails an open write because its effect is unknown.
pub(super) fn resume(state: &mut State<Stepper>) -> Step<Stage> {
    let memory = &state.memory;
    let call = memory.run.call.clone();
    match (memory.status(), call) {
        (Some(TaskStatus::Executing), None) if memory.run.asks_plan => planning::ask(state),
        (Some(TaskStatus::Planning), _) => Step::Think(Stage::Planning),
        (Some(TaskStatus::Executing), Some(_)) if memory.asks() => Step::Listen(Stage::Asking),
        (Some(TaskStatus::Executing), Some(call)) if memory.writes(&call.name) => interrupted(state),
        (Some(TaskStatus::Executing), Some(call)) => Step::Run(vec![call], memory.first_stage()),
        (Some(TaskStatus::Executing), None) => next(state),
        _ => finish(state),
    }
}

/// Fails the write that was open at the hand-off; the model decides how to go on.
fn interrupted(state: &mut State<Stepper>) -> Step<Stage> {
    settle(state, Err(ToolError::new(INTERRUPTED, "")))
}
