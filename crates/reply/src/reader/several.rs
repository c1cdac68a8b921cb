//! Handles several values that stand one after the other in a reply.

use super::candidate::Candidate;
use super::report::Fix;
use super::source::{is_blank, is_comma, past_separators};
use crate::tape::{Item, Tag};

/// Whether only blanks, commas and comments stand between the values.
pub(super) fn stand_together(text: &str, candidates: &[Candidate]) -> bool {
    candidates.windows(2).all(|pair| match pair {
        [one, next] => {
            let between = text.get(one.to..next.from);
            !one.partial && between.is_some_and(separates)
        }
        _ => true,
    })
}

fn separates(text: &str) -> bool {
    past_separators(text).is_empty()
}

/// Joins the values into one array.
pub(super) fn joined(candidates: Vec<Candidate>) -> Candidate {
    let mut all = Candidate { from: candidates.first().map_or(0, |first| first.from), ..Candidate::default() };
    let node = all.tape.open(Tag::Array, all.from);
    for candidate in candidates {
        all.report.mend(Fix::SeveralValues, candidate.from, 0);
        let shift = all.tape.append(&candidate.tape);
        all.report.append(&candidate.report, shift);
        all.to = candidate.to;
        all.refused = all.refused.or(candidate.refused);
    }
    all.tape.close(node, all.to);
    all
}

/// Joins the values into one array, without empty ones, and with only the later of two values of the same shape. If one is left,
/// returns it alone.
pub(super) fn latest(candidates: Vec<Candidate>, text: &str) -> Option<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let replaces = match kept.last() {
            Some(last) => is_empty(last, text) || (!is_empty(&candidate, text) && is_update(last, &candidate, text)),
            None => false,
        };
        if replaces {
            kept.pop();
        } else if !kept.is_empty() && is_empty(&candidate, text) {
            continue;
        }
        kept.push(candidate);
    }
    if kept.len() > 1 {
        return Some(joined(kept));
    }
    kept.pop()
}

fn is_empty(candidate: &Candidate, text: &str) -> bool {
    candidate.item(text).is_none_or(|item| match item.tag() {
        Tag::Object | Tag::Array => item.children().next().is_none(),
        Tag::Text | Tag::Joined => item.string().is_empty(),
        tag => matches!(tag, Tag::Null | Tag::False | Tag::Undefined),
    })
}

/// Whether two values have the same shape and no comma stands between them: the second replaces the first.
fn is_update(one: &Candidate, next: &Candidate, text: &str) -> bool {
    let between = text.get(one.to..next.from).unwrap_or_default().trim_matches(is_blank);
    let comma = between.starts_with(is_comma) || between.ends_with(is_comma);
    let items = one.item(text).zip(next.item(text));
    !comma && items.is_some_and(|(one, next)| same_shape(one, next, MAX_LEVELS))
}

/// Deepest comparison of shapes: a policy may allow values that are nested deeper than the stack can follow.
const MAX_LEVELS: usize = 512;

/// Whether two values are of the same kind with the same keys, and so are their members.
fn same_shape(one: Item, other: Item, levels: usize) -> bool {
    if levels == 0 || kind(one) != kind(other) || one.children().count() != other.children().count() {
        return false;
    }
    match one.tag() {
        Tag::Object => one.members().zip(other.members()).all(|((key, one), (other_key, other))| {
            key.string() == other_key.string() && same_shape(one, other, levels - 1)
        }),
        Tag::Array => one.children().zip(other.children()).all(|(one, other)| same_shape(one, other, levels - 1)),
        _ => true,
    }
}

fn kind(item: Item) -> Tag {
    match item.tag() {
        Tag::Joined => Tag::Text,
        Tag::False => Tag::True,
        tag => tag,
    }
}
