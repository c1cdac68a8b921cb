//! The fast path: reads plain JSON byte by byte, with the small damages that need no lookahead.
//!
//! The rules of the grammar look ahead before they decide, and most of a text does not need that. The fast path reads tokens as long
//! as each is followed by a token that JSON allows there. Else it goes back to before the last token and leaves it to the rules. A
//! value counts only when the token behind its comma has been read as well, so a quote inside of a string that looks like its end is
//! undone. In a stream, the fast path waits before a short token that may not be whole, and leaves an unfinished string to the rules,
//! which report the part that has come.

mod string;

use super::fault::MAX_DEPTH;
use super::parser::{Open, Parser, State};
use super::report::Fix;
use super::source::{Kind, Source};
use super::string::Text;
use crate::tape::{Mark, Tag};
use stepgate_json::items;
use stepgate_json::number_end;

pub(super) use string::plain_length;

/// The result of reading a token.
#[derive(Clone, Copy, PartialEq)]
enum Token {
    /// A bracket.
    Bracket,
    /// A scalar; certain only when the token behind it has been read.
    Likely,
    Comma,
    /// A token that needs the rules.
    Odd,
    /// A token that may continue behind the end of the text.
    Short,
    /// The end of the root value: the tokens so far count, and the rules continue.
    Stop,
}

/// Most bytes of a stream that wait for the rest of a token.
const PATIENCE: usize = 64;

/// A state of the parser to go back to.
#[derive(Clone)]
struct Back {
    at: usize,
    tape: Mark,
    mends: usize,
    member: bool,
}

impl Parser {
    /// Reads as long as the text is plain. Returns whether it waits for the rest of a token.
    pub(super) fn run_plain(&mut self, src: &Source) -> bool {
        let bytes = src.bytes();
        let from = self.at;
        let mut likely: Option<Back> = None;
        let mut waits = false;
        while self.at >= self.odd_until && self.comment.is_none() && !self.stack.is_empty() {
            let back = self.back();
            let token = match self.state {
                State::Key { comma: None } => self.plain_member(bytes),
                State::Value { comma: None } if self.key.is_none() => self.plain_item(bytes),
                State::Next => self.plain_next(bytes),
                _ => break,
            };
            match token {
                Token::Bracket => likely = None,
                Token::Likely => likely = Some(back),
                Token::Comma => {}
                Token::Odd if self.keeps_key(src, &back) => break,
                Token::Odd | Token::Short => {
                    let back = likely.take().unwrap_or(back);
                    let rest = bytes.len() - back.at;
                    waits = token == Token::Short && !src.is_whole() && rest <= PATIENCE;
                    self.go_back(back);
                    if waits {
                        self.odd_until = self.at;
                        src.count(rest);
                        break;
                    }
                }
                Token::Stop => break,
            }
        }
        src.count(self.at.saturating_sub(from));
        waits
    }

    fn back(&self) -> Back {
        let member = matches!(self.state, State::Key { .. });
        Back { at: self.at, tape: self.tape.mark(), mends: self.report.mends.len(), member }
    }

    /// Goes back to before the string of a member, but behind its key, if the key is plain. The rules would read the same key, and a key
    /// with its colon confirms the value before it.
    fn keeps_key(&mut self, src: &Source, back: &Back) -> bool {
        let Some(key) = self.tape.node(back.tape.nodes).filter(|node| back.member && node.tag == Tag::Key) else {
            return false;
        };
        let (bytes, start, end) = (src.bytes(), key.start as usize, key.end as usize);
        // An object without its opening brace may begin with a bare key.
        let opens_quoted = start.checked_sub(1).is_some_and(|quote| bytes.get(quote) == Some(&b'"'));
        let quoted = opens_quoted && bytes.get(end) == Some(&b'"');
        let value = past_space(bytes, past_space(bytes, end + 1) + 1);
        if !quoted || start == end || !src.slice(start, end).is_ascii() || bytes.get(value) != Some(&b'"') {
            return false;
        }
        self.report.mends.truncate(back.mends);
        self.tape.back_to(back.tape);
        self.key = Some(Text::bare_key(src, start - 1, start, end));
        self.at = value;
        self.state = State::Value { comma: None };
        true
    }

