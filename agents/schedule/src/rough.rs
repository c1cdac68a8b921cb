//! Loaded timetables, and the rough build (spec.md 4.3).

use serde_json::Value;

use super::memory::{Memory, Phase};
use super::run::{Ending, Errand, Hook, Optimization, Terminal};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::times::Heard;
use super::{deliver, execute, words};
use stepgate_engine::{State, Step, ToolError};
use stepgate_timetable::{Date, Range, Rough, Term};

/// Number of tasks that a message names.
const NAMED: usize = 8;

/// Starts the rough build if the run needs one; otherwise starts the first round.
pub(super) fn build_or_execute(state: &mut State<Schedule>) -> Step<Stage> {
    let memory = &mut state.memory;
    if !memory.run.needs_rough_build || memory.task_class_ids.is_empty() {
        memory.run.needs_rough_build = false;
        return execute::next(state);
    }
    memory.phase = Phase::Executing;
    // The build must start from the present calendar.
    memory.drop_timetable();
    let step = execute::load(memory, Errand::RoughBuild);
    status(state, "rough_build", "rough_building");
    step
}

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
        status(state, "rough_build", "rough_build_need_time_window");
        ("rough_build_window_missing", words::sentence("window_missing", lang).to_owned())
    } else {
        // The user reads the host's own sentence; an error in the answer's form is for the program.
        let message = match error.code.as_str() {
            "bad_state" => words::sentence("load_damaged", lang).to_owned(),
            _ => [words::sentence("load_failed", lang), &error.text].concat(),
        };
        ("load_failed", message)
    };
    let stage = if state.memory.run.needs_rough_build { "rough_build" } else { "execute" };
    let terminal = Terminal::new(Ending::Aborted, stage, code, message);
    state.memory.end(Terminal { internal_reason: error.text.clone(), ..terminal });
    deliver::begin(state)
}

/// Places the pending tasks roughly.
pub(super) fn build(state: &mut State<Schedule>) -> Step<Stage> {
    let at_ms = state.now();
    let memory = &mut state.memory;
    let Some(timetable) = &memory.board.desk.timetable else { return execute::next(state) };
    let term = memory.term();
    let range = |id: &u32| timetable.class(*id).map(|class| Range::of(class, timetable.window(), term));
    let ranges: Vec<Range> = memory.task_class_ids.iter().filter_map(range).collect();
    let built = match timetable.rough(&ranges, memory.settings(at_ms).rules.open) {
        Ok(built) => built,
        Err(unknown) => return not_loaded(state, &bad_state(unknown.to_string())),
    };
    let placed = built.placed.len();
    let board = memory.board_mut();
    if let Some(timetable) = &mut board.desk.timetable {
        timetable.apply(&built.change);
    }
    board.record(&built.change);
    memory.run.has_schedule_changes |= placed > 0;
    match built.left.is_empty() {
        true => done(state, placed),
        false => incomplete(state, &built),
    }
}

/// Ends the run after a rough build that could not place all tasks; names the tasks and the reasons.
fn incomplete(state: &mut State<Schedule>, built: &Rough) -> Step<Stage> {
    let lang = state.lang();
    let memory = &mut state.memory;
    let full = built.left.iter().any(|left| left.why.code() == "full" || left.why.code() == "no_days");
    let code = if full { "rough_build_not_enough_time" } else { "rough_build_pending_remaining" };
    let mut message = words::with_number("rough_pending", built.left.len(), lang);
    for left in built.left.iter().take(NAMED) {
        let name = memory.board.desk.timetable.as_ref().and_then(|table| table.task(left.task)).map(|task| &task.name);
        for piece in ["\n", name.map_or("", |name| name), words::sentence(left.why.code(), lang)] {
            message.push_str(piece);
        }
    }
    memory.end(Terminal::new(Ending::Aborted, "rough_build", code, message));
    status(state, "rough_build", "rough_build_failed");
    deliver::begin(state)
}

/// After a complete rough build, starts the improvement if the run wants one; otherwise ends the run.
fn done(state: &mut State<Schedule>, placed: usize) -> Step<Stage> {
    let lang = state.lang();
    let memory = &mut state.memory;
    let refine = !memory.run.plan.is_empty() || memory.run.needs_refine;
    let ids: Vec<String> = memory.task_class_ids.iter().map(u32::to_string).collect();
    memory.rough_build_done = words::with_number("rough_built", placed, lang).replace("{ids}", &ids.join(", "));
    memory.run.needs_rough_build = false;
    memory.run.needs_refine = false;
    if !refine {
        memory.done();
        status(state, "rough_build", "rough_build_done_no_refine");
        return deliver::begin(state);
    }
    memory.run.optimization_mode.get_or_insert(Optimization::FirstFull);
    memory.run.active_optimize_only = true;
    let packs = vec!["analyze".to_owned(), "mutation".to_owned()];
    let reason = "rough_build_post_refine".to_owned();
    memory.run.hook = Some(Hook { domain: "schedule".to_owned(), packs, reason });
    status(state, "rough_build", "rough_build_done");
    execute::next(state)
}
