//! Reads values without quotes: literals of any dialect, numbers, words.

use super::literal::{cut_literal, literal, Is};
use super::look::{ends, member_follows, root_ends, surely_key_at};
use super::quote::{quote_at, Place};
use super::report::{Fix, Report};
use super::source::{closer, is_blank, is_comma, opener, Kind, Look, Source};
use crate::characters::{is_letter, is_numeral};
use crate::tape::{Tag, Tape};

/// Most bytes of a literal or number.
const LITERAL: usize = 40;

/// An unquoted value under the reader.
#[derive(Debug)]
pub(super) struct Bare {
    start: usize,
    place: Place,
    /// Numbers of open braces and round brackets in it.
    depth: usize,
    round: usize,
}

impl Bare {
    pub(super) fn new(start: usize, place: Place) -> Self {
        Bare { start, place, depth: 0, round: 0 }
    }

    pub(super) fn read(&mut self, src: &Source, at: &mut usize, report: &mut Report) -> Look<Word> {
        loop {
            let Some(c) = src.peek(*at)? else { return Ok(self.value(src, *at, report, true)) };
            let quote = if *at > self.start { quote_at(src, *at)? } else { None };
            if let Some(quote) = quote {
                let after = *at + quote.opens.len();
                if ends(src, after, self.place)? {
                    return Ok(self.up_to_quote(src, at, after, report));
                }
                if self.depth == 0 && matches!(self.place, Place::Member { .. }) && surely_key_at(src, *at)? {
                    return Ok(self.value(src, *at, report, false));
                }
            }
            if self.stops(src, *at, c)? {
                return Ok(self.value(src, *at, report, false));
            }
            self.count_bracket(c);
            *at += c.len_utf8();
        }
    }

    /// Ends a value at a closing quote without an opening one: a text whose opening quote is missing, or a literal with a surplus quote.
    fn up_to_quote(&self, src: &Source, at: &mut usize, after: usize, report: &mut Report) -> Word {
        let end = std::mem::replace(at, after);
        if self.is_literal(src, end) {
            report.mend(Fix::Fragment, end, after - end);
            return self.value(src, end, report, false);
        }
        report.mend(Fix::MissingQuote, self.start, 0);
        Word { start: self.start, end, is: Is::Text, cut: false }
    }

