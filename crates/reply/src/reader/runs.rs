//! The text of a string under the reader: runs of the source, and characters from escapes.

use std::ops::Range;

use crate::tape::{Tag, Tape};
use stepgate_json::slice;

/// A text with the origin of each of its parts.
#[derive(Debug, Default)]
pub(super) struct Runs {
    text: String,
    runs: Vec<Run>,
    /// Number of bytes of the text that are on the tape, and the index of the run that they end in.
    sent: usize,
    sent_run: usize,
}

/// A part of the text, up to the beginning of the next run.
#[derive(Clone, Copy, Debug)]
struct Run {
    at: usize,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Origin {
    /// The part stands at this byte of the source.
    Source(usize),
    /// The part comes from an escape.
    Escape,
    /// The part is half of a surrogate pair; the text has U+FFFD in its place.
    Half(u32),
}

impl Runs {
    /// Empties the runs for the next string and keeps their memory.
    pub(super) fn emptied(mut self) -> Runs {
        self.text.clear();
        self.runs.clear();
        (self.sent, self.sent_run) = (0, 0);
        self
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Appends text that stands at byte `at` of the source.
    pub(super) fn take(&mut self, at: usize, text: &str) {
        let goes_on = self.runs.last().is_some_and(|run| match run.origin {
            Origin::Source(from) => from + (self.text.len() - run.at) == at,
            _ => false,
        });
        if !goes_on && !text.is_empty() {
            self.runs.push(Run { at: self.text.len(), origin: Origin::Source(at) });
        }
        self.text.push_str(text);
    }

    pub(super) fn push(&mut self, c: char) {
        self.runs.push(Run { at: self.text.len(), origin: Origin::Escape });
        self.text.push(c);
    }

    /// Appends half of a surrogate pair.
    pub(super) fn push_half(&mut self, unit: u32) {
        self.runs.push(Run { at: self.text.len(), origin: Origin::Half(unit) });
        self.text.push(char::REPLACEMENT_CHARACTER);
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.text.truncate(length);
        while self.runs.last().is_some_and(|run| run.at >= length) {
            self.runs.pop();
        }
    }

    /// Keeps only these ranges, which are in order. No part of the text may be on the tape yet.
    pub(super) fn keep(&mut self, ranges: &[Range<usize>]) {
        let Runs { text, runs, .. } = std::mem::take(self);
        let mut index = 0;
        for range in ranges {
            let mut from = range.start;
            while from < range.end {
                while runs.get(index + 1).is_some_and(|next| next.at <= from) {
                    index += 1;
                }
                let Some(run) = runs.get(index) else { break };
                let to = runs.get(index + 1).map_or(range.end, |next| next.at.min(range.end));
                let part = slice(&text, from..to);
                match run.origin {
                    Origin::Source(at) => self.take(at + from - run.at, part),
                    Origin::Escape => part.chars().for_each(|c| self.push(c)),
                    Origin::Half(unit) => self.push_half(unit),
                }
                from = to;
            }
        }
    }

    /// The range of the source, if the text is a single range; an empty range at `start` for an empty text.
    pub(super) fn range(&self, start: usize) -> Option<(usize, usize)> {
        match self.runs.as_slice() {
            [] => Some((start, start)),
            [Run { origin: Origin::Source(from), .. }] => Some((*from, from + self.text.len())),
            _ => None,
        }
    }

    /// Puts the text up to byte `end` on the tape, except for the part that is already there.
    pub(super) fn emit(&mut self, end: usize, tape: &mut Tape) {
        while self.sent < end {
            let Some(run) = self.runs.get(self.sent_run).copied() else { break };
            let run_end = self.runs.get(self.sent_run + 1).map_or(self.text.len(), |next| next.at);
            if self.sent == run_end {
                self.sent_run += 1;
                continue;
            }
            let to = run_end.min(end);
            match run.origin {
                Origin::Source(from) => tape.push(Tag::Piece, from + self.sent - run.at, from + to - run.at),
                Origin::Half(unit) => tape.push(Tag::Char, unit as usize, 0),
                Origin::Escape => {
                    let chars = slice(&self.text, self.sent..to).chars();
                    chars.for_each(|c| tape.push(Tag::Char, c as usize, 0));
                }
            }
            self.sent = to;
        }
    }
}
