//! End of a request: saves the remaining changes, and reports the outcome after the closing words (spec.md 4.7).

use serde_json::Value;

use super::config::PersistMode;
use super::decision::PlanStep;
use super::memory::Memory;
use super::run::{Ending, Errand, Terminal};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::{changes, history, names, plain, words};
use stepgate_engine::{Lang, State, Step, ToolCall};
use stepgate_json::value;

/// Ends a run that has an outcome; saves the remaining changes first.
pub(super) fn begin(state: &mut State<Schedule>) -> Step<Stage> {
    if leaves_to_save(&state.memory) {
        return save(&mut state.memory, Errand::Flush, Stage::Execute);
    }
    close(state)
}

/// Whether unsaved changes are saved without asking: the user confirmed the plan or set `always_execute`.
fn leaves_to_save(memory: &Memory) -> bool {
    let completed = ending(memory) == Ending::Completed;
    let allowed = !memory.copied && (memory.run.plan_confirmed || memory.run.always_execute);
    completed
        && allowed
        && memory.config.persist_mode == PersistMode::PerWrite
        && !memory.board.unsaved_by_us().is_empty()
}

/// Saves the unsaved changes.
pub(super) fn save(memory: &mut Memory, errand: Errand, then: Stage) -> Step<Stage> {
    memory.run.errand = errand;
    Step::Run(vec![ToolCall::new(names::SAVE, Value::Null).asking(false)], then)
}

fn ending(memory: &Memory) -> Ending {
    memory.run.outcome.as_ref().map_or(Ending::Completed, |outcome| outcome.status)
}

/// Says what was done, unless the model has said the closing words, and ends the request.
pub(super) fn close(state: &mut State<Schedule>) -> Step<Stage> {
    if !state.memory.run.has_closing_words {
        let text = mechanical(state, state.lang());
        state.say(text);
    }
    end(state)
}

/// Reports the outcome after the closing words.
fn end(state: &mut State<Schedule>) -> Step<Stage> {
    let memory = &state.memory;
    if ending(memory) == Ending::Completed && memory.run.has_schedule_changes {
        let unsaved = changes::of(memory.board.desk.timetable.as_ref(), &memory.board.unsaved_edits());
        state.note("schedule_completed", value! { "change_set": unsaved });
    }
    status(state, "deliver", "done");
    finish(&state.memory)
}

/// Ends the run with its outcome, and says nothing.
pub(super) fn finish(memory: &Memory) -> Step<Stage> {
    let run = &memory.run;
    let outcome = value! {
        "status": ending(memory),
        "stage": run.outcome.as_ref().map(|outcome| &outcome.stage),
        "code": run.outcome.as_ref().map(|outcome| &outcome.code),
        "internal_reason": run.outcome.as_ref().map(|outcome| &outcome.internal_reason),
        "steps_done": run.steps_done(),
        "steps_total": run.plan.len(),
    };
    Step::Finish(outcome, Stage::Execute)
}

/// Closing words without the model: the outcome's message, the plan as a list, and what was written.
fn mechanical(state: &State<Schedule>, lang: Lang) -> String {
    let memory = &state.memory;
    let run = &memory.run;
    let ending = ending(memory);
    let message = run.outcome.as_ref().map_or("", |outcome| outcome.user_message.as_str());
    let usual = match ending {
        Ending::Completed if run.plan.is_empty() => "closed",
        Ending::Completed => "completed",
        Ending::Aborted => "aborted",
        Ending::Exhausted => "exhausted",
    };
    let mut text = if message.is_empty() { words::sentence(usual, lang) } else { message }.to_owned();
    let plan: &[PlanStep] = if ending == Ending::Aborted { &[] } else { &run.plan };
    for (index, step) in plan.iter().enumerate() {
        text.push_str(if index < run.steps_done() { "\n[x] " } else { "\n[ ] " });
        text.push_str(&step.content);
    }
    for fact in plain::facts(memory, &history::written(state, run.from), lang) {
        text.push('\n');
        text.push_str(&fact);
    }
    text
}

/// Ends a run that has no model calls left.
pub(super) fn out_of_rounds(state: &mut State<Schedule>, stage: &str) -> Step<Stage> {
    if state.memory.run.outcome.is_none() {
        state.memory.end(Terminal::new(Ending::Exhausted, stage, "round_exhausted", ""));
    }
    close(state)
}

/// Ends a run in which the model gave several unusable replies in a row.
pub(super) fn correction_limit(state: &mut State<Schedule>) -> Step<Stage> {
    let message = words::sentence("correction_limit", state.lang());
    state.memory.end(Terminal::new(Ending::Aborted, "execute", "correction_limit", message));
    state.memory.run.consecutive_corrections = state.memory.config.max_corrections;
    close(state)
}
