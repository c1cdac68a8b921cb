//! Fields are declared, renamed and deleted (content specification, 5.3).

use super::field::{Field, Template};
use super::fields::{find, golden_key, ring_of};
use super::limits;
use super::model::Memory;
use super::phase::Phase;
use super::sentences::{listed, refusal, refusal_of};
use crate::engine::Refusal;
use crate::text::decimal;
use crate::{lower_case, Lang};

/// Makes fields of the templates, each in its phase, else in `phase`; a name that is taken gets a number. Dependencies are
/// names, among the templates first. The ids of the fields.
///
/// # Errors
/// A name is blank or too long, a text too long, a dependency unknown or circular, or there would be too many fields.
pub fn declare(memory: &mut Memory, templates: &[Template], phase: Phase, lang: Lang) -> Result<Vec<String>, Refusal> {
    if memory.fields.len() + templates.len() > limits::FIELDS {
        return Err(refusal("too_many_fields", lang));
    }
    let mut ids = Vec::new();
    for template in templates {
        let name = unique_name(memory, checked_name(&template.name, lang)?);
        let id = memory.fresh_id();
        let field = field_of(memory, template, &id, name, phase);
        check_texts(&field, lang)?;
        memory.fields.push(field);
        ids.push(id);
    }
    for (template, id) in templates.iter().zip(&ids) {
        let among = |name: &String| {
            templates.iter().zip(&ids).find(|(other, _)| is_named(&other.name, name)).map(|(_, id)| id.clone())
        };
        let mut needs = Vec::new();
        for name in &template.depends_on {
            needs.push(among(name).map_or_else(|| id_of(memory, name, lang), Ok)?);
        }
        depend(memory, id, needs, lang)?;
    }
    Ok(ids)
}

/// The id of a phase's default field, which is made if there is none.
pub fn default_id(memory: &mut Memory, phase: Phase, lang: Lang) -> String {
    if let Some(field) = memory.default_field(phase) {
        return field.id.clone();
    }
    let id = memory.fresh_id();
    let mut field = Field::new(&id, unique_name(memory, phase.field_name(lang)), phase);
    field.is_default = true;
    memory.fields.push(field);
    id
}

/// A field depends on these from now on.
///
/// # Errors
/// `dependency_cycle`, with the names of the ring.
pub fn depend(memory: &mut Memory, id: &str, mut needs: Vec<String>, lang: Lang) -> Result<(), Refusal> {
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

/// The field gets another name.
///
/// # Errors
/// The name is blank, too long or taken.
pub fn rename(memory: &mut Memory, id: &str, name: &str, lang: Lang) -> Result<(), Refusal> {
    let name = checked_name(name, lang)?;
    if memory.fields.iter().any(|field| field.id != id && is_named(&field.name, name)) {
        return Err(refusal_of("name_taken", name, lang));
    }
    if let Some(field) = memory.field_mut(id) {
        field.name = name.to_owned();
    }
    Ok(())
}

/// Deletes a field. Nothing depends on it any more, and the golden context loses what it was.
pub fn delete(memory: &mut Memory, id: &str) {
    match memory.field(id).and_then(golden_key) {
        Some("intent") => memory.golden.intent.clear(),
        Some(_) => memory.golden.consumer_personas.clear(),
        None => {}
    }
    memory.golden.version += 1;
    memory.fields.retain(|field| field.id != id);
    for field in &mut memory.fields {
        field.depends_on.retain(|other| other != id);
    }
}

/// Where a phase has no default field, the first one of the default's name is it. The ids of those that became one.
pub(super) fn mark_defaults(memory: &mut Memory) -> Vec<String> {
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

/// A name without the space around it. It is one line, since it stands as a heading in prompts.
///
/// # Errors
/// `empty_name`, `long_name`.
pub fn checked_name(name: &str, lang: Lang) -> Result<&str, Refusal> {
    let name = name.trim();
    match name.chars().count() {
        0 => Err(refusal("empty_name", lang)),
        count if count > limits::NAME || name.chars().any(char::is_control) => Err(refusal("long_name", lang)),
        _ => Ok(name),
    }
}

/// Whether the texts around a field's text are of a bearable length.
///
/// # Errors
/// `too_long`, with the field's name.
pub fn check_texts(field: &Field, lang: Lang) -> Result<(), Refusal> {
    let long = |text: &String| text.chars().count() > limits::TEXT;
    let too_many = field.pre_questions.len() > limits::LIST;
    if too_many || long(&field.ai_prompt) || field.pre_questions.iter().any(long) || field.channel.iter().any(long) {
        return Err(refusal_of("too_long", &field.name, lang));
    }
    Ok(())
}

/// The name, with a number behind it where there is a field of this name.
pub fn unique_name(memory: &Memory, name: &str) -> String {
    let is_taken = |name: &str| memory.fields.iter().any(|field| is_named(&field.name, name));
    let mut unique = name.to_owned();
    let mut number = 1;
    while is_taken(&unique) {
        number += 1;
        let tail = [" (", &decimal(number), ")"].concat();
        let head: String = name.chars().take(limits::NAME - tail.len()).collect();
        unique = [head.trim_end(), &tail].concat();
    }
    unique
}

/// The id of a field that is named.
///
/// # Errors
/// `unknown_field`.
pub fn id_of(memory: &Memory, name: &str, lang: Lang) -> Result<String, Refusal> {
    let field = find(memory, name).ok_or_else(|| refusal_of("unknown_field", name, lang))?;
    Ok(field.id.clone())
}

fn is_named(name: &str, other: &str) -> bool {
    lower_case(name.trim()) == lower_case(other.trim())
}

fn field_of(memory: &Memory, template: &Template, id: &str, name: String, phase: Phase) -> Field {
    let phase = template.phase.unwrap_or(phase);
    let mut field = Field::new(id, name, phase);
    field.is_default = phase.is_field_name(&field.name) && memory.default_field(phase).is_none();
    field.field_type = template.field_type;
    field.ai_prompt = template.ai_prompt.clone();
    field.pre_questions = template.pre_questions.clone();
    field.dependency_type = template.dependency_type;
    field.need_review = template.need_review;
    field.channel = template.channel.clone();
    field
}
