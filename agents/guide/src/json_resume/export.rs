//! Writes the changes of a resume into the JSON Resume document it came from.

use super::import::{import, text_lines};
use super::kinds::{list_separator, Description, Fields, Kind, DATE_SEPARATOR, KINDS, SUMMARY, TITLE_SEPARATOR};
use super::source::Source;
use crate::resume::{Basics, Body, ExperienceItem, GenericItem, Resume, Section};
use serde_json::{Map, Value};
use stepgate_engine::Lang;
use stepgate_json::{text_of, to_value, value};

/// The document of `source` with the changes that `resume` made.
pub(super) fn export(resume: &Resume, source: &Source) -> Map<String, Value> {
    let empty = Resume { basics: Basics::default(), sections: Vec::new() };
    let imported = import(source, "");
    debug_assert!(imported.is_ok(), "a source was imported when the session was opened or loaded");
    let old = imported.unwrap_or(empty);
    let mut document = source.document.clone();
    let mut sections: Vec<&Section> = resume.sections.iter().collect();
    if old.basics != resume.basics {
        edit(&mut document, "basics", |basics| write_basics(basics, &old.basics, &resume.basics));
    }
    let is_summary = |section: &Section| matches!(section.body, Body::Text { .. });
    let summary = take(&mut sections, &SUMMARY, is_summary);
    if summary.map(|section| &section.body) != old.section(SUMMARY.key).map(|section| &section.body) {
        write_summary(&mut document, summary);
    }
    for kind in &KINDS {
        let new = take(&mut sections, kind, |section| fits(kind, section));
        let list =
            Entries { kind, lang: source.lang, old: old.section(kind.key), document: source.document.get(kind.key) };
        list.write(new, &mut document);
    }
    let meta: Vec<&Section> = old.sections.iter().filter(|section| section.id.starts_with("meta-")).collect();
    if meta != sections {
        write_extra(&mut document, &sections);
    }
    document
}

/// Removes the section that belongs to `kind` from `sections`: the one imported from that list, else the first with a fitting title.
fn take<'r>(sections: &mut Vec<&'r Section>, kind: &Kind, fits: impl Fn(&Section) -> bool) -> Option<&'r Section> {
    let is_imported = |section: &&Section| section.id == kind.key && fits(section);
    let is_named = |section: &&Section| kind.is_named(&section.title) && !is_taken_elsewhere(section) && fits(section);
    let at = sections.iter().position(is_imported).or_else(|| sections.iter().position(is_named))?;
    Some(sections.remove(at))
}

fn is_taken_elsewhere(section: &Section) -> bool {
    section.id.starts_with("meta-") || KINDS.iter().any(|kind| kind.key == section.id && fits(kind, section))
}

fn fits(kind: &Kind, section: &Section) -> bool {
    matches!(
        (&kind.fields, &section.body),
        (Fields::Experience { .. }, Body::Experience { .. }) | (Fields::Generic { .. }, Body::Generic { .. })
    )
}

/// Changes the member `key`; a member that is missing or no object becomes an empty object first.
fn edit(document: &mut Map<String, Value>, key: &str, change: impl FnOnce(&mut Map<String, Value>)) {
    if !document.get(key).is_some_and(Value::is_object) {
        document.insert(key.to_owned(), value! {});
    }
    if let Some(Value::Object(member)) = document.get_mut(key) {
        change(member);
    }
}

fn write_basics(basics: &mut Map<String, Value>, old: &Basics, new: &Basics) {
    if old.name != new.name {
        set(basics, "name", Some(&new.name));
    }
    for (key, old, new) in
        [("label", &old.label, &new.label), ("email", &old.email, &new.email), ("phone", &old.phone, &new.phone)]
    {
        if old != new {
            set(basics, key, new.as_deref());
        }
    }
    if old.links != new.links {
        write_links(basics, old, new);
    }
}

