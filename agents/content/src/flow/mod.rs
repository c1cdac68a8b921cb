//! The stack of work: chooses the next step, and handles failures and stops (spec.md 3.2 and 3.4).

pub(super) mod batch;
pub(super) mod doing;
pub(super) mod intent;
mod item;
pub(super) mod making;
pub(super) mod operations;
pub(super) mod phases;
pub(super) mod route;
pub(super) mod talk;

pub(crate) use item::Item;
pub use item::Stage;

use super::fields::{find, FieldStatus};
use super::project::Memory;
use super::texts::sentences::{filled, sentence};
use super::Content;
use stepgate_engine::Lang;
use stepgate_engine::{State, Step};
use stepgate_json::value;

/// The next step of the session.
pub(super) type Next = Step<Stage>;

/// The next step: the work on top of the stack, or a message of the user if the stack is empty.
pub(super) fn next(state: &mut State<Content>) -> Next {
    loop {
        let step = match stage(&state.memory) {
            Stage::Rest => Some(rest(state)),
            Stage::Phase => phases::go_on(state),
            Stage::Batch => batch::go_on(state),
            stage => Some(Step::Think(stage)),
        };
        if let Some(step) = step {
            return step;
        }
    }
}

/// Stage of the item on top of the stack.
pub(super) fn stage(memory: &Memory) -> Stage {
    memory.work.last().map_or(Stage::Rest, |item| item.stage)
}

/// Moves the item on top of the stack to `stage` and asks the model.
pub(super) fn think(state: &mut State<Content>, stage: Stage) -> Next {
    if let Some(item) = state.memory.work.last_mut() {
        item.stage = stage;
    }
    Step::Think(stage)
}

/// Puts an item on top of the stack and starts it.
pub(super) fn push(state: &mut State<Content>, item: Item) -> Next {
    state.memory.work.push(item);
    next(state)
}

/// Waits for the user; a finished project ends the session.
pub(super) fn rest(state: &State<Content>) -> Next {
    if !state.memory.finished {
        return Step::Listen(Stage::Rest);
    }
    Step::Finish(value! { "project": state.memory.project.id, "fields": state.memory.written().len() }, Stage::Rest)
}

/// Handles a failure of the item on top of the stack. Talk is retracted. Other work ends and keeps its finished parts, and the
/// user is told the reason. `detail` replaces the reason in the error note.
pub(super) fn fail(state: &mut State<Content>, code: &str, detail: &str) -> Next {
    let stage = stage(&state.memory);
    if stage.is_talk() {
        return Step::Retract(code.to_owned());
    }
    let item = state.memory.work.pop().unwrap_or_default();
    let is_research = stage.of_research().is_some();
    if is_research || stage == Stage::Generate {
        made_nothing(&mut state.memory, &item.field, FieldStatus::Failed);
    }
    if batch::takes_failure(state, &item.field, code) {
        return next(state);
    }
    let failed = if is_research { "research_failed" } else { "failed" };
    let text = filled(failed, why(code, state.lang()), state.lang());
    talk::error(state, code, if detail.is_empty() { &text } else { detail });
    state.memory.work.clear();
    talk::say(state, text)
}

/// The reason of a failure, in words for the user.
fn why(code: &str, lang: Lang) -> &'static str {
    let code = match code {
        "llm_failed" => "why_llm_failed",
        "limit_reached" => "why_limit_reached",
        "bad_report" => "why_bad_report",
        "empty_content" => "why_empty_content",
        "too_long" => "why_too_long",
        "dependency_cycle" => "why_dependency_cycle",
        _ => "why_other",
    };
    sentence(code, lang)
}

/// Stops the work at the user's request. Talk and the intent report are retracted; other work keeps its finished parts.
pub(super) fn stop(state: &mut State<Content>) -> Next {
    let stage = stage(&state.memory);
    if stage.is_talk() || stage == Stage::IntentReport {
        return Step::Retract("stopped".to_owned());
    }
    let name = state.memory.work.last().map_or_else(String::new, |item| item.field.clone());
    made_nothing(&mut state.memory, &name, FieldStatus::Pending);
    batch::stopped(state);
    state.memory.work.clear();
    state.note("stopped", value! {});
    rest(state)
}

/// Sets the status of a field that was not made: completed if it has an older text, else `status`.
fn made_nothing(memory: &mut Memory, name: &str, status: FieldStatus) {
    let id = find(memory, name).map_or_else(String::new, |field| field.id.clone());
    if let Some(field) = memory.field_mut(&id) {
        field.settle();
        if !field.has_content() {
            field.status = status;
        }
    }
}
