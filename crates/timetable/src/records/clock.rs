//! Times of a day's sections.

use std::rc::Rc;

use super::record::Cell;
use crate::date::write_minute;
use crate::{Term, MAX_SECTIONS};

/// Sections of a day, each with its start and end in minutes since midnight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    sections: Vec<(u16, u16)>,
}

impl Clock {
    /// Creates the sections of a day. `None`: there are none or more than [`MAX_SECTIONS`], a section ends before it begins or overlaps
    /// the one before, or the last ends after midnight.
    pub fn new(sections: Vec<(u16, u16)>) -> Option<Self> {
        let mut now = 0;
        let mut ascending = true;
        for &(start, end) in &sections {
            ascending &= now <= start && start < end;
            now = end;
        }
        let legal = ascending && now <= 24 * 60 && !sections.is_empty() && sections.len() <= usize::from(MAX_SECTIONS);
        legal.then_some(Clock { sections })
    }

    /// Number of sections.
    pub fn sections(&self) -> u8 {
        self.sections.len() as u8
    }

    /// Sections before a break of at least so many minutes, as bits, section 1 the lowest.
    pub fn before_breaks(&self, minutes: u16) -> u64 {
        let next = self.sections.iter().skip(1);
        let gaps = self.sections.iter().zip(next).map(|((_, end), (start, _))| start - end >= minutes);
        gaps.enumerate().fold(0, |bits, (index, long)| bits | u64::from(long) << index)
    }

    /// Number of sections that have ended by a minute of the day.
    pub fn ended_by(&self, minute: u16) -> u8 {
        self.sections.iter().filter(|(_, end)| *end <= minute).count() as u8
    }

    /// Start and end of a section in minutes since midnight; `None` if the day has no such section.
    pub fn section(&self, number: u8) -> Option<(u16, u16)> {
        self.sections.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Sections with their starts and ends, section 1 first.
    pub fn all(&self) -> impl Iterator<Item = (u8, u16, u16)> + '_ {
        (1u8..).zip(&self.sections).map(|(number, (start, end))| (number, *start, *end))
    }

    /// Start and end of the sections `from..=to` as `YYYY-MM-DDTHH:MM`; `None` if the day has no such sections.
    pub(crate) fn times(&self, term: Term, from: Cell, to: Cell) -> Option<(Rc<str>, Rc<str>)> {
        let of = |cell: Cell| self.sections.get(usize::from(cell.section).checked_sub(1)?);
        Some((time(term, from, of(from)?.0), time(term, to, of(to)?.1)))
    }
}

/// Twelve sections of 45 minutes: four from 8:00, four from 14:00, four from 19:00.
impl Default for Clock {
    fn default() -> Self {
        let halves = [8 * 60, 14 * 60, 19 * 60];
        let starts = halves.into_iter().flat_map(|half| [half, half + 55, half + 120, half + 175]);
        Clock { sections: starts.map(|start| (start, start + 45)).collect() }
    }
}

fn time(term: Term, cell: Cell, minutes: u16) -> Rc<str> {
    let mut text = String::with_capacity(16);
    term.date(cell.day).write(&mut text);
    text.push('T');
    write_minute(minutes, &mut text);
    text.into()
}
