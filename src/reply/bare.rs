//! Values without quotes: literals of any dialect, numbers, words.

use serde_json::{Number, Value};

use super::look::{ends, member_follows};
use super::quote::{quote_at, Place};
use super::report::Report;
use super::source::{closer, is_blank, opener, Kind, Look, Source};
use crate::schema::half_width;

/// How long a literal or number can be, in bytes.
const LITERAL: usize = 40;

/// An unquoted value under the reader.
#[derive(Debug)]
pub(super) struct Bare {
    start: usize,
    place: Place,
}

impl Bare {
    pub(super) fn new(start: usize, place: Place) -> Self {
        Bare { start, place }
    }

    pub(super) fn read(&mut self, src: &Source, at: &mut usize, report: &mut Report) -> Look<Value> {
        loop {
            let Some(c) = src.peek(*at)? else { return Ok(self.value(src, *at, report, true)) };
            let quote = if *at > self.start { quote_at(src, *at)? } else { None };
            if let Some(quote) = quote {
                let after = *at + quote.opens.len();
                if ends(src, after, self.place)? && !self.is_literal(src, *at) {
                    let text = src.slice(self.start, *at).to_owned();
                    report.mend("missing_quote", self.start, 0);
                    *at = after;
                    return Ok(Value::String(text));
                }
            }
            if self.stops(src, *at, c)? {
                return Ok(self.value(src, *at, report, false));
            }
            *at += c.len_utf8();
        }
    }

    fn stops(&self, src: &Source, at: usize, c: char) -> Look<bool> {
        let item = matches!(self.place, Place::Item { .. });
        let array_around = item || self.place == Place::Member { outer: Some(Kind::Array) };
        match c {
            ',' | '，' | ';' | '；' if item => Ok(true),
            ',' | '，' | ';' | '；' => self.stops_at_comma(src, at, at + c.len_utf8()),
            '、' if item => Ok(self.is_literal(src, at)),
            '\n' if item => Ok(true),
            '\n' => member_follows(src, at),
            _ if closer(c) == Some(Kind::Object) => Ok(true),
            _ if closer(c) == Some(Kind::Array) => Ok(array_around || self.is_literal(src, at)),
            '`' | '~' => Ok(src.starts(at, "```")? || src.starts(at, "~~~")?),
            '/' if self.is_literal(src, at) => Ok(src.starts(at, "//")? || src.starts(at, "/*")?),
            '"' => Ok(self.is_literal(src, at)),
            _ if is_blank(c) => self.stops_at_blank(src, at, item),
            _ => Ok(false),
        }
    }

    /// A comma ends a member before the next key; and a literal, unless it stands between digits.
    fn stops_at_comma(&self, src: &Source, at: usize, after: usize) -> Look<bool> {
        if member_follows(src, after)? {
            return Ok(true);
        }
        Ok(self.is_literal(src, at) && !src.peek(after)?.is_some_and(char::is_numeric))
    }

    /// A blank ends a literal or number, unless more words follow; and any value before a comment.
    fn stops_at_blank(&self, src: &Source, at: usize, item: bool) -> Look<bool> {
        let (next_at, next) = src.next(at)?;
        if src.starts(next_at, "//")? || src.starts(next_at, "/*")? || src.starts(next_at, "# ")? {
            return Ok(true);
        }
        if !self.is_literal(src, at) {
            return Ok(false);
        }
        if item {
            return Ok(next.is_none_or(|c| !c.is_alphabetic()));
        }
        member_follows(src, next_at)
    }

    fn is_literal(&self, src: &Source, at: usize) -> bool {
        let text = src.slice(self.start, at);
        text.len() <= LITERAL && literal(text.trim_matches(is_blank)).is_some()
    }

    fn value(&self, src: &Source, end: usize, report: &mut Report, cut: bool) -> Value {
        let text = src.slice(self.start, end).trim_matches(is_blank);
        if let Some((value, usual)) = literal(text) {
            if !usual {
                report.mend("literal", self.start, text.len());
            }
            return value;
        }
        if cut {
            if let Some(value) = cut_literal(text) {
                report.lose("cut_literal", self.start, text.len());
                return value;
            }
        }
        // A bracket in a text without quotes: the value it belongs to is not understood.
        if text.contains(|c| opener(c) == Some(Kind::Object)) {
            report.lose("missing_quotes", self.start, text.len());
        } else {
            report.mend("missing_quotes", self.start, text.len());
        }
        Value::String(text.to_owned())
    }
}

/// The value of a literal or number, and whether JSON writes it so.
fn literal(text: &str) -> Option<(Value, bool)> {
    let value = match text {
        "true" => return Some((Value::Bool(true), true)),
        "false" => return Some((Value::Bool(false), true)),
        "null" => return Some((Value::Null, true)),
        "True" | "TRUE" => Value::Bool(true),
        "False" | "FALSE" => Value::Bool(false),
        "None" | "NULL" | "Null" | "nil" | "undefined" | "NaN" | "nan" => Value::Null,
        "Infinity" | "-Infinity" | "+Infinity" | "inf" | "-inf" => Value::Null,
        _ => {
            if let Some(number) = number(text) {
                return Some((Value::Number(number), true));
            }
            Value::Number(odd_number(text)?)
        }
    };
    Some((value, false))
}

/// A number as JSON writes it.
fn number(text: &str) -> Option<Number> {
    match serde_json::from_str(text) {
        Ok(Value::Number(number)) => Some(number),
        _ => None,
    }
}

/// A number in another spelling: `+1`, `.5`, `5.`, `0x1f`, `1_000`, `１２`, `０．９`.
fn odd_number(text: &str) -> Option<Number> {
    let mut plain: String = text.chars().map(half_width).collect();
    if let Some(digits) = plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
        return i64::from_str_radix(digits, 16).ok().map(Number::from);
    }
    if let Some(rest) = plain.strip_prefix('+') {
        plain = rest.to_owned();
    }
    let grouped = plain.split('_').all(|group| group.starts_with(|c: char| c.is_ascii_digit()));
    if grouped {
        plain.retain(|c| c != '_');
    }
    if plain.starts_with('.') {
        plain.insert(0, '0');
    }
    if let Some(rest) = plain.strip_prefix("-.") {
        plain = format!("-0.{rest}");
    }
    if plain.ends_with('.') {
        plain.pop();
    }
    number(&plain)
}

/// A literal or number whose end is missing.
fn cut_literal(text: &str) -> Option<Value> {
    let words = ["true", "false", "null", "True", "False", "None"];
    let word = words.into_iter().find(|word| text.len() > 1 && word.starts_with(text));
    let whole = word.unwrap_or_else(|| text.trim_end_matches(['e', 'E', '+', '-', '.']));
    literal(whole).map(|(value, _)| value)
}
