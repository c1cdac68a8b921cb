//! A reply against its contract: the object that fits best, fitted.

use std::cmp::Reverse;
use std::ops::Range;

use serde_json::Value;

use super::extract::{extract, Candidate, Found};
use super::mend::{mend, Mended};
use super::policy::Prose;
use super::report::Fix;
use super::several::joined;
use super::source::is_blank;
use super::tape::{Item, Tag, Tape};
use super::{unreadable, BareText, Fault, Policy, Reading, Roots, MAX_LENGTH};
use crate::schema::{push_step, Coercion, Decoded, Fit, Notes, Schema, Wanted};

/// Reads a reply: finds its object, mends it, and fits it to `schema`.
///
/// Several objects: one that needs no lossy repair first, then the one with the fewest problems, then with the fewest
/// coercions, then one that was not inside of thinking, then one in the first fence, then the first; of objects with
/// nothing but line breaks between them the last, which is the second thought. If `schema` is a list, a list is wanted
/// instead of an object: one that is there, else all objects. If it is text, the whole reply is the value; if it is
/// another scalar, the reply may be the value in words.
pub fn read(text: &str, schema: &Schema) -> Reading {
    let Answer { tape, inner, reading } = answer(text, schema);
    let text = inner.as_deref().unwrap_or(text);
    let value = tape.and_then(|tape| Item::new(text, &tape, 0).map(Item::value));
    Reading { value, ..reading }
}

/// A reading whose value is on a tape.
pub(crate) struct Answer {
    /// The value, at 0.
    pub(crate) tape: Option<Tape>,
    /// The text the tape is of, if it is not the reply: what the reply holds as one JSON string.
    pub(crate) inner: Option<String>,
    /// The rest; its value is nothing.
    pub(crate) reading: Reading,
}

impl Answer {
    fn fault(fault: Fault) -> Answer {
        Answer { tape: None, inner: None, reading: Reading::fault(fault) }
    }

    /// A value that needed no repair.
    fn of(fit: Fit) -> Answer {
        let Notes { coercions, notices, problems, lossy, .. } = fit.notes;
        let fault = lossy.then_some(Fault::NoJsonObject);
        let reading = Reading { coercions, notices, problems, lossless: !lossy, fault, ..Reading::nothing() };
        Answer { tape: Some(fit.tape), inner: None, reading }
    }

    fn fits(&self) -> bool {
        self.reading.problems.is_empty()
    }
}

/// As [`read`], with the value on a tape.
pub(crate) fn answer(text: &str, schema: &Schema) -> Answer {
    if let Some(fault) = unreadable(text, MAX_LENGTH) {
        return Answer::fault(fault);
    }
    let wanted = schema.wanted();
    if wanted.text && !wanted.object && !wanted.list {
        return whole(text, schema);
    }
    let mut found = extract(text, &Policy::default(), true);
    let inner = found.inner.take();
    let answer = chosen(found, inner.as_deref().unwrap_or(text), schema, wanted);
    Answer { inner, ..answer }
}

fn chosen(mut found: Found, text: &str, schema: &Schema, wanted: Wanted) -> Answer {
    if let Some(scalar) = found.scalar.as_ref().filter(|_| wanted.scalar) {
        return fitted(scalar, text, schema);
    }
    let not_object = prefer_wanted(&mut found, text, wanted) || found.scalar.is_some();
    let best = best(&found, text, schema);
    if let Some(best) = best.filter(|best| wanted.object || wanted.list || best.fits()) {
        return best;
    }
    let spoken = trimmed(text, found.spoken);
    if wanted.list && text.get(spoken.clone()).is_some_and(|spoken| spoken.starts_with('[')) {
        let list = Candidate::bare(text, spoken.start, &Policy::default());
        return fitted(&list, text, schema);
    }
    match schema.text_field() {
        _ if found.too_deep.is_some() => Answer::fault(Fault::TooDeep),
        _ if spoken.is_empty() => Answer::fault(Fault::Empty),
        None if wanted.scalar => said(spoken, text, schema),
        _ if not_object => Answer::fault(Fault::NotObject),
        Some(field) => plain_text(field, spoken, text, schema),
        None => listed(spoken, text, schema, wanted).unwrap_or_else(|| Answer::fault(Fault::NoJsonObject)),
    }
}

