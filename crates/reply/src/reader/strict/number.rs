//! Reads numbers and literals, strictly.

use serde_json::Number;

use super::reader::{refused, Read, Reader, Stop};
use crate::reader::policy::{Allow, NotFinite};
use crate::reader::report::Fix;
use crate::tape::Tag;

/// A literal: its text, its tag, the length of its sign, which the tape leaves out, and the option that allows it to be cut off.
type Literal = (&'static str, Tag, usize, Allow);

const LITERALS: [Literal; 3] =
    [("null", Tag::Null, 0, Allow::NULL), ("true", Tag::True, 0, Allow::BOOL), ("false", Tag::False, 0, Allow::BOOL)];

const NOT_FINITE: [Literal; 3] = [
    ("NaN", Tag::Number, 0, Allow::NAN),
    ("Infinity", Tag::Number, 0, Allow::INFINITY),
    ("-Infinity", Tag::Number, 0, Allow::NEGATIVE_INFINITY),
];

const SIGNED: [Literal; 3] = [
    ("+Infinity", Tag::Number, 1, Allow::INFINITY),
    ("+NaN", Tag::Number, 1, Allow::NAN),
    ("-NaN", Tag::Number, 1, Allow::NAN),
];

/// A malformed number: the place of the fault, and the end of the part before it that is a number.
struct Broken {
    at: usize,
    good: Option<usize>,
}

impl Reader<'_> {
    /// Reads a number or literal.
    pub(super) fn word(&mut self) -> Read<()> {
        let not_finite = if self.policy.not_finite() == NotFinite::Refuse { &[] } else { NOT_FINITE.as_slice() };
        let signed = if self.json5 { SIGNED.as_slice() } else { &[] };
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        for literal in LITERALS.iter().chain(not_finite).chain(signed) {
            let word = literal.0.as_bytes();
            if rest.starts_with(word) {
                self.literal(literal);
                return Ok(());
            }
            if word.starts_with(rest) && rest != b"-" && rest != b"+" {
                return self.cut_literal(literal);
            }
        }
        self.number()
    }

    fn literal(&mut self, (word, tag, sign, _): &Literal) {
        let end = self.at + word.len();
        if *tag == Tag::Number {
            self.mend_next(Fix::Literal, self.at, word.len());
        }
        self.tape.push(self.finite(*tag), self.at + sign, end);
        self.at = end;
    }

    /// The tag of a literal by the policy.
    fn finite(&self, tag: Tag) -> Tag {
        match (tag, self.policy.not_finite()) {
            (Tag::Number, NotFinite::Null) => Tag::Null,
            (Tag::Number, NotFinite::Text) => Tag::Text,
            _ => tag,
        }
    }

    fn cut_literal(&mut self, (word, tag, sign, allow): &Literal) -> Read<()> {
        if self.allows(*allow) {
            let range = self.tape.make(word.get(*sign..).unwrap_or_default());
            self.keep(self.finite(*tag), range, Fix::CutLiteral, self.at);
        }
        Err(Stop::Cut)
    }

    fn number(&mut self) -> Read<()> {
        let start = self.at;
        match self.number_end(start) {
            Ok(end) if end == self.bytes.len() && !self.counts_at_end() => Err(Stop::Cut),
            Ok(end) => {
                self.push_number(start, end);
                self.at = end;
                Ok(())
            }
            Err(Broken { at, good }) => self.broken_number(start, at, good),
        }
    }

    /// Whether a number at the end of the text counts: digits may be missing, unless the number is the whole text.
    fn counts_at_end(&self) -> bool {
        self.stack.is_empty() || self.allows(Allow::NUMBER) || self.allows(Allow::WHOLE_NUMBER)
    }

    fn broken_number(&mut self, start: usize, at: usize, good: Option<usize>) -> Read<()> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let cut = rest.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'e' | b'E' | b'+' | b'-' | b'.'));
        match good {
            _ if !cut && at == start => refused("expected_value", at),
            _ if !cut => refused("bad_number", at),
            Some(end) if self.allows(Allow::NUMBER) => {
                self.keep(Tag::Number, (start, end), Fix::CutLiteral, start);
                Err(Stop::Cut)
            }
            None if self.allows(Allow::MINUS) && at == start + 1 && rest.is_empty() => {
                let range = self.tape.make("-0");
                self.keep(Tag::Number, range, Fix::CutLiteral, start);
                Err(Stop::Cut)
            }
            _ if rest.is_empty() => Err(Stop::Cut),
            _ => refused("bad_number", at),
        }
    }

    /// The end of the number at `start`.
    fn number_end(&self, start: usize) -> Result<usize, Broken> {
        let signed = matches!(self.bytes.get(start), Some(b'-')) || (self.json5 && self.is(start, b'+'));
        let from = start + usize::from(signed);
        if self.json5 && self.is(from, b'0') && matches!(self.bytes.get(from + 1), Some(b'x' | b'X')) {
            let end = self.past(from + 2, u8::is_ascii_hexdigit);
            return if end > from + 2 { Ok(end) } else { Err(Broken { at: end, good: Some(from + 1) }) };
        }
        let whole = self.past(from, u8::is_ascii_digit);
        if self.is(from, b'0') && whole > from + 1 {
            return Err(Broken { at: from + 1, good: None });
        }
        let end = self.fraction_end(from, whole)?;
        if !matches!(self.bytes.get(end), Some(b'e' | b'E')) {
            return Ok(end);
        }
        let digits = end + 1 + usize::from(self.is(end + 1, b'+') || self.is(end + 1, b'-'));
        match self.past(digits, u8::is_ascii_digit) {
            past if past > digits => Ok(past),
            past => Err(Broken { at: past, good: Some(end) }),
        }
    }

    /// The end of the fraction of a number whose whole part is `from..whole`. In JSON5 one of the two may be empty.
    fn fraction_end(&self, from: usize, whole: usize) -> Result<usize, Broken> {
        let good = (whole > from).then_some(whole);
        if !self.is(whole, b'.') || (good.is_none() && !self.json5) {
            return good.ok_or(Broken { at: whole, good });
        }
        let end = self.past(whole + 1, u8::is_ascii_digit);
        if end > whole + 1 || (good.is_some() && self.json5) {
            return Ok(end);
        }
        Err(Broken { at: end, good })
    }

    fn is(&self, at: usize, byte: u8) -> bool {
        self.bytes.get(at) == Some(&byte)
    }

    fn past(&self, from: usize, skip: fn(&u8) -> bool) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        from + rest.iter().position(|byte| !skip(byte)).unwrap_or(rest.len())
    }

    /// Puts a number on the tape, in JSON's form.
    fn push_number(&mut self, start: usize, end: usize) {
        let text = self.text.get(start..end).unwrap_or_default();
        match if self.json5 { json5_number(text) } else { None } {
            None => self.tape.push(Tag::Number, start, end),
            Some(number) => {
                self.mend_next(Fix::Literal, start, end - start);
                self.tape.push_made(Tag::Number, &number);
            }
        }
    }
}

