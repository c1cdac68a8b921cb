//! View data for the page, answers to its queries, and the state that is handed to another session.

use serde_json::Value;

use super::agent::Stepper;
use super::context;
use super::history;
use super::memory::Memory;
use super::model::{Task, TaskStatus, Whole};
use super::words;
use stepgate_engine::{Entry, Progress, Refusal, Shown, State, ToolResult};
use stepgate_json::{object, read as read_json, to_text, to_value, value, Writer};

/// Version of the state that is handed to another session.
const SCHEMA: u32 = 1;

/// File that the task read or wrote.
struct File {
    path: String,
    created: bool,
}

object!(write File { path, created });

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
    let failed = state.memory.status() == Some(TaskStatus::Failed);
    out.member("can", &value! { "cancel": busy, "retry": failed });
    out.object_value()
}

/// Name of the machine state (spec.md 3.8).
fn state_name(state: &State<Stepper>) -> Value {
    let memory = &state.memory;
    let name = match memory.status() {
        None => "idle",
        Some(TaskStatus::Executing) if memory.asks() => "asking",
        Some(TaskStatus::Executing) if memory.run.call.is_some() => "executing",
        Some(TaskStatus::Planning | TaskStatus::Executing) => return to_value(state.stage()),
        Some(over) => return to_value(&over),
    };
    name.into()
}

/// Files of the context, each with whether the task created it.
fn files(memory: &Memory) -> Vec<File> {
    let created = memory.context.get("created_files").and_then(Value::as_array);
    let is_created = |path: &str| created.is_some_and(|paths| paths.iter().any(|known| known == path));
    let known = context::files(&memory.context);
    known.into_iter().map(|(path, _)| File { path: path.to_owned(), created: is_created(path) }).collect()
}

impl Memory {
    fn question(&self) -> Option<&str> {
        let call = self.run.call.as_ref().filter(|_| self.asks())?;
        call.args.get("question").and_then(Value::as_str)
    }
}

/// Result of a task (spec.md 7).
pub(super) fn outcome(memory: &Memory) -> Value {
    let mut out = Writer::object();
    write_outcome(memory, &mut out);
    out.object_value()
}

fn write_outcome(memory: &Memory, out: &mut Writer) {
    let Some(task) = &memory.task else { return };
    out.member("status", &task.status);
    out.member("error", &task.error);
    if let Some(code) = &task.error {
        out.member("text", &words::failure(code, memory.lang));
    }
    out.key("summary");
    out.begin_object();
    out.key("steps");
    out.begin_list();
    for step in &task.steps {
        out.begin_object();
        out.member("name", &step.name);
        out.member("status", &step.status);
        out.member("actions", &step.actions.len());
        out.member("reason", &step.reason);
        out.end_object();
    }
    out.end_list();
    out.member("total_actions", &task.total_actions);
    out.member("adjustments", &task.adjustments);
    out.end_object();
}

/// Answers a query: `{ history }`, `{ action: [step, index] }`, `{ result }`, `{ state }`.
pub(super) fn read(state: &State<Stepper>, query: &Value) -> Result<Value, Refusal> {
    let lang = state.lang();
    let asked = |key: &str| query.get(key) == Some(&Value::Bool(true));
    if asked("history") {
        return Ok(history::read(state));
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
        write_outcome(memory, &mut out);
    } else if asked("state") {
        out.member("schema_version", &SCHEMA);
        out.member("task", &memory.task.as_ref().map(Whole));
        out.member("run", &memory.run);
        out.member("made", &memory.made);
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

/// State of another session, as [`read`] gives it.
struct Carried {
    schema_version: u32,
    task: Task,
    run: super::memory::Run,
    made: u32,
    context: serde_json::Map<String, Value>,
}

object!(read Carried { schema_version, task } optional { run, made, context });

impl Memory {
    /// Takes over the state of another session; the clocks restart.
    ///
    /// # Errors
    /// The state is malformed, breaks the plan's invariants, or has an open call that this session cannot make.
    pub(super) fn take_state(&mut self, value: &Value) -> Result<(), stepgate_engine::Error> {
        let Carried { schema_version, mut task, mut run, made, context } = read_json(value)?;
        if schema_version != SCHEMA {
            return Err(stepgate_json::wanted("1").within("schema_version"));
        }
        if value.get("task").and_then(|task| task.get("steps")).is_none() {
            return Err(stepgate_json::wanted("given").below("/task/steps"));
        }
        task.check().map_err(|error| error.within("task"))?;
        // The clocks, the decision counts and the transcript belong to the other session.
        (run.step_from, run.task_from, run.cached, run.decisions) = (0, 0, 0, 0);
        for step in &mut task.steps {
            for action in &mut step.actions {
                action.entry = None;
            }
        }
        let valid = |call: &stepgate_engine::ToolCall| self.validate(&call.name, &call.args).as_ref() == Ok(&call.args);
        if run.call.as_ref().is_some_and(|call| !valid(call)) {
            return Err(stepgate_json::wanted("a call this session can make").below("/run/call"));
        }
        self.threads = task.steps.len() as u32;
        // Ids of removed steps must not be used again either, so counting goes on from the larger number.
        self.made = made.max(task.steps.len() as u32);
        self.context = std::rc::Rc::new(context);
        self.touch();
        self.task = Some(task);
        self.run = run;
        Ok(())
    }
}
