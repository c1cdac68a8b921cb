//! Finds an object whose opening brace is lost, so that the first key stands in its place.

use std::ops::Range;

use super::candidate::Candidate;
use super::look::surely_key_at;
use super::parser::Parser;
use super::source::{closer, is_blank, is_colon, Kind, Source};
use crate::characters::is_line_break;
use crate::characters::is_word;
use crate::schema::Schema;
use crate::tape::Item;

/// Most colons that are tried in the prose before a value.
const MAX_COLONS: usize = 32;

/// Reads the object that begins with a key in `part`, the text before the first value. The object must reach its closing brace. If
/// the contract has its first key, it may also be cut off, as long as it contains the first value, which then is not the answer.
pub(super) fn headless(text: &str, part: Range<usize>, schema: &Schema, finished: bool) -> Option<Candidate> {
    let src = Source::whole(text);
    let at = first_key(&src, part.start, part.end, schema)?;
    let mut parser = Parser::new(at, finished);
    parser.begin_headless();
    parser.run(&src).ok()?;
    let Parser { tape, report, at: to, too_deep, .. } = parser;
    let own = Item::new(text, &tape, 1).is_some_and(|key| schema.has_field(&key.string()));
    let closed = src.slice(at, to).ends_with(|c| closer(c) == Some(Kind::Object));
    let range = Candidate { from: at, to, steps: src.steps(), ..Candidate::default() };
    let object = Candidate { tape, report, fenced: true, headless: true, own, ..range };
    let stands = if object.holds(part.end) { closed || own } else { closed && to <= part.end };
    Some(object).filter(|_| stands && !too_deep)
}

/// The place of the first key: the beginning of the part, or of the fence in it, or a key that the contract has.
fn first_key(src: &Source, from: usize, to: usize, schema: &Schema) -> Option<usize> {
    let start = past_fence(src.slice(from, to));
    let start = src.past_blanks(from + start).ok()?;
    if start < to && surely_key_at(src, start).ok()? {
        return Some(start);
    }
    let part = src.slice(from, to);
    let mut colons = part.char_indices().filter(|(_, c)| is_colon(*c)).take(MAX_COLONS);
    colons.find_map(|(colon, _)| own_key(part, colon, schema)).map(|at| from + at)
}

/// The length of the mark of a fence and the name of its language at the beginning of a text.
fn past_fence(text: &str) -> usize {
    let inside = text.trim_start_matches(is_blank);
    match inside.strip_prefix("```").or_else(|| inside.strip_prefix("~~~")) {
        Some(inside) => text.len() - inside.trim_start_matches(is_word).len(),
        None => 0,
    }
}

/// The beginning of the key before a colon, if the contract has it: a quoted key, or a bare one at the beginning of a line.
fn own_key(text: &str, colon: usize, schema: &Schema) -> Option<usize> {
    let before = text.get(..colon)?.trim_end_matches(is_blank);
    let name_end = before.trim_end_matches(is_quote);
    let before_name = name_end.trim_end_matches(|c| is_word(c) || matches!(c, '_' | '-'));
    let name = name_end.get(before_name.len()..).filter(|name| schema.has_field(name))?;
    let start = before_name.trim_end_matches(is_quote);
    let opened = start.len() < before_name.len();
    let closed = name_end.len() < before.len();
    let line = start.trim_end_matches(|c| is_blank(c) && !is_line_break(c));
    let begins_line = line.is_empty() || line.ends_with(is_line_break);
    let quoted = opened && closed && !start.ends_with(is_word);
    (quoted || begins_line && !name.is_empty()).then_some(start.len())
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '`' | '＂' | '\\')
}
