//! A string under the reader: its place, its quote and the text so far.

use super::slash::{slashes_from, Slashes};
use crate::reader::quote::{self, Layer, Place, Quote};
use crate::reader::runs::Runs;
use crate::reader::source::{is_colon, Look, Source};
use stepgate_json::slice;

/// Most bytes of blanks and commas at the end of a string that may belong behind it.
pub(super) const TAIL: usize = 64;

/// A string under the reader.
#[derive(Debug)]
pub(in crate::reader) struct Text {
    pub(in crate::reader) place: Place,
    pub(in crate::reader) start: usize,
    pub(super) out: Runs,
    pub(super) quote: &'static Quote,
    /// Whether quotes inside have been taken for text.
    pub(super) inner_quotes: bool,
    /// Whether the last of these quotes opened a pair.
    pub(super) pair_open: bool,
    /// Numbers of open braces and brackets in the text.
    pub(super) braces: usize,
    pub(super) brackets: usize,
    /// Length of the text at the first bracket that closes none of its own.
    pub(super) stray: usize,
    /// The part of the text that was searched for a colon and for a low quote, and what was found.
    pub(super) searched: usize,
    pub(super) colon: Option<usize>,
    pub(super) low_quote: bool,
    /// The evidence of its escapes about its backslashes, and whether all of them have been looked at.
    pub(super) slashes: Slashes,
    pub(super) slashes_known: bool,
    /// Whether a backslash has been taken for text.
    pub(super) raw_slash: bool,
    /// Index of the string on the tape, if a part of it is there.
    pub(super) node: Option<usize>,
}

/// The end of a string.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::reader) enum End {
    Closed,
    /// A key without its closing quote, whose colon has been read.
    BeforeColon,
    CutOff,
}

impl Text {
    /// Starts a string behind its opening quote; `out` is empty.
    pub(in crate::reader) fn new(quote: &'static Quote, place: Place, start: usize, out: Runs) -> Self {
        Text {
            place,
            start,
            out,
            quote,
            inner_quotes: false,
            pair_open: false,
            braces: 0,
            brackets: 0,
            stray: 0,
            searched: 0,
            colon: None,
            low_quote: false,
            slashes: Slashes::default(),
            slashes_known: false,
            raw_slash: false,
            node: None,
        }
    }

    /// Makes a key without quotes.
    pub(in crate::reader) fn bare_key(src: &Source, start: usize, from: usize, to: usize) -> Self {
        let mut text = Text::new(quote::DOUBLE, Place::Key, start, Runs::default());
        text.out.take(from, src.slice(from, to));
        text
    }

    /// Index of the string on the tape, if a part of it is there.
    pub(in crate::reader) fn node(&self) -> Option<usize> {
        self.node
    }

    /// Whether the string is a value in double quotes.
    pub(in crate::reader) fn is_in_double_quotes(&self) -> bool {
        self.place != Place::Key && self.quote.opens == quote::DOUBLE.opens
    }

    pub(in crate::reader) fn len(&self) -> usize {
        self.out.len()
    }

    pub(in crate::reader) fn truncate(&mut self, length: usize) {
        self.out.truncate(length);
    }

    /// Searches the part of the text that came since the last search.
    pub(super) fn search(&mut self, src: &Source) {
        let text = self.out.text();
        let from = self.searched.min(text.len());
        let new = slice(text, from..);
        self.colon = self.colon.or_else(|| new.find(is_colon).map(|at| from + at));
        self.low_quote |= new.contains('„');
        src.count(new.len());
        self.searched = text.len();
    }

    /// Takes `length` bytes as text.
    pub(super) fn take(&mut self, src: &Source, at: &mut usize, length: usize) {
        self.out.take(*at, src.slice(*at, *at + length));
        *at += length;
    }

    /// Looks at the escapes from the first one on; in a stream, at those so far.
    pub(super) fn learn_slashes(&mut self, src: &Source, slash: usize, c: char) -> Look<()> {
        if self.quote.layer != Layer::Plain || self.place == Place::Key {
            return Ok(());
        }
        if !src.is_unreported() {
            let behind = slash + 1 + c.len_utf8();
            if self.slashes.unknown {
                src.peek(behind)?;
            }
            self.slashes.note(c, src.rest(behind));
        } else if !self.slashes_known {
            self.slashes_known = true;
            self.slashes = slashes_from(src, slash, self.quote.closes);
        }
        Ok(())
    }

    /// Whether the backslash at `slash`, before `c`, may be text or not.
    pub(super) fn is_unclear_slash(&self, src: &Source, slash: usize, c: char) -> bool {
        src.is_unreported() && self.slashes.is_unclear(src, self.start + self.quote.opens.len(), slash, c)
    }
}
