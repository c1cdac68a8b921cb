//! Handles the user's words: an answer to a question, or a new request (spec.md 3).

use serde_json::Value;

use super::memory::Memory;
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::{rounds, words};
use stepgate_engine::{Refusal, State, Step};

/// Number of request ids that the memory keeps to recognise repeats.
const REQUESTS: usize = 50;
/// Length limit of a title, in characters.
pub(super) const TITLE: usize = 24;

type Next = Result<Option<Step<Stage>>, Refusal>;

/// Handles a message of the user, with its options.
pub(super) fn said(state: &mut State<Schedule>, text: &str, with: &Value) -> Next {
    let lang = state.lang();
    if !is_new(&mut state.memory, with) {
        return Ok(None);
    }
    if state.memory.title.is_empty() {
        state.memory.title = title(text);
    }
    let resumed = std::mem::take(&mut state.memory.run.asks);
    if !resumed {
        let marker = state.transcript().len().saturating_sub(1);
        state.memory.reset_for_next_run(marker);
    }
    options(&mut state.memory, with).map_err(|key| words::invalid_option(key, lang))?;
    if !resumed {
        return Ok(Some(rounds::begin(state)));
    }
    // The user may now want a plan that they declined before.
    state.memory.run.declined_plans = Vec::new();
    status(state, "chat", "resumed");
    Ok(Some(rounds::next(state)))
}

/// Whether a request id is new; remembers it. A message without an id counts as new.
fn is_new(memory: &mut Memory, with: &Value) -> bool {
    let Some(id) = with.get("request_id").and_then(Value::as_str).filter(|id| !id.is_empty()) else { return true };
    if memory.requests.iter().any(|known| known == id) {
        return false;
    }
    if memory.requests.len() >= REQUESTS {
        memory.requests.remove(0);
    }
    memory.requests.push(id.to_owned());
    true
}

/// Applies the options of a message: `always_execute`, `thinking_mode`, `task_class_ids`. On error, returns the key of the invalid
/// option.
fn options(memory: &mut Memory, with: &Value) -> Result<(), &'static str> {
    match with.get("always_execute") {
        None | Some(Value::Null) => {}
        Some(Value::Bool(always)) => memory.run.always_execute = *always,
        Some(_) => return Err("always_execute"),
    }
    match with.get("thinking_mode") {
        None | Some(Value::Null) => {}
        Some(Value::Bool(thinks)) => memory.run.thinking_mode = thinks.to_string(),
        Some(Value::String(mode)) if matches!(mode.as_str(), "auto" | "true" | "false") => {
            memory.run.thinking_mode.clone_from(mode);
        }
        Some(_) => return Err("thinking_mode"),
    }
    match with.get("task_class_ids") {
        None | Some(Value::Null) => {}
        Some(Value::Array(list)) => {
            let Some(ids) = list.iter().map(id).collect::<Option<Vec<u32>>>() else { return Err("task_class_ids") };
            let before = std::mem::take(&mut memory.task_class_ids);
            memory.add_classes(&ids);
            if memory.task_class_ids != before {
                memory.load_classes();
            }
        }
        Some(_) => return Err("task_class_ids"),
    }
    Ok(())
}

/// Id above 0.
fn id(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|id| u32::try_from(id).ok()).filter(|id| *id > 0)
}

/// Title of a conversation: the first line of its first request, shortened.
pub(super) fn title(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    let mut title: String = line.chars().take(TITLE).collect();
    if line.chars().count() > TITLE {
        title.push('…');
    }
    title
}