/// Removes links that are gone from the URL or the profiles; new links become profiles.
fn write_links(basics: &mut Map<String, Value>, old: &Basics, new: &Basics) {
    let is_gone = |value: Option<&Value>| {
        let link = text_of(value);
        old.links.iter().any(|old| old == link) && !new.links.iter().any(|new| new == link)
    };
    for key in ["url", "website"] {
        if is_gone(basics.get(key)) {
            basics.shift_remove(key);
        }
    }
    let mut profiles = basics.get("profiles").and_then(Value::as_array).cloned().unwrap_or_default();
    profiles.retain(|profile| !is_gone(profile.get("url")));
    let added = new.links.iter().filter(|link| !old.links.contains(link));
    profiles.extend(added.map(|link| value! { "url": link }));
    basics.insert("profiles".into(), Value::Array(profiles));
}

fn write_summary(document: &mut Map<String, Value>, summary: Option<&Section>) {
    let content = match summary.map(|section| &section.body) {
        Some(Body::Text { content }) => Some(content.as_str()),
        _ => None,
    };
    edit(document, "basics", |basics| set(basics, "summary", content));
}

fn write_extra(document: &mut Map<String, Value>, sections: &[&Section]) {
    edit(document, "meta", |meta| {
        if sections.is_empty() {
            meta.shift_remove("sections");
        } else {
            meta.insert("sections".into(), to_value(&sections));
        }
    });
}

/// One list of the document, with the section it was imported as.
struct Entries<'d> {
    kind: &'d Kind,
    lang: Lang,
    old: Option<&'d Section>,
    document: Option<&'d Value>,
}

impl Entries<'_> {
    fn write(&self, new: Option<&Section>, document: &mut Map<String, Value>) {
        let entries: Vec<Value> = match new.map(|section| &section.body) {
            Some(Body::Experience { items }) => items.iter().map(|item| self.experience(item)).collect(),
            Some(Body::Generic { items }) => items.iter().map(|item| self.generic(item)).collect(),
            _ if self.old.is_none() => return,
            _ => Vec::new(),
        };
        if self.document.and_then(Value::as_array) != Some(&entries) {
            document.insert(self.kind.key.to_owned(), Value::Array(entries));
        }
    }

    /// The entry that an item was imported from, and its index.
    fn origin(&self, id: &str) -> Option<(Map<String, Value>, usize)> {
        let number: usize = id.strip_prefix(self.kind.key)?.strip_prefix('-')?.parse().ok()?;
        let at = number.checked_sub(1)?;
        let entry = self.document?.get(at)?.as_object()?.clone();
        Some((entry, at))
    }

    fn experience(&self, new: &ExperienceItem) -> Value {
        let Fields::Experience { title, organization, texts } = self.kind.fields else { return Value::Null };
        let (mut entry, at) = self.origin(&new.id).map_or((new.other.clone(), None), |(entry, at)| (entry, Some(at)));
        let old = match self.old.map(|section| &section.body) {
            Some(Body::Experience { items }) => at.and_then(|at| items.get(at)),
            _ => None,
        };
        let changed = |of: fn(&ExperienceItem) -> &str| old.map_or("", of) != of(new);
        if changed(|item| &item.title) {
            set(&mut entry, title, Some(&new.title));
        }
        if changed(|item| &item.organization) {
            let organization = self.kind.held(organization, |key| entry.contains_key(key));
            set(&mut entry, organization, Some(&new.organization));
        }
        for (key, old, new) in [
            ("startDate", old.and_then(|old| old.date_start.as_ref()), &new.date_start),
            ("endDate", old.and_then(|old| old.date_end.as_ref()), &new.date_end),
            ("location", old.and_then(|old| old.location.as_ref()), &new.location),
        ] {
            if old != new.as_ref() {
                set(&mut entry, key, new.as_deref());
            }
        }
        if old.map_or(!new.highlights.is_empty(), |old| old.highlights != new.highlights) {
            write_highlights(&mut entry, texts, &new.highlights);
        }
        Value::Object(entry)
    }

    fn generic(&self, new: &GenericItem) -> Value {
        let Fields::Generic { title, subtitle, date, ref description } = self.kind.fields else { return Value::Null };
        let (mut entry, at) = self.origin(&new.id).map_or((new.other.clone(), None), |(entry, at)| (entry, Some(at)));
        let old = match self.old.map(|section| &section.body) {
            Some(Body::Generic { items }) => at.and_then(|at| items.get(at)),
            _ => None,
        };
        let named_list = named_list(self.kind, new).filter(|_| old.is_none());
        let shown_title = named_list.as_ref().map_or(new.title.as_str(), |(name, _)| name);
        if old.map_or("", |old| &old.title) != new.title {
            let held: Vec<&str> = title.iter().map(|key| self.kind.held(key, |key| entry.contains_key(key))).collect();
            set_parts(&mut entry, &held, TITLE_SEPARATOR, Some(shown_title));
        }
        if old.and_then(|old| old.subtitle.as_ref()) != new.subtitle.as_ref() {
            set(&mut entry, subtitle, new.subtitle.as_deref());
        }
        if old.and_then(|old| old.date.as_ref()) != new.date.as_ref() {
            set_parts(&mut entry, date, DATE_SEPARATOR, new.date.as_deref());
        }
        if let Some((_, keywords)) = named_list {
            entry.insert("keywords".into(), to_value(&keywords));
        }
        if old.and_then(|old| old.description.as_ref()) != new.description.as_ref() {
            match description {
                Description::Text(key) => set(&mut entry, key, new.description.as_deref()),
                Description::List(key) => self.set_list(&mut entry, key, new.description.as_deref()),
            }
        }
        Value::Object(entry)
    }

    fn set_list(&self, entry: &mut Map<String, Value>, key: &str, text: Option<&str>) {
        match text {
            Some(text) => {
                entry.insert(key.to_owned(), to_value(&text.split(list_separator(self.lang)).collect::<Vec<_>>()));
            }
            None => set(entry, key, None),
        }
    }
}

