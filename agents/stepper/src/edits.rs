//! Edits that the page sends for its buttons: cancel, retry, no answer, settings.

use serde_json::Value;

use super::action::{self, settle};
use super::batch;
use super::flow;
use super::model::TaskStatus;
use super::planning;
use super::seen;
use super::stage::Stage;
use super::stepper::Stepper;
use super::tools;
use super::words;
use stepgate_engine::{in_words, Lang, Refusal, State, Step, ToolCall, ToolError, Wait};

type Edit = Result<Option<Step<Stage>>, Refusal>;

const EDITS: [&str; 11] =
    ["cancel", "resume", "steer", "retry_step", "no_answer", "plan", "approve", "found", "undone", "auto", "config"];

/// Applies an edit; its one member is a name of [`EDITS`].
pub(super) fn apply(state: &mut State<Stepper>, change: &Value) -> Edit {
    let lang = state.lang();
    let only = change.as_object().filter(|change| change.len() == 1).and_then(|change| change.iter().next());
    let Some((key, value)) = only else { return Err(Refusal::unknown_edit(lang, &EDITS)) };
    match (key.as_str(), value) {
        ("cancel", Value::Bool(true)) if state.memory.is_open() => Ok(Some(flow::cancel(state))),
        ("cancel", Value::Bool(true)) => Err(words::refusal("unexpected_input", lang)),
        ("resume", Value::Bool(true)) if state.memory.status() == Some(TaskStatus::Paused) => {
            Ok(Some(flow::go_on(state)))
        }
        ("resume", Value::Bool(true)) => Err(words::refusal("not_paused", lang)),
        ("steer", Value::String(text)) if text.trim().is_empty() => Err(words::refusal("unexpected_input", lang)),
        ("steer", Value::String(text)) if state.memory.is_busy() => Ok(Some(steer(state, text))),
        ("steer", Value::String(_)) => Err(words::refusal("unexpected_input", lang)),
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
        ("plan", plan @ Value::Array(_)) if state.memory.is_busy() && state.memory.run.asks_plan => {
            planning::accept_edited(state, plan).map(Some).ok_or_else(|| words::refusal("bad_plan", lang))
        }
        ("approve", Value::Array(given)) if state.memory.is_busy() && state.memory.run.asks_batch => {
            let places = batch::places(&state.memory, given).ok_or_else(|| words::refusal("bad_choice", lang))?;
            Ok(Some(batch::approve(state, &|place| places.contains(&place))))
        }
        ("plan" | "approve", Value::Array(_)) => Err(words::refusal("no_card", lang)),
        ("found", Value::Array(given)) => found(state, given).map(Some),
        ("undone", Value::Array(given)) => undone(state, given).map(Some),
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

/// Keeps words of the user while the task runs. A model call under way is made anew with them; a tool, a question or an
/// approval goes on.
fn steer(state: &mut State<Stepper>, text: &str) -> Step<Stage> {
    state.hear(text);
    flow::heed(state, text);
    match state.memory.run.call.is_none() && !state.memory.asks_card() {
        true => Step::Think(*state.stage()),
        false => Step::Stay,
    }
}

/// Learns which files are there with texts that the task does not know, and checks the open card again if it is about one of them.
fn found(state: &mut State<Stepper>, given: &[Value]) -> Result<Step<Stage>, Refusal> {
    let paths = paths("found", given, state.lang())?;
    seen::find(&mut state.memory, &paths);
    Ok(check_again(state, &paths))
}

/// Learns which writes the user took back by hand, and checks the open card again if it is about one of their files.
fn undone(state: &mut State<Stepper>, given: &[Value]) -> Result<Step<Stage>, Refusal> {
    let (paths, lang) = (paths("undone", given, state.lang())?, state.lang());
    seen::take_back(&mut state.memory, &paths, lang);
    Ok(check_again(state, &paths))
}

/// Paths that an edit names.
fn paths(edit: &str, given: &[Value], lang: Lang) -> Result<Vec<String>, Refusal> {
    let wanted = |at: usize| stepgate_json::wanted("a path within the workspace").within(&at.to_string()).within(edit);
    let path = |(at, path): (usize, &Value)| {
        let normal = path.as_str().and_then(|path| tools::path(path).ok()).filter(|path| !path.trim().is_empty());
        normal.ok_or_else(|| Refusal::new("malformed", in_words(&wanted(at), lang)))
    };
    given.iter().enumerate().map(path).collect()
}

/// Proposes the writes on the open card again, if it is about one of these files.
fn check_again(state: &mut State<Stepper>, paths: &[String]) -> Step<Stage> {
    let run = &state.memory.run;
    if run.asks_batch && run.batch.iter().any(|write| paths.iter().any(|path| path == seen::path(&write.params))) {
        return batch::propose_again(state);
    }
    let asks = |call: &&ToolCall| call.name == tools::WRITE && paths.iter().any(|path| path == seen::path(&call.args));
    match run.call.as_ref().filter(|_| state.waiting() == Wait::Approval).filter(asks).cloned() {
        Some(call) => action::propose_again(state, call),
        None => Step::Stay,
    }
}

fn retry(state: &mut State<Stepper>, hint: &str) -> Edit {
    match state.memory.status() {
        Some(TaskStatus::Failed) => {
            flow::put_beside(state, hint);
            Ok(Some(flow::retry(state, hint)))
        }
        _ => Err(words::refusal("not_failed", state.lang())),
    }
}
