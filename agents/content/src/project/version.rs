//! New versions of a project (spec.md 7).

use crate::model::Memory;
use crate::texts::sentences::refusal;
use stepgate_engine::Lang;
use stepgate_engine::Refusal;

/// Turns the project into its next version: the number grows by one, the project and its fields get new ids, and the old id becomes
/// the parent.
///
/// # Errors
/// `note_required`.
pub(super) fn new_version(memory: &mut Memory, note: &str, lang: Lang) -> Result<(), Refusal> {
    if note.trim().is_empty() {
        return Err(refusal("note_required", lang));
    }
    let id = memory.fresh_id();
    let parent = std::mem::replace(&mut memory.project.id, id);
    memory.project.parent = Some(parent);
    memory.project.version += 1;
    memory.project.note = note.trim().to_owned();
    for at in 0..memory.fields.len() {
        let id = memory.fresh_id();
        if let Some(field) = memory.fields.get_mut(at) {
            let old = std::mem::replace(&mut field.id, id.clone());
            remap(memory, &old, &id);
        }
    }
    Ok(())
}

/// Replaces an old field id wherever it is used.
fn remap(memory: &mut Memory, old: &str, new: &str) {
    for field in &mut memory.fields {
        put(&mut field.depends_on, old, new);
    }
    for at in 0..memory.proposals.len() {
        if memory.proposals.get(at).is_some_and(|proposal| proposal.made.iter().any(|id| id == old)) {
            if let Some(proposal) = memory.proposals.change().get_mut(at) {
                put(&mut proposal.made, old, new);
            }
        }
    }
}

fn put(ids: &mut [String], old: &str, new: &str) {
    for id in ids {
        if id == old {
            new.clone_into(id);
        }
    }
}
