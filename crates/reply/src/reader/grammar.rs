//! The rules of the grammar: the step from each state by the next character.

use super::bare::{Bare, Word};
use super::fault::MAX_DEPTH;
use super::look::{
    item_at, list_goes_on, objects_go_on, root_goes_on, surely_key_at, unquoted_value_follows, words_before_key,
};
use super::parser::{Open, Parser, State};
use super::quote::{quote_at, Place, Quote, FENCE};
use super::report::Fix;
use super::source::{closer, is_blank, is_colon, is_comma, opener, Kind, Look, Source, WINDOW};
use super::string::{End, Text};
use crate::characters::is_word;
use crate::tape::{Tag, MADE};

/// Most strings of a text that may turn out to have ended much earlier: each is read again.
const MAX_OPEN_STRINGS: usize = 8;

impl Parser {
    pub(super) fn member(&mut self, src: &Source, c: char, comma: Option<usize>) -> Look<()> {
        if let Some(kind) = closer(c) {
            return self.close(src, c, kind, comma);
        }
        if is_comma(c) {
            return self.surplus(Fix::ExtraComma, c);
        }
        if c == '[' && src.is_unreported() && self.opens_list_again(src)? {
            return Ok(());
        }
        if opener(c) == Some(Kind::Object) && self.outer() == Some(Kind::Array) {
            self.report.mend(Fix::MissingBracket, self.at, 0);
            self.pop();
            self.state = State::Value { comma };
            return Ok(());
        }
        if let Some(length) = self.ellipsis(src, c)? {
            self.drop_fragment(Fix::Ellipsis, length);
            return Ok(());
        }
        // `"" key"` has a surplus quote.
        if src.starts(self.at, "\"\"")? && !surely_key_at(src, self.at)? && surely_key_at(src, self.at + 1)? {
            return self.surplus(Fix::Quotes, c);
        }
        if let Some(quote) = quote_at(src, self.at)? {
            self.begin_text(quote, Place::Key);
            return Ok(());
        }
        self.bare_key(src)
    }

