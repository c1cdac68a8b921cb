//! Return of a tool call: updates the run and reports to the page (spec.md 4.5).

use serde_json::{Map, Value};

use super::health::Health;
use super::history::text_of;
use super::memory::{Memory, Phase};
use super::run::Report;
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::tools::Asked;
use super::{arrange, execute, names, tools, words};
use stepgate_engine::{CallResult, Lang, State, Step, ToolError};
use stepgate_json::value;

/// Length limit of a result's summary, and number of arguments in a preview (spec.md 4.5).
const SUMMARY: usize = 48;
const PREVIEW: usize = 2;

type Returned = Result<Value, ToolError>;

/// Acts on the results of the model's tool calls.
pub(super) fn calls(state: &mut State<Schedule>, ran: Vec<CallResult>) -> Step<Stage> {
    let (mut asked, mut wrote) = (None, false);
    for CallResult { name, args, result, .. } in ran {
        let says = [names::UNDO, names::REDO].contains(&&*name) && state.memory.run.closing.is_some();
        let (search, result) = call(state, &name, &args, result);
        asked = asked.or(search);
        // A class that was saved is loaded first.
        wrote |= result.is_ok() && names::writes(&name) && name != names::UPSERT;
        if let (true, Ok(value)) = (says, &result) {
            state.say(text_of(value));
            state.memory.run.has_closing_words = true;
        }
    }
    match asked {
        Some(asked) => arrange::begin(state, asked),
        None => execute::after_calls(state, wrote),
    }
}

/// Acts on the result of a tool call: the search that it asks for, and its outcome.
fn call(state: &mut State<Schedule>, tool: &str, args: &Value, result: Returned) -> (Option<Asked>, Returned) {
    let lang = state.lang();
    if state.memory.phase == Phase::WaitingConfirm {
        state.memory.phase = Phase::Executing;
        status(state, "chat", "confirmed");
    }
    let memory = &mut state.memory;
    let report = memory.report_of(tool);
    let result = match result {
        Ok(written) if tool == names::UPSERT => with_id(written, lang),
        result => result,
    };
    match (tool, &result) {
        ("analyze_health", Ok(text)) => memory.run.health = Health::new(text_of(text), &report.data),
        (names::APPLY_PLAN, Ok(_)) => arrange::applied(memory, lang),
        (names::UPSERT, result) => upserted(memory, result, &report, lang),
        (_, Err(error)) if error.code == "stale_state" => memory.drop_timetable(),
        _ => {}
    }
    if result.is_ok() && names::changes_the_timetable(tool) {
        // The diagnosis was one of the timetable before the write.
        memory.run.health = Health::default();
    }
    let asked = report.asked.clone().filter(|_| result.is_ok());
    note(state, tool, args, &result, report);
    (asked, result)
}

/// The host's answer to writing a task class; an answer without the id of the class is a failure (spec-tools.md 5.7).
fn with_id(written: Value, lang: Lang) -> Returned {
    match tools::upserted_id(&written, lang) {
        Ok(_) => Ok(written),
        Err(failure) => Err(ToolError::new(failure.code, failure.text)),
    }
}

/// Records the result of writing a task class (spec-tools.md 5.7).
fn upserted(memory: &mut Memory, result: &Returned, report: &Report, lang: Lang) {
    let upsert = &mut memory.run.upsert;
    upsert.last_tried = true;
    upsert.last_success = result.is_ok();
    match result {
        Ok(written) => {
            upsert.last_issues = Vec::new();
            let id = tools::upserted_id(written, lang).ok();
            memory.add_classes(&Vec::from_iter(id));
            // A plan for the class alone needs its id.
            let named = id.map(|id| words::filled("class_id", lang, &[&id]));
            let waited = memory.run.proposal.take().filter(|proposal| !proposal.moves.is_null());
            let waited = waited.map(|_| words::sentence("plan_waited", lang).to_owned());
            memory.run.class_notes.extend(waited.or(named));
            // An earlier search counted with the old limits.
            memory.run.arranged = String::new();
            // The next round loads the timetable with the class.
            memory.drop_timetable();
            if let Some(write) = memory.run.class_write.take() {
                memory.remember(write);
            }
        }
        Err(error) => {
            let issues = report.data.get("validation").and_then(|validation| validation.get("issues")?.as_array());
            let issues: Vec<String> = issues.into_iter().flatten().map(issue).collect();
            upsert.last_issues = if issues.is_empty() { vec![error.text.clone()] } else { issues };
        }
    }
}

fn issue(issue: &Value) -> String {
    issue.as_str().map_or_else(|| stepgate_json::to_text(issue), str::to_owned)
}

/// Reports a call to the page.
fn note(state: &mut State<Schedule>, tool: &str, args: &Value, result: &Returned, report: Report) {
    let (outcome, code, text) = match result {
        Ok(value) => ("done", "ok", text_of(value).to_owned()),
        Err(error) => ("failed", error.code.as_str(), error.text.clone()),
    };
    let summary: String = text.lines().next().unwrap_or_default().chars().take(SUMMARY).collect();
    // A success has its data in the result itself.
    let data = if result.is_ok() { Value::Null } else { report.data };
    let note = value! {
        "tool": tool, "status": outcome, "code": code, "summary": summary,
        "arguments_preview": preview(args), "data": data,
    };
    state.note("tool_result", note);
}

/// First arguments of a call.
fn preview(args: &Value) -> Value {
    let Value::Object(args) = args else { return Value::Null };
    let shown = args.iter().filter(|(key, _)| !key.starts_with('_')).take(PREVIEW);
    Value::Object(shown.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>())
}

/// Reports to the page whether the unsaved changes were saved.
pub(super) fn saved(state: &mut State<Schedule>, result: &Returned) {
    match result {
        Ok(_) => state.note("saved", Value::Null),
        Err(error) => state.note("not_saved", value! { "code": error.code, "text": error.text }),
    }
}
