//! A reply against its contract: the object that fits best, fitted.

use std::ops::Range;

use super::extract::{extract, scalar, Candidate, Found};
use super::mend::{tolerantly, with_prose, Mended};
#[cfg(feature = "full")]
use super::policy::Grammar;
use super::policy::{BareText, Policy, Prose, Roots};
use super::report::{Fix, Report};
use super::several::joined;
use super::source::is_blank;
use super::{unreadable, Fault, Reading, MAX_LENGTH};
use crate::json::Tree;
use crate::schema::{push_step, Conversion, Decoded, Fit, Notes, Schema, Wanted};
use crate::tape::{Item, Tag, Tape};
use crate::text::{is_line_break, Chars};

/// Reads a reply: finds its object, mends it, and fits it to `schema`.
///
/// Several objects: one that needs no lossy repair first, then the one with the fewest problems, then with the fewest
/// coercions, then one that was not inside of thinking, then one in the first fence, then the first; of objects with
/// nothing but line breaks between them the last, which is the second thought. If `schema` is a list, a list is wanted
/// instead of an object: one that is there, else all objects. If it is text, the whole reply is the value; if it is
/// another scalar, the reply may be the value in words. If it is an object of one field, the reply may be the number or
/// boolean that this is.
pub fn read(text: &str, schema: &Schema) -> Reading {
    read_to_tape(text, schema, &Policy::default()).reading(text)
}

/// As [`read`], with other answers where readings of damaged JSON differ. A reply without JSON is read by the schema all the
/// same.
#[cfg(feature = "full")]
pub fn read_with(text: &str, schema: &Schema, policy: &Policy) -> Reading {
    read_by_policy(text, schema, policy).reading(text)
}

/// As [`read_with`], with nothing built. Without the feature `full` there is only the tolerant grammar.
#[cfg(not(feature = "full"))]
pub(crate) use read_to_tape as read_by_policy;

/// As [`read_with`], with nothing built.
#[cfg(feature = "full")]
pub(crate) fn read_by_policy(text: &str, schema: &Schema, policy: &Policy) -> Read {
    if policy.grammar() == Grammar::Tolerant {
        return read_to_tape(text, schema, policy);
    }
    match super::mend::mend(text, policy) {
        Ok(Mended { tape, root, report, inner, .. }) => {
            let candidate = Candidate { tape, root, report, ..Candidate::default() };
            Read { inner, ..fitted(candidate, text, schema) }
        }
        Err(_) => Read::fault(unreadable(text, MAX_LENGTH).unwrap_or(Fault::NoJsonObject)),
    }
}

/// What a reply was read as, on tapes.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// The text the tapes are of, if it is not the reply: what that holds as one JSON string.
    pub(crate) inner: Option<String>,
    /// The value as it stands in the reply, and what was mended in it.
    pub(crate) tape: Tape,
    pub(crate) report: Report,
    /// The value, fitted.
    pub(crate) fit: Option<Fit>,
    pub(crate) fault: Option<Fault>,
}

impl Read {
    fn fault(fault: Fault) -> Read {
        Read { fault: Some(fault), ..Read::default() }
    }

    fn new(fit: Fit) -> Read {
        Read { fit: Some(fit), ..Read::default() }
    }

    /// A candidate, and what it was fitted to.
    fn of(candidate: Candidate, fit: Fit) -> Read {
        let Candidate { tape, report, .. } = candidate;
        let lossy = report.lossy || fit.notes.lossy;
        Read { tape, report, fit: Some(fit), fault: lossy.then_some(Fault::NoJsonObject), ..Read::default() }
    }

    /// Whether every repair was lossless.
    pub(crate) fn lossless(&self) -> bool {
        !self.report.lossy && !self.fit.as_ref().is_some_and(|fit| fit.notes.lossy)
    }

    /// The same, built; `text` is the reply.
    fn reading(self, text: &str) -> Reading {
        let lossless = self.lossless();
        let text = self.inner.as_deref().unwrap_or(text);
        let Some(Fit { tape, notes }) = self.fit else { return Reading { fault: self.fault, ..Reading::default() } };
        let Notes { coercions, notices, problems, .. } = notes;
        Reading {
            value: Item::new(text, &tape, 0).map(Item::value),
            repairs: self.report.repairs(text, &self.tape),
            coercions: coercions.into_iter().map(Into::into).collect(),
            notices,
            problems,
            ignored: self.report.ignored(),
            lossless,
            fault: self.fault,
        }
    }
}

