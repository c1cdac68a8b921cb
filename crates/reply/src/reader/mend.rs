//! Repairs a text without a contract.

use super::brackets::doubt_if_moved;
use super::candidate::Candidate;
use super::extract::extract;
use super::fault::{unreadable, Fault, Refused, MAX_TEXT};
use super::found::{Found, Search};
use super::mended::{Mended, Repaired};
use super::policy::Policy;
use super::report::Fix;
use super::several::{joined, stand_together};
use super::source::is_blank;
use super::strict;
use crate::characters::is_word;
use crate::tape::{Item, Tag};
use stepgate_json::slice;

/// Finds and repairs the JSON value of a text without a contract: an object, an array, or a text that is JSON as a whole.
///
/// Several values one after the other become an array. Of values with prose between them, the best counts: outside before inside of
/// thinking, whole before cut off, in a fence before bare, not a template (`"<name>"`), then the first. Text without JSON is a string.
///
/// ```
/// let repaired = stepgate_reply::repair("Sure: {'a': [1, 2,]}");
/// assert_eq!(repaired.value, Some(serde_json::json!({ "a": [1, 2] })));
/// ```
pub fn repair(text: &str) -> Repaired {
    repair_with(text, Policy::Tolerant)
}

/// Like [`repair`], with a [`Policy`] that may refuse the text.
pub fn repair_with(text: &str, policy: Policy) -> Repaired {
    repaired(text, mend(text, policy))
}

/// The value of a reply; `None` if it has no object and no array.
pub(super) fn answer(text: &str) -> Option<Mended> {
    tolerantly(text, Purpose::Answer).ok()
}

fn repaired(text: &str, mended: Result<Mended, (Refused, usize)>) -> Repaired {
    let mended = match mended {
        Ok(mended) => mended,
        Err((refused, steps)) => {
            return Repaired { value: None, repairs: Vec::new(), lossless: true, error: Some(refused), steps }
        }
    };
    let value = mended.value(text);
    let Mended { tape, report, inner, steps, .. } = mended;
    let text = inner.as_deref().unwrap_or(text);
    Repaired { value, repairs: report.repairs(text, &tape), lossless: !report.lossy, error: None, steps }
}

/// Reads a text that is JSON and nothing else: `None` if anything needs a repair.
pub fn exact(text: &str) -> Option<Mended> {
    tolerantly(text, Purpose::Value).ok().filter(|mended| mended.report.mends.is_empty())
}

/// Finds and repairs the JSON value of a text, on a tape. The error is the reason, and the number of characters inspected.
pub fn mend(text: &str, policy: Policy) -> Result<Mended, (Refused, usize)> {
    match policy {
        Policy::Tolerant => tolerantly(text, Purpose::Value),
        Policy::Strict | Policy::Partial => strictly(text, policy).map_err(|refused| (refused, text.len())),
    }
}

fn strictly(text: &str, policy: Policy) -> Result<Mended, Refused> {
    match unreadable(text, MAX_TEXT) {
        Some(fault) => Err(fault.into()),
        None => strict::read(text, policy == Policy::Partial),
    }
}

/// The purpose of a reading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Its value; a text without objects and arrays is a scalar, a list of scalars or a string.
    Value,
    /// The answer of a streamed reply: its value, if that is an object or array.
    Answer,
    /// The JSON inside of a string: one value, with nothing around it.
    Inside,
}

/// Finds and repairs the JSON value of a text by the tolerant grammar.
pub(super) fn tolerantly(text: &str, purpose: Purpose) -> Result<Mended, (Refused, usize)> {
    if let Some(fault) = unreadable(text, MAX_TEXT) {
        return Err((fault.into(), 0));
    }
    let mut found = extract(text, Search { every_bracket: purpose == Purpose::Inside, ..Search::default() });
    let steps = found.steps;
    let inner = found.inner.take();
    let body = inner.as_deref().unwrap_or(text);
    let chosen = choose(found, body, purpose).map_err(|refused| (refused, steps))?;
    let steps = steps + chosen.steps;
    if let Some(offset) = chosen.too_deep {
        return Err((Refused { kind: Fault::TooDeep.code(), offset }, steps));
    }
    let Candidate { tape, root, report, .. } = chosen;
    Ok(Mended { tape, root, report, inner, steps })
}

