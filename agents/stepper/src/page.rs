//! View data for the page, and answers to its queries.

use serde_json::Value;

use super::memory::Memory;
use super::model::{TaskStatus, Whole};
use super::stepper::Stepper;
use super::{context, handoff, history, outcome, words};
use stepgate_engine::{in_words, Entry, Progress, Refusal, Shown, State, ToolResult};
use stepgate_json::{to_text, to_value, value, ToJson, Writer};

/// File that the task read or wrote.
#[derive(ToJson)]
struct File {
    path: String,
    created: bool,
}

/// Progress and data from which the page draws the session.
pub(super) fn show(state: &State<Stepper>) -> Shown {
    let memory = &state.memory;
    let progress = memory.task.as_ref();
    let progress = progress.map(|task| Progress { done: task.current_step_index, total: task.steps.len(), skipped: 0 });
    Shown { progress, data: data(state), ..Shown::default() }
}

fn data(state: &State<Stepper>) -> Value {
    let Memory { run, config, task, auto, .. } = &state.memory;
    let (step_ms, task_ms) = state.memory.elapsed(state.worked());
    let busy = state.memory.is_busy();
    let mut out = Writer::object();
    out.member("task", &task.as_ref().map(Whole));
    out.member("state", &state_name(state));
    out.member("question", &state.memory.question());
    out.member("auto", auto);
    out.member("think_mode", &config.think_mode);
    out.member(
        "counters",
        &value! {
            "actions": run.count, "failures": run.fails, "repeats": run.repeats, "stalls": run.stalls,
            "step_ms": step_ms, "task_ms": task_ms,
        },
    );
    out.member(
        "limits",
        &value! {
            "actions": config.max_actions_per_step, "total_actions": config.max_total_actions,
            "adjustments": config.max_adjustments, "step_ms": config.step_timeout, "task_ms": config.task_timeout,
            "tool_ms": config.tool_timeout,
        },
    );
    out.member("cache_hits", &run.cache_hits);
    out.member("files", &files(&state.memory));
    out.member("decisions", &run.decisions);
    let is = |status: TaskStatus| state.memory.status() == Some(status);
    let (failed, paused) = (is(TaskStatus::Failed), is(TaskStatus::Paused));
    out.member("can", &value! { "cancel": state.memory.is_open(), "retry": failed, "resume": paused, "steer": busy });
    out.object_value()
}

/// Name of the machine state (spec.md 3.8).
fn state_name(state: &State<Stepper>) -> Value {
    let memory = &state.memory;
    let name = match memory.status() {
        None => "idle",
        Some(TaskStatus::Executing) if memory.asks() => "asking",
        Some(TaskStatus::Executing) if memory.run.asks_plan => "asking_plan",
        Some(TaskStatus::Executing) if memory.run.asks_batch => "asking_writes",
        Some(TaskStatus::Executing) if memory.claims() => "confirming",
        Some(TaskStatus::Executing) if memory.run.call.is_some() => "executing",
        Some(TaskStatus::Planning | TaskStatus::Executing) => return to_value(state.stage()),
        Some(over) => return to_value(&over),
    };
    name.into()
}

/// Files of the context, each with whether the task created it.
fn files(memory: &Memory) -> Vec<File> {
    let created = context::created(&memory.context);
    let is_created = |path: &str| created.contains(&path);
    let known = context::files(&memory.context);
    known.into_iter().map(|(path, _)| File { path: path.to_owned(), created: is_created(path) }).collect()
}

/// Answers a query: `{ history }`, `{ action: [step, index] }`, `{ result }`, `{ state }`.
pub(super) fn read(state: &State<Stepper>, query: &Value) -> Result<Value, Refusal> {
    let lang = state.lang();
    let asked = |key: &str| query.get(key) == Some(&Value::Bool(true));
    if asked("history") {
        let malformed = |error| Refusal::new("malformed", in_words(&error, lang));
        return history::read(state).map_err(malformed);
    }
    if let Some(Value::Array(place)) = query.get("action") {
        return action(state, place).ok_or_else(|| words::refusal("unknown_action", lang));
    }
    let memory = &state.memory;
    if memory.task.is_none() && (asked("result") || asked("state")) {
        return Err(words::refusal("no_task", lang));
    }
    let mut out = Writer::object();
    if asked("result") {
        outcome::write(memory, lang, &mut out);
    } else if asked("state") {
        handoff::write(memory, &mut out);
    } else {
        return Err(words::refusal("unknown_query", lang));
    }
    out.member("context", &memory.context);
    Ok(out.object_value())
}

/// Action with its whole parameters and result from the transcript.
fn action(state: &State<Stepper>, place: &[Value]) -> Option<Value> {
    let [Value::String(name), index] = place else { return None };
    let task = state.memory.task.as_ref()?;
    let step = task.steps.iter().find(|step| step.name == *name || step.id == *name)?;
    let action = step.actions.get(index.as_u64()? as usize)?;
    let mut whole = action.clone();
    if let Some(Entry::Tool { args, result, .. }) =
        action.entry.and_then(|seq| state.transcript().get(seq)).map(|stored| &stored.entry)
    {
        whole.params = args.clone();
        whole.result = Some(match result {
            ToolResult::Ok(Value::String(text)) => text.clone(),
            ToolResult::Ok(value) => to_text(value),
            ToolResult::Error(error) => error.text.clone(),
        });
    }
    Some(to_value(&whole))
}
