//! Edits that the page sends for its buttons: cancel, retry, no answer, settings.

use serde_json::Value;

use super::action::settle;
use super::flow;
use super::model::TaskStatus;
use super::stage::Stage;
use super::stepper::Stepper;
use super::words;
use stepgate_engine::{in_words, Refusal, State, Step, ToolError};

type Edit = Result<Option<Step<Stage>>, Refusal>;

const EDITS: [&str; 5] = ["cancel", "retry_step", "no_answer", "auto", "config"];

/// Applies an edit; its one member is a name of [`EDITS`].
pub(super) fn apply(state: &mut State<Stepper>, change: &Value) -> Edit {
    let lang = state.lang();
    let only = change.as_object().filter(|change| change.len() == 1).and_then(|change| change.iter().next());
    let Some((key, value)) = only else { return Err(Refusal::unknown_edit(lang, &EDITS)) };
    match (key.as_str(), value) {
        ("cancel", Value::Bool(true)) if state.memory.is_busy() => Ok(Some(flow::cancel(state))),
        ("cancel", Value::Bool(true)) => Err(words::refusal("unexpected_input", lang)),
        ("retry_step", Value::Bool(true)) => retry(state, ""),
        ("retry_step", Value::Object(given)) => match given.get("hint") {
            None => retry(state, ""),
            Some(Value::String(hint)) => retry(state, hint),
            Some(_) => Err(Refusal::unknown_edit(lang, &EDITS)),
        },
        ("no_answer", Value::Bool(true)) if state.memory.asks() => {
            Ok(Some(settle(state, Err(ToolError::new("cancelled", "")))))
        }
        ("no_answer", Value::Bool(true)) => Err(words::refusal("unexpected_input", lang)),
        // A write that waits for approval keeps waiting: the new setting applies from the next write on.
        ("auto", Value::Bool(auto)) => {
            state.memory.auto = *auto;
            Ok(Some(Step::Stay))
        }
        ("config", value) => {
            let place = |error: stepgate_engine::Error| Refusal::new("invalid_config", in_words(&error, lang));
            stepgate_json::FromJson::take(&mut state.memory.config, value).map_err(place)?;
            Ok(Some(Step::Stay))
        }
        _ => Err(Refusal::unknown_edit(lang, &EDITS)),
    }
}

fn retry(state: &mut State<Stepper>, hint: &str) -> Edit {
    match state.memory.status() {
        Some(TaskStatus::Failed) => Ok(Some(flow::retry(state, hint))),
        _ => Err(words::refusal("not_failed", state.lang())),
    }
}
