//! Routes a message of the user: by known words, or by the model's route and the table of routes and situations (spec.md 3.2 and
//! 3.5).

use serde_json::Value;

use super::failure::fail;
use super::{intent, making, phases};
use crate::content::{Content, Follow};
use crate::fields::find;
use crate::fields::references::{self, Reference};
use crate::model::{Item, Memory, Phase, Stage};
use crate::research;
use crate::talk;
use crate::texts::sentences::sentence;
use crate::texts::words;
use stepgate_engine::{CallResult, State, Step};

/// Carries out a route in the current situation, after the intent phase (the table of spec.md 3.5). `route` is one of the
/// names in the router's contract.
pub(super) fn take(state: &mut State<Content>, route: &str, target: Option<String>, text: &str) {
    let target = target.map(|name| find(&state.memory, &name).map_or(name, |field| field.name.clone()));
    talk::mode(state, route, target.as_deref());
    let (phase, is_done) = (state.memory.current_phase, state.memory.is_done());
    match (route, target) {
        ("advance_phase", _) if state.memory.finished => talk::refuse(state, "no_next_phase", "no_next_phase"),
        ("advance_phase", _) if is_done => phases::leave(state),
        ("advance_phase", _) => {
            talk::notice(state, "ran_pending_phase", None);
            phases::run(state, text);
        }
        ("research", _) if is_done && phase == Phase::Intent => phases::leave(state),
        ("research", _) => work_of(state, Phase::Research, text),
        ("generate", target) => generate(state, target, text),
        ("modify", Some(name)) => making::update(state, &name, text),
        ("modify", None) if state.memory.waiting_for_human => {
            let name = state.memory.default_name(phase, state.lang()).to_owned();
            making::update(state, &name, text);
        }
        ("modify", None) => talk::refuse(state, "target_missing", "target_missing"),
        ("query", target) => show_named(state, text, target),
        ("simulate" | "evaluate", _) if !state.memory.has_material() => talk::refuse(state, "no_content", "no_content"),
        ("simulate", _) => work_of(state, Phase::Simulate, text),
        ("evaluate", _) => work_of(state, Phase::Evaluate, text),
        _ => state.memory.work.push(Item::new(Stage::Chat, text)),
    }
}

/// Does the work of a phase: as a run if it is the current phase and not done, else as a tool.
fn work_of(state: &mut State<Content>, phase: Phase, text: &str) {
    if state.memory.current_phase == phase && !state.memory.is_done() {
        phases::run(state, text);
    } else {
        phases::as_tool(state, phase, text);
    }
}

fn generate(state: &mut State<Content>, target: Option<String>, text: &str) {
    let phase = state.memory.current_phase;
    let default = state.memory.default_name(phase, state.lang());
    if target.is_none() && state.memory.is_done() && !state.memory.declared(phase).is_empty() {
        return talk::refuse(state, "target_missing", "generate_which");
    }
    match target.filter(|name| name != default) {
        Some(name) if phase_of(&state.memory, &name) == Some(Phase::Research) => {
            if phase == Phase::Intent && state.memory.is_done() {
                return phases::leave(state);
            }
            work_of(state, Phase::Research, text);
        }
        Some(name) => making::generate(state, &name, text),
        _ => work_of(state, phase, text),
    }
}

/// The phase whose default field has this name, whether the field exists or not.
fn phase_of(memory: &Memory, name: &str) -> Option<Phase> {
    match find(memory, name) {
        Some(field) => field.is_default.then_some(field.phase),
        None => Phase::of_field(name),
    }
}

/// Handles a message of the user (spec.md 3.2).
pub(crate) fn said(state: &mut State<Content>, text: &str) {
    let references = references::references(text, &state.memory.fields);
    if references::is_only(text, &references) {
        talk::mode(state, "query", None);
        return show(state, &references);
    }
    let is_done = state.memory.is_done();
    if state.memory.current_phase == Phase::Intent && !is_done {
        return intent::said(state, text);
    }
    if words::is_approval(text) || !is_done && words::is_start(text) {
        return advance(state);
    }
    state.memory.work.push(Item::new(Stage::Route, text));
}

/// Goes on to the next phase, after a word of approval or the button.
pub(super) fn advance(state: &mut State<Content>) {
    take(state, "advance_phase", None, "");
}

/// Carries out the route that the model chose.
pub(crate) fn decided(state: &mut State<Content>, value: &Value) {
    let route = value.get("intent").and_then(Value::as_str).unwrap_or_default();
    let named = value.get("target").and_then(Value::as_str).map(|name| name.trim().trim_start_matches('@').trim());
    let named = named.filter(|name| !name.is_empty()).map(str::to_owned);
    let text = heard(state);
    let first = || references::references(&text, &state.memory.fields).into_iter().next();
    let target = named.or_else(|| Some(first()?.name));
    take(state, route, target, &text);
}

/// Treats the message as chat, since two replies named no route.
pub(crate) fn defaulted(state: &mut State<Content>) {
    talk::notice(state, "route_defaulted", None);
    let text = heard(state);
    take(state, "chat", None, &text);
}

/// Removes the router's item from the stack and returns the user's message.
fn heard(state: &mut State<Content>) -> String {
    state.memory.work.pop().unwrap_or_default().text
}

/// Shows the fields that the text refers to, else the target.
fn show_named(state: &mut State<Content>, text: &str, target: Option<String>) {
    let mut found = references::references(text, &state.memory.fields);
    if let Some(name) = target.filter(|_| found.is_empty()) {
        let field = state.memory.fields.iter().position(|field| field.name == name);
        found.push(Reference { start: 0, end: 0, field, name });
    }
    show(state, &found);
}

fn show(state: &mut State<Content>, references: &[Reference]) {
    let text = references::read_out(references, &state.memory.fields, state.lang());
    state.say(text);
}

/// Answers the user in a chat.
pub(crate) fn chatted(state: &mut State<Content>, text: &str) -> Follow {
    let text = text.trim();
    if text.is_empty() {
        return fail(state, "empty_content", "");
    }
    state.memory.work.pop();
    state.say(text);
    Follow::Work
}

/// Takes the result of a quick search and asks the model to answer from it.
pub(crate) fn looked(state: &mut State<Content>, results: &[CallResult]) -> Follow {
    if results.iter().filter_map(|ran| ran.result.as_ref().ok()).all(|found| research::hits(found).is_empty()) {
        state.memory.work.pop();
        let text = sentence("nothing_found", state.lang());
        state.say(text);
        return Follow::Work;
    }
    Follow::Step(Step::Think(Stage::Look))
}
