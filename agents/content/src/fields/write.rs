//! Texts are written, and what rests on them is out of date (content specification, 3.6).

use super::{Field, FieldStatus, Older};
use crate::project::{limits, Memory, Phase};

/// What a text that was written came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The field's name.
    pub name: String,
    /// Its version now.
    pub version: u32,
    /// The piece of the golden context it became.
    pub golden: Option<&'static str>,
    /// The older version whose text it has again.
    pub restored: Option<u32>,
    /// Names of the fields that are out of date now.
    pub stale: Vec<String>,
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
    field.settle();
    let (name, version) = (field.name.clone(), field.version);
    let golden = refresh_golden(memory, id);
    let stale = if differs { mark_stale(memory, id) } else { Vec::new() };
    Some(Written { name, version, golden, restored: None, stale })
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
        let name = name.trim().to_lowercase();
        memory.fields.iter().find(|field| field.name.to_lowercase() == name)
    };
    let labelled = || path.split_once(".").and_then(|(_, name)| named(name));
    memory.field(path).or_else(|| named(path)).or_else(labelled)
}

/// The golden context has what the field is, if it is a piece of it.
pub fn refresh_golden(memory: &mut Memory, id: &str) -> Option<&'static str> {
    let field = memory.field(id)?;
    let key = golden_key(field)?;
    let content = field.content.clone();
    put_golden(memory, key, content);
    Some(key)
}

pub(super) fn put_golden(memory: &mut Memory, key: &str, content: String) {
    let golden = memory.golden.change();
    match key {
        "intent" => golden.intent = content,
        _ => golden.consumer_personas = content,
    }
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
