//! Reads numbers and literals, strictly.

use super::reader::{refused, Read, Reader, Stop};
use crate::reader::report::Fix;
use crate::tape::Tag;
use stepgate_json::items;

const LITERALS: [(&str, Tag); 3] = [("null", Tag::Null), ("true", Tag::True), ("false", Tag::False)];

/// A malformed number: the place of the fault, and the end of the part before it that is a number.
struct Broken {
    at: usize,
    good: Option<usize>,
}

impl Reader<'_> {
    /// Reads a number or literal.
    pub(super) fn word(&mut self) -> Read<()> {
        let rest = items(self.bytes, self.at..);
        for (word, tag) in LITERALS {
            if rest.starts_with(word.as_bytes()) {
                self.tape.push(tag, self.at, self.at + word.len());
                self.at += word.len();
                return Ok(());
            }
            if word.as_bytes().starts_with(rest) {
                return self.cut_literal(word, tag);
            }
        }
        self.number()
    }

    fn cut_literal(&mut self, word: &str, tag: Tag) -> Read<()> {
        if self.partial {
            let range = self.tape.make(word);
            self.keep(tag, range, Fix::CutLiteral, self.at);
        }
        Err(Stop::Cut)
    }

    fn number(&mut self) -> Read<()> {
        let start = self.at;
        match self.number_end(start) {
            // Digits may be missing at the end of the text, unless the number is the whole text.
            Ok(end) if end == self.bytes.len() && !self.partial && !self.stack.is_empty() => Err(Stop::Cut),
            Ok(end) => {
                self.tape.push(Tag::Number, start, end);
                self.at = end;
                Ok(())
            }
            Err(Broken { at, good }) => self.broken_number(start, at, good),
        }
    }

    fn broken_number(&mut self, start: usize, at: usize, good: Option<usize>) -> Read<()> {
        let rest = items(self.bytes, at..);
        let cut = rest.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'e' | b'E' | b'+' | b'-' | b'.'));
        match good {
            _ if !cut && at == start => refused("expected_value", at),
            _ if !cut => refused("bad_number", at),
            Some(end) if self.partial => {
                self.keep(Tag::Number, (start, end), Fix::CutLiteral, start);
                Err(Stop::Cut)
            }
            _ if rest.is_empty() => Err(Stop::Cut),
            _ => refused("bad_number", at),
        }
    }

    /// The end of the number at `start`.
    fn number_end(&self, start: usize) -> Result<usize, Broken> {
        let from = start + usize::from(self.is(start, b'-'));
        let whole = self.past_digits(from);
        if self.is(from, b'0') && whole > from + 1 {
            return Err(Broken { at: from + 1, good: None });
        }
        let end = self.fraction_end(from, whole)?;
        if !self.is(end, b'e') && !self.is(end, b'E') {
            return Ok(end);
        }
        let digits = end + 1 + usize::from(self.is(end + 1, b'+') || self.is(end + 1, b'-'));
        match self.past_digits(digits) {
            past if past > digits => Ok(past),
            past => Err(Broken { at: past, good: Some(end) }),
        }
    }

    /// The end of the fraction of a number whose whole part is `from..whole`.
    fn fraction_end(&self, from: usize, whole: usize) -> Result<usize, Broken> {
        if whole == from {
            return Err(Broken { at: whole, good: None });
        }
        if !self.is(whole, b'.') {
            return Ok(whole);
        }
        let end = self.past_digits(whole + 1);
        if end > whole + 1 {
            Ok(end)
        } else {
            Err(Broken { at: end, good: Some(whole) })
        }
    }

    fn is(&self, at: usize, byte: u8) -> bool {
        self.bytes.get(at) == Some(&byte)
    }

    fn past_digits(&self, from: usize) -> usize {
        let rest = items(self.bytes, from..);
        from + rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len())
    }
}
