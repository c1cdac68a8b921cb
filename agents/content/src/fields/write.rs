//! Writes texts and marks the fields that depend on them as out of date (spec.md 3.6).

use crate::model::{limits, Field, FieldStatus, Memory, Older, Phase};

/// Result of writing a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Name of the field.
    pub name: String,
    /// The new version.
    pub version: u32,
    /// Key of the golden context that changed with it.
    pub golden: Option<&'static str>,
    /// Version of the restored text, if the text was restored.
    pub restored: Option<u32>,
    /// Names of the fields that are now out of date.
    pub stale: Vec<String>,
}

/// Ids of the fields that are out of date after a change of `changed`: the ones that depend on it, directly or not. After a
/// change of the intent or of the research report, all fields of later phases are.
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

/// Writes a field's text as a new version and keeps the old one in the history, which is limited except for the texts of earlier
/// versions of the project. Drops the field's open revision. `None` if there is no such field.
pub fn save(memory: &mut Memory, id: &str, content: String, now: u64) -> Option<Written> {
    let pinned: Vec<u32> = memory.editions.iter().filter_map(|edition| edition.texts.get(id)).copied().collect();
    let field = memory.field_mut(id)?;
    let old = std::mem::replace(&mut field.content, content);
    let differs = !old.trim().is_empty() && old != field.content;
    if differs {
        field.history.push(Older { version: field.version, content: old, at_ms: field.at_ms });
        let mut over = field.history.len().saturating_sub(limits::HISTORY);
        field.history.retain(|older| {
            let stays = over == 0 || pinned.contains(&older.version);
            over -= usize::from(!stays);
            stays
        });
    }
    field.version += 1;
    field.at_ms = now;
    field.stale = false;
    field.settle();
    memory.revisions.retain(|revision| revision.field != id);
    let field = memory.field(id)?;
    let (name, version) = (field.name.clone(), field.version);
    let golden = refresh_golden(memory, id);
    let stale = if differs { mark_stale(memory, id) } else { Vec::new() };
    Some(Written { name, version, golden, restored: None, stale })
}

/// Writes the text before the present one as a new version. `None` if there is no earlier text.
pub fn undo(memory: &mut Memory, id: &str, now: u64) -> Option<Written> {
    let version = memory.field(id)?.history.last()?.version;
    restore(memory, id, version, now)
}

/// Writes the text of an older version as a new one, and drops the user's decisions that came after it. `None` if there is no such
/// version.
pub fn restore(memory: &mut Memory, id: &str, version: u32, now: u64) -> Option<Written> {
    let older = memory.field(id)?.history.iter().rev().find(|older| older.version == version)?;
    let content = older.content.clone();
    memory.decisions.retain(|decision| decision.field != id || decision.version <= version);
    let written = save(memory, id, content, now)?;
    Some(Written { restored: Some(version), ..written })
}

/// Marks a field as failed; its older text stays.
pub fn fail(memory: &mut Memory, id: &str) {
    if let Some(field) = memory.field_mut(id) {
        field.status = FieldStatus::Failed;
    }
}

/// The key of the golden context that holds the field's text, if there is one.
pub fn golden_key(field: &Field) -> Option<&'static str> {
    match field.phase {
        Phase::Intent if field.is_default => Some("intent"),
        Phase::Research if field.is_default => Some("consumer_personas"),
        _ => None,
    }
}

/// Finds the field that `path` refers to: by id, by name (ignoring case, with or without `@`), or by a name after a label and a
/// dot (spec.md 5.1).
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

/// Copies a field's text into the golden context, if it belongs there, and returns the key.
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
    let Some(field) = memory.field(id) else { return Vec::new() };
    let stale = stale_after(field, memory);
    let mut names = Vec::new();
    for field in memory.fields.iter_mut().filter(|field| stale.contains(&field.id)) {
        field.stale = true;
        names.push(field.name.clone());
    }
    names
}