/// Name and keywords of a new skill that a resume writes in one line: `Languages: Go, Java`.
fn named_list<'i>(kind: &Kind, item: &'i GenericItem) -> Option<(&'i str, Vec<&'i str>)> {
    let is_skill = kind.key == "skills" && item.description.is_none();
    let (name, list) = item.title.split_once([':', '：']).filter(|_| is_skill)?;
    let keywords = list.split([',', '，', '、', ';', '；']).map(str::trim).filter(|word| !word.is_empty());
    let keywords: Vec<&str> = keywords.collect();
    (!name.trim().is_empty() && !keywords.is_empty()).then(|| (name.trim(), keywords))
}

/// Writes highlights where the import found them: into the list, or as lines of the text. The lines of texts before a list stay texts if
/// the highlights still begin with them; else the list has all.
fn write_highlights(entry: &mut Map<String, Value>, texts: &[&str], highlights: &[String]) {
    let has_list = entry.get("highlights").and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    let held: Vec<&str> = texts.iter().filter(|key| !text_lines(entry, key).is_empty()).copied().collect();
    let lines: Vec<String> = held.iter().flat_map(|key| text_lines(entry, key)).collect();
    let rest = highlights.strip_prefix(lines.as_slice()).filter(|_| has_list);
    let kept = held.first().filter(|_| !has_list);
    for key in held.iter().filter(|key| rest.is_none() && Some(*key) != kept) {
        set(entry, key, None);
    }
    match kept {
        Some(text) => set(entry, text, Some(&highlights.join("\n"))),
        None => {
            entry.insert("highlights".into(), to_value(&rest.unwrap_or(highlights)));
        }
    }
}

fn set(entry: &mut Map<String, Value>, key: &str, value: Option<&str>) {
    match value {
        Some(value) => entry.insert(key.to_owned(), to_value(&value)),
        None => entry.shift_remove(key),
    };
}

/// Writes a joined text back to its keys if it still has as many parts; else all of it to the first key with a value.
fn set_parts(entry: &mut Map<String, Value>, keys: &[&str], separator: &str, text: Option<&str>) {
    let parts: Vec<&str> = text.map_or_else(Vec::new, |text| text.split(separator).collect());
    if keys.len() == parts.len() && parts.iter().all(|part| !part.is_empty()) {
        keys.iter().zip(parts).for_each(|(key, part)| set(entry, key, Some(part)));
        return;
    }
    let is_held = |key: &&&str| entry.get(**key).is_some_and(|value| value != "");
    let first = keys.iter().find(is_held).or(keys.first()).copied();
    for key in keys {
        set(entry, key, text.filter(|_| Some(*key) == first));
    }
}
