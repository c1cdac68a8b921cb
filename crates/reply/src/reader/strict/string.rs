//! Reads strings, and the bare keys of JSON5.

use super::reader::{refused, Read, Reader, Stop};
use crate::reader::plain::plain_length;
use crate::reader::policy::Allow;
use crate::reader::report::Fix;
use crate::tape::{Node, Tag};

/// A string under the reader.
struct Text {
    tag: Tag,
    start: usize,
    /// Beginning of the piece that is not on the tape yet.
    run: usize,
    /// Index of the string on the tape, if it is in pieces.
    node: Option<usize>,
}

impl Reader<'_> {
    /// Reads a string or a key in quotes.
    pub(super) fn string(&mut self, tag: Tag) -> Read<()> {
        let start = self.at;
        let quote = self.bytes.get(start).copied().unwrap_or_default();
        if quote != b'"' {
            self.mend_next(Fix::Quotes, start, 1);
        }
        self.at += 1;
        let mut text = Text { tag, start, run: self.at, node: None };
        loop {
            self.at += plain_length(self.bytes, self.at, quote);
            match self.bytes.get(self.at) {
                None => return self.cut_string(text, Stop::Cut),
                Some(end) if *end == quote => break,
                Some(b'\\') => {
                    self.piece(&mut text);
                    match self.escape() {
                        Ok(unit) => self.unit(&mut text, unit),
                        Err(stop) => return self.cut_string(text, stop),
                    }
                }
                Some(c) if self.json5 && !matches!(c, b'\n' | b'\r') => self.at += 1,
                Some(_) => return refused(Fix::ControlCharacter.name(), self.at),
            }
        }
        self.end_string(text, 1);
        Ok(())
    }

    /// Puts the text up to here on the tape, as a piece of the string.
    fn piece(&mut self, text: &mut Text) {
        let pieces = if text.tag == Tag::Key { Tag::JoinedKey } else { Tag::Joined };
        text.node.get_or_insert_with(|| self.tape.open(pieces, text.start));
        if self.at > text.run {
            self.tape.push(Tag::Piece, text.run, self.at);
        }
        text.run = self.at;
    }

    fn unit(&mut self, text: &mut Text, unit: Option<u32>) {
        if let Some(unit) = unit {
            self.tape.push(Tag::Char, unit as usize, 0);
        }
        text.run = self.at;
    }

    /// Ends a string at a closing quote of `length` bytes.
    fn end_string(&mut self, mut text: Text, length: usize) {
        if text.node.is_some() {
            self.piece(&mut text);
        }
        match text.node {
            Some(node) => self.tape.close(node, self.at + length),
            None => self.tape.push(text.tag, text.run, self.at),
        }
        self.at += length;
    }

    /// Ends a string that is not closed: it counts up to its last whole character.
    fn cut_string(&mut self, text: Text, stop: Stop) -> Read<()> {
        let cut = matches!(stop, Stop::Cut) || !self.closes();
        if text.tag == Tag::Key || !cut || !self.allows(Allow::STRING) {
            return Err(stop);
        }
        self.report.at_node(text.node.unwrap_or(self.tape.len()));
        self.report.mend(Fix::CutString, text.start, self.bytes.len() - text.start);
        let half = |node: &Node| node.tag == Tag::Char && (0xd800..0xdc00).contains(&node.start);
        if text.run == self.at && self.tape.nodes.last().is_some_and(half) {
            self.tape.nodes.pop();
        }
        self.end_string(text, 0);
        self.begun = None;
        Err(Stop::Cut)
    }

    /// Whether a quote in the rest of the text closes the string.
    fn closes(&self) -> bool {
        let mut at = self.at;
        loop {
            at += plain_length(self.bytes, at, b'"');
            match self.bytes.get(at) {
                None => return false,
                Some(b'"') => return true,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
            }
        }
    }

    /// Reads an escape as a UTF-16 unit or a character; `None` for an escaped line break.
    fn escape(&mut self) -> Read<Option<u32>> {
        let c = self.char_at(self.at + 1).ok_or(Stop::Cut)?;
        let unit = match c {
            'b' => 8,
            't' => 9,
            'n' => 10,
            'f' => 12,
            'r' => 13,
            '"' | '\\' | '/' => u32::from(c),
            'u' => return self.hexadecimal(4),
            _ if self.json5 => return self.json5_escape(c),
            _ => return refused(Fix::BadEscape.name(), self.at),
        };
        self.at += 2;
        Ok(Some(unit))
    }

    fn json5_escape(&mut self, c: char) -> Read<Option<u32>> {
        let digit = |at| self.bytes.get(at).is_some_and(u8::is_ascii_digit);
        let unit = match c {
            'x' => return self.hexadecimal(2),
            '1'..='9' => return refused(Fix::BadEscape.name(), self.at),
            '0' if digit(self.at + 2) => return refused(Fix::BadEscape.name(), self.at),
            '0' => Some(0),
            'v' => Some(11),
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => None,
            _ => Some(u32::from(c)),
        };
        let pair = c == '\r' && self.bytes.get(self.at + 2) == Some(&b'\n');
        self.mend(Fix::BadEscape, self.at, 1 + c.len_utf8());
        self.at += 1 + c.len_utf8() + usize::from(pair);
        Ok(unit)
    }

    /// Reads the digits of `\x` or `\u`.
    fn hexadecimal(&mut self, digits: usize) -> Read<Option<u32>> {
        let from = self.at + 2;
        let mut unit = 0;
        for at in from..from + digits {
            let byte = self.bytes.get(at).ok_or(Stop::Cut)?;
            match char::from(*byte).to_digit(16) {
                Some(digit) => unit = unit * 16 + digit,
                None => return refused(Fix::BadEscape.name(), self.at),
            }
        }
        self.at = from + digits;
        Ok(Some(unit))
    }

    /// Reads a key without quotes: an identifier of JavaScript, with `\uXXXX` for a character.
    pub(super) fn name(&mut self) -> Read<()> {
        let start = self.at;
        let mut text = Text { tag: Tag::Key, start, run: start, node: None };
        self.mend_next(Fix::UnquotedKey, start, 0);
        while let Some(c) = self.char_at(self.at) {
            if c != '\\' {
                if !is_name(c, self.at == start) {
                    break;
                }
                self.at += c.len_utf8();
                continue;
            }
            let escape = self.at;
            self.piece(&mut text);
            let unit = if self.bytes.get(escape + 1) == Some(&b'u') { self.hexadecimal(4)? } else { None };
            if !unit.and_then(char::from_u32).is_some_and(|c| is_name(c, escape == start)) {
                return refused("expected_key", escape);
            }
            self.unit(&mut text, unit);
        }
        if self.at == start {
            return refused("expected_key", start);
        }
        if let Some(mend) = self.report.mends.last_mut() {
            mend.length = (self.at - start) as u32;
        }
        self.end_string(text, 0);
        Ok(())
    }
}

/// Whether `c` may stand in an identifier, or with `first` begin one.
fn is_name(c: char, first: bool) -> bool {
    c.is_alphabetic() || matches!(c, '$' | '_') || (!first && (c.is_numeric() || matches!(c, '\u{200c}' | '\u{200d}')))
}
