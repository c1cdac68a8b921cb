//! A reply against its contract: the object that fits best, fitted.

use std::cmp::Reverse;

use serde_json::Value;

use super::extract::{extract, Candidate, Found};
use super::mend::{mend, Mended};
use super::policy::Prose;
use super::report::Fix;
use super::several::joined;
use super::source::is_blank;
use super::tape::{Item, Tag, Tape};
use super::{unreadable, BareText, Fault, Policy, Reading, Roots, MAX_LENGTH};
use crate::schema::{push_step, Checked, Coercion, Decoded, Fit, Schema, Wanted};

/// Reads a reply: finds its object, mends it, and fits it to `schema`.
///
/// Several objects: one that needs no lossy repair first, then the one with the fewest problems, then with the fewest
/// coercions, then one that was not inside of thinking, then one in the first fence, then the first; of objects with
/// nothing but line breaks between them the last, which is the second thought. If `schema` is a list, a list is wanted
/// instead of an object: one that is there, else all objects. If it is text, the whole reply is the value; if it is
/// another scalar, the reply may be the value in words.
pub fn read(text: &str, schema: &Schema) -> Reading {
    if let Some(fault) = unreadable(text, MAX_LENGTH) {
        return Reading::fault(fault);
    }
    let wanted = schema.wanted();
    if wanted.text && !wanted.object && !wanted.list {
        return whole(text, schema);
    }
    let mut found = extract(text, &Policy::default(), true);
    let inner = found.inner.take();
    let text = inner.as_deref().unwrap_or(text);
    if let Some(scalar) = found.scalar.as_ref().filter(|_| wanted.scalar) {
        return fitted(scalar, text, schema);
    }
    let not_object = prefer_wanted(&mut found, text, wanted) || found.scalar.is_some();
    let best = best(&found, text, schema);
    if let Some(best) = best.filter(|best| wanted.object || wanted.list || best.problems.is_empty()) {
        return best;
    }
    let spoken = text.get(found.spoken..).unwrap_or_default().trim_matches(is_blank);
    if wanted.list && spoken.starts_with('[') {
        let list = Candidate::bare(text, text.len() - spoken.len(), &Policy::default());
        return fitted(&list, text, schema);
    }
    match schema.text_field() {
        _ if found.too_deep => Reading::fault(Fault::TooDeep),
        _ if spoken.is_empty() => Reading::fault(Fault::Empty),
        None if wanted.scalar => said(spoken, schema),
        _ if not_object => Reading::fault(Fault::NotObject),
        Some(field) => plain_text(field, spoken, schema),
        None => listed(spoken, schema, wanted).unwrap_or_else(|| Reading::fault(Fault::NoJsonObject)),
    }
}

/// The candidate that fits best.
fn best(found: &Found, text: &str, schema: &Schema) -> Option<Reading> {
    let mut group = 0;
    let mut end = None;
    let readings = found.candidates.iter().enumerate().map(|(index, candidate)| {
        let between = end.and_then(|end| text.get(end..candidate.from)).unwrap_or("…");
        group += usize::from(!between.contains('\n') || !between.trim_matches(is_blank).is_empty());
        end = Some(candidate.to);
        let reading = fitted(candidate, text, schema);
        let fit = (candidate.report.lossy, reading.problems.len(), reading.coercions.len());
        ((fit, candidate.thought, !candidate.fenced, group, Reverse(index)), reading)
    });
    readings.min_by_key(|(rank, _)| *rank).map(|(_, reading)| reading)
}

/// A reply that is text: what it holds as one JSON string, else all of it.
fn whole(text: &str, schema: &Schema) -> Reading {
    let found = extract(text, &Policy { double_encoded: false, ..Policy::default() }, false);
    let is_json = |scalar: &Candidate| scalar.report.mends.is_empty() && scalar.item(text).is_some_and(Item::is_string);
    let string = found.scalar.filter(is_json);
    string.map_or_else(|| said(text, schema), |string| fitted(&string, text, schema))
}

/// A reply in words that is a scalar, or mentions it.
fn said(text: &str, schema: &Schema) -> Reading {
    let mut reading = checked(schema.fit_text(text), text);
    let coercion = reading.value.as_ref().filter(|_| reading.problems.is_empty() && reading.coercions.is_empty());
    if let Some(to) = coercion.cloned() {
        reading.coercions.push(Coercion { kind: "plain_text".to_owned(), path: String::new(), from: text.into(), to });
    }
    reading
}

/// A list of one scalar that the reply mentions.
fn listed(text: &str, schema: &Schema, wanted: Wanted) -> Option<Reading> {
    let items = schema.items().map(Schema::wanted).filter(|items| wanted.list && items.scalar && !items.text)?;
    let reading = said(text, schema);
    (!items.object && !items.list && reading.problems.is_empty()).then_some(reading)
}

/// If objects are wanted and not lists: takes the object out of an array that holds just one, and drops other arrays.
/// Whether one that was the whole reply was dropped. If lists are wanted and there are several objects instead: an array
/// of them.
fn prefer_wanted(found: &mut Found, text: &str, wanted: Wanted) -> bool {
    if wanted.list {
        let objects = |candidate: &Candidate| candidate.item(text).is_some_and(|item| item.tag() == Tag::Object);
        if !wanted.object && found.candidates.len() > 1 && found.candidates.iter().all(objects) {
            found.candidates = vec![joined(std::mem::take(&mut found.candidates))];
        }
        return false;
    }
    let mut dropped = false;
    found.candidates.retain_mut(|candidate| {
        let Some(list) = candidate.item(text).filter(|item| wanted.object && item.tag() == Tag::Array) else {
            return true;
        };
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
    let report = &candidate.report;
    let fit = schema.fit(text, &candidate.tape, candidate.root, decode);
    let lossy = report.lossy || fit.notes.lossy;
    Reading {
        repairs: report.repairs(text, &candidate.tape),
        ignored: report.ignored(),
        lossless: !lossy,
        fault: lossy.then_some(Fault::NoJsonObject),
        ..checked(fit, text)
    }
}

fn checked(fit: Fit, text: &str) -> Reading {
    let Checked { value, coercions, notices, problems } = fit.checked(text);
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
    let mut tape = Tape::default();
    let object = tape.open(Tag::Object, 0);
    tape.push_made(Tag::Key, field);
    tape.push(Tag::Text, 0, text.len());
    tape.close(object, text.len());
    let mut reading = checked(schema.fit(text, &tape, object, decode), text);
    let mut path = String::new();
    push_step(&mut path, field);
    let coercion = Coercion { kind: "plain_text".to_owned(), path, from: Value::from(text), to: Value::from(text) };
    reading.coercions.insert(0, coercion);
    reading
}

/// The JSON that a text is.
fn decode(text: &str) -> Option<Decoded> {
    let policy =
        Policy { bare_text: BareText::Refuse, prose: Prose::Refuse, roots: Roots::Refuse, ..Policy::default() };
    let Mended { tape, root: at, report, inner: text, .. } = mend(text, &policy).ok()?;
    Some(Decoded { tape, text, at, lossless: !report.lossy })
}