/// The candidate that fits best.
fn best(found: &Found, text: &str, schema: &Schema) -> Option<Answer> {
    let mut group = 0;
    let mut end = None;
    let fits = found.candidates.iter().enumerate().map(|(index, candidate)| {
        let between = end.and_then(|end| text.get(end..candidate.from)).unwrap_or("…");
        group += usize::from(!between.contains('\n') || !between.trim_matches(is_blank).is_empty());
        end = Some(candidate.to);
        let fit = fit(candidate, text, schema);
        let notes = (candidate.report.lossy, fit.notes.problems.len(), fit.notes.coercions.len());
        ((notes, candidate.thought, !candidate.fenced, group, Reverse(index)), candidate, fit)
    });
    let best = fits.min_by_key(|(rank, ..)| *rank);
    best.map(|(_, candidate, fit)| mended(candidate, text, fit))
}

/// A reply that is text: what it holds as one JSON string, else all of it.
fn whole(text: &str, schema: &Schema) -> Answer {
    let found = extract(text, &Policy { double_encoded: false, ..Policy::default() }, false);
    let is_json = |scalar: &Candidate| scalar.report.mends.is_empty() && scalar.item(text).is_some_and(Item::is_string);
    let string = found.scalar.filter(is_json);
    string.map_or_else(|| said(0..text.len(), text, schema), |string| fitted(&string, text, schema))
}

/// What was said in words, a part of the text: a scalar, or it mentions one.
fn said(spoken: Range<usize>, text: &str, schema: &Schema) -> Answer {
    let mut answer = Answer::of(schema.fit_text(text, spoken.clone()));
    if answer.fits() && answer.reading.coercions.is_empty() {
        answer.reading.coercions.push(in_words(String::new(), text.get(spoken).unwrap_or_default()));
    }
    answer
}

/// A list of one scalar that was mentioned.
fn listed(spoken: Range<usize>, text: &str, schema: &Schema, wanted: Wanted) -> Option<Answer> {
    let items = schema.items().map(Schema::wanted).filter(|items| wanted.list && items.scalar && !items.text)?;
    Some(said(spoken, text, schema)).filter(|answer| !items.object && !items.list && answer.fits())
}

/// What is left of a text from `start` on without the blanks around it.
fn trimmed(text: &str, start: usize) -> Range<usize> {
    let rest = text.get(start..).unwrap_or_default();
    let start = text.len() - rest.trim_start_matches(is_blank).len();
    start..start + rest.trim_matches(is_blank).len()
}

fn in_words(path: String, spoken: &str) -> Coercion {
    Coercion { kind: "plain_text".to_owned(), path, from: Value::from(spoken), to: Value::from(spoken) }
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

fn fit(candidate: &Candidate, text: &str, schema: &Schema) -> Fit {
    schema.fit(text, &candidate.tape, candidate.root, decode)
}

fn fitted(candidate: &Candidate, text: &str, schema: &Schema) -> Answer {
    mended(candidate, text, fit(candidate, text, schema))
}

/// A value that was fitted, with its repairs.
fn mended(candidate: &Candidate, text: &str, fit: Fit) -> Answer {
    let report = &candidate.report;
    let mut answer = Answer::of(fit);
    answer.reading.repairs = report.repairs(text, &candidate.tape);
    answer.reading.ignored = report.ignored();
    if report.lossy {
        answer.reading.lossless = false;
        answer.reading.fault = Some(Fault::NoJsonObject);
    }
    answer
}

fn plain_text(field: &str, spoken: Range<usize>, text: &str, schema: &Schema) -> Answer {
    let mut tape = Tape::default();
    let object = tape.open(Tag::Object, 0);
    tape.push_made(Tag::Key, field);
    tape.push(Tag::Text, spoken.start, spoken.end);
    tape.close(object, spoken.end);
    let mut answer = Answer::of(schema.fit(text, &tape, object, decode));
    let mut path = String::new();
    push_step(&mut path, field);
    answer.reading.coercions.insert(0, in_words(path, text.get(spoken).unwrap_or_default()));
    answer
}

/// The JSON that a text is.
fn decode(text: &str) -> Option<Decoded> {
    let policy =
        Policy { bare_text: BareText::Refuse, prose: Prose::Refuse, roots: Roots::Refuse, ..Policy::default() };
    let Mended { tape, root: at, report, inner: text, .. } = mend(text, &policy).ok()?;
    Some(Decoded { tape, text, at, lossless: !report.lossy })
}
