//! Routes a message of the user: by known words, or by the model's route and the table of routes and situations (spec.md 3.2 and
//! 3.5).

use serde_json::Value;

use super::failure::fail;
use super::{intent, making, phases, questions, revisions};
use crate::content::{Content, Follow};
use crate::fields::references::{self, Reference};
use crate::fields::{self, find, say_with_open_points};
use crate::model::{limits, Field, Item, Memory, Pending, Phase, Stage, Trial};
use crate::research;
use crate::talk;
use crate::texts::sentences::{filled, listed, sentence};
use crate::texts::{report, words};
use stepgate_engine::{CallResult, Entry, State, Step, Stored};
use stepgate_json::text_of;

/// Carries out a route in the current situation, after the intent phase (the table of spec.md 3.5). `route` is one of the
/// names in the router's contract.
pub(super) fn take(state: &mut State<Content>, route: &str, target: Option<String>, text: &str) {
    let target = target.and_then(|name| match find(&state.memory, &name) {
        Some(field) => Some(field.name.clone()),
        // An unknown name means a new field to `generate`, and nothing to the other routes.
        None => Some(name).filter(|_| route == "generate"),
    });
    talk::mode(state, route, target.as_deref());
    let (phase, is_done) = (state.memory.current_phase, state.memory.is_done());
    match (route, target) {
        ("advance_phase" | "finish", _) if !state.memory.revisions.is_empty() => {
            talk::refuse(state, "revision_open", "revision_open")
        }
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
        ("modify", None) => modify(state, text),
        ("undo", target) => undo(state, target),
        ("keep", target) => keep(state, target, text),
        ("finish", _) if state.memory.waiting_for_human && state.memory.next_phase().is_none() => phases::leave(state),
        ("finish", _) if state.memory.has_core() => finish(state),
        ("query", target) => show_named(state, text, target),
        ("note", _) => note(state, text),
        ("simulate", target) => simulate(state, target, text),
        ("evaluate", _) if !state.memory.has_material() => talk::refuse(state, "no_content", "no_content"),
        ("evaluate", _) => work_of(state, Phase::Evaluate, text),
        (_, target) => {
            let field = shown(&state.memory, target.as_deref(), text).map_or("", |field| &field.name).to_owned();
            state.memory.work.push(Item { field, ..Item::new(Stage::Chat, text) });
        }
    }
}

/// Carries out a route about several fields, in the order in which the router named them: change, keep, undo or show. A text that is
/// kept with others, but has no revision, is changed by the message, as [`keep`] does.
fn take_all(state: &mut State<Content>, route: &str, names: &[String], text: &str) {
    talk::mode(state, route, names.first().map(String::as_str));
    match route {
        "query" => {
            let found: Vec<Reference> = names.iter().map(|name| reference(&state.memory, name)).collect();
            show(state, &found);
        }
        "keep" => {
            let (open, others): (Vec<String>, Vec<String>) =
                names.iter().cloned().partition(|name| is_revised(&state.memory, name));
            if open.is_empty() {
                keep(state, None, "");
            }
            for name in open {
                keep(state, Some(name), "");
            }
            if !others.is_empty() {
                making::update_all(state, &others, text);
            }
        }
        "undo" => names.iter().for_each(|name| undo(state, Some(name.clone()))),
        _ => making::update_all(state, names, text),
    }
}

/// Has the named text tried, or all of the content.
fn simulate(state: &mut State<Content>, target: Option<String>, text: &str) {
    let memory = &mut state.memory;
    let named = target.and_then(|name| find(memory, &name)).filter(|field| field.has_content() && !field.is_report());
    let field = named.map_or_else(String::new, |field| field.name.clone());
    if field.is_empty() && !memory.has_material() {
        return talk::refuse(state, "no_content", "no_content");
    }
    memory.trial.field = field;
    work_of(state, Phase::Simulate, text);
}

fn is_revised(memory: &Memory, name: &str) -> bool {
    find(memory, name).is_some_and(|field| memory.revision(&field.id).is_some())
}

/// Notes a fact that the user told: it stands in the later prompts.
fn note(state: &mut State<Content>, text: &str) {
    revisions::decide(&mut state.memory, "", 0, text);
    let text = sentence("noted", state.lang());
    state.say(text);
}

/// The written field that a talk is about: the target, the one that the text names, or the one changed or written last.
fn shown<'a>(memory: &'a Memory, target: Option<&str>, text: &str) -> Option<&'a Field> {
    let named = target.and_then(|name| find(memory, name)).or_else(|| references::named(text, &memory.fields));
    named.or_else(|| memory.last_changed()).filter(|field| field.has_content())
}