    /// Goes back to before a token that the rules must read.
    fn go_back(&mut self, back: Back) {
        self.report.mends.truncate(back.mends);
        if self.tape.len() > back.tape.nodes {
            self.tape.back_to(back.tape);
            self.state = if back.member { State::Key { comma: None } } else { State::Value { comma: None } };
            self.at = back.at;
        }
        self.odd_until = self.at + 1;
    }

    /// Reads a key, its colon, and its scalar or opening bracket; or the end of an empty object.
    fn plain_member(&mut self, bytes: &[u8]) -> Token {
        let start = past_space(bytes, self.at);
        self.at = start;
        let quote = match bytes.get(start) {
            Some(quote @ (b'"' | b'\'')) => *quote,
            Some(b'}') => return self.plain_close(start, Kind::Object),
            Some(byte) if is_name(byte) => return self.plain_name(bytes, start),
            Some(_) => return Token::Odd,
            None => return Token::Short,
        };
        let end = start + 1 + plain_length(bytes, start + 1, quote);
        let colon = past_space(bytes, end + 1);
        if colon >= bytes.len() {
            return Token::Short;
        }
        if bytes.get(end) != Some(&quote) || bytes.get(colon) != Some(&b':') {
            return Token::Odd;
        }
        self.report.at_node(self.tape.len());
        if quote == b'\'' {
            self.report.mend(Fix::Quotes, start, 1);
        }
        self.tape.push(Tag::Key, start + 1, end);
        self.plain_value(bytes, past_space(bytes, colon + 1))
    }

    /// Reads a key without quotes that is one word, its colon, and its scalar or opening bracket.
    fn plain_name(&mut self, bytes: &[u8], start: usize) -> Token {
        let rest = items(bytes, start..);
        let end = start + rest.iter().position(|byte| !is_name(byte)).unwrap_or(rest.len());
        match bytes.get(end) {
            Some(b':') => {}
            Some(_) => return Token::Odd,
            None => return Token::Short,
        }
        self.report.at_node(self.tape.len());
        self.report.mend(Fix::UnquotedKey, start, end - start);
        self.tape.push(Tag::Key, start, end);
        self.plain_value(bytes, past_space(bytes, end + 1))
    }

    fn plain_item(&mut self, bytes: &[u8]) -> Token {
        let start = past_space(bytes, self.at);
        self.at = start;
        match bytes.get(start) {
            Some(b']') => self.plain_close(start, Kind::Array),
            _ => self.plain_value(bytes, start),
        }
    }

    fn plain_value(&mut self, bytes: &[u8], at: usize) -> Token {
        match bytes.get(at) {
            Some(b'{') => self.plain_open(at, Kind::Object),
            Some(b'[') => self.plain_open(at, Kind::Array),
            Some(quote @ (b'"' | b'\'')) => {
                let end = self.plain_string(bytes, at, *quote);
                self.plain_scalar(bytes, end, Token::Odd)
            }
            Some(_) => match self.plain_word(bytes, at) {
                None if is_word_so_far(bytes, at) => Token::Short,
                end => self.plain_scalar(bytes, end, Token::Short),
            },
            None => Token::Short,
        }
    }

    /// Reads a number or literal, and returns its end.
    fn plain_word(&mut self, bytes: &[u8], at: usize) -> Option<usize> {
        let (tag, word): (Tag, &[u8]) = match bytes.get(at)? {
            b't' => (Tag::True, b"true"),
            b'f' => (Tag::False, b"false"),
            b'n' => (Tag::Null, b"null"),
            _ => {
                let end = number_end(bytes, at)?;
                self.tape.push(Tag::Number, at, end);
                return Some(end);
            }
        };
        let end = at + word.len();
        self.tape.push(tag, at, end);
        (bytes.get(at..end) == Some(word)).then_some(end)
    }

