//! Rounds of a request: each asks the model once, with the timetable at hand (spec.md 2).

use super::compact::think;
use super::memory::{Memory, Phase};
use super::run::Errand;
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::{deliver, names};
use stepgate_engine::{State, Step, ToolCall};
use stepgate_json::value;

/// Starts the first round of a request. A timetable that cannot be loaded is missed only where the request needs it.
pub(super) fn begin(state: &mut State<Schedule>) -> Step<Stage> {
    match state.memory.board.desk.timetable {
        None => load(&mut state.memory, Errand::Begin),
        Some(_) => round(state),
    }
}

/// Starts the next round; loads the timetable first if it is missing.
pub(super) fn next(state: &mut State<Schedule>) -> Step<Stage> {
    state.memory.phase = Phase::Executing;
    match state.memory.board.desk.timetable {
        None => load(&mut state.memory, Errand::Load),
        Some(_) => round(state),
    }
}

/// Asks the model, if the request has a round left.
pub(super) fn round(state: &mut State<Schedule>) -> Step<Stage> {
    let memory = &mut state.memory;
    if memory.run.round_used >= memory.config.max_rounds {
        return deliver::out_of_rounds(state, "execute");
    }
    status(state, "execute", "executing");
    state.memory.run.round_used += 1;
    think(state, Stage::Execute)
}

/// Asks the host for the timetable.
fn load(memory: &mut Memory, errand: Errand) -> Step<Stage> {
    memory.run.errand = errand;
    let call = ToolCall::new(names::LOAD, value! { "task_class_ids": memory.task_class_ids });
    Step::Run(vec![call], Stage::Execute)
}