/// Whether the router chose the report of a trial for a change that does not name it, and so is meant for the content.
fn is_by_mistake(memory: &Memory, name: &str, text: &str) -> bool {
    find(memory, name).is_some_and(Field::is_report) && !text.contains(name) && !words::names_report(text)
}

/// The field whose gaps the agent named in its last words.
fn lacking(state: &State<Content>) -> Option<&Field> {
    let transcript = state.transcript();
    let is_user = |stored: &&Stored| matches!(stored.entry, Entry::User { .. });
    let newest = (0..transcript.len()).rev().filter(|seq| !transcript.is_retracted(*seq));
    let here = newest.filter_map(|seq| transcript.get(seq)).filter(|stored| stored.thread == state.thread());
    let before = here.skip_while(|stored| !is_user(stored)).skip_while(is_user);
    before.take_while(|stored| !is_user(stored)).find_map(|stored| find(&state.memory, talk::lacking(&stored.entry)?))
}

/// Changes the field whose gaps were just named, else the one that was changed or written last; at a checkpoint where nothing was,
/// the phase's default field. The phases of trials change the content, never a report.
fn modify(state: &mut State<Content>, text: &str) {
    let memory = &state.memory;
    let written = || memory.fields.iter().rfind(|field| field.is_material());
    let default = match memory.current_phase {
        Phase::Simulate | Phase::Evaluate => {
            memory.default_field(Phase::ProduceInner).filter(|field| field.has_content()).or_else(written)
        }
        phase => memory.default_field(phase).filter(|_| memory.waiting_for_human),
    };
    let last = memory.last_changed().filter(|field| !field.is_report());
    match lacking(state).or(last).or(default).map(|field| field.name.clone()) {
        Some(name) => making::update(state, &name, text),
        None => ask_which(state, "modify", "target_missing", text),
    }
}

/// Asks which field is meant, and keeps the request for the answer.
fn ask_which(state: &mut State<Content>, route: &str, sentence: &'static str, text: &str) {
    state.memory.pending = Some(Pending { route: route.to_owned(), text: text.to_owned() });
    talk::refuse(state, "target_missing", sentence);
}

/// Reverts the open revision of the target, or takes its last change back; without a target, that of the field changed last.
fn undo(state: &mut State<Content>, target: Option<String>) {
    let now = state.now();
    let memory = &state.memory;
    let field = target.as_deref().and_then(|name| find(memory, name)).or_else(|| memory.last_changed());
    let id = field.map_or_else(String::new, |field| field.id.clone());
    if revisions::revert(state, &id) {
        return;
    }
    let memory = &mut state.memory;
    let Some(written) = fields::undo(memory, &id, now) else {
        return talk::refuse(state, "nothing_to_undo", "nothing_to_undo");
    };
    talk::wrote(state, &written);
    let text = filled("undone", &written.name, state.lang());
    state.say(text);
}

/// Keeps the revision of the target, or else the newest one, and then changes a target without a revision: the router names one
/// only if the user asks for more than to keep. A text that asks for a change of the revised field itself keeps nothing yet.
fn keep(state: &mut State<Content>, target: Option<String>, text: &str) {
    let named = target.as_deref().and_then(|name| find(&state.memory, name));
    let revised = named.filter(|field| state.memory.revision(&field.id).is_some());
    let other = named.filter(|_| revised.is_none()).map(|field| field.name.clone());
    // The contract offers this route only beside a revision.
    let Some(kept) = revised.or_else(|| revisions::newest(state)) else { return };
    let (id, name) = (kept.id.clone(), kept.name.clone());
    if other.is_none() && words::asks_more(text) {
        return making::update(state, &name, text);
    }
    revisions::keep(state, &id);
    if let Some(other) = other {
        making::update(state, &other, text);
    }
}

