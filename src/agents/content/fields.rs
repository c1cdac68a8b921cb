//! What fields need, in which order they are made, and what a change of one makes old (content specification, 3.6 and 3.7).

use super::field::{DependencyType, Field, FieldStatus, Older};
use super::limits;
use super::model::Memory;
use super::phase::Phase;
use crate::lower_case;
use crate::text::Chars;

/// What a text that was written came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The field's name.
    pub name: String,
    /// Its version now.
    pub version: u32,
    /// The piece of the golden context it became.
    pub golden: Option<&'static str>,
    /// Names of the fields that are out of date now.
    pub stale: Vec<String>,
}

/// Fields that depend on each other, in a ring: names, each needing the next, the last the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle(pub Vec<String>);

/// Ids of what a field still needs; an id that no field has is never satisfied.
pub fn unmet<'a>(field: &'a Field, all: &[Field]) -> Vec<&'a str> {
    let is_done = |id: &str| all.iter().any(|other| other.id == id && other.is_done());
    let open: Vec<&str> = field.depends_on.iter().map(String::as_str).filter(|id| !is_done(id)).collect();
    let any = field.dependency_type == DependencyType::Any;
    if any && open.len() < field.depends_on.len() {
        return Vec::new();
    }
    open
}

/// The same by name; an id that no field has stands for itself.
pub fn unmet_names(field: &Field, all: &[Field]) -> Vec<String> {
    unmet(field, all).into_iter().map(|id| name_of(id, all).to_owned()).collect()
}

/// Ids of `set` in the order they can be made in: as far as possible in the order of the list. What is outside of the set
/// orders nothing.
///
/// # Errors
/// Some of them depend on each other.
pub fn in_order(set: &[&Field]) -> Result<Vec<String>, Cycle> {
    let mut order = Vec::new();
    let mut open = set.to_vec();
    while !open.is_empty() {
        let is_free = |field: &&Field| !field.depends_on.iter().any(|id| holds(&open, id));
        let (free, held): (Vec<&Field>, Vec<&Field>) = open.iter().partition(|field| is_free(field));
        if free.is_empty() {
            return Err(ring(&held));
        }
        order.extend(free.into_iter().map(|field| field.id.clone()));
        open = held;
    }
    Ok(order)
}

/// The ring that a field is in by what it depends on.
pub fn ring_of(id: &str, all: &[Field]) -> Option<Cycle> {
    let mut path = Vec::new();
    let mut seen = Vec::new();
    leads_to(id, id, all, &mut seen, &mut path).then_some(Cycle(path))
}

/// Whether what `from` depends on leads to `to`; then `path` holds the names on the way.
fn leads_to<'a>(from: &'a str, to: &str, all: &'a [Field], seen: &mut Vec<&'a str>, path: &mut Vec<String>) -> bool {
    let Some(field) = all.iter().find(|field| field.id == from) else { return false };
    path.push(field.name.clone());
    for id in &field.depends_on {
        if id == to {
            return true;
        }
        if !seen.contains(&id.as_str()) {
            seen.push(id);
            if leads_to(id, to, all, seen, path) {
                return true;
            }
        }
    }
    path.pop();
    false
}

/// Ids of the texts that are out of date once `changed` is another: what depends on it, directly or not, and after the
/// intent and the research everything in later phases.
pub fn stale_after(changed: &Field, memory: &Memory) -> Vec<String> {
    let mut touched = vec![changed.id.as_str()];
    let mut at = 0;
    while let Some(id) = touched.get(at).copied() {
        at += 1;
        for field in &memory.fields {
            if field.depends_on.iter().any(|other| other == id) && !touched.contains(&field.id.as_str()) {
                touched.push(&field.id);
            }
        }
    }
    let later = golden_key(changed).map(|_| memory.place(changed.phase));
    let is_later = |field: &Field| later.is_some_and(|place| memory.place(field.phase) > place);
    let is_stale = |field: &&Field| {
        field.id != changed.id && field.has_content() && (is_later(field) || touched.contains(&field.id.as_str()))
    };
    memory.fields.iter().filter(is_stale).map(|field| field.id.clone()).collect()
}

