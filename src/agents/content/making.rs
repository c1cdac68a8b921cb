//! Making and changing fields (content specification, 3.6).

use super::agent::{Content, Stage};
use super::declare::{checked_name, default_id, unique_name};
use super::field::Field;
use super::fields::{self, find};
use super::limits;
use super::model::Memory;
use super::phase::Phase;
use super::sentences::{filled, listed};
use super::work::Item;
use super::{batch, evaluation, flow, talk};
use crate::engine::{State, Step};
use crate::Lang;

/// Puts a field on the pile; the report of the research is a work of its own.
pub(super) fn push(state: &mut State<Content>, name: &str, phase: Phase, text: &str) {
    let text = text.to_owned();
    let field = find(&state.memory, name);
    if let Some(field) = field.filter(|field| !field.pre_questions.is_empty()) {
        let open: Vec<&String> = field.pre_questions.iter().filter(|ask| is_open(field, ask)).collect();
        if !open.is_empty() {
            let note = crate::json::value! { "name": field.name, "questions": open };
            state.note("questions", note);
        }
    }
    let is_report = find(&state.memory, name).is_some_and(|field| field.is_default && field.phase == Phase::Research);
    state.memory.work.push(match is_report {
        true => Item::Research { text, queries: Vec::new(), pages: Vec::new() },
        false => Item::Generate { field: name.to_owned(), phase, text },
    });
}

fn is_open(field: &Field, question: &str) -> bool {
    field.pre_answers.get(question).is_none_or(|answer| answer.trim().is_empty())
}

/// Puts the default field of a phase on the pile.
pub(super) fn push_default(state: &mut State<Content>, phase: Phase, text: &str) {
    let name = state.memory.default_name(phase, state.lang()).to_owned();
    let text = text.to_owned();
    state.memory.work.push(match phase {
        Phase::Research => Item::Research { text, queries: Vec::new(), pages: Vec::new() },
        Phase::Intent if find(&state.memory, &name).is_some_and(Field::has_content) => {
            Item::Update { field: name, text }
        }
        Phase::Intent => Item::Report { text },
        _ => Item::Generate { field: name, phase, text },
    });
}

/// Makes a field that is asked for by name; a name that no field has makes a new one in the current phase.
pub(super) fn generate(state: &mut State<Content>, name: &str, text: &str) -> Step<Stage> {
    let Some(field) = find(&state.memory, name) else { return generate_new(state, name, text) };
    let (name, phase) = (field.name.clone(), field.phase);
    if field.is_default && phase == Phase::Intent {
        return update(state, &name, text);
    }
    if !fields::unmet(field, &state.memory.fields).is_empty() {
        return unmet(state, &name);
    }
    push(state, &name, phase, text);
    flow::next(state)
}

fn generate_new(state: &mut State<Content>, name: &str, text: &str) -> Step<Stage> {
    let name = checked_name(name, state.lang()).unwrap_or_default();
    let is_named = !name.is_empty();
    if !is_named || state.memory.fields.len() >= limits::FIELDS {
        return talk::refuse(state, "target_missing", if is_named { "too_many_fields" } else { "generate_which" });
    }
    let named = Phase::ALL.into_iter().find(|phase| phase.is_field_name(name));
    let phase = named.unwrap_or(state.memory.current_phase);
    push(state, name, phase, text);
    flow::next(state)
}

/// Changes a field as the user asks.
pub(super) fn update(state: &mut State<Content>, name: &str, text: &str) -> Step<Stage> {
    let Some(field) = find(&state.memory, name).filter(|field| field.has_content()) else {
        return talk::refuse(state, "target_missing", "target_missing");
    };
    let field = field.name.clone();
    state.memory.work.push(Item::Update { field, text: text.to_owned() });
    flow::next(state)
}

/// A field is refused because of what it depends on.
pub(super) fn unmet(state: &mut State<Content>, name: &str) -> Step<Stage> {
    let missing = find(&state.memory, name).map(|field| fields::unmet_names(field, &state.memory.fields));
    talk::notice(state, "dependency_unmet", Some(name));
    let lang = state.lang();
    let text = filled("dependency_unmet", &listed(&missing.unwrap_or_default(), lang), lang);
    talk::say(state, text)
}

/// The text of a field has come.
pub(super) fn made(state: &mut State<Content>, content: &str) -> Step<Stage> {
    let content = content.trim();
    if content.is_empty() {
        return flow::fail(state, "empty_content", "");
    }
    let made = match state.memory.work.last() {
        Some(Item::Generate { field, phase, .. }) => Some((field.clone(), *phase)),
        Some(Item::Update { field, .. }) => find(&state.memory, field).map(|found| (field.clone(), found.phase)),
        _ => None,
    };
    match made {
        Some((name, phase)) => keep(state, &name, phase, content),
        None => flow::fail(state, "target_missing", ""),
    }
}

/// Writes a text, takes its item from the pile, and goes on.
pub(super) fn keep(state: &mut State<Content>, name: &str, phase: Phase, content: &str) -> Step<Stage> {
    if content.chars().count() > limits::CONTENT {
        return flow::fail(state, "too_long", "");
    }
    let (now, lang) = (state.now(), state.lang());
    let id = made_or_new(&mut state.memory, name, phase, lang);
    if let Some(Item::Update { text, .. }) = state.memory.work.pop() {
        evaluation::carried_out(&mut state.memory, &text);
    }
    if let Some(written) = fields::save(&mut state.memory, &id, content.to_owned(), now) {
        talk::wrote(state, &written);
        match state.memory.work.last() {
            Some(Item::Batch { .. }) => batch::takes(state, &written.name),
            Some(Item::Phase { .. }) => {}
            _ => talk::announce(state, &written),
        }
    }
    flow::next(state)
}

/// Id of the field with this name in this phase, which is made if it is not there.
fn made_or_new(memory: &mut Memory, name: &str, phase: Phase, lang: Lang) -> String {
    if let Some(field) = find(memory, name).filter(|field| field.phase == phase) {
        return field.id.clone();
    }
    if phase.is_field_name(name) {
        return default_id(memory, phase, lang);
    }
    let id = memory.fresh_id();
    let field = Field::new(&id, unique_name(memory, name), phase);
    memory.fields.push(field);
    id
}

/// A reply without what the model thought aloud before it.
pub(super) fn thought_out(raw: &str) -> &str {
    raw.rsplit_once("</think>").map_or(raw, |(_, text)| text).trim()
}

/// What of a reply that is no `{"content": …}` is the text itself: all of it, if it does not look like JSON and is whole.
pub(super) fn as_text<'a>(raw: &'a str, code: &str) -> Option<&'a str> {
    let text = thought_out(raw);
    let body = text.strip_prefix("```json").unwrap_or(text).trim_start();
    let is_whole = !matches!(code, "lossy" | "empty" | "too_long" | "too_deep");
    (is_whole && !body.starts_with('{') && !text.is_empty()).then_some(text)
}
