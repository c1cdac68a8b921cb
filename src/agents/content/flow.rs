//! The pile of work: what is asked next, and what becomes of it when it fails (content specification, 3.2 and 3.4).

use super::agent::{Content, Stage};
use super::fields;
use super::model::Memory;
use super::phase::Phase;
use super::sentences::filled;
use super::work::Item;
use super::{batch, phases, research, talk};
use crate::engine::{State, Step};
use crate::json::value;

/// The next step of the work: what is on top of the pile; where nothing is, the user.
pub(super) fn next(state: &mut State<Content>) -> Step<Stage> {
    loop {
        let step = match state.memory.work.last() {
            None => Some(rest(state)),
            Some(Item::Phase { .. }) => phases::go_on(state),
            Some(Item::Batch { .. }) => batch::go_on(state),
            Some(Item::Research { .. }) => Some(research::begin(state)),
            Some(item) => Some(Step::Think(stage(item))),
        };
        if let Some(step) = step {
            return step;
        }
    }
}

/// Where the model is asked about an item.
fn stage(item: &Item) -> Stage {
    match item {
        Item::Route { .. } => Stage::Route,
        Item::Question => Stage::Question,
        Item::Report { .. } => Stage::IntentReport,
        Item::Generate { .. } => Stage::Generate,
        Item::Update { .. } => Stage::Update,
        Item::Chat { .. } => Stage::Chat,
        Item::Look { .. } => Stage::Look,
        Item::Propose => Stage::Propose,
        Item::Simulate(_) => Stage::Simulate,
        Item::Evaluate(_) => Stage::Evaluate,
        Item::Phase { .. } | Item::Batch { .. } | Item::Research { .. } => Stage::Rest,
    }
}

/// Nothing is under way: the user is next.
pub(super) fn rest(state: &State<Content>) -> Step<Stage> {
    if !state.memory.finished {
        return Step::Listen(Stage::Rest);
    }
    let written = state.memory.fields.iter().filter(|field| field.has_content()).count();
    Step::Finish(value! { "project": state.memory.project.id, "fields": written }, Stage::Rest)
}

/// Whether the turn is taken back where the item on top fails: nothing was done yet but talk.
fn is_talk(item: Option<&Item>) -> bool {
    matches!(item, Some(Item::Route { .. } | Item::Question | Item::Chat { .. }))
}

/// What is on top did not come to its end. Talk is taken back; of work, what is finished stays, and the user hears why it stopped.
pub(super) fn fail(state: &mut State<Content>, code: &str, detail: &str) -> Step<Stage> {
    if is_talk(state.memory.work.last()) {
        return Step::Retract(code.to_owned());
    }
    let research = matches!(state.memory.work.last(), Some(Item::Research { .. }));
    let name = match state.memory.work.pop() {
        Some(Item::Generate { field, .. }) => Some(field),
        Some(Item::Research { .. }) => Some(state.memory.default_name(Phase::Research, state.lang()).to_owned()),
        _ => None,
    };
    mark_failed(&mut state.memory, name.as_deref());
    if batch::takes_failure(state, name.as_deref(), code) {
        return next(state);
    }
    let lang = state.lang();
    let text = filled(if research { "research_failed" } else { "failed" }, code, lang);
    talk::error(state, code, if detail.is_empty() { &text } else { detail });
    state.memory.work.clear();
    talk::say(state, text)
}

/// A field that could not be made has failed, unless it has an older text.
fn mark_failed(memory: &mut Memory, name: Option<&str>) {
    let Some(field) = name.and_then(|name| fields::find(memory, name)) else { return };
    if !field.has_content() {
        let id = field.id.clone();
        fields::fail(memory, &id);
    }
}

/// The user pressed stop: a dialogue about the intent and talk are taken back, other work leaves what it finished.
pub(super) fn stop(state: &mut State<Content>) -> Step<Stage> {
    let top = state.memory.work.last();
    if is_talk(top) || matches!(top, Some(Item::Report { .. })) {
        return Step::Retract("stopped".to_owned());
    }
    batch::stopped(state);
    state.memory.work.clear();
    state.note("stopped", value! {});
    rest(state)
}
