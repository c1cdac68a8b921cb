//! A reply against its contract: the object that fits best, fitted.

use serde_json::{Map, Value};

use super::extract::{extract, Candidate, Found};
use super::report::Fix;
use super::source::is_blank;
use super::tape::{Item, Tag};
use super::{repair, unreadable, Fault, Policy, Reading, MAX_LENGTH};
use crate::schema::{push_step, Checked, Coercion, Schema};

/// Reads a reply: finds its object, mends it, and fits it to `schema`.
///
/// Several objects: one that needs no lossy repair first, then the one with the fewest problems, then with the fewest
/// coercions, then one that was not inside of thinking, then one in the first fence, then the first. If `schema` is a
/// list, a list is wanted instead of an object.
pub fn read(text: &str, schema: &Schema) -> Reading {
    if let Some(fault) = unreadable(text, MAX_LENGTH) {
        return Reading::fault(fault);
    }
    let policy = Policy::default();
    let mut found = extract(text, &policy, true);
    let inner = found.inner.take();
    let text = inner.as_deref().unwrap_or(text);
    let not_object = prefer_objects(&mut found, text, schema) || found.scalar.is_some();
    let spoken = text.get(found.spoken..).unwrap_or_default().trim_matches(is_blank);
    if found.candidates.is_empty() {
        return match schema.text_field() {
            _ if found.too_deep => Reading::fault(Fault::TooDeep),
            _ if not_object => Reading::fault(Fault::NotObject),
            _ if spoken.is_empty() => Reading::fault(Fault::Empty),
            Some(field) => plain_text(field, spoken, schema),
            None => Reading::fault(Fault::NoJsonObject),
        };
    }
    let readings = found.candidates.iter().map(|candidate| {
        let rank = (candidate.report.lossy, candidate.thought, !candidate.fenced);
        (rank, fitted(candidate, text, schema))
    });
    let best = readings.min_by_key(|((lossy, thought, unfenced), reading)| {
        (*lossy, reading.problems.len(), reading.coercions.len(), *thought, *unfenced)
    });
    best.map_or_else(|| Reading::fault(Fault::NoJsonObject), |(_, reading)| reading)
}

/// Takes the object out of an array that holds just one, and drops other arrays. Whether one that was the whole reply was
/// dropped.
fn prefer_objects(found: &mut Found, text: &str, schema: &Schema) -> bool {
    if schema.wants_list() {
        return false;
    }
    let mut dropped = false;
    found.candidates.retain_mut(|candidate| {
        let Some(list) = candidate.item(text).filter(|item| item.tag() == Tag::Array) else { return true };
        if let Some(object) = sole_object(list).map(Item::at) {
            candidate.root = object;
            candidate.report.mend(Fix::SingleItem, 0, 0);
            return !candidate.partial;
        }
        dropped |= !candidate.partial;
        false
    });
    dropped
}

fn sole_object(list: Item) -> Option<Item> {
    let mut items = list.children();
    let first = items.next().filter(|item| item.tag() == Tag::Object);
    first.filter(|_| items.next().is_none())
}

fn fitted(candidate: &Candidate, text: &str, schema: &Schema) -> Reading {
    let value = candidate.item(text).map(Item::value).unwrap_or_default();
    let report = &candidate.report;
    Reading {
        repairs: report.repairs(text, &candidate.tape),
        ignored: report.ignored(),
        lossless: !report.lossy,
        fault: report.lossy.then_some(Fault::NoJsonObject),
        ..checked(value, schema)
    }
}

fn checked(value: Value, schema: &Schema) -> Reading {
    let Checked { value, coercions, notices, problems } = schema.check_with(value, decode);
    Reading {
        value: Some(value),
        repairs: Vec::new(),
        coercions,
        notices,
        problems,
        ignored: Vec::new(),
        lossless: true,
        fault: None,
    }
}

fn plain_text(field: &str, text: &str, schema: &Schema) -> Reading {
    let object = Map::from_iter([(field.to_owned(), Value::from(text))]);
    let mut reading = checked(Value::Object(object), schema);
    let mut path = String::new();
    push_step(&mut path, field);
    let coercion = Coercion { kind: "plain_text".to_owned(), path, from: Value::from(text), to: Value::from(text) };
    reading.coercions.insert(0, coercion);
    reading
}

/// A value for text without JSON, or with JSON in it: the lossless one.
fn decode(text: &str) -> Option<Value> {
    let repaired = repair(text);
    repaired.value.filter(|_| repaired.lossless)
}
