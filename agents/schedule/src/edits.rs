//! Changes that the page makes without a message.
//!
//! | edit | effect |
//! | --- | --- |
//! | `{ "title": text }` | names the conversation |
//! | `{ "memory_context": text }` | replaces the knowledge about the user |
//! | `{ "apply": true }` | saves the unsaved changes |
//! | `{ "undo": true }` | undoes the last write |
//! | `{ "redo": true }` | redoes the last undone write |
//! | `{ "reload": true }` | loads the calendar again before the next request: someone else has changed it |
//!
//! The page can make the first two at any time. The others must wait until nothing runs and no plan or write waits for an answer.

use serde_json::{Map, Value};

use super::memory::Phase;
use super::run::Errand;
use super::schedule::Schedule;
use super::stage::Stage;
use super::{chat, deliver, names, words};
use stepgate_engine::{Refusal, State, Step, ToolCall};

type Next = Result<Option<Step<Stage>>, Refusal>;

/// Applies an edit.
pub(super) fn apply(state: &mut State<Schedule>, change: &Value, busy: bool) -> Next {
    let (lang, at_ms) = (state.lang(), state.now());
    let unknown = || Err(Refusal::unknown_edit(lang, &["title", "memory_context", "apply", "undo", "redo", "reload"]));
    let only = change.as_object().filter(|change| change.len() == 1).and_then(|change| change.iter().next());
    let Some((key, value)) = only else { return unknown() };
    match (key.as_str(), value) {
        ("title", Value::String(text)) if !text.trim().is_empty() => {
            state.memory.title = chat::title(text);
            Ok(Some(Step::Stay))
        }
        ("memory_context", Value::String(text)) => {
            state.memory.memory_context.clone_from(text);
            Ok(Some(Step::Stay))
        }
        _ if busy => Err(Refusal::busy(lang)),
        _ if state.memory.phase == Phase::WaitingConfirm => Err(words::refusal("answer_first", lang)),
        ("apply", Value::Bool(true)) if state.memory.board.unsaved_by_us().is_empty() => {
            Err(words::refusal("nothing_to_apply", lang))
        }
        ("apply", Value::Bool(true)) => {
            let stage = *state.stage();
            Ok(Some(deliver::save(&mut state.memory, Errand::Apply, stage)))
        }
        ("undo", Value::Bool(true)) if state.memory.turnable(true, at_ms).is_none() => {
            Err(words::refusal("nothing_to_undo", lang))
        }
        ("undo", Value::Bool(true)) => Ok(Some(start(state, names::UNDO))),
        ("redo", Value::Bool(true)) if state.memory.turnable(false, at_ms).is_none() => {
            Err(words::refusal("nothing_to_redo", lang))
        }
        ("redo", Value::Bool(true)) => Ok(Some(start(state, names::REDO))),
        ("reload", Value::Bool(true)) => {
            state.memory.drop_timetable();
            Ok(Some(Step::Stay))
        }
        _ => unknown(),
    }
}

/// Starts undo or redo without a card: the page's button is the approval.
fn start(state: &mut State<Schedule>, tool: &str) -> Step<Stage> {
    state.memory.run.errand = Errand::Undo;
    let call = ToolCall::new(tool, Value::Object(Map::new())).asking(false);
    Step::Run(vec![call], *state.stage())
}

/// Returns to the state before the edit.
pub(super) fn resume(state: &State<Schedule>) -> Step<Stage> {
    match state.memory.phase {
        Phase::Done => deliver::finish(&state.memory),
        _ => Step::Listen(*state.stage()),
    }
}
