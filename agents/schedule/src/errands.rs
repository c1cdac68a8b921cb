//! Return of tools: takes each result to the part of the agent that ran the tool (spec.md 4.5).

use super::run::Errand;
use super::schedule::Schedule;
use super::stage::Stage;
use super::{arrange, deliver, edits, history, loading, rounds, settle};
use serde_json::Value;
use stepgate_engine::{CallResult, State, Step, ToolError};

/// Acts on the results of tools, by the errand that ran them.
pub(super) fn returned(state: &mut State<Schedule>, ran: Vec<CallResult>) -> Option<Step<Stage>> {
    if state.memory.run.errand == Errand::Call {
        return Some(settle::calls(state, ran));
    }
    ran.into_iter().next().map(|ran| own(state, ran.result))
}

/// Acts on the result of a call that the agent made itself.
fn own(state: &mut State<Schedule>, result: Result<Value, ToolError>) -> Step<Stage> {
    let at_ms = state.now();
    match std::mem::take(&mut state.memory.run.errand) {
        Errand::Call => rounds::next(state),
        Errand::Begin => {
            // Without a timetable the request goes on: what needs it loads it again, and reports the error.
            state.memory.loads = state.memory.loads.max(1);
            let _ = loading::loaded(&mut state.memory, result, at_ms);
            loading::tell_lost(state);
            loading::tell_renumbered(state);
            rounds::round(state)
        }
        Errand::Load => match loading::loaded(&mut state.memory, result, at_ms) {
            Ok(()) => {
                loading::tell_lost(state);
                loading::tell_renumbered(state);
                rounds::next(state)
            }
            Err(error) => loading::not_loaded(state, &error),
        },
        Errand::Arrange => arrange::found(state, result),
        Errand::Flush => {
            settle::saved(state, &result);
            deliver::close(state)
        }
        Errand::Apply => {
            settle::saved(state, &result);
            edits::resume(state)
        }
        Errand::Undo => {
            settle::saved(state, &result);
            if let Ok(value) = &result {
                state.say(history::text_of(value));
            }
            edits::resume(state)
        }
    }
}
