//! Declares, renames and deletes fields (spec.md 5.3).

use super::needs::ring_of;
use super::write::{find, golden_key, put_golden};
use crate::model::{limits, Field, Memory, Phase, Template};
use crate::texts::sentences::{listed, refusal, refusal_of};
use stepgate_engine::Lang;
use stepgate_engine::Refusal;

/// Creates the fields of the templates, each in its own phase, or else in `phase`, and returns their ids. A name that is taken
/// gets a number. A dependency is a name; it is looked up among the templates first.
///
/// # Errors
/// A name is blank or too long, a dependency is unknown or circular, or there would be too many fields.
pub(crate) fn declare(
    memory: &mut Memory,
    templates: &[Template],
    phase: Phase,
    lang: Lang,
) -> Result<Vec<String>, Refusal> {
    check_room(memory, templates.len(), lang)?;
    let mut ids = Vec::new();
    for template in templates {
        let name = unique_name(memory, checked_name(&template.name, lang)?);
        let mut field = Field::of(template, &memory.fresh_id(), &name, phase);
        field.is_default = field.phase.is_field_name(&field.name) && memory.default_field(field.phase).is_none();
        ids.push(field.id.clone());
        memory.fields.push(field);
    }
    for (template, id) in templates.iter().zip(&ids) {
        let mut needs = Vec::new();
        for name in &template.depends_on {
            let among = templates.iter().position(|other| is_named(&other.name, name)).and_then(|at| ids.get(at));
            needs.push(match among {
                Some(id) => id.clone(),
                None => id_of(memory, name, lang)?,
            });
        }
        depend(memory, id, needs, lang)?;
    }
    Ok(ids)
}

/// Checks that the project has room for `more` fields.
///
/// # Errors
/// `too_many_fields`.
pub(crate) fn check_room(memory: &Memory, more: usize, lang: Lang) -> Result<(), Refusal> {
    if memory.fields.len() + more > limits::FIELDS {
        return Err(refusal("too_many_fields", lang));
    }
    Ok(())
}

/// The id of a phase's default field; creates the field if it is missing.
pub(crate) fn default_id(memory: &mut Memory, phase: Phase, lang: Lang) -> String {
    if let Some(field) = memory.default_field(phase) {
        return field.id.clone();
    }
    let id = memory.fresh_id();
    let mut field = Field::new(&id, &unique_name(memory, phase.field_name(lang)), phase);
    field.is_default = true;
    memory.fields.push(field);
    id
}

/// Sets the ids that a field depends on.
///
/// # Errors
/// `dependency_cycle`, with the names of the fields in the cycle.
pub(crate) fn depend(memory: &mut Memory, id: &str, mut needs: Vec<String>, lang: Lang) -> Result<(), Refusal> {
    let mut once: Vec<String> = Vec::new();
    for need in needs.drain(..) {
        if !once.contains(&need) {
            once.push(need);
        }
    }
    if let Some(field) = memory.field_mut(id) {
        field.depends_on = once;
    }
    match ring_of(id, &memory.fields) {
        Some(ring) => Err(refusal_of("dependency_cycle", &listed(&ring.0, lang), lang)),
        None => Ok(()),
    }
}

/// Renames a field.
///
/// # Errors
/// The name is blank, too long or taken.
pub(crate) fn rename(memory: &mut Memory, id: &str, name: &str, lang: Lang) -> Result<(), Refusal> {
    let name = checked_name(name, lang)?;
    if is_taken(memory, name, id) {
        return Err(refusal_of("name_taken", name, lang));
    }
    if let Some(field) = memory.field_mut(id) {
        field.name = name.to_owned();
    }
    Ok(())
}

/// Deletes a field, and removes it from dependencies and from the golden context.
pub(crate) fn delete(memory: &mut Memory, id: &str) {
    if let Some(key) = memory.field(id).and_then(golden_key) {
        put_golden(memory, key, String::new());
    }
    memory.fields.retain(|field| field.id != id);
    memory.revisions.retain(|revision| revision.field != id);
    memory.asking.take_if(|asking| asking.field == id);
    for field in &mut memory.fields {
        field.depends_on.retain(|other| other != id);
    }
}

/// Marks a default field in each phase that has none: the first field with the default's name. Returns the ids of the marked
/// fields.
pub(crate) fn mark_defaults(memory: &mut Memory) -> Vec<String> {
    let mut marked = Vec::new();
    for phase in Phase::ALL {
        let is_named = |field: &&mut Field| field.phase == phase && phase.is_field_name(&field.name);
        if memory.default_field(phase).is_none() {
            if let Some(field) = memory.fields.iter_mut().find(is_named) {
                field.is_default = true;
                marked.push(field.id.clone());
            }
        }
    }
    marked
}

/// Returns the trimmed name. It must be one line, because prompts use it as a heading.
///
/// # Errors
/// `empty_name`; `long_name`, also for a name with line breaks.
pub(crate) fn checked_name(name: &str, lang: Lang) -> Result<&str, Refusal> {
    let name = name.trim();
    match name.chars().count() {
        0 => Err(refusal("empty_name", lang)),
        count if count > limits::NAME || name.chars().any(char::is_control) => Err(refusal("long_name", lang)),
        _ => Ok(name),
    }
}

/// Returns the name, with a number appended if a field has this name.
pub(crate) fn unique_name(memory: &Memory, name: &str) -> String {
    let mut unique = name.to_owned();
    let mut number = 1;
    while is_taken(memory, &unique, "") {
        number += 1;
        let tail = format!(" ({number})");
        let head: String = name.chars().take(limits::NAME - tail.len()).collect();
        unique = [head.trim_end(), &tail].concat();
    }
    unique
}

/// The id of the field that `name` refers to (see [`find`]).
///
/// # Errors
/// `unknown_field`.
pub(crate) fn id_of(memory: &Memory, name: &str, lang: Lang) -> Result<String, Refusal> {
    let field = find(memory, name).ok_or_else(|| refusal_of("unknown_field", name, lang))?;
    Ok(field.id.clone())
}

/// Whether a field other than `id` has this name, ignoring case.
pub(crate) fn is_taken(memory: &Memory, name: &str, id: &str) -> bool {
    memory.fields.iter().any(|field| field.id != id && is_named(&field.name, name))
}

/// Whether two names are the same, ignoring case and surrounding white space.
pub(crate) fn is_named(name: &str, other: &str) -> bool {
    name.trim().to_lowercase() == other.trim().to_lowercase()
}
