//! End of a run: saves the remaining changes, says the closing words, reports the outcome (spec.md 4.7).

use serde_json::Value;

use super::compact::think;
use super::config::PersistMode;
use super::memory::Memory;
use super::run::{Ending, Errand, Terminal};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::{changes, decision, history, names, plain, words};
use stepgate_engine::{Lang, State, Step, ToolCall};
use stepgate_json::value;

/// Ends a run that has an outcome; saves the remaining changes first.
pub(super) fn begin(state: &mut State<Schedule>) -> Step<Stage> {
    if leaves_to_save(&state.memory) {
        return save(&mut state.memory, Errand::Flush, Stage::Deliver);
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

/// Asks the model for closing words if the run completed and it has said none; otherwise says fixed ones.
pub(super) fn close(state: &mut State<Schedule>) -> Step<Stage> {
    status(state, "deliver", "summarizing");
    match ending(&state.memory) {
        Ending::Completed if state.memory.run.has_closing_words => end(state),
        Ending::Completed => think(state, Stage::Deliver),
        Ending::Aborted | Ending::Exhausted => speak(state, ""),
    }
}

/// Says the closing words, or fixed ones if `text` is empty, and ends the run.
pub(super) fn speak(state: &mut State<Schedule>, text: &str) -> Step<Stage> {
    let text = match decision::shown(text) {
        text if text.is_empty() => mechanical(state, state.lang()),
        text => text,
    };
    state.say(text);
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
    Step::Finish(outcome, Stage::Chat)
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
    if ending == Ending::Aborted {
        return text;
    }
    for (index, step) in run.plan.iter().enumerate() {
        text.push_str(if index < run.steps_done() { "\n[x] " } else { "\n[ ] " });
        text.push_str(&step.content);
    }
    for fact in plain::facts(memory, &history::written(state), lang) {
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
    status(state, "deliver", "summarizing");
    speak(state, "")
}

/// Ends a run in which the model gave several unusable replies in a row.
pub(super) fn correction_limit(state: &mut State<Schedule>, stage: Stage) -> Step<Stage> {
    let limit = state.memory.config.max_corrections;
    let stage = if stage == Stage::Plan { "plan" } else { "execute" };
    let message = words::sentence("correction_limit", state.lang());
    state.memory.end(Terminal::new(Ending::Aborted, stage, "correction_limit", message));
    state.memory.run.consecutive_corrections = limit;
    close(state)
}
