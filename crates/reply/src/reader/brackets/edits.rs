//! All ways to put a text right with one bracket.

use super::nesting::{Commas, Nesting};
use super::tokens::{Placed, Token};
use crate::lang::Text;
use crate::reader::source::Kind;

/// A change of one bracket, at the index of a token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edit {
    pub(super) at: usize,
    pub(super) change: Change,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    /// A bracket is missing before the token.
    Insert(Token),
    Delete,
    Replace(Token),
}

const BRACKETS: [Token; 4] =
    [Token::Open(Kind::Object), Token::Open(Kind::Array), Token::Close(Kind::Object), Token::Close(Kind::Array)];

/// Steps that the search takes for each token of the text, and for a text of any length.
const STEPS_EACH: usize = 64;
const STEPS: usize = 1 << 16;

/// The index of the first token that cannot stand where it is, with what may stand there; the number of tokens if the end is too
/// early. None if the tokens are one value.
pub(super) fn first_error(tokens: &[Placed], commas: Commas) -> Option<(usize, Text)> {
    let mut nesting = Nesting::forward(commas);
    for (at, placed) in tokens.iter().enumerate() {
        let allowed = nesting.allowed();
        if !nesting.takes(placed.token) {
            return Some((at, allowed));
        }
    }
    (!nesting.is_whole()).then(|| (tokens.len(), nesting.allowed()))
}

/// Whether the tokens are values, one after the other.
pub(super) fn are_values(tokens: &[Placed]) -> bool {
    let mut nesting = Nesting::forward(Commas::Trailing);
    for placed in tokens {
        if nesting.is_whole() {
            if placed.token == Token::Comma {
                continue;
            }
            nesting = Nesting::forward(Commas::Trailing);
        }
        if !nesting.takes(placed.token) {
            return false;
        }
    }
    nesting.is_whole()
}

/// All changes of one bracket that make the tokens one value; `error` is the index of their first error. None if there are too many
/// places to look at.
pub(super) fn edits(tokens: &[Placed], error: usize, commas: Commas) -> Option<Vec<Edit>> {
    let last = last_error(tokens, commas);
    let mut edits = Vec::new();
    let mut nesting = Nesting::forward(commas);
    let mut steps = STEPS + STEPS_EACH * tokens.len();
    for at in 0..=error {
        if at >= last {
            for edit in changes(tokens, at) {
                steps = steps.checked_sub(1 + nesting.depth())?;
                if mends(nesting.clone(), tokens, edit, &mut steps)? {
                    edits.push(edit);
                }
            }
        }
        if let Some(placed) = tokens.get(at) {
            nesting.takes(placed.token);
        }
    }
    Some(edits)
}

/// The index of the last token that cannot stand where it is, read backward from the end; 0 if only the beginning is wrong.
fn last_error(tokens: &[Placed], commas: Commas) -> usize {
    let mut nesting = Nesting::backward(commas);
    tokens.iter().rposition(|placed| !nesting.takes(placed.token)).unwrap_or(0)
}

/// The changes at a token. Of those that give the same tokens, the first only.
fn changes(tokens: &[Placed], at: usize) -> Vec<Edit> {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at)).map(|placed| placed.token);
    let here = tokens.get(at).map(|placed| placed.token).filter(|token| token.is_bracket());
    let mut all = Vec::new();
    for bracket in BRACKETS {
        if before != Some(bracket) {
            all.push(Edit { at, change: Change::Insert(bracket) });
        }
        if here.is_some_and(|here| here != bracket) {
            all.push(Edit { at, change: Change::Replace(bracket) });
        }
    }
    if here.is_some() && here != before {
        all.push(Edit { at, change: Change::Delete });
    }
    all
}

/// Whether the tokens from an edit on end the value that was read so far. None if there are no steps left.
fn mends(mut nesting: Nesting, tokens: &[Placed], edit: Edit, steps: &mut usize) -> Option<bool> {
    let (bracket, from) = match edit.change {
        Change::Insert(bracket) => (Some(bracket), edit.at),
        Change::Replace(bracket) => (Some(bracket), edit.at + 1),
        Change::Delete => (None, edit.at + 1),
    };
    if bracket.is_some_and(|bracket| !nesting.takes(bracket)) {
        return Some(false);
    }
    for placed in tokens.iter().skip(from) {
        *steps = steps.checked_sub(1)?;
        if !nesting.takes(placed.token) {
            return Some(false);
        }
    }
    Some(nesting.is_whole())
}