    /// Checks the token behind a scalar that ends at `end`. `last` is the result if nothing follows.
    #[inline]
    fn plain_scalar(&mut self, bytes: &[u8], end: Option<usize>, last: Token) -> Token {
        let Some(end) = end else { return Token::Odd };
        let next = past_space(bytes, end);
        if next >= bytes.len() {
            return last;
        }
        let follows = match bytes.get(next) {
            Some(b',') => true,
            Some(b'}') => self.top() == Some(Kind::Object),
            Some(b']') => self.top() == Some(Kind::Array),
            _ => false,
        };
        if !follows {
            return Token::Odd;
        }
        self.at = next;
        self.state = State::Next;
        Token::Likely
    }

    /// Reads the rest of the text if it is one scalar. Returns whether it was.
    pub(super) fn whole_scalar(&mut self, src: &Source) -> bool {
        let bytes = src.bytes();
        let end = match bytes.get(self.at) {
            Some(b'"') => self.plain_string(bytes, self.at, b'"').filter(|_| self.report.mends.is_empty()),
            Some(b'{' | b'[') | None => None,
            Some(_) => self.plain_word(bytes, self.at),
        };
        end == Some(bytes.len())
    }

    fn plain_next(&mut self, bytes: &[u8]) -> Token {
        let at = past_space(bytes, self.at);
        match bytes.get(at) {
            Some(b',') => self.plain_comma(bytes, at),
            Some(b'}') => self.plain_close(at, Kind::Object),
            Some(b']') => self.plain_close(at, Kind::Array),
            Some(_) => Token::Odd,
            None => Token::Short,
        }
    }

    fn plain_comma(&mut self, bytes: &[u8], comma: usize) -> Token {
        let next = past_space(bytes, comma + 1);
        let object = self.top() == Some(Kind::Object);
        match bytes.get(next) {
            Some(b'}') if object => self.plain_trailing(comma, next, Kind::Object),
            Some(b']') if !object => self.plain_trailing(comma, next, Kind::Array),
            Some(byte) if object && (matches!(byte, b'"' | b'\'') || is_name(byte)) => {
                self.at = next;
                self.state = State::Key { comma: None };
                Token::Comma
            }
            Some(b'"' | b'\'' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') if !object => {
                self.at = next;
                self.state = State::Value { comma: None };
                Token::Comma
            }
            Some(_) => Token::Odd,
            None => Token::Short,
        }
    }

    fn plain_trailing(&mut self, comma: usize, at: usize, kind: Kind) -> Token {
        if self.stack.len() > 1 {
            self.report.at_node(self.stack.last().map_or(0, |open| open.node));
            self.report.mend(Fix::TrailingComma, comma, 1);
        }
        self.plain_close(at, kind)
    }

    fn plain_open(&mut self, at: usize, kind: Kind) -> Token {
        if self.stack.len() >= MAX_DEPTH {
            return Token::Odd;
        }
        let (tag, state) = match kind {
            Kind::Object => (Tag::Object, State::Key { comma: None }),
            Kind::Array => (Tag::Array, State::Value { comma: None }),
        };
        let node = self.tape.open(tag, at);
        self.stack.push(Open { kind, node, round: false });
        self.at = at + 1;
        self.state = state;
        Token::Bracket
    }

    fn plain_close(&mut self, at: usize, kind: Kind) -> Token {
        match self.stack.last() {
            Some(open) if open.kind == kind && self.stack.len() > 1 => {
                self.tape.close(open.node, at + 1);
                self.stack.pop();
                self.at = at + 1;
                self.state = State::Next;
                Token::Bracket
            }
            Some(open) if open.kind == kind => Token::Stop,
            _ => Token::Odd,
        }
    }
}

/// Whether a byte belongs to a plain word.
fn is_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// The place behind the white space of JSON.
#[inline(always)]
pub(super) fn past_space(bytes: &[u8], from: usize) -> usize {
    match bytes.get(from) {
        Some(b' ' | b'\n' | b'\r' | b'\t') => past_spaces(bytes, from + 1),
        _ => from,
    }
}

/// The loop of [`past_space`].
fn past_spaces(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at..at + 8) == Some(b"        ") {
        at += 8;
    }
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// Whether the rest of the text may be the beginning of a number or literal.
fn is_word_so_far(bytes: &[u8], at: usize) -> bool {
    let rest = items(bytes, at..);
    rest.len() <= PATIENCE && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}