/// As [`read_by_policy`], by the tolerant grammar.
pub(crate) fn read_to_tape(text: &str, schema: &Schema, policy: &Policy) -> Read {
    if let Some(fault) = unreadable(text, MAX_LENGTH) {
        return Read::fault(fault);
    }
    let wanted = schema.wanted();
    if wanted.text && !wanted.object && !wanted.list {
        return whole(text, schema);
    }
    let mut found = extract(text, policy, true);
    let inner = found.inner.take();
    let read = choose(found, inner.as_deref().unwrap_or(text), schema, wanted);
    Read { inner, ..read }
}

fn choose(mut found: Found, text: &str, schema: &Schema, wanted: Wanted) -> Read {
    let is_wanted = |scalar: &Candidate| {
        let null = scalar.item(text).is_some_and(|item| item.tag() == Tag::Null);
        wanted.scalar || null && schema.allows_null()
    };
    if let Some(scalar) = found.scalar.take_if(|scalar| is_wanted(scalar)) {
        return fitted(scalar, text, schema);
    }
    if let Some(read) = found.scalar.as_ref().and_then(|scalar| only_field(scalar, text, schema)) {
        return read;
    }
    let not_object = prefer_wanted(&mut found, text, schema, wanted) || found.scalar.is_some();
    let (too_deep, spoken) = (found.too_deep, found.spoken);
    let fits = |best: &Read| best.fit.as_ref().is_some_and(|fit| fit.notes.problems.is_empty());
    if let Some(best) = best(found, text, schema).filter(|best| wanted.object || wanted.list || fits(best)) {
        return best;
    }
    let spoken = text.get(spoken..).unwrap_or_default().trim_by(is_blank);
    if let Some(scalar) = fenced(text, range_of(spoken, text)).filter(is_wanted) {
        return fitted(scalar, text, schema);
    }
    if wanted.list && spoken.starts_with('[') {
        let policy = Policy { roots: Roots::First, ..Policy::default() };
        let list = Candidate::bare(text, range_of(spoken, text).start, &policy);
        return if list.refused.is_some() { Read::fault(Fault::TooDeep) } else { fitted(list, text, schema) };
    }
    match schema.text_field() {
        _ if too_deep.is_some() => Read::fault(Fault::TooDeep),
        _ if spoken.is_empty() => Read::fault(Fault::Empty),
        None if wanted.scalar || means_null(text, spoken, schema) => said(text, spoken, schema),
        _ if not_object => Read::fault(Fault::NotObject),
        Some(field) => plain_field(Tag::Text, field, text, spoken, schema),
        None => listed(text, spoken, schema, wanted).unwrap_or_else(|| Read::fault(Fault::NoJsonObject)),
    }
}

/// How well a candidate fits: the less, the better; what comes first counts most.
#[derive(PartialEq, PartialOrd)]
struct Rank {
    lossy: bool,
    problems: usize,
    coercions: usize,
    thought: bool,
    bare: bool,
    /// How many groups of values stand before its own.
    group: usize,
}

/// The candidate that fits best.
fn best(found: Found, text: &str, schema: &Schema) -> Option<Read> {
    let mut group = 0;
    let mut end = None;
    let mut best: Option<(Rank, Candidate, Fit)> = None;
    for candidate in found.candidates {
        let between = end.and_then(|end| text.get(end..candidate.from)).unwrap_or("…");
        group += usize::from(!between.has(is_line_break) || !between.trim_by(is_blank).is_empty());
        end = Some(candidate.to);
        let fit = schema.fit(text, &candidate.tape, candidate.root, decode);
        let rank = Rank {
            lossy: candidate.report.lossy,
            problems: fit.notes.problems.len(),
            coercions: fit.notes.coercions.len(),
            thought: candidate.thought,
            bare: !candidate.fenced,
            group,
        };
        // Of those that fit alike the last one.
        if best.as_ref().is_none_or(|(least, ..)| rank <= *least) {
            best = Some((rank, candidate, fit));
        }
    }
    let (_, candidate, fit) = best?;
    let encoded = candidate.report.mends.iter().any(|mend| mend.kind == Fix::DoubleEncoded);
    Some(Read::of(if encoded { candidate } else { with_prose(candidate, text) }, fit))
}

/// The JSON scalar in the only fence of a part of a text.
fn fenced(text: &str, part: Range<usize>) -> Option<Candidate> {
    const FENCE: &str = "```";
    let open = part.start + text.get(part.clone())?.find_text(FENCE)? + FENCE.len();
    let start = open + text.get(open..part.end)?.find_by(is_line_break)?;
    let (inside, behind) = text.get(start..part.end)?.split_text(FENCE)?;
    let start = start + inside.len() - inside.trim_start_by(is_blank).len();
    let end = start + inside.trim_by(is_blank).len();
    scalar(text, start, end, &Policy::default()).filter(|_| behind.find_text(FENCE).is_none())
}