fn choose(found: Found, text: &str, purpose: Purpose) -> Result<Candidate, Refused> {
    if let Some(scalar) = found.scalar {
        return Ok(scalar);
    }
    let candidates = found.candidates;
    if candidates.is_empty() {
        return match found.too_deep {
            Some(offset) => Err(Refused { kind: Fault::TooDeep.code(), offset }),
            None => bare_text(text, purpose),
        };
    }
    if let (Purpose::Inside, Some(second)) = (purpose, candidates.get(1)) {
        return Err(Refused { kind: Fix::SeveralValues.name(), offset: second.from });
    }
    let together = candidates.len() > 1 && stand_together(text, &candidates);
    let chosen = if together { Some(joined(candidates)) } else { best(candidates, text) };
    chosen.map_or_else(|| Err(Fault::NoJsonObject.into()), |chosen| around(chosen, text, purpose))
}

fn best(candidates: Vec<Candidate>, text: &str) -> Option<Candidate> {
    let mut best: Option<([bool; 5], Candidate)> = None;
    for candidate in candidates {
        let loose = candidate.partial && !candidate.item(text).is_some_and(holds_containers);
        let template = candidate.item(text).is_some_and(is_template);
        let flaws = [candidate.thought, candidate.report.lossy, loose, !candidate.fenced, template];
        if best.as_ref().is_none_or(|(least, _)| flaws < *least) {
            best = Some((flaws, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn holds_containers(item: Item) -> bool {
    let container = |item: Item| matches!(item.tag(), Tag::Object | Tag::Array);
    item.tag() != Tag::Array || item.children().any(container)
}

/// Whether a value is a template of an answer: `{"name": "<string>"}`.
fn is_template(item: Item) -> bool {
    item.children().any(|child| {
        let text = if child.is_string() { child.raw() } else { "" };
        text.len() > 2 && text.starts_with('<') && text.ends_with('>')
    })
}

/// Reports the text around the value, or refuses it inside of a string.
fn around(chosen: Candidate, text: &str, purpose: Purpose) -> Result<Candidate, Refused> {
    let first = prose(&chosen, text).into_iter().flatten().next();
    match first.filter(|_| purpose == Purpose::Inside) {
        Some((offset, _)) => Err(Refused { kind: Fix::Prose.name(), offset }),
        None => Ok(with_prose(chosen, text)),
    }
}

/// Adds the text around the value to its report, in the order of the text.
pub(super) fn with_prose(mut chosen: Candidate, text: &str) -> Candidate {
    let [before, after] = prose(&chosen, text);
    chosen.report.at_node(0);
    if let Some((offset, length)) = before {
        chosen.report.mend_first(Fix::Prose, offset, length);
    }
    if let Some((offset, length)) = after {
        chosen.report.mend(Fix::Prose, offset, length);
    }
    chosen
}

/// The offset and length of the text before and behind the value.
fn prose(chosen: &Candidate, text: &str) -> [Option<(usize, usize)>; 2] {
    let spoken = |from, to| {
        let around = slice(text, from..to);
        let length = around.trim_matches(is_blank).len();
        (length > 0).then(|| (to - around.trim_start_matches(is_blank).len(), length))
    };
    [spoken(0, chosen.from), spoken(chosen.to, text.len())]
}

/// Reads a text without objects and arrays.
fn bare_text(text: &str, purpose: Purpose) -> Result<Candidate, Refused> {
    let offset = text.find(|c| !is_blank(c)).unwrap_or_default();
    if purpose != Purpose::Value {
        return Err(Refused { kind: Fault::NoJsonObject.code(), offset });
    }
    let (from, to) = inside_fence(text, offset);
    let mut bare = Candidate::bare(text.get(..to).unwrap_or(text), from);
    doubt_if_moved(&mut bare, text);
    Ok(bare)
}

/// The beginning and end of the text in the fence at `at`; without a fence, of the rest of the text.
fn inside_fence(text: &str, at: usize) -> (usize, usize) {
    let rest = slice(text, at..);
    let Some(fence) = ["```", "~~~"].into_iter().find(|fence| rest.starts_with(fence)) else { return (at, text.len()) };
    let marks = rest.bytes().take_while(|byte| fence.as_bytes().first() == Some(byte)).count();
    let body = slice(rest, marks..).trim_start_matches(is_word);
    let inside = body.trim_start_matches(is_blank);
    let length = inside.find(fence).unwrap_or(inside.len());
    let from = text.len() - inside.len();
    (from, from + slice(inside, ..length).trim_end_matches(is_blank).len())
}
