//! Reads strings: escapes in every layer of quoting, unescaped quotes inside, missing quotes.

mod block;
mod escape;
mod slash;
mod text;
mod unclosed;

use super::known::RawQuotes;
use super::look::{ends, surely_ends, words_before_end};
use super::quote::{begins, quote_at, Layer, Place};
use super::report::{Fix, Report};
use super::runs::Runs;
use super::source::{closer, is_blank, is_colon, is_comma, Kind, Look, Source};
use crate::characters::is_line_break;
use crate::tape::{Tag, Tape};
use text::TAIL;

pub(super) use text::{End, Text};

/// The role of a mark under the reader.
enum Mark {
    Text,
    Closing { length: usize },
    Perhaps { length: usize },
}

/// Whether a character may be a mark, or needs attention for another reason.
#[inline(always)]
fn is_special(c: char) -> bool {
    matches!(c, '\0'..='\x1f' | '"' | '\'' | '`' | '\\' | '&' | '{' | '}' | '[' | ']')
        || matches!(c, '´' | '“' | '”' | '‘' | '’' | '「' | '」' | '『' | '』' | '＂' | '＇')
}

impl Text {
    /// Whether the mark that closed the string at the end of the text may be part of it: an apostrophe, or the second of a pair of
    /// quotes.
    pub(super) fn may_go_on(&self, src: &Source, after: usize) -> bool {
        let apostrophe = self.quote.closes.iter().any(|close| matches!(*close, "'" | "’" | "´"));
        (self.inner_quotes || apostrophe) && src.rest(after).trim_start_matches(is_blank).is_empty()
    }

    /// Puts the certain part of an unfinished string on the tape.
    pub(super) fn emit_sure(&mut self, tape: &mut Tape) {
        self.node.get_or_insert_with(|| tape.open(Tag::Joined, self.start));
        let sure = self.sure();
        self.out.emit(sure, tape);
    }

    /// Puts the whole text, or the rest of it, on the tape. Returns the memory for the next string.
    pub(super) fn emit(mut self, end: usize, tape: &mut Tape) -> Runs {
        let key = self.place == Place::Key;
        match self.out.range(self.start).filter(|_| self.node.is_none()) {
            Some((from, to)) => tape.push(if key { Tag::Key } else { Tag::Text }, from, to),
            None => {
                let tag = if key { Tag::JoinedKey } else { Tag::Joined };
                let node = self.node.unwrap_or_else(|| tape.open(tag, self.start));
                self.out.emit(self.out.len(), tape);
                tape.close(node, end);
            }
        }
        self.out.emptied()
    }

    /// The length of the certain part of the text. A comma at its end is uncertain, because it may follow a missing closing quote. A
    /// multi-line block is uncertain as a whole, because its indent is known only at its end.
    fn sure(&self) -> usize {
        if self.is_block() {
            return 0;
        }
        self.tail().unwrap_or(self.out.len())
    }

    pub(super) fn read(&mut self, src: &Source, at: &mut usize, report: &mut Report) -> Look<End> {
        loop {
            let Some(c) = src.peek(*at)? else { return Ok(End::CutOff) };
            match self.mark(src, *at, c)? {
                Mark::Closing { length } => {
                    if let Some(end) = self.closing(src, at, report, length)? {
                        return Ok(end);
                    }
                }
                Mark::Perhaps { length } if src.raw().is_none() && self.other_mark_ends(src, *at + length)? => {
                    report.mend(Fix::Quotes, *at, length);
                    *at += length;
                    return Ok(End::Closed);
                }
                Mark::Perhaps { length } => self.take(src, at, length),
                Mark::Text if self.quote.layer == Layer::Fence => self.take_run(src, at, c),
                Mark::Text if c == '\\' && src.raw().is_none() && self.ends_in_slash(src, *at)? => {
                    report.mend(Fix::BadEscape, *at, 1);
                    self.take(src, at, 1);
                    *at += 1;
                    return Ok(End::Closed);
                }
                Mark::Text if c == '\\' && src.raw().is_none() && self.escaped_end(src, *at)? => {
                    report.mend(Fix::BadEscape, *at, 2);
                    *at += 2;
                    return Ok(End::Closed);
                }
                Mark::Text if c == '\\' => self.escape(src, at, report)?,
                Mark::Text if c == '&' && self.quote.layer == Layer::Entities => self.entity(src, at)?,
                Mark::Text => {
                    if c < ' ' {
                        report.mend(Fix::ControlCharacter, *at, 1);
                    }
                    self.note_bracket(c);
                    self.take_run(src, at, c);
                }
            }
        }
    }