    fn count_bracket(&mut self, c: char) {
        match (opener(c), closer(c)) {
            _ if c == '(' => self.round += 1,
            _ if c == ')' => self.round = self.round.saturating_sub(1),
            (Some(Kind::Object), _) => self.depth += 1,
            (_, Some(Kind::Object)) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    fn stops(&self, src: &Source, at: usize, c: char) -> Look<bool> {
        if self.place == Place::Root {
            let ends = (is_comma(c) || is_blank(c) || closer(c).is_some()) && self.is_literal(src, at);
            return Ok(ends && root_ends(src, at)?);
        }
        let item = matches!(self.place, Place::Item { .. } | Place::Round);
        let array_around = item || self.place == Place::Member { outer: Some(Kind::Array) };
        match c {
            ',' | '，' | ';' | '；' if item => Ok(true),
            ',' | '，' | ';' | '；' => self.stops_at_comma(src, at, at + c.len_utf8()),
            '、' if item => Ok(self.is_literal(src, at)),
            ')' => Ok(self.place == Place::Round || (item && self.is_literal(src, at))),
            '\n' if item => Ok(true),
            '\n' => member_follows(src, at),
            _ if opener(c).is_some() => Ok(self.is_literal(src, at)),
            // The last bracket of the text closes the object.
            _ if closer(c) == Some(Kind::Object) => Ok(self.depth == 0 || src.next(at + c.len_utf8())?.1.is_none()),
            _ if closer(c) == Some(Kind::Array) => Ok(array_around || self.is_literal(src, at)),
            '`' | '~' => Ok(src.starts(at, "```")? || src.starts(at, "~~~")?),
            '/' | '<' if self.is_literal(src, at) => src.comment_at(at),
            '#' if self.is_literal(src, at) => Ok(src.peek(at + 1)?.is_none_or(is_blank) || src.next_token(at)?.0 > at),
            '"' => Ok(self.is_literal(src, at)),
            _ if is_blank(c) => self.stops_at_blank(src, at, item),
            _ => Ok(false),
        }
    }

    /// Whether the value ends at a comma: before the next key, unless the comma stands in round brackets; and behind a literal, unless
    /// the comma stands between digits.
    fn stops_at_comma(&self, src: &Source, at: usize, after: usize) -> Look<bool> {
        if self.round > 0 && src.peek(src.past(after, |c| !matches!(c, ')' | '\n' | '"'))?)? == Some(')') {
            return Ok(false);
        }
        if member_follows(src, after)? {
            return Ok(true);
        }
        Ok(self.is_literal(src, at) && !src.peek(after)?.is_some_and(is_numeral))
    }

    /// Whether the value ends at a blank: behind a literal or number, unless more words follow; and before a comment.
    fn stops_at_blank(&self, src: &Source, at: usize, item: bool) -> Look<bool> {
        let (next_at, next) = src.next(at)?;
        if src.comment_at(next_at)? || src.starts(next_at, "# ")? {
            return Ok(true);
        }
        if !item && surely_key_at(src, next_at)? {
            return Ok(true);
        }
        if !self.is_literal(src, at) {
            return Ok(false);
        }
        if item {
            let word = src.slice(next_at, src.past(next_at, is_letter)?);
            return Ok(next.is_none_or(|c| !is_letter(c)) || literal(word).is_some());
        }
        member_follows(src, next_at)
    }

    fn is_literal(&self, src: &Source, at: usize) -> bool {
        let text = src.slice(self.start, at);
        text.len() <= LITERAL && literal(text.trim_matches(is_blank)).is_some()
    }

    fn value(&self, src: &Source, end: usize, report: &mut Report, cut: bool) -> Word {
        let text = src.slice(self.start, end).trim_end_matches(is_blank);
        // A number is whole if a blank follows.
        let cut_here = cut && (self.start + text.len() == end || !text.ends_with(is_numeral));
        let word = |is| Word { start: self.start, end: self.start + text.len(), is, cut: cut_here };
        if let Some((is, usual)) = literal(text) {
            if !usual {
                report.mend(Fix::Literal, self.start, text.len());
            }
            return word(is);
        }
        // A single letter is a text, unless it is the whole value at the end of the text.
        let least = match (cut, self.place) {
            (false, _) => 3,
            (true, Place::Root) => 1,
            (true, _) => 2,
        };
        if let Some(is) = cut_literal(text, least, cut) {
            report.mend(Fix::CutLiteral, self.start, text.len());
            return word(is);
        }
        report.mend(self.spoken(text), self.start, text.len());
        word(Is::Text)
    }

    /// The kind of repair for a text without quotes.
    fn spoken(&self, text: &str) -> Fix {
        if self.place == Place::Root {
            return Fix::BareText;
        }
        // A brace inside means that the value was not understood.
        let unclear = text.contains(|c| opener(c) == Some(Kind::Object));
        if unclear {
            Fix::UnclearText
        } else {
            Fix::MissingQuotes
        }
    }
}

/// An unquoted value: its range and its kind.
#[derive(Debug, PartialEq)]
pub(super) struct Word {
    start: usize,
    end: usize,
    is: Is,
    /// Whether the text ends with it.
    cut: bool,
}

impl Word {
    /// Whether more text may continue it: the text ends with it, and it is no literal.
    pub(super) fn may_go_on(&self) -> bool {
        self.cut && !matches!(self.is, Is::Tag(_))
    }

    pub(super) fn emit(self, tape: &mut Tape) {
        let tag = match self.is {
            Is::Tag(tag) => tag,
            Is::Number => Tag::Number,
            Is::Odd(number) => return tape.push_made(Tag::Number, &number),
            Is::Text => Tag::Text,
        };
        tape.push(tag, self.start, self.end);
    }
}
