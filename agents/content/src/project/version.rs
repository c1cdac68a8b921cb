//! New versions of a project (spec.md 7).

use crate::fields::{restore, Written};
use crate::model::{limits, Edition, Memory};
use crate::texts::sentences::{filled, refusal};
use std::collections::BTreeMap;
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
    let mut texts = BTreeMap::new();
    for field in memory.fields.iter().filter(|field| field.version > 0) {
        texts.insert(field.id.clone(), field.version);
    }
    memory.editions.push(Edition { number: memory.project.version, note: memory.project.note.clone(), texts });
    let over = memory.editions.len().saturating_sub(limits::LIST);
    memory.editions.drain(..over);
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

/// Goes back to an earlier version of the project: keeps the present one as a version, and writes the texts of the earlier one as
/// new versions of their fields. Fields that are newer keep their texts.
///
/// # Errors
/// `unknown_version`.
pub(super) fn go_back(memory: &mut Memory, number: u32, now: u64, lang: Lang) -> Result<Vec<Written>, Refusal> {
    let Some(edition) = memory.editions.iter().find(|edition| edition.number == number) else {
        return Err(refusal("unknown_version", lang));
    };
    let versions: Vec<Option<u32>> = memory.fields.iter().map(|field| edition.texts.get(&field.id).copied()).collect();
    // Gives the fields new ids, in the same order, and may drop the oldest edition.
    new_version(memory, &filled("back_to", &number.to_string(), lang), lang)?;
    let mut written = Vec::new();
    for (at, version) in versions.into_iter().enumerate() {
        let (Some(field), Some(version)) = (memory.fields.get(at), version) else { continue };
        let older = field.history.iter().find(|older| older.version == version && field.version != version);
        if older.is_some_and(|older| older.content != field.content) {
            let id = field.id.clone();
            written.extend(restore(memory, &id, version, now));
        }
    }
    Ok(written)
}

/// Replaces an old field id wherever it is used.
fn remap(memory: &mut Memory, old: &str, new: &str) {
    for field in &mut memory.fields {
        put(&mut field.depends_on, old, new);
    }
    for edition in &mut memory.editions {
        if let Some(version) = edition.texts.remove(old) {
            edition.texts.insert(new.to_owned(), version);
        }
    }
    let revised = memory.revisions.iter_mut().map(|revision| &mut revision.field);
    let decided = memory.decisions.iter_mut().map(|decision| &mut decision.field);
    let asked = memory.asking.iter_mut().map(|asking| &mut asking.field);
    for id in revised.chain(decided).chain(asked).filter(|id| *id == old) {
        new.clone_into(id);
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
