//! The tokens of a text that is JSON but for its brackets, and other damages that the grammar knows.

use crate::characters::is_word;
use crate::reader::parser::scalar_at;
use crate::reader::quote::quote_at;
use crate::reader::source::{closer, is_blank, is_colon, is_comma, opener, past_separators, Kind, Source};
use stepgate_json::is_number;
use stepgate_json::slice;

/// A token of JSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token {
    Open(Kind),
    Close(Kind),
    Comma,
    Colon,
    /// A text in quotes: a key or a value.
    Text,
    /// A number or literal.
    Word,
}

impl Token {
    pub(super) fn is_bracket(self) -> bool {
        matches!(self, Token::Open(_) | Token::Close(_))
    }
}

/// A token with its range of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Placed {
    /// Whether it is more than a bracket or comma.
    pub(super) fn is_data(&self) -> bool {
        !self.token.is_bracket() && self.token != Token::Comma
    }
}

/// Reads tokens from `from` on, up to `to` or the first text that is no token.
pub(super) fn tokens(text: &str, from: usize, to: usize) -> Tokens<'_> {
    let text = text.get(..to).unwrap_or(text);
    let mut tokens =
        Tokens { src: Source::whole(text), at: from, all: Vec::new(), open: Vec::new(), colon: false, odd: false };
    while tokens.step().is_some() {}
    tokens
}

/// The tokens with the commas that may be missing behind brackets.
pub(super) fn with_commas(tokens: &[Placed]) -> Vec<Placed> {
    let mut all: Vec<Placed> = Vec::new();
    for placed in tokens {
        let before = all.last().copied().filter(|before| matches!(before.token, Token::Close(_)));
        if let (Some(before), Token::Open(_) | Token::Text | Token::Word) = (before, placed.token) {
            all.push(Placed { token: Token::Comma, start: before.end, end: before.end });
        }
        all.push(*placed);
    }
    all
}

/// The tokens so far. Scalars that are no plain JSON are read by the grammar.
pub(super) struct Tokens<'a> {
    src: Source<'a>,
    at: usize,
    pub(super) all: Vec<Placed>,
    open: Vec<Kind>,
    /// Whether the member under the reader has its colon.
    colon: bool,
    /// Whether the text has other damages.
    pub(super) odd: bool,
}

impl Tokens<'_> {
    /// Reads the next token.
    fn step(&mut self) -> Option<()> {
        let text = self.src.slice(0, self.src.len());
        let start = self.past_gap()?;
        let before = self.all.last().copied();
        if let Some(placed) = next(text, start).filter(|placed| placed.token != Token::Text || self.is_sure(*placed)) {
            return self.push(placed);
        }
        self.odd = true;
        let c = self.src.rest(start).chars().next()?;
        let mark = |token| Some(Placed { token, start, end: start + c.len_utf8() });
        let placed = match c {
            _ if is_comma(c) => mark(Token::Comma),
            _ if is_colon(c) => mark(Token::Colon),
            '=' if before.is_some_and(|before| before.token == Token::Text) => mark(Token::Colon),
            _ => key(text, start, before.filter(|_| !self.open.is_empty())),
        };
        match placed {
            Some(placed) => self.push(placed),
            None => self.scalar(start),
        }
    }

    /// The place of the next token, behind blanks and comments.
    fn past_gap(&mut self) -> Option<usize> {
        let rest = self.src.rest(self.at).trim_start_matches(is_blank);
        let rest = rest.trim_start_matches("\\n").trim_start_matches(is_blank);
        let behind = past_comments(rest);
        let goes_on = !self.open.is_empty() || behind.starts_with(|c| is_comma(c) || closer(c).is_some());
        let behind = if goes_on { behind } else { rest };
        self.odd |= behind.len() < rest.len();
        Some(self.src.len() - behind.len()).filter(|at| *at < self.src.len())
    }

    /// Whether a text in quotes ends where JSON would.
    fn is_sure(&self, text: Placed) -> bool {
        let behind = past_comments(self.src.rest(text.end));
        self.open.is_empty()
            || behind.is_empty()
            || behind.starts_with(|c| is_comma(c) || is_colon(c) || closer(c).is_some() || opener(c).is_some())
    }

    fn push(&mut self, placed: Placed) -> Option<()> {
        let before = self.all.last().map(|before| before.token);
        let ends = matches!(before, Some(Token::Text | Token::Word));
        match placed.token {
            Token::Comma | Token::Colon if before == Some(placed.token) => {
                self.odd = true;
                self.at = placed.end;
                return Some(());
            }
            Token::Text | Token::Word if ends => self.part(),
            Token::Text | Token::Word | Token::Open(_) => self.odd |= ends || matches!(before, Some(Token::Close(_))),
            _ => {}
        }
        match placed.token {
            Token::Open(kind) => {
                self.open.push(kind);
                self.colon = false;
            }
            Token::Close(_) => {
                self.open.pop();
                self.colon = true;
            }
            Token::Comma => self.colon = false,
            Token::Colon => self.colon = true,
            _ => {}
        }
        self.at = placed.end;
        self.all.push(placed);
        Some(())
    }

    /// Adds the comma or colon that is missing between two values.
    fn part(&mut self) {
        let Some(kind) = self.open.last() else { return };
        let token = if *kind == Kind::Object && !self.colon { Token::Colon } else { Token::Comma };
        self.odd = true;
        self.colon = token == Token::Colon;
        self.all.push(Placed { token, start: self.at, end: self.at });
    }

    /// Reads a key or scalar by the grammar.
    fn scalar(&mut self, start: usize) -> Option<()> {
        let before = self.all.last()?.token;
        if before != Token::Colon && quote_at(&self.src, start).ok()?.is_none() {
            return None;
        }
        let is_key = self.open.last()? == &Kind::Object && before != Token::Colon;
        let innermost = self.open.get(self.open.len().saturating_sub(2)..)?;
        let (end, next) = scalar_at(&self.src, start, innermost, is_key)?;
        self.push(Placed { token: Token::Text, start, end })?;
        if end < next {
            self.push(Placed { token: Token::Colon, start: end, end: next })?;
        }
        Some(())
    }
}

