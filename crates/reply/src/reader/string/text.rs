//! A string under the reader: its place, its quote and the text so far.

use crate::reader::quote::{self, Place, Quote};
use crate::reader::runs::Runs;
use crate::reader::source::Source;

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

    /// Takes `length` bytes as text.
    pub(super) fn take(&mut self, src: &Source, at: &mut usize, length: usize) {
        self.out.take(*at, src.slice(*at, *at + length));
        *at += length;
    }
}
