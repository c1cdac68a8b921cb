//! Reads an incoming reply to a tape, as far as it has come.

use super::mend::answer;
use super::mended::Mended;
use super::parser::Parser;
use super::parser::State;
use super::scanner::Scanner;
use super::source::{is_blank, opener, Source};
use crate::tape::{Item, Tag, Tape};
use stepgate_json::slice;

/// An incoming reply: its text so far, and the tape of its first value. The tape only grows.
#[derive(Debug)]
pub struct Incoming {
    text: String,
    max_length: usize,
    too_long: bool,
    scanner: Scanner,
    parser: Option<Parser>,
    steps: usize,
}

impl Incoming {
    /// Starts an empty reply. From the chunk on that exceeds `max_length` bytes in total, nothing more is read.
    pub fn new(max_length: usize) -> Self {
        Incoming {
            text: String::new(),
            max_length,
            too_long: false,
            scanner: Scanner::default(),
            parser: None,
            steps: 0,
        }
    }

    /// Reads the next chunk.
    pub fn push(&mut self, chunk: &str) {
        self.too_long |= self.text.len() + chunk.len() > self.max_length;
        if !self.too_long {
            self.text.push_str(chunk);
            self.read(false);
        }
    }

    /// Ends the reply: no chunk follows.
    pub fn end(&mut self) {
        if !self.too_long {
            self.read(true);
        }
    }

    /// The number of characters inspected so far; repeated inspections count again.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tape, once a value has begun.
    pub fn tape(&self) -> Option<&Tape> {
        self.parser.as_ref().map(|parser| &parser.tape)
    }

    /// Whether all text so far is read and ends in a string in double quotes. Then the next text belongs to this string, up to a quote
    /// or a backslash.
    pub fn ends_in_quotes(&self) -> bool {
        self.parser.as_ref().is_some_and(|parser| match &parser.state {
            State::Text(text) => text.is_in_double_quotes() && parser.at == self.text.len(),
            _ => false,
        })
    }

    /// The byte from which on nothing is read, because the value is nested too deep.
    pub fn too_deep(&self) -> Option<usize> {
        self.parser.as_ref().filter(|parser| parser.too_deep).map(|parser| parser.at)
    }

    /// The answer of the whole reply, if it is not the value on the tape.
    pub fn other_answer(&self) -> Option<Mended> {
        if self.stands_alone() {
            return None;
        }
        let mended = self.answer()?;
        let text = mended.inner.as_deref().unwrap_or(&self.text);
        let value = Item::new(text, &mended.tape, mended.root)?;
        let read = self.tape().and_then(|tape| Item::new(&self.text, tape, 0));
        let same = read.is_some_and(|read| read.is_same(value));
        (!same).then_some(mended)
    }

    /// The answer of the whole reply.
    pub fn answer(&self) -> Option<Mended> {
        if self.too_long {
            return None;
        }
        answer(&self.text)
    }

    /// Whether the value on the tape is the only candidate: nothing in it was repaired, and the text around it cannot contain another.
    fn stands_alone(&self) -> bool {
        let Some(parser) = self.parser.as_ref().filter(|parser| parser.done() && parser.report.mends.is_empty()) else {
            return false;
        };
        let Some(root) = parser.tape.node(0).filter(|root| root.size > 0) else { return false };
        let before = slice(&self.text, ..root.start as usize);
        let behind = slice(&self.text, parser.at..).trim_start_matches(is_blank);
        let plain = |text: &str| !text.contains(|c| opener(c).is_some() || matches!(c, '(' | '<' | '"'));
        // The reader also searches an array with prose behind it for other values.
        let ends = root.tag == Tag::Object || behind.is_empty();
        ends && plain(before) && plain(behind)
    }

    fn read(&mut self, whole: bool) {
        let src = if whole { Source::ended(&self.text) } else { Source::open(&self.text) };
        if self.parser.is_none() {
            if let Ok(Some(root)) = self.scanner.next(&src) {
                self.parser = Some(Parser::new(root.at, false));
            }
        }
        if let Some(parser) = &mut self.parser {
            // A stream may wait here: the next chunk continues.
            let _ = parser.run(&src);
        }
        self.steps += src.steps();
    }
}