/// Writes a field's text: a new version, with the old one kept. None: there is no such field.
pub fn save(memory: &mut Memory, id: &str, content: String, now: u64) -> Option<Written> {
    let field = memory.field_mut(id)?;
    let old = std::mem::replace(&mut field.content, content);
    let differs = !old.trim().is_empty() && old != field.content;
    if differs {
        field.history.push(Older { version: field.version, content: old, at_ms: field.at_ms });
        let over = field.history.len().saturating_sub(limits::HISTORY);
        field.history.drain(..over);
    }
    field.version += 1;
    field.at_ms = now;
    field.stale = false;
    field.status = if field.has_content() { FieldStatus::Completed } else { FieldStatus::Pending };
    let (name, version) = (field.name.clone(), field.version);
    let golden = refresh_golden(memory, id);
    let stale = if differs { mark_stale(memory, id) } else { Vec::new() };
    Some(Written { name, version, golden, stale })
}

/// Making the field failed. An older text stays.
pub fn fail(memory: &mut Memory, id: &str) {
    if let Some(field) = memory.field_mut(id) {
        field.status = FieldStatus::Failed;
    }
}

/// The piece of the golden context that a field is.
pub fn golden_key(field: &Field) -> Option<&'static str> {
    match field.phase {
        Phase::Intent if field.is_default => Some("intent"),
        Phase::Research if field.is_default => Some("consumer_personas"),
        _ => None,
    }
}

/// The field that `path` means: its id, its name (whatever the case, with or without `@`), or the name behind a label and a
/// dot (5.1).
pub fn find<'a>(memory: &'a Memory, path: &str) -> Option<&'a Field> {
    let path = path.trim();
    let path = path.strip_prefix('@').unwrap_or(path);
    let named = |name: &str| {
        let name = lower_case(name.trim());
        memory.fields.iter().find(|field| lower_case(&field.name) == name)
    };
    let labelled = || path.split_text(".").and_then(|(_, name)| named(name));
    memory.field(path).or_else(|| named(path)).or_else(labelled)
}

/// The name of the field with this id, else the id.
pub fn name_of<'a>(id: &'a str, all: &'a [Field]) -> &'a str {
    all.iter().find(|field| field.id == id).map_or(id, |field| &field.name)
}

/// The golden context has what the field is, if it is a piece of it.
pub(super) fn refresh_golden(memory: &mut Memory, id: &str) -> Option<&'static str> {
    let field = memory.field(id)?;
    let key = golden_key(field)?;
    let content = field.content.clone();
    match key {
        "intent" => memory.golden.intent = content,
        _ => memory.golden.consumer_personas = content,
    }
    memory.golden.version += 1;
    Some(key)
}

fn mark_stale(memory: &mut Memory, id: &str) -> Vec<String> {
    let stale = memory.field(id).map(|field| stale_after(field, memory)).unwrap_or_default();
    let mut names = Vec::new();
    for field in memory.fields.iter_mut().filter(|field| stale.contains(&field.id)) {
        field.stale = true;
        names.push(field.name.clone());
    }
    names
}

fn holds(set: &[&Field], id: &str) -> bool {
    set.iter().any(|field| field.id == *id)
}

/// A ring among fields that all need another of them.
fn ring(held: &[&Field]) -> Cycle {
    let needed = |field: &Field| field.depends_on.iter().find_map(|id| held.iter().position(|other| other.id == *id));
    let mut path: Vec<usize> = Vec::new();
    let mut at = 0;
    while !path.contains(&at) {
        path.push(at);
        at = held.get(at).and_then(|field| needed(field)).unwrap_or_default();
    }
    let members = path.iter().skip_while(|other| **other != at);
    Cycle(members.filter_map(|at| held.get(*at)).map(|field| field.name.clone()).collect())
}
