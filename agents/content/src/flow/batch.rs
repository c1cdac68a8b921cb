//! A batch makes several fields one after the other, and holds some back (spec.md 3.7).

use super::making;
use super::tally::{batch, end};
use crate::content::Content;
use crate::fields::{in_order, unmet};
use crate::model::{Field, FieldStatus, Item, Memory, Phase, Stage};
use crate::texts::sentences::{listed, refusal, refusal_of};
use stepgate_engine::{Refusal, State};

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
pub(super) fn start(state: &mut State<Content>, phase: Option<Phase>, respect_autonomy: bool) -> Result<(), Refusal> {
    let ids = ordered(state, &open(&state.memory, phase))?;
    begin(state, ids, respect_autonomy);
    Ok(())
}

/// Starts a batch of the fields that are out of date. The intent is held back, since it is the user's own.
///
/// # Errors
/// `nothing_to_make`; `dependency_cycle`, naming its members.
pub(super) fn refresh(state: &mut State<Content>) -> Result<(), Refusal> {
    let ids = ordered(state, &stale(&state.memory))?;
    begin(state, ids, false);
    Ok(())
}

fn ordered(state: &State<Content>, fields: &[&Field]) -> Result<Vec<String>, Refusal> {
    let lang = state.lang();
    if fields.is_empty() {
        return Err(refusal("nothing_to_make", lang));
    }
    in_order(fields).map_err(|cycle| refusal_of("dependency_cycle", &listed(&cycle.0, lang), lang))
}

fn begin(state: &mut State<Content>, ids: Vec<String>, respect_autonomy: bool) {
    let mut batch = Item::new(Stage::Batch, "");
    for id in ids {
        match state.memory.field(&id) {
            Some(field) if is_held(field, &state.memory, respect_autonomy) => batch.pending.push(field.name.clone()),
            _ => batch.left.push(id),
        }
    }
    state.memory.work.push(batch);
}

fn is_held(field: &Field, memory: &Memory, respect_autonomy: bool) -> bool {
    let is_intent = field.is_default && field.phase == Phase::Intent;
    let wants_a_word = field.need_review || !field.skips_questions && field.open_questions().next().is_some();
    let is_confirmed = memory.station(field.phase).is_none_or(|station| !station.autonomous);
    is_intent || respect_autonomy && (is_confirmed || wants_a_word && !field.has_content())
}

/// Puts the next field of the batch on the stack; after the last one, ends the batch.
pub(super) fn go_on(state: &mut State<Content>) {
    let Some(batch) = batch(&mut state.memory) else { return };
    if batch.left.is_empty() {
        return end(state);
    }
    let id = batch.left.remove(0);
    let Some(field) = state.memory.field(&id) else { return };
    let (name, phase) = (field.name.clone(), field.phase);
    if unmet(field, &state.memory.fields).is_empty() {
        making::push_field(state, &name, phase, "");
    } else if let Some(batch) = state.memory.work.last_mut() {
        batch.pending.push(name);
    }
}
