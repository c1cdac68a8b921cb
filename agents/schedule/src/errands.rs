//! Return of tools: takes each result to the part of the agent that ran the tool (spec.md 4.5).

use serde_json::Value;

use super::run::Errand;
use super::schedule::Schedule;
use super::stage::Stage;
use super::{deliver, edits, execute, rough, settle};
use stepgate_engine::{State, Step, ToolError};

/// Acts on the result of tools, by the errand that ran them.
pub(super) fn returned(state: &mut State<Schedule>, results: Vec<Result<Value, ToolError>>) -> Step<Stage> {
    let result =
        results.into_iter().next().unwrap_or_else(|| Err(ToolError::new("no_result", "the tool gave no result")));
    match std::mem::take(&mut state.memory.run.errand) {
        Errand::Call => settle::call(state, result),
        Errand::Load => match rough::loaded(&mut state.memory, result) {
            Ok(()) => execute::next(state),
            Err(error) => rough::not_loaded(state, &error),
        },
        Errand::RoughBuild => match rough::loaded(&mut state.memory, result) {
            Ok(()) => rough::build(state),
            Err(error) => rough::not_loaded(state, &error),
        },
        Errand::Flush => {
            settle::saved(state, &result);
            deliver::close(state)
        }
        Errand::Apply | Errand::Undo => {
            settle::saved(state, &result);
            edits::resume(state)
        }
    }
}
