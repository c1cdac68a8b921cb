//! The place of a wrong bracket, in words.

use super::tokens::{Placed, Token};
use crate::lang::{self, Text};
use crate::reader::candidate::Unclear;
use crate::reader::source::Kind;
use crate::schema::{Found, Problem};
use stepgate_json::push_step;

/// Characters before the place that are repeated.
const SHOWN: usize = 24;

/// The problem at the token `error`, the first that cannot stand where it is.
pub(super) fn problem(text: &str, tokens: &[Placed], error: usize, allowed: Text) -> Problem {
    let token = tokens.get(error).and_then(|placed| text.get(placed.start..placed.end));
    let before = error.checked_sub(1).and_then(|at| tokens.get(at)).map_or(0, |placed| placed.end);
    let path = pointer(text, tokens, error);
    Problem::at(path, found(text, before, token), allowed)
}

/// The doubt at a place of a text that is no plain JSON.
pub(super) fn unclear(text: &str, at: usize) -> Unclear {
    let token = text.get(at..).filter(|token| !token.is_empty());
    let allowed = lang::text("互相配对的括号", "brackets that match");
    Unclear { at, problem: Problem::at("", found(text, at, token), allowed) }
}

/// The token, with the text before it.
fn found(text: &str, before: usize, token: Option<&str>) -> Found {
    let tail: Vec<char> = text.get(..before).unwrap_or_default().chars().rev().take(SHOWN).collect();
    let tail: String = tail.into_iter().rev().collect();
    let token = token.map(|token| token.chars().take(SHOWN).collect());
    Found::Behind(Box::new((token, tail)))
}

/// An open container, with its last key, or the number of its items.
struct Open<'a> {
    kind: Kind,
    key: Option<&'a str>,
    items: usize,
}

fn unquoted(key: &str) -> &str {
    key.trim_matches(['"', '\''])
}

/// Most steps of a pointer that is shown.
const MAX_STEPS: usize = 32;

/// The JSON pointer of the value at a token, or before it.
fn pointer(text: &str, tokens: &[Placed], error: usize) -> String {
    let mut open: Vec<Open> = Vec::new();
    for (at, placed) in tokens.iter().enumerate().take(error) {
        let is_key = tokens.get(at + 1).is_some_and(|next| next.token == Token::Colon);
        match (placed.token, open.last_mut()) {
            (Token::Open(kind), _) => open.push(Open { kind, key: None, items: 0 }),
            (Token::Close(_), _) => {
                open.pop();
            }
            (Token::Comma, Some(open)) => open.items += 1,
            (Token::Text, Some(open)) if is_key => open.key = text.get(placed.start..placed.end).map(unquoted),
            _ => {}
        }
    }
    let mut path = String::new();
    for open in open.into_iter().take(MAX_STEPS) {
        match (open.kind, open.key) {
            (Kind::Array, _) => push_step(&mut path, &open.items.to_string()),
            (Kind::Object, Some(key)) => push_step(&mut path, key),
            (Kind::Object, None) => {}
        }
    }
    path
}
