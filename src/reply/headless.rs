//! An object whose opening brace is lost: its first key stands where the brace should.

use super::extract::Candidate;
use super::look::surely_key_at;
use super::parser::Parser;
use super::policy::Policy;
use super::source::{closer, is_blank, is_colon, Kind, Source};
use crate::letters::is_word;
use crate::schema::Schema;
use crate::text::{is_line_break, Chars};

/// How many colons of the prose before are looked at.
const MAX_COLONS: usize = 32;

/// The object that begins with a key in this part of a text, before any brace: it must come to its closing brace.
pub(super) fn headless(text: &str, from: usize, to: usize, schema: &Schema, policy: &Policy) -> Option<Candidate> {
    let src = Source::whole(text);
    let at = first_key(&src, from, to, schema)?;
    let mut parser = Parser::new(at, policy);
    parser.begin_headless();
    parser.run(&src).ok()?;
    let closed = src.slice(at, parser.at).ends_by(|c| closer(c) == Some(Kind::Object));
    if parser.too_deep || !closed {
        return None;
    }
    let Parser { tape, report, refused, at: to, .. } = parser;
    let range = Candidate { from: at, to, refused, steps: src.steps(), ..Candidate::default() };
    Some(Candidate { tape, report, fenced: true, headless: true, ..range })
}

/// Where the first key stands: at the beginning of the part or of the fence it holds, or where the contract's own key does.
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

/// How much of a text is a fence's mark and the name of its language.
fn past_fence(text: &str) -> usize {
    let inside = text.trim_start_by(is_blank);
    match inside.strip_prefix("```").or_else(|| inside.strip_prefix("~~~")) {
        Some(inside) => text.len() - inside.trim_start_by(is_word).len(),
        None => 0,
    }
}

/// Where the key before a colon begins, if the contract has it: between quotes, or alone at the beginning of a line.
fn own_key(text: &str, colon: usize, schema: &Schema) -> Option<usize> {
    let before = text.get(..colon)?.trim_end_by(is_blank);
    let name_end = before.trim_end_by(is_quote);
    let before_name = name_end.trim_end_by(|c| is_word(c) || matches!(c, '_' | '-'));
    let name = name_end.get(before_name.len()..).filter(|name| schema.has_field(name))?;
    let start = before_name.trim_end_by(is_quote);
    let opened = start.len() < before_name.len();
    let closed = name_end.len() < before.len();
    let line = start.trim_end_by(|c| is_blank(c) && !is_line_break(c));
    let begins_line = line.is_empty() || line.ends_by(is_line_break);
    let quoted = opened && closed && !start.ends_by(is_word);
    (quoted || begins_line && !name.is_empty()).then_some(start.len())
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '`' | '＂' | '\\')
}