/// Tells the user what is written and how to export it. No phase moves, so that the user can go on later.
fn finish(state: &mut State<Content>) {
    let is_product = |field: &&Field| field.phase.is_product();
    let names: Vec<String> =
        state.memory.written().into_iter().filter(is_product).map(|field| field.name.clone()).collect();
    let lang = state.lang();
    let closing = match state.memory.finished {
        true => sentence("all_done", lang).to_owned(),
        false => filled("finished_here", &listed(&names, lang), lang),
    };
    say_with_open_points(state, &closing);
    state.memory.ended_early = true;
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
        return ask_which(state, "generate", "generate_which", text);
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
    state.memory.ended_early = false;
    // A yes or a no answers an open question and leaves a change that waits alone.
    let is_asked = state.memory.asking.is_some();
    if (!is_asked || words::is_about_change(text)) && revisions::said(state, text) || answers(state, text) {
        return;
    }
    if let Some(route) = words::keeps_and(text).filter(|_| !is_asked && !state.memory.revisions.is_empty()) {
        keep(state, None, "");
        return take(state, route, None, text);
    }
    let references = references::references(text, &state.memory.fields);
    if references::is_only(text, &references) {
        talk::mode(state, "query", None);
        return show(state, &references);
    }
    let named = references::only_one(&references, &state.memory.fields).filter(|_| words::asks_change(text));
    let named = named.map(|field| field.name.clone());
    if named.is_none() && questions::said(state, text) {
        return resume(state);
    }
    let is_done = state.memory.is_done();
    if state.memory.current_phase == Phase::Intent && !is_done {
        return intent::said(state, text);
    }
    let known = match named {
        _ if words::goes_on(text) || !is_done && words::is_start(text) => Some(("advance_phase", None)),
        _ if words::is_undo(text) => Some(("undo", None)),
        _ if words::is_finish(text) && state.memory.has_core() => Some(("finish", None)),
        Some(name) => Some(("modify", Some(name))),
        None => None,
    };
    let Some((route, target)) = known else { return state.memory.work.push(Item::new(Stage::Route, text)) };
    state.memory.pending = None;
    take(state, route, target, text);
}

/// Goes on with the questions of a field; after the last one, its text is made.
pub(crate) fn resume(state: &mut State<Content>) {
    match questions::next(state) {
        Some((_, asking)) if asking.in_phase && !state.memory.is_done() => phases::run(state, ""),
        Some((name, asking)) => making::generate(state, &name, &asking.text),
        None => {}
    }
}

/// Carries out the open request, if the text only names its field.
fn answers(state: &mut State<Content>, text: &str) -> bool {
    let Some(field) = references::answered(text, &state.memory.fields) else { return false };
    let name = field.name.clone();
    let Some(pending) = state.memory.pending.take() else { return false };
    take(state, &pending.route, Some(name), &pending.text);
    true
}

/// Goes on to the next phase, after a word of approval or the button.
pub(super) fn advance(state: &mut State<Content>) {
    take(state, "advance_phase", None, "");
}

/// Carries out the route that the model chose.
pub(crate) fn decided(state: &mut State<Content>, value: &Value) {
    let route = text_of(value.get("intent"));
    let names = named(value.get("target"));
    let mut text = heard(state);
    let reader = text_of(value.get("reader")).trim();
    state.memory.trial = Trial { persona: reader.chars().take(limits::WORDS).collect(), ..Trial::default() };
    if let Some(pending) = state.memory.pending.take().filter(|pending| pending.route == route) {
        text = [&pending.text, "\n", &text].concat();
    }
    let new = value
        .get("new_field")
        .and_then(Value::as_str)
        .map(str::trim)
        .filter(|name| route == "generate" && !name.is_empty());
    if names.len() > 1 && matches!(route, "modify" | "query" | "undo" | "keep") {
        return take_all(state, route, &names, &text);
    }
    let named = names.into_iter().next().or_else(|| new.map(str::to_owned));
    let first = || references::references(&text, &state.memory.fields).into_iter().next();
    let target = named.or_else(|| Some(first()?.name));
    let target = target.filter(|name| route != "modify" || !is_by_mistake(&state.memory, name, &text));
    if let Some(fact) = words::aside(&text).filter(|_| route == "advance_phase") {
        note(state, &fact);
    }
    take(state, route, target, &text);
}

/// The names in a router's target: one, or a list, each once.
fn named(target: Option<&Value>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in report::texts(target) {
        let name = name.trim().trim_start_matches('@').trim();
        if !name.is_empty() && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Treats the message as chat, since two replies named no route.
pub(crate) fn defaulted(state: &mut State<Content>) {
    talk::notice(state, "route_defaulted", None);
    state.memory.pending = None;
    let text = heard(state);
    take(state, "chat", None, &text);
}

/// Removes the router's item from the stack and returns the user's message.
fn heard(state: &mut State<Content>) -> String {
    state.memory.work.pop().map_or_else(String::new, |item| item.text)
}

/// Shows the fields that the text refers to, else the target, else the one that a talk would be about.
fn show_named(state: &mut State<Content>, text: &str, target: Option<String>) {
    let mut found = references::references(text, &state.memory.fields);
    let meant = || target.or_else(|| Some(shown(&state.memory, None, text)?.name.clone()));
    if found.is_empty() {
        found.extend(meant().map(|name| reference(&state.memory, &name)));
    }
    show(state, &found);
}

/// A reference to the field with this name.
fn reference(memory: &Memory, name: &str) -> Reference {
    let field = memory.fields.iter().position(|field| field.name == name);
    Reference { start: 0, end: 0, field, name: name.to_owned() }
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
