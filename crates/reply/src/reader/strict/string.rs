//! Reads strings.

use super::reader::{refused, Read, Reader, Stop};
use crate::reader::plain::plain_length;
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
        self.at += 1;
        let mut text = Text { tag, start, run: self.at, node: None };
        loop {
            self.at += plain_length(self.bytes, self.at, b'"');
            match self.bytes.get(self.at) {
                None => return self.cut_string(text, Stop::Cut),
                Some(b'"') => break,
                Some(b'\\') => {
                    self.piece(&mut text);
                    match self.escape() {
                        Ok(unit) => self.unit(&mut text, unit),
                        Err(stop) => return self.cut_string(text, stop),
                    }
                }
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

    fn unit(&mut self, text: &mut Text, unit: u32) {
        self.tape.push(Tag::Char, unit as usize, 0);
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
        if text.tag == Tag::Key || !cut || !self.partial {
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

    /// Reads an escape as a UTF-16 unit or a character.
    fn escape(&mut self) -> Read<u32> {
        let unit = match self.bytes.get(self.at + 1).ok_or(Stop::Cut)? {
            b'b' => 8,
            b't' => 9,
            b'n' => 10,
            b'f' => 12,
            b'r' => 13,
            c @ (b'"' | b'\\' | b'/') => u32::from(*c),
            b'u' => return self.unicode(),
            _ => return refused(Fix::BadEscape.name(), self.at),
        };
        self.at += 2;
        Ok(unit)
    }

    /// Reads `\uXXXX`.
    fn unicode(&mut self) -> Read<u32> {
        let from = self.at + 2;
        let mut unit = 0;
        for at in from..from + 4 {
            let byte = self.bytes.get(at).ok_or(Stop::Cut)?;
            match char::from(*byte).to_digit(16) {
                Some(digit) => unit = unit * 16 + digit,
                None => return refused(Fix::BadEscape.name(), self.at),
            }
        }
        self.at = from + 4;
        Ok(unit)
    }
}
