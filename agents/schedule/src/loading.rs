//! Loading of the timetable (spec.md 4.4).

use serde_json::Value;

use super::memory::Memory;
use super::run::{Ending, Terminal};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::times::Heard;
use super::{deliver, plain, words};
use stepgate_engine::{State, Step, ToolError};
use stepgate_timetable::{Date, TaskId, Term};

/// Stores the timetable that the host loaded.
pub(super) fn loaded(memory: &mut Memory, result: Result<Value, ToolError>, at_ms: u64) -> Result<(), ToolError> {
    let value = result?;
    let state = value.get("state").ok_or_else(|| bad_state("/state: is missing"))?;
    let term_start = term_start(&value).ok_or_else(|| bad_state("/term_start: must be a Monday, YYYY-MM-DD"))?;
    let heard = Heard::of(&value).map_err(|error| bad_state(error.to_string()))?;
    memory.load_state(state).map_err(|error| bad_state(error.below("/state").to_string()))?;
    memory.term_start = term_start;
    memory.hear(heard, at_ms);
    Ok(())
}

/// Tells the user which unsaved proposals the new timetable could not take over.
pub(super) fn tell_lost(state: &mut State<Schedule>) {
    if state.memory.board.lost.is_empty() {
        return;
    }
    let lang = state.lang();
    let names = std::mem::take(&mut state.memory.board_mut().lost);
    let names: Vec<String> = names.iter().map(|name| plain::quoted(name)).collect();
    state.say([words::sentence("lost_proposals", lang), &names.join(words::sentence("comma", lang))].concat());
}

/// Ids that one sentence names, at most.
const NAMED_IDS: usize = 16;

/// Tells the model which tasks have another id on the new timetable, and after the write of a class the ids of those that are new.
pub(super) fn tell_renumbered(state: &mut State<Schedule>) {
    if state.memory.board.renumbered.is_empty() {
        return;
    }
    let lang = state.lang();
    let changed = std::mem::take(&mut state.memory.board_mut().renumbered);
    let (new, changed): (Vec<_>, Vec<_>) = changed.into_iter().partition(|(old, _)| *old == 0);
    let wrote = !state.memory.run.class_notes.is_empty();
    let new = new.iter().filter(|_| wrote);
    let new: Vec<String> = new.filter_map(|(_, task)| named(&state.memory, *task)).collect();
    let lines = [("renumbered", ranges(&changed), ", "), ("new_tasks", new, words::sentence("comma", lang))];
    let line = |(code, said, comma): (&'static str, Vec<String>, &str)| {
        words::filled(code, lang, &[&words::shortened(said, NAMED_IDS, "and_more", lang).join(comma)])
    };
    let lines: Vec<String> = lines.into_iter().filter(|(_, said, _)| !said.is_empty()).map(line).collect();
    if !lines.is_empty() {
        state.cue("renumbered", lines.join(" "));
    }
}

/// `[68]Worksheet 9`.
fn named(memory: &Memory, task: TaskId) -> Option<String> {
    let name = &memory.board.desk.timetable.as_ref()?.task(task)?.name;
    Some(format!("[{task}]{name}"))
}

/// Old and new ids, those that follow one another as ranges: `2 → 5`, `7–9 → 8–10`.
fn ranges(changed: &[(TaskId, TaskId)]) -> Vec<String> {
    let run = |one: &(TaskId, TaskId), next: &(TaskId, TaskId)| one.0 + 1 == next.0 && one.1 + 1 == next.1;
    let said = |run: &[(TaskId, TaskId)]| match run {
        [(from, new), .., (to, last)] => Some(format!("{from}–{to} → {new}–{last}")),
        [(old, new)] => Some(format!("{old} → {new}")),
        [] => None,
    };
    changed.chunk_by(run).filter_map(said).collect()
}

/// First day of the term in the host's answer; empty if it has none. `None`: it is no Monday.
fn term_start(answer: &Value) -> Option<String> {
    match answer.get("term_start") {
        None | Some(Value::Null) => Some(String::new()),
        Some(Value::String(text)) => {
            let text = text.trim();
            (text.is_empty() || Date::parse(text).and_then(Term::new).is_some()).then(|| text.to_owned())
        }
        Some(_) => None,
    }
}

fn bad_state(text: impl Into<String>) -> ToolError {
    ToolError::new("bad_state", text)
}

/// Ends the run, because there is no timetable.
pub(super) fn not_loaded(state: &mut State<Schedule>, error: &ToolError) -> Step<Stage> {
    let lang = state.lang();
    let (code, message) = if error.code == "window_missing" {
        status(state, "execute", "need_time_window");
        ("window_missing", words::sentence("window_missing", lang).to_owned())
    } else {
        // The user reads the host's own sentence; an error in the answer's form is for the program.
        let message = match error.code.as_str() {
            "bad_state" => words::sentence("load_damaged", lang).to_owned(),
            _ => [words::sentence("load_failed", lang), &error.text].concat(),
        };
        ("load_failed", message)
    };
    let terminal = Terminal::new(Ending::Aborted, "execute", code, message);
    state.memory.end(Terminal { internal_reason: error.text.clone(), ..terminal });
    deliver::begin(state)
}
