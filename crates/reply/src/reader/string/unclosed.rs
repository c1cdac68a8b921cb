//! Handles strings whose closing quote is missing or misplaced.

use super::text::{End, Text, TAIL};
use crate::characters::is_line_break;
use crate::characters::is_word;
use crate::reader::literal::literal;
use crate::reader::look::{item_at, open_item_at, quoted_value_at, surely_ends, surely_key_at};
use crate::reader::quote::{Layer, Place};
use crate::reader::source::{closer, is_blank, is_colon, is_comma, opener, Look, Source};
use stepgate_json::slice;

impl Text {
    /// Ends a string that should have ended earlier: a key that ran over its colon, or a value that ran over its comma into the next
    /// key. Returns `None` for any other string.
    pub(super) fn unclosed(&mut self, src: &Source, at: &mut usize) -> Look<Option<End>> {
        match self.place {
            Place::Key => self.unclosed_key(src, at),
            Place::Member { .. } if surely_key_at(src, *at)? && self.brackets_before(src, *at) > 0 => {
                let length = self.brackets_before(src, *at);
                *at -= length;
                self.out.truncate(self.out.len() - length);
                Ok(Some(End::Closed))
            }
            Place::Member { .. } if surely_key_at(src, *at)? => {
                let Some(length) = self.tail() else { return Ok(None) };
                self.out.truncate(length);
                Ok(Some(End::Closed))
            }
            Place::Member { .. } => {
                let Some((length, comma)) = self.bare_member(src, *at) else { return Ok(None) };
                if !quoted_value_at(src, *at, self.place)? {
                    return Ok(None);
                }
                self.out.truncate(length);
                *at = comma;
                Ok(Some(End::Closed))
            }
            Place::Item { .. } => {
                let Some(length) = self.tail() else { return Ok(None) };
                let item = item_at(src, *at)? || open_item_at(src, *at)?;
                if src.peek(*at + 1)?.is_none_or(is_blank) || !item {
                    return Ok(None);
                }
                self.out.truncate(length);
                Ok(Some(End::Closed))
            }
            Place::Root | Place::Round => Ok(None),
        }
    }

    /// Ends a key that ran over its colon: up to the quote of its value, over the bracket that opens its value, or over its value into
    /// the next key.
    pub(super) fn unclosed_key(&mut self, src: &Source, at: &mut usize) -> Look<Option<End>> {
        self.search(src);
        let Some(colon) = self.colon else { return Ok(None) };
        let text = self.out.text();
        let (key, behind) = (slice(text, ..colon), slice(text, colon..));
        let key = key.trim_end_matches(is_blank).len();
        let value = behind.trim_start_matches(|c| is_blank(c) || is_colon(c));
        let opens = value.starts_with(|c| opener(c).is_some());
        let comma = value.trim_end_matches(is_blank).ends_with(is_comma);
        let goes_on = value.is_empty() || opens || (comma && surely_key_at(src, *at)?);
        if key == 0 || !goes_on || src.slice(*at - value.len(), *at) != value {
            return Ok(None);
        }
        *at -= value.len();
        self.out.truncate(key);
        Ok(Some(End::BeforeColon))
    }

    /// Ends a key that reaches to the end of the text at its colon, if a quote or bracket opens a value there. Returns the place of the
    /// colon.
    pub(in crate::reader) fn colon_before_value(&mut self, src: &Source) -> Option<usize> {
        let (key, behind) = self.out.text().split_once(is_colon)?;
        let colon = self.start + self.quote.opens.len() + key.len();
        let length = key.trim_end_matches(is_blank).len();
        let value = behind.trim_start_matches(is_blank);
        let opens = |c: char| opener(c).is_some() || c.is_ascii_digit() || matches!(c, '-' | '"');
        let plain = src.rest(colon).split_once(is_colon) == Some(("", behind));
        (length > 0 && plain && value.starts_with(opens)).then(|| {
            self.out.truncate(length);
            colon
        })
    }

    /// The length of the text before the brackets and blanks at its end, and those; none if they close brackets of the text.
    pub(in crate::reader) fn closers_at_end(&self) -> (usize, &str) {
        let text = self.out.text();
        let body = text.trim_end_matches(|c| is_blank(c) || closer(c).is_some());
        let count = |c: char| body.matches(c).count();
        let balanced = count('{') <= count('}') && count('[') <= count(']');
        let closers = if balanced { slice(text, body.len()..) } else { "" };
        (body.len(), closers.trim_start_matches(is_blank))
    }