/// The text without the blanks and comments at its beginning.
fn past_comments(text: &str) -> &str {
    let rest = text.trim_start_matches(is_blank);
    if rest.starts_with(is_comma) {
        rest
    } else {
        past_separators(rest)
    }
}

/// The first token behind blanks.
pub(super) fn next(text: &str, from: usize) -> Option<Placed> {
    let rest = text.get(from..)?.trim_start_matches(is_blank);
    let start = text.len() - rest.len();
    let c = rest.chars().next()?;
    let (token, length) = match c {
        ',' => (Token::Comma, 1),
        ':' => (Token::Colon, 1),
        '"' => (Token::Text, quoted(rest)?),
        '\'' => (Token::Text, in_single_quotes(rest)?),
        _ => match (opener(c), closer(c)) {
            (Some(kind), _) => (Token::Open(kind), c.len_utf8()),
            (_, Some(kind)) => (Token::Close(kind), c.len_utf8()),
            _ => (Token::Word, word(rest)?),
        },
    };
    Some(Placed { token, start, end: start + length })
}

/// The key without quotes behind blanks, where a member may begin.
fn key(text: &str, from: usize, before: Option<Placed>) -> Option<Placed> {
    before.filter(|before| before.token != Token::Colon)?;
    let rest = text.get(from..)?.trim_start_matches(is_blank);
    let start = text.len() - rest.len();
    let length = rest.find(|c| !is_word(c)).filter(|length| *length > 0)?;
    let is_key = rest.get(length..)?.trim_start_matches(is_blank).starts_with(is_colon);
    is_key.then_some(Placed { token: Token::Text, start, end: start + length })
}

/// The length of the text in quotes at the beginning of `rest`.
fn quoted(rest: &str) -> Option<usize> {
    let mut escaped = false;
    let inside = rest.bytes().enumerate().skip(1);
    let close = inside.into_iter().find(|(_, byte)| {
        let closes = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        closes
    });
    close.map(|(at, _)| at + 1)
}

/// The length of the text in single quotes at the beginning of `rest`. A quote that nothing of JSON follows is an
/// apostrophe.
fn in_single_quotes(rest: &str) -> Option<usize> {
    let mut escaped = false;
    let inside = rest.bytes().enumerate().skip(1);
    let close = inside.into_iter().find(|(at, byte)| {
        let closes = *byte == b'\'' && !escaped && may_end(slice(rest, at + 1..));
        escaped = *byte == b'\\' && !escaped;
        closes
    });
    close.map(|(at, _)| at + 1)
}

/// Whether a text may stand behind a string.
fn may_end(behind: &str) -> bool {
    let next = behind.trim_start_matches(is_blank).chars().next();
    next.is_some_and(|c| is_comma(c) || is_colon(c) || closer(c).is_some())
}

/// The length of the number or literal at the beginning of `rest`.
fn word(rest: &str) -> Option<usize> {
    let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
    let word = rest.get(..length)?;
    (is_number(word) || matches!(word, "true" | "false" | "null" | "True" | "False" | "None")).then_some(length)
}
