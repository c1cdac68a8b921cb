//! Failures and stops of the work (spec.md 3.2).

use super::tally;
use crate::content::{Content, Follow};
use crate::fields::find;
use crate::model::{FieldStatus, Item, Memory, Stage};
use crate::talk;
use crate::texts::sentences::{filled, listed, sentence};
use stepgate_engine::Lang;
use stepgate_engine::{State, Step};
use stepgate_json::value;

/// Handles a failure of the item on top of the stack: talk is retracted, other work ends. `detail` replaces the reason in the error
/// note.
pub(crate) fn fail(state: &mut State<Content>, code: &str, detail: &str) -> Follow {
    let stage = state.memory.stage();
    if stage.is_talk() {
        return Follow::Step(Step::Retract(code.to_owned()));
    }
    give_up(state, code, detail);
    Follow::Work
}

/// Ends the work on top of the stack: it keeps its finished parts, and the user is told the reason.
pub(super) fn give_up(state: &mut State<Content>, code: &str, detail: &str) {
    let stage = state.memory.stage();
    let item = state.memory.work.pop().unwrap_or_default();
    let is_research = stage.of_research().is_some();
    if is_research || stage == Stage::Generate || stage.is_trial() {
        made_nothing(&mut state.memory, &item.field, FieldStatus::Failed);
    }
    if tally::takes_failure(state, &item.field, code) {
        return;
    }
    let failed = if is_research { "research_failed" } else { "failed" };
    let text = filled(failed, why(code, state.lang()), state.lang());
    talk::error(state, code, if detail.is_empty() { &text } else { detail });
    state.fail(code, &text);
    let left = left(state);
    state.memory.work.clear();
    state.say([text, left].concat());
}

/// Names the fields of the same message that are not changed either; blank if there are none.
fn left(state: &State<Content>) -> String {
    let is_change = |item: &&Item| item.stage == Stage::Update;
    let names: Vec<&str> = state.memory.work.iter().rev().filter(is_change).map(|item| item.field.as_str()).collect();
    match names.is_empty() {
        true => String::new(),
        false => filled("left_unchanged", &listed(&names, state.lang()), state.lang()),
    }
}

/// The reason of a failure, in words for the user.
fn why(code: &str, lang: Lang) -> &'static str {
    let code = match code {
        "llm_failed" => "why_llm_failed",
        "limit_reached" => "why_limit_reached",
        "bad_report" => "why_bad_report",
        "bad_content" => "why_bad_content",
        "empty_content" => "why_empty_content",
        "too_long" => "why_too_long",
        "dependency_cycle" => "why_dependency_cycle",
        _ => "why_other",
    };
    sentence(code, lang)
}

/// Stops the work at the user's request. Talk and the intent report are retracted; other work keeps its finished parts.
pub(crate) fn stop(state: &mut State<Content>) -> Follow {
    let stage = state.memory.stage();
    if stage.is_talk() || stage == Stage::IntentReport {
        return Follow::Step(Step::Retract("stopped".to_owned()));
    }
    let name = state.memory.work.last().map_or_else(String::new, |item| item.field.clone());
    made_nothing(&mut state.memory, &name, FieldStatus::Pending);
    tally::stopped(state);
    state.memory.work.clear();
    state.note("stopped", value! {});
    Follow::Work
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