    /// The number of bytes of brackets and commas before `at`, if one of them closes a container around the text.
    pub(super) fn brackets_before(&self, src: &Source, at: usize) -> usize {
        let text = self.out.text();
        let structure = |c: char| is_blank(c) || is_comma(c) || closer(c).is_some() || opener(c).is_some();
        let body = text.trim_end_matches(structure).len();
        let length = text.len() - body;
        let plain = text.get(body..) == Some(src.slice(at.saturating_sub(length), at));
        if plain && length <= TAIL && body > 0 && self.stray >= body {
            length
        } else {
            0
        }
    }

    /// For `"first, b: "second"`: the length of the text before the bare key at its end, and the place of the comma.
    pub(super) fn bare_member(&self, src: &Source, at: usize) -> Option<(usize, usize)> {
        key_at_end(self.out.text(), src, at)
    }

    /// Like [`bare_member`](Self::bare_member), for a text that ends with the value as well, a literal or number.
    pub(in crate::reader) fn bare_literal(&self, src: &Source, at: usize) -> Option<(usize, usize)> {
        let out = self.out.text();
        let value = out.get(out.trim_end_matches(|c| !is_colon(c)).len()..)?;
        literal(value.trim_matches(is_blank))?;
        key_at_end(out.get(..out.len() - value.len())?, src, at.checked_sub(value.len())?)
    }

    /// Whether the backslash before a quote is wrong: the quote stands at the end of a line, and the next line continues behind the
    /// string.
    pub(super) fn escaped_end(&self, src: &Source, at: usize) -> Look<bool> {
        let Some(quote) = src.peek(at + 1)?.filter(|c| matches!(c, '"' | '\'')) else { return Ok(false) };
        let closes = self.quote.layer == Layer::Plain && self.quote.closes.iter().any(|close| close.starts_with(quote));
        if !closes || self.place == Place::Key {
            return Ok(false);
        }
        let mark = src.peek(at + 2)?.filter(|c| matches!(c, ',' | ':'));
        let from = at + 2 + mark.map_or(0, char::len_utf8);
        let (next_at, next) = src.next(from)?;
        if !src.slice(from, next_at).contains(is_line_break) {
            return Ok(false);
        }
        if next.is_some_and(|c| closer(c).is_some()) || surely_key_at(src, next_at)? {
            return Ok(true);
        }
        Ok(matches!(self.place, Place::Item { .. }) && item_at(src, next_at)?)
    }

    /// Whether a backslash ends the string, like others in it that are text: the quote behind it is not escaped, as the document goes on.
    pub(super) fn ends_in_slash(&self, src: &Source, at: usize) -> Look<bool> {
        let plain = self.raw_slash && self.quote.layer == Layer::Plain;
        if !plain || !src.peek(at + 1)?.is_some_and(|c| c == '"' && self.quote.closes.contains(&"\"")) {
            return Ok(false);
        }
        let (comma, next) = src.next(at + 2)?;
        let goes_on = next.is_some_and(is_comma) && matches!(self.place, Place::Item { .. });
        Ok(surely_ends(src, at + 2, self.place)? || goes_on && item_at(src, src.past_blanks(comma + 1)?)?)
    }

    /// The length of the text without the comma or line break at its end.
    pub(super) fn tail(&self) -> Option<usize> {
        let out = self.out.text();
        if !out.ends_with(|c| is_blank(c) || is_comma(c)) {
            return None;
        }
        let from = (out.len().saturating_sub(TAIL)..).find(|at| out.is_char_boundary(*at))?;
        let end = out.get(from..)?;
        let trimmed = end.trim_end_matches(is_blank);
        let bare = trimmed.trim_end_matches(is_comma).trim_end_matches(is_blank);
        let breaks =
            bare.len() < trimmed.len() || end.get(trimmed.len()..).is_some_and(|blank| blank.contains(is_line_break));
        let begins = from == 0 || !bare.is_empty();
        (breaks && begins).then_some(from + bare.len())
    }
}

/// Finds a comma, a bare key and its colon at the end of a text that ends at `at`. Returns the length of the text before them, and
/// the place of the comma.
fn key_at_end(text: &str, src: &Source, at: usize) -> Option<(usize, usize)> {
    let member = text.trim_end_matches(is_blank).strip_suffix(is_colon)?.trim_end_matches(is_blank);
    let before = member.trim_end_matches(|c| is_word(c) || matches!(c, '_' | '-'));
    let left = before.trim_end_matches(is_blank).strip_suffix(is_comma)?;
    let tail = text.get(left.len()..)?;
    let comma = at.checked_sub(tail.len())?;
    let found = before.len() < member.len() && tail.len() < TAIL && src.slice(comma, at) == tail;
    found.then_some((left.trim_end_matches(is_blank).len(), comma))
}
