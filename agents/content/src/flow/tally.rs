//! Results of a batch: the fields made, failed and held back (spec.md 3.7).

use crate::content::Content;
use crate::fields::name_of;
use crate::model::{Item, Memory, Stage};
use stepgate_engine::State;
use stepgate_json::value;

/// The batch on top of the stack.
pub(super) fn batch(memory: &mut Memory) -> Option<&mut Item> {
    memory.work.last_mut().filter(|item| item.stage == Stage::Batch)
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

/// Records a field that cannot be made yet in the batch it belongs to. Returns false if there is no batch.
pub(super) fn holds(state: &mut State<Content>, name: &str) -> bool {
    let Some(batch) = batch(&mut state.memory) else { return false };
    batch.pending.push(name.to_owned());
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
pub(super) fn end(state: &mut State<Content>) {
    let Some(Item { generated, failed, pending, .. }) = state.memory.work.pop() else { return };
    let completed = failed.is_empty() && pending.is_empty();
    let result = value! { "generated": generated, "failed": failed, "pending": pending, "completed": completed };
    state.note("batch", result);
}
