//! The page's buttons that begin an operation (content specification, 3.1).

use serde_json::Value;

use super::agent::{Content, Stage};
use super::fields::find;
use super::phase::Phase;
use super::route::{self, Route};
use super::sentences::{refusal, refusal_of};
use super::work::Item;
use super::{batch, evaluation, flow, making, research, simulation, talk};
use crate::engine::{Refusal, State, Step};
use crate::json::{object, read, FromJson};

/// What came of an edit that begins something.
type Begun = Result<Option<Step<Stage>>, Refusal>;

/// Begins what the edit called `key` asks for; none: it begins nothing.
pub(super) fn take(state: &mut State<Content>, key: &str, value: &Value) -> Option<Begun> {
    Some(match key {
        "approve" => approve(state),
        "generate" => generate(state, value),
        "batch" => of(state, value)
            .and_then(|Batch { phase, respect_autonomy }| batch::start(state, phase, respect_autonomy.unwrap_or(true))),
        "regenerate_stale" => batch::refresh(state),
        "search" => search(state, value),
        "propose" => propose(state),
        "simulate" => simulate(state, value),
        "evaluate" => evaluate(state, value),
        "accept_suggestion" => accept(state, value),
        _ => return None,
    })
}

/// The members of `{ batch }`.
struct Batch {
    phase: Option<Phase>,
    respect_autonomy: Option<bool>,
}

object!(read Batch {} optional { phase, respect_autonomy });

/// The member of `{ generate }`.
struct OfField {
    field: String,
}

object!(read OfField { field });

/// The member of `{ search }`.
struct Search {
    query: String,
}

object!(read Search { query });

/// The members of an edit.
fn of<T: FromJson>(state: &State<Content>, value: &Value) -> Result<T, Refusal> {
    read(value).map_err(|error: crate::Error| refusal_of("invalid_edit", &error.to_string(), state.lang()))
}

/// The button of the checkpoint.
fn approve(state: &mut State<Content>) -> Begun {
    if !state.memory.waiting_for_human {
        return Err(refusal("not_waiting", state.lang()));
    }
    Ok(Some(route::advance(state)))
}

/// As if asked for in the chat.
fn generate(state: &mut State<Content>, value: &Value) -> Begun {
    let OfField { field } = of(state, value)?;
    let Some(found) = find(&state.memory, &field) else {
        return Err(refusal_of("unknown_field", &field, state.lang()));
    };
    let name = found.name.clone();
    Ok(Some(route::take(state, Route::Generate, Some(name), "")))
}

fn search(state: &mut State<Content>, value: &Value) -> Begun {
    let Search { query } = of(state, value)?;
    if query.trim().is_empty() {
        return Err(refusal("empty_query", state.lang()));
    }
    state.hear(query.as_str());
    talk::mode(state, "search", None);
    let call = research::search(&query);
    state.memory.work.push(Item::Look { query });
    Ok(Some(Step::Run(vec![call], Stage::Look)))
}

/// Designs to choose among are asked for, once it is known what they are for.
fn propose(state: &mut State<Content>) -> Begun {
    if state.memory.golden.intent.trim().is_empty() {
        return Err(refusal("no_intent", state.lang()));
    }
    begin(state, "propose", Item::Propose)
}

fn simulate(state: &mut State<Content>, value: &Value) -> Begun {
    let simulation = simulation::begin(&state.memory, value, state.lang())?;
    begin(state, "simulate", Item::Simulate(Box::new(simulation)))
}

fn evaluate(state: &mut State<Content>, value: &Value) -> Begun {
    let grading = evaluation::begin(&state.memory, value, state.lang())?;
    begin(state, "evaluate", Item::Evaluate(grading))
}

fn begin(state: &mut State<Content>, mode: &str, item: Item) -> Begun {
    talk::mode(state, mode, None);
    state.memory.work.push(item);
    Ok(Some(flow::next(state)))
}

/// The members of `{ accept_suggestion }`.
struct Accepted {
    id: String,
    field: String,
}

object!(read Accepted { id } optional { field });

/// A suggestion is what the user wants changed.
fn accept(state: &mut State<Content>, value: &Value) -> Begun {
    let Accepted { id, field } = of(state, value)?;
    let lang = state.lang();
    let (name, text) = evaluation::accept(&state.memory, &id, &field, lang)?;
    state.hear(text.as_str());
    Ok(Some(making::update(state, &name, &text)))
}
