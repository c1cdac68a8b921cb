//! Makes and changes fields (spec.md 3.6).

use super::failure::fail;
use super::tally;
use crate::content::{Content, Follow};
use crate::fields::declare::{check_room, checked_name, default_id, unique_name};
use crate::fields::{find, save, unmet, unmet_names};
use crate::model::{limits, Field, Item, Memory, Phase, Stage};
use crate::texts::sentences::{filled, listed};
use crate::trials::evaluation;
use crate::{research, talk};
use stepgate_engine::Lang;
use stepgate_engine::State;
use stepgate_json::value;

/// Puts a field on the stack. The research report begins with its own stages.
pub(super) fn push_field(state: &mut State<Content>, name: &str, phase: Phase, text: &str) {
    let mut is_report = false;
    if let Some(field) = find(&state.memory, name) {
        is_report = field.is_default && field.phase == Phase::Research;
        let open = questions(field);
        if !open.is_empty() {
            let note = value! { "name": field.name, "questions": open };
            state.note("questions", note);
        }
    }
    let stage = if is_report { research::begin(&state.memory) } else { Stage::Generate };
    state.memory.work.push(Item::about(stage, name, phase, text));
}

/// The questions of a field that the user has not answered.
fn questions(field: &Field) -> Vec<String> {
    let mut open = field.pre_questions.clone();
    open.retain(|question| field.pre_answers.get(question).is_none_or(|answer| answer.trim().is_empty()));
    open
}

/// Puts the default field of a phase on the stack.
pub(super) fn push_default(state: &mut State<Content>, phase: Phase, text: &str) {
    let name = state.memory.default_name(phase, state.lang()).to_owned();
    let stage = match phase {
        Phase::Research => research::begin(&state.memory),
        Phase::Intent if find(&state.memory, &name).is_some_and(Field::has_content) => Stage::Update,
        Phase::Intent => Stage::IntentReport,
        _ => Stage::Generate,
    };
    state.memory.work.push(Item::about(stage, &name, phase, text));
}

/// Makes the field with this name; if there is none, makes a new one in the current phase.
pub(super) fn generate(state: &mut State<Content>, name: &str, text: &str) {
    let Some(field) = find(&state.memory, name) else { return generate_new(state, name, text) };
    let (name, phase) = (field.name.clone(), field.phase);
    if field.is_default && phase == Phase::Intent {
        return update(state, &name, text);
    }
    if !refused(state, &name) {
        push_field(state, &name, phase, text);
    }
}

fn generate_new(state: &mut State<Content>, name: &str, text: &str) {
    let name = checked_name(name, state.lang()).unwrap_or_default();
    let has_room = check_room(&state.memory, 1, state.lang()).is_ok();
    if name.is_empty() || !has_room {
        return talk::refuse(state, "target_missing", if has_room { "generate_which" } else { "too_many_fields" });
    }
    let phase = Phase::of_field(name).unwrap_or(state.memory.current_phase);
    push_field(state, name, phase, text);
}

/// Changes a field by the user's instruction `text`.
pub(crate) fn update(state: &mut State<Content>, name: &str, text: &str) {
    let Some(field) = find(&state.memory, name).filter(|field| field.has_content()) else {
        return talk::refuse(state, "target_missing", "target_missing");
    };
    let item = Item::about(Stage::Update, &field.name, field.phase, text);
    state.memory.work.push(item);
}

/// Refuses to make a field with unmet dependencies, and drops the work. Returns false if the field can be made. The intent is
/// never refused.
pub(super) fn refused(state: &mut State<Content>, name: &str) -> bool {
    let Some(field) = find(&state.memory, name) else { return false };
    let is_intent = field.is_default && field.phase == Phase::Intent;
    if is_intent || unmet(field, &state.memory.fields).is_empty() {
        return false;
    }
    state.memory.work.clear();
    refuse(state, name);
    true
}

/// Refuses to make a field and names its unmet dependencies.
pub(super) fn refuse(state: &mut State<Content>, name: &str) {
    let missing = find(&state.memory, name).map(|field| unmet_names(field, &state.memory.fields));
    talk::notice(state, "dependency_unmet", Some(name));
    let lang = state.lang();
    let text = filled("dependency_unmet", &listed(&missing.unwrap_or_default(), lang), lang);
    state.say(text);
}

/// Takes the text that the model gave for the field on top of the stack.
pub(crate) fn made(state: &mut State<Content>, content: &str) -> Follow {
    match write(state, content) {
        Ok(()) => Follow::Work,
        Err(code) => fail(state, code, ""),
    }
}

/// Writes the text of the field on top of the stack and removes its item.
///
/// # Errors
/// `empty_content`, `too_long`.
pub(super) fn write(state: &mut State<Content>, content: &str) -> Result<(), &'static str> {
    let content = content.trim();
    if content.is_empty() {
        return Err("empty_content");
    }
    if content.chars().count() > limits::CONTENT {
        return Err("too_long");
    }
    let (now, lang) = (state.now(), state.lang());
    let Some(item) = state.memory.work.pop() else { return Ok(()) };
    let id = made_or_new(&mut state.memory, &item.field, item.phase, lang);
    if item.stage == Stage::Update {
        evaluation::carried_out(&mut state.memory, &item.text);
    }
    if let Some(written) = save(&mut state.memory, &id, content.to_owned(), now) {
        talk::wrote(state, &written);
        if !tally::takes(state, &written.name) && state.memory.stage() != Stage::Phase {
            talk::announce(state, &written);
        }
    }
    Ok(())
}

/// Id of the field with this name in this phase; creates the field if it is missing.
fn made_or_new(memory: &mut Memory, name: &str, phase: Phase, lang: Lang) -> String {
    if let Some(field) = find(memory, name).filter(|field| field.phase == phase) {
        return field.id.clone();
    }
    if phase.is_field_name(name) {
        return default_id(memory, phase, lang);
    }
    let id = memory.fresh_id();
    let field = Field::new(&id, &unique_name(memory, name), phase);
    memory.fields.push(field);
    id
}

/// `raw` without the reasoning that ends in `</think>`.
pub(crate) fn thought_out(raw: &str) -> &str {
    raw.rsplit("</think>").next().unwrap_or(raw).trim()
}

/// A reply without JSON, taken as the text itself; `None` if it looks like JSON, is cut off or is empty.
pub(crate) fn as_text<'a>(raw: &'a str, code: &str) -> Option<&'a str> {
    let text = thought_out(raw);
    let body = text.strip_prefix("```json").unwrap_or(text).trim_start();
    let is_whole = !matches!(code, "lossy" | "empty" | "too_long" | "too_deep");
    (is_whole && !body.starts_with('{') && !text.is_empty()).then_some(text)
}
