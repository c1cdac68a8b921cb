//! The text under the reader, with bounded lookahead.
//!
//! The text of a stream is not whole yet: a lookahead past its end returns [`Wait`], and the reader asks again when more has come.
//! Every lookahead is bounded, so that reading takes linear time.

use super::known::RawQuotes;
pub(super) use crate::characters::is_blank;
use std::cell::Cell;
use stepgate_json::{items, slice};

/// Error of a lookahead that needs more text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wait;

pub(super) type Look<T> = Result<T, Wait>;

/// Most bytes of a lookahead; text further on is taken for well-formed.
pub(super) const WINDOW: usize = 160;

pub(super) struct Source<'a> {
    text: &'a str,
    whole: bool,
    /// Whether the reader may have reported values of this text before it was whole.
    reported: bool,
    steps: Cell<usize>,
    /// The quotes that are known to be text; then all others open or end a string.
    raw: Option<&'a RawQuotes>,
    /// The quoted text of the last lookahead: its beginning, and its end, if that was found.
    quoted: Cell<Option<(usize, Option<usize>)>>,
}

impl<'a> Source<'a> {
    pub(super) fn whole(text: &'a str) -> Self {
        Source { text, whole: true, reported: false, steps: Cell::new(0), raw: None, quoted: Cell::new(None) }
    }

    /// The text of a stream so far.
    pub(super) fn open(text: &'a str) -> Self {
        Source { text, whole: false, reported: true, steps: Cell::new(0), raw: None, quoted: Cell::new(None) }
    }

    /// The text of a stream that has ended.
    pub(super) fn ended(text: &'a str) -> Self {
        Source { reported: true, ..Source::whole(text) }
    }

    /// The same text, with the quotes that are text.
    pub(super) fn with_raw(&self, raw: &'a RawQuotes) -> Self {
        Source { raw: Some(raw), ..Source::whole(self.text) }
    }

