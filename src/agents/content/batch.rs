//! Several fields, one after the other: what a batch makes, and what it holds back (content specification, 3.7).

use super::agent::{Content, Stage};
use super::field::{Field, FieldStatus};
use super::fields;
use super::model::Memory;
use super::phase::Phase;
use super::sentences::{listed, refusal_of};
use super::work::Item;
use super::{flow, making};
use crate::engine::{Refusal, State, Step};
use crate::json::value;

/// Makes the fields that are pending or failed, of one phase or of all.
///
/// # Errors
/// `dependency_cycle`, naming its members.
pub(super) fn start(
    state: &mut State<Content>,
    phase: Option<Phase>,
    respect_autonomy: bool,
) -> Result<Option<Step<Stage>>, Refusal> {
    let is_open =
        |field: &&Field| phase.is_none_or(|phase| field.phase == phase) && field.status != FieldStatus::Completed;
    let open: Vec<&Field> = state.memory.fields.iter().filter(is_open).collect();
    begin(state, in_order(state, &open)?, respect_autonomy)
}

/// Makes again what is out of date; the intent is the user's.
///
/// # Errors
/// `dependency_cycle`, naming its members.
pub(super) fn refresh(state: &mut State<Content>) -> Result<Option<Step<Stage>>, Refusal> {
    let mut stale: Vec<&Field> = Vec::new();
    for station in &state.memory.stations {
        stale.extend(state.memory.fields.iter().filter(|field| field.phase == station.phase && field.stale));
    }
    begin(state, in_order(state, &stale)?, false)
}

fn in_order(state: &State<Content>, fields: &[&Field]) -> Result<Vec<String>, Refusal> {
    let lang = state.lang();
    fields::in_order(fields).map_err(|cycle| refusal_of("dependency_cycle", &listed(&cycle.0, lang), lang))
}

fn begin(state: &mut State<Content>, ids: Vec<String>, respect_autonomy: bool) -> Result<Option<Step<Stage>>, Refusal> {
    let (mut left, mut pending) = (Vec::new(), Vec::new());
    for id in ids {
        match state.memory.field(&id) {
            Some(field) if is_held(field, &state.memory, respect_autonomy) => pending.push(field.name.clone()),
            _ => left.push(id),
        }
    }
    state.memory.work.push(Item::Batch { left, generated: Vec::new(), failed: Vec::new(), pending });
    Ok(Some(flow::next(state)))
}

fn is_held(field: &Field, memory: &Memory, respect_autonomy: bool) -> bool {
    let is_intent = field.is_default && field.phase == Phase::Intent;
    is_intent || respect_autonomy && memory.needs_confirm(field.phase)
}

/// The next field of the batch on top of the pile; after the last one, what came of it.
pub(super) fn go_on(state: &mut State<Content>) -> Option<Step<Stage>> {
    let Some(Item::Batch { left, .. }) = state.memory.work.last_mut() else { return None };
    if left.is_empty() {
        end(state);
        return None;
    }
    let id = left.remove(0);
    let memory = &state.memory;
    let field = memory.fields.iter().find(|field| field.id == id)?;
    let (name, phase) = (field.name.clone(), field.phase);
    if fields::unmet(field, &memory.fields).is_empty() {
        making::push(state, &name, phase, "");
    } else if let Some(Item::Batch { pending, .. }) = state.memory.work.last_mut() {
        pending.push(name);
    }
    None
}

/// A field below which a batch lies was made.
pub(super) fn takes(state: &mut State<Content>, name: &str) {
    if let Some(Item::Batch { generated, .. }) = state.memory.work.last_mut() {
        generated.push(name.to_owned());
    }
}

/// What failed was one of a batch, which goes on with the next.
pub(super) fn takes_failure(state: &mut State<Content>, name: Option<&str>, code: &str) -> bool {
    let Some(Item::Batch { failed, .. }) = state.memory.work.last_mut() else { return false };
    let name = name.unwrap_or_default();
    failed.push(name.to_owned());
    state.note("field_failed", value! { "name": name, "code": code });
    true
}

/// The user stopped it: what was not made yet is pending.
pub(super) fn stopped(state: &mut State<Content>) {
    let lang = state.lang();
    let memory = &mut state.memory;
    let running = match memory.work.last() {
        Some(Item::Generate { field, .. }) => Some(field.clone()),
        Some(Item::Research { .. }) => Some(memory.default_name(Phase::Research, lang).to_owned()),
        _ => None,
    };
    let Some(Item::Batch { left, pending, .. }) = memory.work.first_mut() else { return };
    pending.extend(running);
    for id in left.drain(..) {
        pending.push(fields::name_of(&id, &memory.fields).to_owned());
    }
    memory.work.truncate(1);
    end(state);
}

/// The batch is over: it tells what it did.
fn end(state: &mut State<Content>) {
    let Some(Item::Batch { generated, failed, pending, .. }) = state.memory.work.pop() else { return };
    let completed = failed.is_empty() && pending.is_empty();
    let result = value! { "generated": generated, "failed": failed, "pending": pending, "completed": completed };
    state.note("batch", result);
}
