//! Writing of a line in blocks of fixed length. The surplus bytes of a block are overwritten by the next one.

use super::few::{self, short, Short, Word};
use super::words;
use stepgate_engine::Lang;
use stepgate_timetable::{Day, Label, Task, TaskId};

/// Number of bytes after which a label cuts a name, at the next character boundary.
const LONGEST_NAME: usize = 80;

/// Limits of a line: the last position for a block, and the length of the longest block.
const BEGIN: usize = 512;
pub(super) const ONCE: usize = few::LONGEST;

/// Buffer of a line.
pub(super) type Line = [u8; BEGIN + ONCE];

/// Empty line.
pub(super) const BLANK: Line = [0; BEGIN + ONCE];

/// Fill level from which a page empties the line before it takes up a pen. A pen may write the remaining 160 bytes: a label and four
/// words.
pub(super) const FULL: usize = BEGIN - 160;

/// Writes a part of a line. The position stays in a register, and no write checks for room.
pub(super) struct Pen<'a> {
    pub(super) line: &'a mut Line,
    pub(super) at: usize,
    pub(super) lang: Lang,
}

// Small functions, called for each word of a text.
impl Pen<'_> {
    /// Adds the first `length` of these bytes.
    #[inline(always)]
    pub(super) fn add<const N: usize>(&mut self, bytes: [u8; N], length: usize) {
        if let Some(line) = self.line.get_mut(self.at % BEGIN..).and_then(<[u8]>::first_chunk_mut) {
            *line = bytes;
        }
        self.at += length;
    }

    #[inline(always)]
    pub(super) fn packed(&mut self, packed: u64) {
        self.add(packed.to_le_bytes(), few::length(packed));
    }

    /// Blank between entries, none before the first.
    #[inline(always)]
    pub(super) fn blank_unless(&mut self, first: bool) {
        if !first {
            self.packed(u64::from(b' '));
        }
    }

    /// Short text without change.
    #[inline(always)]
    pub(super) fn short(&mut self, short: &Short) {
        self.add(short.bytes, usize::from(short.length));
    }

    /// Word of the language.
    #[inline(always)]
    pub(super) fn word(&mut self, word: &Word) {
        self.short(if self.lang == Lang::Zh { &word.zh } else { &word.en });
    }

    /// Number from 0.
    #[inline(always)]
    pub(super) fn number(&mut self, number: u32) {
        if number > few::MOST {
            self.packed(few::prepend_number(number / (few::MOST + 1), 0));
            return self.packed(few::last_digits(number));
        }
        self.packed(few::prepend_number(number, 0));
    }

    /// `[id]`.
    #[inline(always)]
    pub(super) fn id(&mut self, id: TaskId) {
        if id > few::MOST / 100 {
            self.packed(u64::from(b'['));
            self.number(id);
            return self.packed(u64::from(b']'));
        }
        self.packed(few::prepend(b'[', few::prepend_number(id, u64::from(b']'))));
    }

    /// Name without control characters, cut if it is very long.
    pub(super) fn name(&mut self, name: &str) {
        let cut = (LONGEST_NAME..name.len()).find(|end| name.is_char_boundary(*end));
        let mut rest = name.as_bytes().get(..cut.unwrap_or(name.len())).unwrap_or_default();
        while !rest.is_empty() {
            let length = rest.len().min(8);
            self.add(few::without_controls(few::pack(rest)).to_le_bytes(), length);
            rest = rest.get(length..).unwrap_or_default();
        }
        if cut.is_some() {
            self.short(const { &short("…") });
        }
    }

    /// `[id]name`.
    #[inline(always)]
    pub(super) fn task(&mut self, task: &Task, label: &Label) {
        if label.length == 0 {
            return self.long_label(task);
        }
        self.add(label.bytes, usize::from(label.length));
    }

    pub(super) fn long_label(&mut self, task: &Task) {
        self.id(task.id);
        self.name(&task.name);
    }

    /// `used/sections`.
    #[inline(always)]
    pub(super) fn used(&mut self, used: u32, sections: u8) {
        self.number(used);
        self.packed(few::prepend(b'/', few::prepend_number(u32::from(sections), 0)));
    }

    /// `a-b`, or `a` alone.
    #[inline(always)]
    pub(super) fn range(&mut self, start: u8, end: u8) {
        let mut few = few::prepend_number(u32::from(end), 0);
        if end != start {
            few = few::prepend_number(u32::from(start), few::prepend(b'-', few));
        }
        self.packed(few);
    }

    /// Day, then its weekday.
    #[inline(always)]
    pub(super) fn day(&mut self, day: Day, weekday: &Word) {
        self.word(&words::DAY);
        self.number(day.0);
        self.word(weekday);
    }

    /// Short text, then a number.
    #[inline(always)]
    pub(super) fn count(&mut self, before: &Short, number: u32) {
        self.short(before);
        self.number(number);
    }
}
