//! New versions of a project (content specification, 7).

use super::limits;
use super::model::Memory;
use super::sentences::{refusal, refusal_of};
use crate::engine::Refusal;
use crate::Lang;

/// The project goes on under the next number: with an id of its own, the old one as its parent, and new ids for its fields.
///
/// # Errors
/// `note_required`, `too_long`.
pub fn new_version(memory: &mut Memory, note: &str, lang: Lang) -> Result<(), Refusal> {
    if note.trim().is_empty() {
        return Err(refusal("note_required", lang));
    }
    if note.chars().count() > limits::TEXT {
        return Err(refusal_of("too_long", "note", lang));
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

/// What named the old id names the new one.
fn remap(memory: &mut Memory, old: &str, new: &str) {
    let of_fields = memory.fields.iter_mut().map(|field| &mut field.depends_on);
    let of_proposals = memory.proposals.iter_mut().map(|proposal| &mut proposal.made);
    for ids in of_fields.chain(of_proposals) {
        for id in ids.iter_mut().filter(|id| *id == old) {
            new.clone_into(id);
        }
    }
}
