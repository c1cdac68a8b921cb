//! The JSON around a candidate, as tokens, with what stands before and behind it.

use super::edits::{are_values, first_error};
use super::nesting::{Commas, Nesting};
use super::tokens::{next, tokens, Placed, Token, Tokens};
use crate::characters::is_line_break;
use crate::lang::Text;
use crate::reader::candidate::Candidate;
use crate::reader::source::{closer, is_blank, is_colon, is_comma, opener};
use crate::tape::{Node, Tag, MADE};
use stepgate_json::slice;

/// The text behind JSON, by its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Behind {
    /// Nothing, a fence, or lines of mere words.
    Apart,
    /// Other words.
    Words,
    /// A part of the JSON.
    Json,
}

/// The JSON around a candidate.
#[derive(Debug)]
pub(super) struct Area {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) tokens: Vec<Placed>,
    /// Whether it has other damages than brackets.
    pub(super) odd: bool,
    /// Whether a part of it stands before it that is not known.
    pub(super) begins_before: bool,
}

impl Area {
    /// The tokens around a candidate; those before it may begin at `before`.
    pub(super) fn around(text: &str, candidate: &Candidate, before: usize) -> Area {
        let from = first_token(text, before, candidate.from);
        let Tokens { all: mut tokens, odd, .. } = tokens(text, from, text.len());
        tokens.truncate(own_length(&tokens));
        let to = tokens.last().map_or(candidate.to, |last| last.end).max(candidate.to);
        let begins_before = is_open(slice(text, before..from));
        Area { from, to, tokens, odd, begins_before }
    }

    /// The index of the first token that cannot stand where it is, with what may stand there. None if the tokens are values.
    pub(super) fn error(&self) -> Option<(usize, Text)> {
        let whole = self.tokens.is_empty() || are_values(&self.tokens);
        first_error(&self.tokens, Commas::Trailing).filter(|_| !whole)
    }

    /// The place of a token; of the end if there is none.
    pub(super) fn start_of(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(self.to, |placed| placed.start)
    }

    /// Whether JSON goes on behind its candidates.
    pub(super) fn goes_on(&self, text: &str, inside: &[Candidate]) -> bool {
        match behind(text, inside.iter().map(|own| own.to).fold(self.to, usize::max)) {
            Behind::Apart => false,
            Behind::Words => self.error().is_some() && self.left_out(inside).iter().any(Placed::is_data),
            Behind::Json => true,
        }
    }

    /// Whether only words stand between it and the value behind it.
    pub(super) fn is_near(&self, text: &str, next: &Candidate) -> bool {
        let gap = slice(text, self.to..next.from);
        !gap.contains("\n\n") && !gap.contains("```")
    }

    /// Whether no part of it can follow: nothing but words does, and it does not end with a number.
    pub(super) fn is_at_end(&self, text: &str) -> bool {
        let may_grow = |last: &Placed| last.token == Token::Word || self.odd && last.token == Token::Text;
        let may_go_on = self.to == text.len() && self.tokens.last().is_some_and(may_grow);
        !may_go_on && behind(text, self.to) == Behind::Apart
    }

    /// Whether its tokens reach the end of the candidates, and no damage that they do not know is before it or in it.
    pub(super) fn is_known(&self, text: &str, inside: &[Candidate]) -> bool {
        let end = self.tokens.last().map_or(self.from, |last| last.end);
        let is_read = |own: &Candidate| {
            let left = slice(text, end.min(own.to)..own.to);
            left.trim_start_matches(|c| is_blank(c) || closer(c).is_some()).is_empty()
        };
        !self.begins_before && inside.iter().all(is_read)
    }

    /// The tokens that are part of no candidate.
    pub(super) fn left_out(&self, inside: &[Candidate]) -> Vec<Placed> {
        let mut own = inside.iter().peekable();
        let mut end = 0;
        let is_left = |placed: &&Placed| {
            while let Some(own) = own.next_if(|own| own.from <= placed.start) {
                end = end.max(own.to);
            }
            placed.start >= end
        };
        self.tokens.iter().filter(is_left).copied().collect()
    }

    /// Whether brackets became part of a text or key in the candidates.
    pub(super) fn hides_brackets(&self, inside: &[Candidate]) -> bool {
        let covers = inside.iter().all(|own| self.tokens.last().is_some_and(|last| last.end >= own.to));
        let is_text =
            |node: &&Node| matches!(node.tag, Tag::Text | Tag::Joined | Tag::Key | Tag::JoinedKey) && node.start < MADE;
        let mut texts = inside.iter().flat_map(|own| own.tape.nodes.iter()).filter(is_text).peekable();
        let mut brackets = self.tokens.iter().filter(|placed| placed.token.is_bracket());
        covers
            && brackets.any(|bracket| {
                while texts.next_if(|text| text.end as usize <= bracket.start).is_some() {}
                texts.peek().is_some_and(|text| (text.start as usize) <= bracket.start)
            })
    }
}