    /// The quotes that are known to be text.
    pub(super) fn raw(&self) -> Option<&'a RawQuotes> {
        self.raw
    }

    /// The number of characters that were inspected; repeated inspections count again.
    pub(super) fn steps(&self) -> usize {
        self.steps.get()
    }

    /// Adds characters that were inspected without [`peek`](Self::peek) to the steps.
    pub(super) fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }

    /// The end of the quoted text at `at`, if the last lookahead was for this text.
    pub(super) fn known_end(&self, at: usize) -> Option<Option<usize>> {
        self.quoted.get().filter(|(known, _)| *known == at).map(|(_, end)| end)
    }

    /// Stores the end of the quoted text at `at`.
    pub(super) fn note_end(&self, at: usize, end: Option<usize>) {
        self.quoted.set(Some((at, end)));
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Whether the text was whole from the beginning, so that no value has been reported that could not change any more.
    pub(super) fn is_unreported(&self) -> bool {
        !self.reported
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn rest(&self, at: usize) -> &'a str {
        slice(self.text, at..)
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        slice(self.text, from..to)
    }

    /// The character at `at`; `None` at the end of a whole text.
    #[inline(always)]
    pub(super) fn peek(&self, at: usize) -> Look<Option<char>> {
        self.steps.set(self.steps.get() + 1);
        match self.bytes().get(at) {
            Some(byte) if byte.is_ascii() => Ok(Some(char::from(*byte))),
            _ => self.peek_far(at),
        }
    }

    /// The slow path of [`peek`](Self::peek): the end, or a character that is not ASCII.
    #[cold]
    #[inline(never)]
    fn peek_far(&self, at: usize) -> Look<Option<char>> {
        match self.rest(at).chars().next() {
            None if !self.whole => Err(Wait),
            c => Ok(c),
        }
    }

    /// Whether the short text `pattern` stands at `at`.
    pub(super) fn starts(&self, at: usize, pattern: &str) -> Look<bool> {
        let rest = items(self.bytes(), at..);
        if rest.first().is_some_and(|first| Some(first) != pattern.as_bytes().first()) {
            return Ok(false);
        }
        let same = rest.iter().zip(pattern.as_bytes()).take_while(|(one, other)| one == other).count();
        if same == rest.len() && same < pattern.len() && !self.whole {
            return Err(Wait);
        }
        Ok(same == pattern.len())
    }

    /// Whether a comment begins at `at`.
    pub(super) fn comment_at(&self, at: usize) -> Look<bool> {
        match self.bytes().get(at) {
            Some(b'/') => Ok(self.starts(at, "//")? || self.starts(at, "/*")?),
            _ => self.starts(at, "<!--"),
        }
    }

    /// The place behind the characters that `skip` accepts, within the window.
    pub(super) fn past(&self, from: usize, skip: impl Fn(char) -> bool) -> Look<usize> {
        let window = items(self.bytes(), from..self.len().min(from + WINDOW));
        // ASCII needs no decoding.
        let plain = window.iter().position(|byte| !byte.is_ascii() || !skip(char::from(*byte)));
        let mut at = from + plain.unwrap_or(window.len());
        self.count(at - from);
        while let Some(c) = self.peek(at)? {
            if !skip(c) || at - from >= WINDOW {
                break;
            }
            at += c.len_utf8();
        }
        Ok(at)
    }

    pub(super) fn past_blanks(&self, from: usize) -> Look<usize> {
        let bytes = self.bytes();
        let mut at = from;
        while at - from < WINDOW && matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            at += 1;
        }
        if bytes.get(at).is_some_and(u8::is_ascii_graphic) {
            self.count(at - from + 1);
            return Ok(at);
        }
        self.past(from, is_blank)
    }

    /// The next character behind blanks, and its place.
    pub(super) fn next(&self, from: usize) -> Look<(usize, Option<char>)> {
        let at = self.past_blanks(from)?;
        Ok((at, self.peek(at)?))
    }

    /// The next character behind blanks and comments, and its place; a comment that ends beyond the window is the last one.
    pub(super) fn next_token(&self, from: usize) -> Look<(usize, Option<char>)> {
        let mut at = self.past_blanks(from)?;
        while at - from < WINDOW {
            let Some(end) = self.past_comment(at)? else { break };
            at = self.past_blanks(end)?;
        }
        Ok((at, self.peek(at)?))
    }

    /// The end of the comment at `at`, if it is within the window.
    #[inline(always)]
    fn past_comment(&self, at: usize) -> Look<Option<usize>> {
        match self.bytes().get(at) {
            Some(b'/' | b'<' | b'#') | None => self.past_marked_comment(at),
            Some(_) => Ok(None),
        }
    }

    #[inline(never)]
    fn past_marked_comment(&self, at: usize) -> Look<Option<usize>> {
        for (open, close) in COMMENTS {
            if self.starts(at, open)? {
                let window = self.len().min(at + WINDOW);
                let looked = items(self.bytes(), at..window);
                let end = looked.windows(close.len()).position(|part| part == close.as_bytes());
                self.count(end.unwrap_or(looked.len()));
                return match end {
                    None if !self.whole && window == self.len() => Err(Wait),
                    end => Ok(end.map(|end| at + end + close.len())),
                };
            }
        }
        Ok(None)
    }
}

/// The opening and closing marks of comments.
const COMMENTS: [(&str, &str); 4] = [("//", "\n"), ("/*", "*/"), ("<!--", "-->"), ("#", "\n")];

/// The text without the blanks, commas and comments at its beginning.
pub(super) fn past_separators(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c| is_blank(c) || is_comma(c));
        if !rest.starts_with(['/', '<', '#']) {
            return rest;
        }
        let comment = COMMENTS.iter().find_map(|(open, close)| {
            let (_, behind) = rest.strip_prefix(open)?.split_once(close)?;
            Some(behind)
        });
        match comment {
            Some(behind) => rest = behind,
            None => return rest,
        }
    }
}

pub(super) fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，' | '、' | ';' | '；')
}

pub(super) fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：')
}

/// The kind of container that a bracket belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Object,
    Array,
}

pub(super) fn opener(c: char) -> Option<Kind> {
    match c {
        '{' | '｛' => Some(Kind::Object),
        '[' | '［' => Some(Kind::Array),
        _ => None,
    }
}

pub(super) fn closer(c: char) -> Option<Kind> {
    match c {
        '}' | '｝' => Some(Kind::Object),
        ']' | '］' => Some(Kind::Array),
        _ => None,
    }
}
