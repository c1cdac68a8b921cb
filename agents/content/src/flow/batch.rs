//! A batch makes several fields one after the other, and holds some back (spec.md 3.7).

use super::{making, push, Item, Next, Stage};
use crate::fields::{in_order, name_of, unmet, Field, FieldStatus};
use crate::project::{Memory, Phase};
use crate::texts::sentences::{listed, refusal, refusal_of};
use crate::Content;
use stepgate_engine::{Refusal, State};
use stepgate_json::value;

/// Whether a batch of all phases can begin.
pub(crate) fn can_start(memory: &Memory) -> bool {
    can_make(&open(memory, None))
}

/// Whether there are fields out of date that can be made again.
pub(crate) fn can_refresh(memory: &Memory) -> bool {
    can_make(&stale(memory))
}

fn can_make(fields: &[&Field]) -> bool {
    !fields.is_empty() && in_order(fields).is_ok()
}

fn open(memory: &Memory, phase: Option<Phase>) -> Vec<&Field> {
    let mut open: Vec<&Field> = memory.fields.iter().collect();
    open.retain(|field| phase.is_none_or(|phase| field.phase == phase) && field.status != FieldStatus::Completed);
    open
}

fn stale(memory: &Memory) -> Vec<&Field> {
    let mut stale = memory.written();
    stale.retain(|field| field.stale);
    stale
}

/// Starts a batch of the fields that are pending or failed, in one phase or in all.
///
/// # Errors
/// `nothing_to_make`; `dependency_cycle`, naming its members.
pub(super) fn start(
    state: &mut State<Content>,
    phase: Option<Phase>,
    respect_autonomy: bool,
) -> Result<Option<Next>, Refusal> {
    let ids = ordered(state, &open(&state.memory, phase))?;
    Ok(begin(state, ids, respect_autonomy))
}

/// Starts a batch of the fields that are out of date. The intent is held back, since it is the user's own.
///
/// # Errors
/// `nothing_to_make`; `dependency_cycle`, naming its members.
pub(super) fn refresh(state: &mut State<Content>) -> Result<Option<Next>, Refusal> {
    let ids = ordered(state, &stale(&state.memory))?;
    Ok(begin(state, ids, false))
}

fn ordered(state: &State<Content>, fields: &[&Field]) -> Result<Vec<String>, Refusal> {
    let lang = state.lang();
    if fields.is_empty() {
        return Err(refusal("nothing_to_make", lang));
    }
    in_order(fields).map_err(|cycle| refusal_of("dependency_cycle", &listed(&cycle.0, lang), lang))
}

fn begin(state: &mut State<Content>, ids: Vec<String>, respect_autonomy: bool) -> Option<Next> {
    let mut batch = Item::new(Stage::Batch, "");
    for id in ids {
        match state.memory.field(&id) {
            Some(field) if is_held(field, &state.memory, respect_autonomy) => batch.pending.push(field.name.clone()),
            _ => batch.left.push(id),
        }
    }
    Some(push(state, batch))
}

fn is_held(field: &Field, memory: &Memory, respect_autonomy: bool) -> bool {
    let is_intent = field.is_default && field.phase == Phase::Intent;
    is_intent || respect_autonomy && memory.station(field.phase).is_none_or(|station| !station.autonomous)
}

/// The batch on top of the stack.
fn batch(memory: &mut Memory) -> Option<&mut Item> {
    memory.work.last_mut().filter(|item| item.stage == Stage::Batch)
}

/// Puts the next field of the batch on the stack; after the last one, ends the batch.
pub(super) fn go_on(state: &mut State<Content>) -> Option<Next> {
    let batch = batch(&mut state.memory)?;
    if batch.left.is_empty() {
        end(state);
        return None;
    }
    let id = batch.left.remove(0);
    let field = state.memory.field(&id)?;
    let (name, phase) = (field.name.clone(), field.phase);
    if unmet(field, &state.memory.fields).is_empty() {
        making::push_field(state, &name, phase, "");
    } else if let Some(batch) = state.memory.work.last_mut() {
        batch.pending.push(name);
    }
    None
}

/// Records a made field in the batch it belongs to. Returns false if there is no batch.
pub(super) fn takes(state: &mut State<Content>, name: &str) -> bool {
    let Some(batch) = batch(&mut state.memory) else { return false };
    batch.generated.push(name.to_owned());
    true
}

/// Records a failed field in the batch it belongs to. Returns false if there is no batch.
pub(super) fn takes_failure(state: &mut State<Content>, name: &str, code: &str) -> bool {
    let Some(batch) = batch(&mut state.memory) else { return false };
    batch.failed.push(name.to_owned());
    state.note("field_failed", value! { "name": name, "code": code });
    true
}

/// Ends the batch at the user's request; the fields that were not made yet are pending.
pub(super) fn stopped(state: &mut State<Content>) {
    let memory = &mut state.memory;
    let running = memory.work.last().map(|item| item.field.clone());
    memory.work.truncate(1);
    let Some(batch) = memory.work.first_mut().filter(|item| item.stage == Stage::Batch) else { return };
    batch.pending.extend(running.filter(|name| !name.is_empty()));
    for id in batch.left.drain(..) {
        batch.pending.push(name_of(&id, &memory.fields).to_owned());
    }
    end(state);
}

/// Removes the batch from the stack and notes its result.
fn end(state: &mut State<Content>) {
    let Some(Item { generated, failed, pending, .. }) = state.memory.work.pop() else { return };
    let completed = failed.is_empty() && pending.is_empty();
    let result = value! { "generated": generated, "failed": failed, "pending": pending, "completed": completed };
    state.note("batch", result);
}