    /// Whether a mark of another kind than the opening one closes the string. In the escaped layer a plain quote always does.
    fn other_mark_ends(&self, src: &Source, after: usize) -> Look<bool> {
        match self.quote.layer {
            Layer::Escaped => ends(src, after, self.place),
            _ => surely_ends(src, after, self.place),
        }
    }

    /// Takes `first` and the characters behind it that cannot be marks as text.
    fn take_run(&mut self, src: &Source, at: &mut usize, first: char) {
        let rest = src.rest(*at + first.len_utf8());
        self.take(src, at, first.len_utf8() + rest.find(is_special).unwrap_or(rest.len()));
    }

    fn mark(&self, src: &Source, at: usize, c: char) -> Look<Mark> {
        if c == '\\' && self.quote.layer != Layer::Escaped {
            return Ok(Mark::Text);
        }
        for close in self.quote.closes.iter().filter(|close| begins(close, c)) {
            if src.starts(at, close)? {
                return Ok(Mark::Closing { length: close.len() });
            }
        }
        let perhaps = self.quote.perhaps.iter().find(|close| begins(close, c));
        Ok(perhaps.map_or(Mark::Text, |close| Mark::Perhaps { length: close.len() }))
    }

    /// Decides about a quote that may close the string: it does, or it is text, or the string should have ended earlier.
    fn closing(&mut self, src: &Source, at: &mut usize, report: &mut Report, length: usize) -> Look<Option<End>> {
        let after = *at + length;
        if let Some(raw) = src.raw() {
            return Ok(self.known(src, at, report, raw));
        }
        if self.quote.layer == Layer::Fence && !ends(src, after, self.place)? {
            self.take(src, at, length);
            return Ok(None);
        }
        if let Some(next) = self.concatenated(src, after)? {
            report.mend(Fix::Concatenation, *at, next - *at);
            *at = next;
            return Ok(None);
        }
        if self.ran_over_colon(src, after)? {
            if let Some(end) = self.unclosed(src, at)? {
                report.mend(Fix::MissingQuote, *at, 0);
                return Ok(Some(end));
            }
        }
        let own_layer = matches!(self.quote.layer, Layer::Triple | Layer::Escaped | Layer::Fence);
        if own_layer || (ends(src, after, self.place)? && !self.closes_text(src, *at, after)?) {
            self.trim_block();
            *at = after;
            return Ok(Some(End::Closed));
        }
        if let Some(stray) = self.stray_quote(src, *at, after)? {
            report.mend(Fix::Fragment, stray, length);
            self.trim_line_break(src, *at);
            *at = stray + length;
            return Ok(Some(End::Closed));
        }
        if self.may_end(src) && self.words_stand_apart(src, after)? {
            *at = after;
            return Ok(Some(End::Closed));
        }
        if let Some(end) = self.unclosed(src, at)? {
            // The quote may be there, behind a backslash that is text.
            let before = src.slice(self.start, *at).trim_end_matches(|c| is_blank(c) || is_comma(c));
            report.mend(if before.ends_with("\\\"") { Fix::UnclearEscape } else { Fix::MissingQuote }, *at, 0);
            return Ok(Some(end));
        }
        // `""` may be an escaped quote, unless the second one closes the string.
        let doubled =
            src.slice(*at, after) == src.slice(after, after + length) && !ends(src, after + length, self.place)?;
        report.mend(Fix::UnescapedQuote, *at, length);
        self.inner_quotes = true;
        self.pair_open = !self.pair_open;
        self.take(src, at, length);
        *at += if doubled { length } else { 0 };
        Ok(None)
    }

    /// Takes a quote that is known to be text, or ends the string.
    fn known(&mut self, src: &Source, at: &mut usize, report: &mut Report, raw: &RawQuotes) -> Option<End> {
        if raw.holds(*at) {
            report.mend(if raw.certain { Fix::UnescapedQuote } else { Fix::UnclearQuote }, *at, 1);
            self.take(src, at, 1);
            return None;
        }
        *at += 1;
        Some(End::Closed)
    }

    /// Whether a quote in a key opens the value: it follows a blank, and no blank follows it.
    fn ran_over_colon(&self, src: &Source, after: usize) -> Look<bool> {
        Ok(self.place == Place::Key
            && self.out.text().ends_with(is_blank)
            && src.peek(after)?.is_some_and(|c| !is_blank(c) && !is_colon(c)))
    }