/// Converts a number of JSON5 to JSON's form; `None` if it has that form.
fn json5_number(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(digits) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return Some(format!("{sign}{}", hexadecimal(digits)));
    }
    let (mantissa, exponent) = digits.find(['e', 'E']).map_or((digits, ""), |at| digits.split_at(at));
    match mantissa.split_once('.') {
        Some(("", fraction)) => Some(format!("{sign}0.{fraction}{exponent}")),
        Some((whole, "")) => Some(format!("{sign}{whole}{exponent}")),
        _ => text.strip_prefix('+').map(str::to_owned),
    }
}

/// Converts hexadecimal digits to decimal ones; more than 64 bits become the nearest float.
fn hexadecimal(digits: &str) -> String {
    let digits = digits.trim_start_matches('0');
    let (head, rest) = digits.split_at(digits.len().min(16));
    let number = u64::from_str_radix(head, 16).unwrap_or_default();
    if rest.is_empty() {
        return number.to_string();
    }
    // Digits that do not fit count only for rounding.
    let sticky = u64::from(rest.contains(|c| c != '0'));
    let shift = i32::try_from(4 * rest.len()).unwrap_or(i32::MAX);
    let float = (number | sticky) as f64 * 2f64.powi(shift);
    Number::from_f64(float).map_or("Infinity".to_owned(), |number| number.to_string())
}