/// A reply that is text: what it holds as one JSON string, else all of it.
fn whole(text: &str, schema: &Schema) -> Read {
    let found = extract(text, &Policy { double_encoded: false, ..Policy::default() }, false);
    let is_json = |scalar: &Candidate| scalar.report.mends.is_empty() && scalar.item(text).is_some_and(Item::is_string);
    let string = found.scalar.filter(is_json);
    string.map_or_else(|| said(text, text, schema), |string| fitted(string, text, schema))
}

/// Whether a reply is a word for null, where that is a value.
fn means_null(text: &str, spoken: &str, schema: &Schema) -> bool {
    schema.allows_null() && schema.fit_text(text, range_of(spoken, text)).notes.problems.is_empty()
}

/// A reply in words that is a scalar, or mentions it; `spoken` is the part of `text` that was said.
fn said(text: &str, spoken: &str, schema: &Schema) -> Read {
    let mut fit = schema.fit_text(text, range_of(spoken, text));
    if fit.notes.problems.is_empty() && fit.notes.coercions.is_empty() {
        let to = Item::new(text, &fit.tape, 0).map(Item::tree).unwrap_or_default();
        let coercion = Conversion { kind: "plain_text", path: String::new(), from: Tree::text(spoken), to };
        fit.notes.coercions.push(coercion);
    }
    Read::new(fit)
}

/// Where `part`, which is the end of `text` but for blanks, begins and ends.
fn range_of(part: &str, text: &str) -> Range<usize> {
    let end = text.trim_end_by(is_blank).len().max(part.len());
    end - part.len()..end
}

/// A list of one scalar that the reply mentions.
fn listed(text: &str, spoken: &str, schema: &Schema, wanted: Wanted) -> Option<Read> {
    let items = schema.items().map(Schema::wanted).filter(|items| wanted.list && items.scalar && !items.text)?;
    let read = said(text, spoken, schema);
    let fits = read.fit.as_ref().is_some_and(|fit| fit.notes.problems.is_empty());
    (!items.object && !items.list && fits).then_some(read)
}

/// If objects are wanted and not lists: takes the object out of an array that holds just one, and drops other arrays, which
/// may be one only to be salvaged.
/// Whether one that was the whole reply was dropped. If lists are wanted and there are several objects instead: an array
/// of them.
fn prefer_wanted(found: &mut Found, text: &str, schema: &Schema, wanted: Wanted) -> bool {
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
        if schema.salvages() {
            return true;
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

fn fitted(candidate: Candidate, text: &str, schema: &Schema) -> Read {
    let fit = schema.fit(text, &candidate.tape, candidate.root, decode);
    Read::of(candidate, fit)
}

/// A number, true or false alone, if it fits the only field there is.
fn only_field(scalar: &Candidate, text: &str, schema: &Schema) -> Option<Read> {
    let is_word = |tag: &Tag| matches!(tag, Tag::Number | Tag::True | Tag::False);
    let tag = scalar.item(text).map(Item::tag).filter(is_word)?;
    let read = plain_field(tag, schema.only_field()?, text, text.trim_matches(is_blank), schema);
    read.fit.as_ref().is_some_and(|fit| fit.notes.problems.is_empty()).then_some(read)
}

/// An object of one field, which is what was said.
fn plain_field(tag: Tag, field: &str, text: &str, spoken: &str, schema: &Schema) -> Read {
    let Range { start, end } = range_of(spoken, text);
    let mut tape = Tape::default();
    let object = tape.open(Tag::Object, start);
    tape.push_made(Tag::Key, field);
    tape.push(tag, start, end);
    tape.close(object, end);
    let mut fit = schema.fit(text, &tape, object, decode);
    let mut path = String::new();
    push_step(&mut path, field);
    let to = Item::new(text, &tape, object + 2).map(Item::tree).unwrap_or_default();
    let coercion = Conversion { kind: "plain_text", path, from: Tree::text(spoken), to };
    fit.notes.coercions.insert(0, coercion);
    Read::new(fit)
}

/// The JSON that a text is.
fn decode(text: &str) -> Option<Decoded> {
    let policy = Policy {
        bare_text: BareText::Refuse,
        prose: Prose::Refuse,
        every_bracket: true,
        roots: Roots::Refuse,
        ..Policy::default()
    };
    let Mended { tape, root: at, report, inner: text, .. } = tolerantly(text, &policy).ok()?;
    Some(Decoded { tape, text, at, lossless: !report.lossy })
}