    /// Reads a key without quotes, or with the closing quote only. A word without a colon behind it is a key only if a value that is no
    /// bare word follows.
    fn bare_key(&mut self, src: &Source) -> Look<()> {
        let start = self.at;
        if let Some(key) = words_before_key(src, start)? {
            self.report.mend(Fix::Fragment, start, key - start);
            self.at = key;
            return Ok(());
        }
        let word = src.past(start, |c| is_word(c) || matches!(c, '_' | '-' | '$'))?;
        let (next_at, next) = src.next(word)?;
        if word > start && (next.is_some_and(|c| opener(c).is_some()) || (word < next_at && item_at(src, next_at)?)) {
            self.report.mend(Fix::UnquotedKey, start, word - start);
            self.key = Some(Text::bare_key(src, start, start, word));
            self.at = word;
            self.state = State::Colon;
            return Ok(());
        }
        let stops = |c: char| is_colon(c) || c == '=' || is_comma(c) || closer(c).is_some() || c == '\n';
        let end = src.past(start, |c| !stops(c))?;
        match src.peek(end)? {
            Some(c) if end == start => {
                self.drop_fragment(Fix::Fragment, c.len_utf8());
                return Ok(());
            }
            Some(c) if is_colon(c) || c == '=' => {}
            _ => {
                self.at = end;
                self.report.mend(Fix::DanglingKey, start, end - start);
                self.state = State::Next;
                return Ok(());
            }
        }
        let written = src.slice(start, end).trim_matches(is_blank);
        let key = written.trim_matches(|c| matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '`' | '*'));
        self.report.mend(if key == written { Fix::UnquotedKey } else { Fix::MissingQuote }, start, end - start);
        let from = start + key.as_ptr() as usize - src.slice(start, end).as_ptr() as usize;
        self.key = Some(Text::bare_key(src, start, from, from + key.len()));
        self.at = end;
        self.state = State::Colon;
        Ok(())
    }

    pub(super) fn colon(&mut self, src: &Source, c: char) -> Look<()> {
        if is_colon(c) {
            if c != ':' {
                self.report.mend(Fix::FullWidth, self.at, c.len_utf8());
            }
            self.at += c.len_utf8();
        } else if c == '=' {
            let length = 1 + usize::from(src.starts(self.at, "=>")?);
            self.report.mend(Fix::Colon, self.at, length);
            self.at += length;
        } else if is_comma(c) && unquoted_value_follows(src, self.at + c.len_utf8())? {
            self.report.mend(Fix::Colon, self.at, c.len_utf8());
            self.at += c.len_utf8();
        } else if is_comma(c) || closer(c).is_some() {
            self.dangling_key();
            return Ok(());
        } else {
            self.report.mend(Fix::MissingColon, self.at, 0);
        }
        self.state = State::Value { comma: None };
        Ok(())
    }

    pub(super) fn value(&mut self, src: &Source, c: char, comma: Option<usize>) -> Look<()> {
        if self.closes_round(c) {
            self.close_round(comma);
            return Ok(());
        }
        if is_comma(c) || closer(c).is_some() {
            return self.no_value(src, c, comma);
        }
        if is_colon(c) {
            return self.surplus(Fix::ExtraColon, c);
        }
        if let Some(kind) = opener(c) {
            return self.open(c, kind);
        }
        if let Some(length) = self.ellipsis(src, c)? {
            self.drop_fragment(Fix::Ellipsis, length);
            return Ok(());
        }
        if self.top() == Some(Kind::Array) && surely_key_at(src, self.at)? {
            self.key_for_item(comma);
            return Ok(());
        }
        if self.opens_quoted_object(src)? {
            self.quoted.push(self.stack.len());
            return self.surplus(Fix::QuotedObject, c);
        }
        if self.opens_round(src, c)? {
            return Ok(());
        }
        let place = self.place();
        let fence = self.key.is_some() && src.starts(self.at, FENCE.opens)?;
        match if fence { Some(&FENCE) } else { quote_at(src, self.at)? } {
            Some(quote) => {
                self.send_key();
                self.begin_text(quote, place);
            }
            None => self.state = State::Bare(Bare::new(self.at, place)),
        }
        Ok(())
    }

    /// Handles a comma or bracket where a value must be: a key has no value, or a list ends or has a surplus comma.
    fn no_value(&mut self, src: &Source, c: char, comma: Option<usize>) -> Look<()> {
        if self.top() == Some(Kind::Object) {
            self.missing_value();
            return Ok(());
        }
        match closer(c) {
            Some(kind) => self.close(src, c, kind, comma),
            None => self.surplus(Fix::ExtraComma, c),
        }
    }

    /// Whether an object in quotes begins here whose own quotes are not escaped: `"{"a": 1}"`. A letter behind the second quote rules out
    /// the string `"{"`.
    fn opens_quoted_object(&self, src: &Source) -> Look<bool> {
        if src.raw().is_some() || !src.starts(self.at, "\"{\"")? {
            return Ok(false);
        }
        let letter = src.peek(self.at + 3)?.is_some_and(|c| is_word(c) || c == '_');
        Ok(letter && surely_key_at(src, self.at + 2)?)
    }

    /// Handles a key where an item must be: the next key of the outer object, or the first key of an object without its brace.
    fn key_for_item(&mut self, comma: Option<usize>) {
        self.report.mend(Fix::MissingBracket, self.at, 0);
        let empty = self.stack.last().is_some_and(|open| open.node + 1 == self.tape.len());
        if self.outer() == Some(Kind::Object) && !empty {
            self.pop();
        } else {
            self.enter(Kind::Object);
        }
        self.state = State::Key { comma };
    }

    pub(super) fn next(&mut self, src: &Source, c: char) -> Look<()> {
        if self.closes_round(c) {
            self.close_round(None);
            return Ok(());
        }
        if let Some(kind) = closer(c) {
            return self.close(src, c, kind, None);
        }
        if is_comma(c) {
            if c != ',' {
                self.report.mend(if c == ';' { Fix::Comma } else { Fix::FullWidth }, self.at, c.len_utf8());
            }
            let comma = Some(self.at);
            self.at += c.len_utf8();
            self.state = self.after_comma(comma);
            return Ok(());
        }
        if c == '"' && self.quoted.last() == Some(&self.stack.len()) {
            self.quoted.pop();
            return self.surplus(Fix::QuotedObject, c);
        }
        if is_colon(c) {
            self.drop_fragment(Fix::Fragment, c.len_utf8());
            return Ok(());
        }
        if c == ')' {
            return self.surplus(Fix::ExtraBracket, c);
        }
        if self.begins_again(src)? {
            self.report.mend(Fix::MissingBracket, self.at, 0);
            self.pop();
            self.enter(Kind::Object);
        } else {
            self.report.mend(Fix::MissingComma, self.at, 0);
        }
        self.state = self.after_comma(None);
        Ok(())
    }

    /// Whether the first key of an object in a list comes again, so that the next object has lost its brace.
    fn begins_again(&self, src: &Source) -> Look<bool> {
        let Some(open) = self.stack.last().filter(|open| open.kind == Kind::Object) else { return Ok(false) };
        let first = self.tape.node(open.node + 1).filter(|node| node.tag == Tag::Key && node.end < MADE);
        let Some(first) = first.filter(|_| self.outer() == Some(Kind::Array)) else { return Ok(false) };
        let key = src.slice(first.start as usize, first.end as usize);
        let Some(quote) = quote_at(src, self.at)? else { return Ok(false) };
        let same = key.len() < WINDOW && src.starts(self.at + quote.opens.len(), key)?;
        Ok(same && surely_key_at(src, self.at)? && quote_at(src, self.at + quote.opens.len() + key.len())?.is_some())
    }

    fn after_comma(&self, comma: Option<usize>) -> State {
        match self.top() {
            Some(Kind::Object) => State::Key { comma },
            _ => State::Value { comma },
        }
    }

    fn open(&mut self, c: char, kind: Kind) -> Look<()> {
        if self.stack.len() >= MAX_DEPTH {
            self.too_deep = true;
            self.state = State::Done;
            return Ok(());
        }
        if !c.is_ascii() {
            self.report.mend(Fix::FullWidth, self.at, c.len_utf8());
        }
        self.enter(kind);
        self.at += c.len_utf8();
        self.state = self.after_comma(None);
        Ok(())
    }

    /// Begins an object whose brace is lost, at its first key.
    pub(super) fn begin_headless(&mut self) {
        self.report.mend(Fix::MissingBracket, self.at, 0);
        self.enter(Kind::Object);
        self.state = State::Key { comma: None };
    }

    pub(super) fn enter(&mut self, kind: Kind) {
        self.send_key();
        let tag = if kind == Kind::Object { Tag::Object } else { Tag::Array };
        let node = self.tape.open(tag, self.at);
        self.stack.push(Open { kind, node, round: false });
    }

    /// Handles a closing bracket. A bracket of the wrong kind closes the next outer container of its kind, with all containers inside, or
    /// without one the container that it stands in.
    fn close(&mut self, src: &Source, c: char, kind: Kind, comma: Option<usize>) -> Look<()> {
        let length = c.len_utf8();
        let matching = self.stack.iter().rev().position(|open| open.kind == kind);
        let closed = matching.map_or(1, |inner| inner + 1);
        let goes_on = closed == self.stack.len()
            && match self.stack.first().map(|root| root.kind) {
                Some(Kind::Object) => root_goes_on(src, self.at + length)?,
                _ if matching.is_none() => list_goes_on(src, self.at + length)?,
                _ => closed > 1 && objects_go_on(src, self.at + length)?,
            };
        let doubled = matching.is_none() && src.slice(0, self.at).trim_end_matches(is_blank).ends_with(c);
        let goes_on = goes_on || (doubled && list_goes_on(src, self.at + length)?);
        if let Some(at) = comma {
            self.report.mend(Fix::TrailingComma, at, src.rest(at).chars().next().map_or(0, char::len_utf8));
        }
        if !c.is_ascii() {
            self.report.mend(Fix::FullWidth, self.at, length);
        }
        let (kind, closed) = match (goes_on, closed) {
            (true, 1) => (Some(Fix::ExtraBracket), 0),
            (true, _) => (Some(Fix::WrongBracket), 1),
            (false, _) if matching.is_none() => (Some(Fix::WrongBracket), 1),
            (false, _) => (None, closed),
        };
        if let Some(kind) = kind {
            self.report.mend(kind, self.at, length);
        }
        for _ in 1..closed {
            self.report.mend(Fix::MissingBracket, self.at, 0);
            self.pop();
        }
        self.at += length;
        if closed == 0 {
            self.state = State::Next;
        } else {
            self.pop();
        }
        Ok(())
    }

    fn begin_text(&mut self, quote: &'static Quote, place: Place) {
        if quote.opens != "\"" {
            self.report.mend(Fix::Quotes, self.at, quote.opens.len());
        }
        let out = std::mem::take(&mut self.spare);
        self.state = State::Text(Text::new(quote, place, self.at, out));
        self.at += quote.opens.len();
    }

    pub(super) fn end_text(&mut self, end: End, src: &Source) {
        let State::Text(mut text) = std::mem::replace(&mut self.state, State::Next) else { return };
        if text.place == Place::Key {
            self.key = Some(text);
            match end {
                End::Closed => self.state = State::Colon,
                End::BeforeColon => self.state = State::Value { comma: None },
                End::CutOff => self.end_cut_key(src),
            }
            return;
        }
        self.may_go_on |= end == End::CutOff || text.may_go_on(src, self.at);
        if end == End::CutOff {
            match self.closers_at_end(&text) {
                Some(length) => {
                    self.at = src.len() - (text.len() - length);
                    text.truncate(length);
                    if let Some((length, comma)) = text.bare_literal(src, self.at) {
                        self.at = comma;
                        text.truncate(length);
                    }
                    self.report.mend(Fix::MissingQuote, self.at, 0);
                }
                None => {
                    self.cut_string(text, src.len());
                    return self.end_scalar();
                }
            }
        }
        self.spare = text.emit(self.at, &mut self.tape);
        self.end_scalar();
    }

    /// Ends a key at the end of the text; the key may have run over its colon.
    fn end_cut_key(&mut self, src: &Source) {
        let again = self.open_strings < MAX_OPEN_STRINGS;
        match self.key.as_mut().filter(|_| again).and_then(|key| key.colon_before_value(src)) {
            Some(colon) => {
                self.open_strings += 1;
                self.report.mend(Fix::MissingQuote, colon, 0);
                self.at = colon;
                self.state = State::Colon;
            }
            None => self.dangling_key(),
        }
    }

    /// Ends the reading behind a scalar that is not in a container.
    fn end_scalar(&mut self) {
        if self.stack.is_empty() {
            self.state = State::Done;
        }
    }

    /// The beginning of the brackets, at the end of a string that nothing closed, that close open containers.
    fn closers_at_end(&self, text: &Text) -> Option<usize> {
        let (length, closers) = text.closers_at_end();
        let mut open = self.stack.iter().rev();
        let matching = closers.chars().filter_map(closer).all(|kind| open.next().is_some_and(|open| open.kind == kind));
        (matching && !closers.is_empty()).then_some(length)
    }

    pub(super) fn end_bare(&mut self, word: Word) {
        self.send_key();
        word.emit(&mut self.tape);
        self.state = State::Next;
        self.end_scalar();
    }

    fn surplus(&mut self, kind: Fix, c: char) -> Look<()> {
        self.report.mend(kind, self.at, c.len_utf8());
        self.at += c.len_utf8();
        Ok(())
    }

    fn drop_fragment(&mut self, kind: Fix, length: usize) {
        self.report.mend(kind, self.at, length);
        self.at += length;
        self.key = None;
        self.state = State::Next;
    }

    fn ellipsis(&self, src: &Source, c: char) -> Look<Option<usize>> {
        if !matches!(c, '.' | '…') {
            return Ok(None);
        }
        for dots in ["...", "……", "…"] {
            if src.starts(self.at, dots)? {
                return Ok(Some(dots.len()));
            }
        }
        Ok(None)
    }
}