    /// Whether the words behind a quote stand apart from the string.
    fn words_stand_apart(&self, src: &Source, after: usize) -> Look<bool> {
        let member = matches!(self.place, Place::Member { .. });
        Ok(member && src.peek(after)?.is_some_and(is_blank) && words_before_end(src, after)?)
    }

    /// Whether a quote here may close the string: it is not part of a pair inside of the text.
    fn may_end(&mut self, src: &Source) -> bool {
        self.search(src);
        let text = self.out.text();
        let opens = text.ends_with(|c| is_blank(c) || matches!(c, '(' | '[' | '{'));
        !self.inner_quotes && !opens && !self.low_quote
    }

    /// The place of a second closing quote, if both stand alone on a line and no other member follows.
    fn stray_quote(&self, src: &Source, quote: usize, after: usize) -> Look<Option<usize>> {
        let mark = src.slice(quote, after);
        let (stray, _) = src.next(after)?;
        let alone = src.slice(self.start, quote).trim_end_matches([' ', '\t']).ends_with(is_line_break);
        if !alone || !src.slice(after, stray).contains(is_line_break) || !src.starts(stray, mark)? {
            return Ok(None);
        }
        let (comma, next) = src.next(stray + mark.len())?;
        let Some(c) = next else { return Ok(Some(stray)) };
        let (_, next) = src.next(comma + c.len_utf8())?;
        Ok((is_comma(c) && next.is_none_or(|c| closer(c).is_some())).then_some(stray))
    }

    /// The beginning of the second part of `"…" + "…"`.
    fn concatenated(&mut self, src: &Source, after: usize) -> Look<Option<usize>> {
        let (at, next) = src.next_token(after)?;
        if next != Some('+') {
            return Ok(None);
        }
        let (at, _) = src.next_token(at + 1)?;
        let Some(quote) = quote_at(src, at)? else { return Ok(None) };
        self.quote = quote;
        Ok(Some(at + quote.opens.len()))
    }

    fn note_bracket(&mut self, c: char) {
        match c {
            '}' if self.braces == 0 => self.stray = self.out.len(),
            ']' if self.brackets == 0 => self.stray = self.out.len(),
            '{' => self.braces += 1,
            '[' => self.brackets += 1,
            '}' => self.braces = self.braces.saturating_sub(1),
            ']' => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
    }

    /// Whether a quote closes something inside of the text: a pair of quotes, `["press "OK""]`, or with the bracket behind it a value.
    fn closes_text(&self, src: &Source, quote: usize, after: usize) -> Look<bool> {
        let mark = src.slice(quote, after);
        let doubled = self.pair_open && src.starts(after, mark)? && ends(src, after + mark.len(), self.place)?;
        Ok(doubled || self.bracket_closes_text(src, after)?)
    }

    /// Whether the bracket behind a quote closes one inside of the text: `"see {"a": "b"}, then"`.
    fn bracket_closes_text(&self, src: &Source, after: usize) -> Look<bool> {
        if matches!(self.place, Place::Member { .. }) && src.peek(after)? == Some(']') && self.in_character_class() {
            return Ok(true);
        }
        if !self.inner_quotes {
            return Ok(false);
        }
        Ok(match src.next(after)?.1.and_then(closer) {
            Some(Kind::Object) => self.braces > 0,
            Some(Kind::Array) => self.brackets > 0,
            None => false,
        })
    }

    /// Drops a line break before a closing quote that comes twice, which belongs to the layout.
    fn trim_line_break(&mut self, src: &Source, quote: usize) {
        let text = src.slice(self.start, quote);
        if self.quote.layer == Layer::Plain && self.place != Place::Key && text.ends_with(is_line_break) {
            let blank = text.len() - text.trim_end_matches(is_blank).len();
            self.out.truncate(self.out.len().saturating_sub(blank));
        }
    }

    /// Whether the last bracket of the text is open, without a blank behind it: a character class as in `[^'"]+`.
    fn in_character_class(&self) -> bool {
        let out = self.out.text();
        let marks = out.char_indices().rev().take_while(|(at, c)| out.len() - at < TAIL && !is_blank(*c));
        marks.map(|(_, c)| c).find(|c| matches!(c, '[' | ']')) == Some('[')
    }
}
