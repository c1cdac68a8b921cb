//! Reads a resume from a JSON Resume document.

use super::kinds::{list_separator, Description, Fields, Kind, DATE_SEPARATOR, KINDS, SUMMARY, TITLE_SEPARATOR};
use super::source::Source;
use crate::place::{malformed, Place};
use crate::resume::{Basics, Body, ExperienceItem, GenericItem, Resume, Section};
use serde_json::{Map, Value};
use stepgate_engine::{Error, Lang};
use stepgate_json::text_of;

/// The resume of a document; `place` is the document's JSON pointer.
pub(super) fn import(source: &Source, place: &str) -> Result<Resume, Error> {
    let document = Value::Object(source.document.clone());
    let at = Place::new(&document, place).object()?;
    let mut sections = Vec::new();
    let summary = match at.get("basics") {
        Some(basics) => text(&basics.object()?, &["summary"], "")?,
        None => None,
    };
    if let Some(content) = summary {
        sections.push(section(SUMMARY.key, SUMMARY.title(source.lang), Body::Text { content }));
    }
    for kind in &KINDS {
        let entries = at.list(kind.key)?;
        if !entries.is_empty() {
            sections.push(section(kind.key, kind.title(source.lang), body(kind, &entries, source.lang)?));
        }
    }
    sections.extend(extra(&at)?);
    Ok(Resume { basics: basics(&at, source.lang)?, sections })
}

fn section(id: &str, title: &str, body: Body) -> Section {
    Section { id: id.to_owned(), title: title.to_owned(), body, other: Map::new() }
}

fn basics(at: &Place, lang: Lang) -> Result<Basics, Error> {
    let nobody = if lang == Lang::Zh { "你的姓名" } else { "Your name" };
    let mut basics =
        Basics { name: nobody.to_owned(), label: None, email: None, phone: None, links: Vec::new(), other: Map::new() };
    let Some(at) = at.get("basics") else { return Ok(basics) };
    let at = at.object()?;
    basics.name = text(&at, &["name"], "")?.unwrap_or(basics.name);
    put_text(&at, &["label"], "", &mut basics.label)?;
    put_text(&at, &["email"], "", &mut basics.email)?;
    put_text(&at, &["phone"], "", &mut basics.phone)?;
    let url = if at.get("url").is_some() { "url" } else { "website" };
    basics.links.extend(text(&at, &[url], "")?);
    for profile in at.list("profiles")? {
        basics.links.extend(text(&profile, &["url"], "")?);
    }
    Ok(basics)
}

fn body(kind: &Kind, entries: &[Place], lang: Lang) -> Result<Body, Error> {
    let entries = (1..).zip(entries).map(|(number, entry)| (format!("{}-{number}", kind.key), entry));
    Ok(match kind.fields {
        Fields::Experience { .. } => {
            let item = |(id, entry)| experience_item(id, entry, kind, lang);
            Body::Experience { items: entries.map(item).collect::<Result<_, _>>()? }
        }
        Fields::Generic { title, subtitle, date, ref description } => {
            let item = |(id, entry): (String, &Place)| {
                let mut item = GenericItem { id, ..GenericItem::default() };
                let held: Vec<&str> = title.iter().map(|key| kind.held(key, |key| entry.get(key).is_some())).collect();
                item.title = text(entry, &held, TITLE_SEPARATOR)?.unwrap_or_default();
                put_text(entry, &[subtitle], "", &mut item.subtitle)?;
                put_text(entry, date, DATE_SEPARATOR, &mut item.date)?;
                item.description = self::description(entry, description, lang)?;
                Ok(item)
            };
            Body::Generic { items: entries.map(item).collect::<Result<_, Error>>()? }
        }
    })
}

fn experience_item(id: String, entry: &Place, kind: &Kind, lang: Lang) -> Result<ExperienceItem, Error> {
    let mut item = ExperienceItem { id, ..ExperienceItem::default() };
    let Fields::Experience { title, organization, texts } = kind.fields else { return Ok(item) };
    text(entry, texts, "")?;
    let members = entry.value().as_object();
    item.highlights =
        texts.iter().flat_map(|key| members.map_or_else(Vec::new, |entry| text_lines(entry, key))).collect();
    item.highlights.extend(entry.texts("highlights")?);
    item.title = text(entry, &[title], "")?.unwrap_or_default();
    let organization = kind.held(organization, |key| entry.get(key).is_some());
    item.organization = text(entry, &[organization], "")?.unwrap_or_default();
    put_text(entry, &["startDate"], "", &mut item.date_start)?;
    put_text(entry, &["endDate"], "", &mut item.date_end)?;
    // By the schema of JSON Resume, what has begun and has no end goes on.
    if item.date_start.is_some() && item.date_end.is_none() {
        item.date_end = Some(present(lang).to_owned());
    }
    put_text(entry, &["location"], "", &mut item.location)?;
    Ok(item)
}

/// Lines of a text of an entry, without blank ones.
pub(super) fn text_lines(entry: &Map<String, Value>, key: &str) -> Vec<String> {
    let text = text_of(entry.get(key));
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

/// Last day of what goes on.
fn present(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "至今",
        Lang::En => "Present",
    }
}

fn description(entry: &Place, description: &Description, lang: Lang) -> Result<Option<String>, Error> {
    match description {
        Description::Text(key) => text(entry, &[key], ""),
        Description::List(key) => {
            let values = entry.texts(key)?;
            Ok(Some(values.join(list_separator(lang))).filter(|text| !text.is_empty()))
        }
    }
}

/// Puts the joined values of `keys` into `to`.
fn put_text(at: &Place, keys: &[&str], separator: &str, to: &mut Option<String>) -> Result<(), Error> {
    *to = text(at, keys, separator)?;
    Ok(())
}

/// The joined values of `keys`. A number counts as text, an empty text as absent.
fn text(at: &Place, keys: &[&str], separator: &str) -> Result<Option<String>, Error> {
    let mut parts = Vec::new();
    for key in keys {
        match at.get(key).map(|place| place.value()) {
            None => {}
            Some(Value::String(text)) => parts.push(text.clone()),
            Some(Value::Number(number)) => parts.push(number.to_string()),
            Some(_) => return Err(malformed(&at.pointer(key), "must be a string")),
        }
    }
    parts.retain(|part| !part.is_empty());
    Ok(Some(parts.join(separator)).filter(|_| !parts.is_empty()))
}

/// Sections without a list in JSON Resume. An export puts them into `meta.sections`, in the guide's own form.
fn extra(at: &Place) -> Result<Vec<Section>, Error> {
    let Some(meta) = at.get("meta").filter(|meta| meta.value().is_object()) else { return Ok(Vec::new()) };
    let mut sections = meta.each("sections", |section| Section::parse(&section.object()?))?;
    for (number, section) in (1..).zip(&mut sections) {
        section.id = format!("meta-{number}");
        for (item, id) in (1..).zip(section.item_ids_mut()) {
            *id = format!("meta-{number}-{item}");
        }
    }
    Ok(sections)
}