/// Whether JSON may stand right before or behind a candidate.
pub(super) fn touches(text: &str, candidate: &Candidate, before: usize) -> bool {
    let front = slice(text, before..candidate.from).trim_end_matches(is_blank);
    let behind = slice(text, candidate.to..).trim_start_matches(is_blank);
    let item = behind.trim_start_matches(|c| is_blank(c) || c == ',');
    let may_be_word = behind.starts_with(',') || item.len() + candidate.to == text.len();
    front.ends_with(|c| is_bracket(c) || matches!(c, '"' | ',' | ':'))
        || item.starts_with(|c| is_bracket(c) || is_colon(c) || is_quote(c))
        || may_be_word && item.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | 't' | 'f' | 'n'))
}

/// Whether a bracket is open at the end of a text before JSON, which ends where a part of JSON may follow.
fn is_open(front: &str) -> bool {
    let (mut depth, mut is_open) = (0, false);
    for c in front.chars().filter(|c| is_bracket(*c)) {
        is_open |= depth == 0 && closer(c).is_some();
        depth = if opener(c).is_some() { depth + 1 } else { depth.max(1) - 1 };
    }
    let may_follow = front.trim_end_matches(is_blank).ends_with(|c| is_comma(c) || is_colon(c));
    may_follow && (is_open || depth > 0)
}

/// Finds the kind of the text behind JSON that ends at `at`.
fn behind(text: &str, at: usize) -> Behind {
    let rest = slice(text, at..);
    let words = rest.trim_start_matches(is_blank);
    if words.is_empty() || words.starts_with("```") || words.starts_with("~~~") {
        return Behind::Apart;
    }
    if is_part(text, at) {
        return Behind::Json;
    }
    let apart = rest.get(..rest.len() - words.len()).is_some_and(|gap| gap.contains(is_line_break));
    let has_marks = || words.contains(|c| is_bracket(c) || c == '"') || line(words).contains(is_colon);
    if apart && !has_marks() {
        Behind::Apart
    } else {
        Behind::Words
    }
}

/// Whether a part of JSON stands at `at`: a member, or what a comma or closing bracket stands before.
fn is_part(text: &str, at: usize) -> bool {
    let separates = |placed: &Placed| matches!(placed.token, Token::Comma | Token::Close(_));
    let mut from = at;
    while let Some(separator) = next(text, from).filter(separates) {
        from = separator.end;
    }
    let part = slice(text, from..).trim_start_matches(is_blank);
    if from > at {
        part.starts_with(|c| opener(c).is_some() || is_quote(c))
    } else {
        part.starts_with(is_quote) && line(part).contains(is_colon)
    }
}

fn line(text: &str) -> &str {
    text.split(is_line_break).next().unwrap_or_default()
}

fn is_bracket(c: char) -> bool {
    opener(c).is_some() || closer(c).is_some()
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”')
}

/// The number of tokens without those of a sentence behind whole values: a colon and what follows it, or scalars.
fn own_length(tokens: &[Placed]) -> usize {
    let mut nesting = Nesting::forward(Commas::Between);
    let taken = tokens.iter().take_while(|placed| nesting.takes(placed.token)).count();
    let before_colon = tokens.get(..taken).filter(|_| tokens.get(taken).is_some_and(|next| next.token == Token::Colon));
    let is_container = tokens.first().is_some_and(|first| first.token.is_bracket());
    let whole = before_colon.into_iter().chain([tokens]).find(|whole| is_container && are_values(whole));
    let last = whole.and_then(|whole| whole.iter().rposition(|placed| placed.token.is_bracket()));
    last.map_or(tokens.len(), |last| last + 1)
}

/// The place of the first token of the JSON that goes on up to `to`.
fn first_token(text: &str, before: usize, to: usize) -> usize {
    let front = slice(text, before..to);
    let body = front.rfind("```").map_or(before, |fence| {
        let behind = slice(front, fence + 3..);
        to - behind.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len()
    });
    let all = tokens(text, body, to).all;
    let goes_up =
        all.last().is_some_and(|last| text.get(last.end..to).is_some_and(|gap| gap.trim_matches(is_blank).is_empty()));
    let is_first = |placed: &&Placed| !matches!(placed.token, Token::Colon | Token::Comma);
    match all.iter().find(is_first).filter(|_| goes_up) {
        Some(first) => first.start,
        None => {
            let brackets = front.trim_end_matches(|c| is_blank(c) || opener(c).is_some());
            let from = before + brackets.len();
            next(text, from).map_or(to, |first| first.start)
        }
    }
}
