//! View of the timetable for the diagnosis: tasks by index, days with their measures, and places that can change without touching the
//! timetable.
//!
//! Only proposals change their places here, by swaps of equal length and moves into free sections. A host therefore stays a host: the
//! task that takes a guest's place becomes the guest.

use super::measure::{Measure, Totals};
use super::order::Index;
use super::piece::{pieces, Piece};
use crate::{Day, Entry, Open, Slot, Timetable, MAX_SECTIONS};

/// Entries of a day, with its measure.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) entries: Vec<Entry>,
    /// Occupied sections as bits, section 1 the lowest.
    pub(super) occupied: u64,
    /// Sections that have begun, as bits.
    pub(super) begun: u64,
    pub(super) weekday: u8,
    pub(super) measure: Measure,
}

/// Change of a task's place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    pub(super) task: Index,
    pub(super) from: Slot,
    pub(super) to: Slot,
    /// Host of the new place.
    pub(super) host: Option<Index>,
}

/// One task that moves, or two that exchange their places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifts {
    pub(super) one: Shift,
    pub(super) other: Option<Shift>,
}

impl Shifts {
    fn iter(&self) -> impl Iterator<Item = &Shift> {
        std::iter::once(&self.one).chain(&self.other)
    }

    fn has(&self, task: Index) -> bool {
        self.iter().any(|shift| shift.task == task)
    }

    /// Days that change.
    fn days(&self) -> impl Iterator<Item = Day> {
        let (from, to) = (self.one.from.day, self.one.to.day);
        std::iter::once(from).chain((from != to).then_some(to))
    }
}

/// View of the timetable for the diagnosis.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) sections: u8,
    pub(super) pieces: Vec<Piece>,
    /// Day 1 first.
    pub(super) sheets: Vec<Sheet>,
    pub(super) totals: Totals,
}

impl Board {
    /// Builds the board of a timetable. Categories in `demanding` count as demanding, whatever their classes say.
    pub(super) fn new(table: &Timetable, demanding: &[&str], open: Option<Open>) -> Self {
        let window = table.window();
        let sheets = window.days().map(|day| Sheet {
            entries: table.entries(day).to_vec(),
            occupied: table.occupied(day),
            begun: open.map_or(0, |open| open.begun(day)),
            weekday: window.weekday(day).map_or(0, |day| day.weekday),
            measure: Measure::default(),
        });
        let mut board = Board {
            sections: window.sections(),
            pieces: pieces(table, demanding, open),
            sheets: sheets.collect(),
            totals: Totals::new(),
        };
        for day in window.days() {
            let measure = board.measure(day, None);
            board.totals.add(&measure);
            if let Some(sheet) = board.sheets.get_mut(day.index()) {
                sheet.measure = measure;
            }
        }
        board
    }

    pub(super) fn piece(&self, task: Index) -> Option<&Piece> {
        self.pieces.get(task)
    }

    pub(super) fn sheet(&self, day: Day) -> Option<&Sheet> {
        self.sheets.get(day.index())
    }

    /// Days with their numbers.
    pub(super) fn days(&self) -> impl Iterator<Item = (Day, &Sheet)> {
        self.sheets.iter().enumerate().map(|(index, sheet)| (Day(index as u32 + 1), sheet))
    }

    /// Proposed items of task classes with their places, in the order of the timetable.
    pub(super) fn proposals(&self) -> impl Iterator<Item = (&Piece, Slot)> {
        self.pieces.iter().filter(|piece| piece.proposal).filter_map(|piece| Some((piece, piece.at?)))
    }

    /// Totals of all days after these shifts, without making them.
    pub(super) fn with(&self, shifts: &Shifts) -> Totals {
        let mut totals = self.totals.clone();
        for day in shifts.days() {
            if let Some(sheet) = self.sheet(day) {
                totals.remove(&sheet.measure);
                totals.add(&self.measure(day, Some(shifts)));
            }
        }
        totals
    }

    /// Makes the shifts.
    pub(super) fn apply(&mut self, shifts: &Shifts) {
        for day in shifts.days() {
            let measure = self.measure(day, Some(shifts));
            let Some(sheet) = self.sheets.get_mut(day.index()) else { continue };
            self.totals.remove(&sheet.measure);
            self.totals.add(&measure);
            sheet.measure = measure;
            sheet.entries.retain(|entry| !shifts.has(entry.task));
            for shift in shifts.iter().filter(|shift| shift.to.day == day) {
                sheet.entries.push(Entry { slot: shift.to, task: shift.task, guest: shift.host.is_some() });
            }
            let seated = sheet.entries.iter().filter(|entry| !entry.guest);
            sheet.occupied = seated.fold(0, |bits, entry| bits | entry.slot.bits());
        }
        self.settle(shifts);
    }

    /// Updates the tasks' places and the hosts' guests.
    fn settle(&mut self, shifts: &Shifts) {
        for shift in shifts.iter() {
            let Some(piece) = self.pieces.get_mut(shift.task) else { continue };
            piece.at = Some(shift.to);
            let left = std::mem::replace(&mut piece.host, shift.host);
            self.hosting(left, false);
        }
        for shift in shifts.iter() {
            self.hosting(shift.host, true);
        }
    }

    fn hosting(&mut self, host: Option<Index>, hosting: bool) {
        if let Some(host) = host.and_then(|host| self.pieces.get_mut(host)) {
            host.hosting = hosting;
        }
    }

    /// Measure of a day, or its measure after shifts.
    fn measure(&self, day: Day, shifts: Option<&Shifts>) -> Measure {
        let mut seen: [Option<&Piece>; MAX_SECTIONS as usize] = [None; MAX_SECTIONS as usize];
        for entry in self.sheet(day).map_or(&[][..], |sheet| &sheet.entries) {
            if !shifts.is_some_and(|shifts| shifts.has(entry.task)) {
                paint(&mut seen, self.piece(entry.task), entry.slot);
            }
        }
        for shift in shifts.into_iter().flat_map(Shifts::iter).filter(|shift| shift.to.day == day) {
            paint(&mut seen, self.piece(shift.task), shift.to);
        }
        read(seen.iter().take(self.sections.into()).flatten().filter(|piece| piece.category > 0))
    }
}

/// Marks `piece` as the visible task of these sections, except where a task of higher rank is visible.
fn paint<'a>(seen: &mut [Option<&'a Piece>], piece: Option<&'a Piece>, slot: Slot) {
    let Some(piece) = piece.filter(|piece| piece.is_seen()) else { return };
    let sections = usize::from(slot.start.saturating_sub(1))..usize::from(slot.end);
    for cell in seen.get_mut(sections).into_iter().flatten() {
        if cell.is_none_or(|there| piece.covers(there)) {
            *cell = Some(piece);
        }
    }
}

/// Measure of the visible tasks of a day, section by section.
fn read<'a>(sections: impl Iterator<Item = &'a &'a Piece>) -> Measure {
    let mut measure = Measure::default();
    let mut last: Option<&Piece> = None;
    let (mut block, mut high_run) = (0u8, 0u8);
    for piece in sections {
        measure.sections += 1;
        block += 1;
        if let Some(last) = last {
            if last.category != piece.category {
                block = 1;
                measure.switches += 1;
                measure.heavy_adjacent |= last.high && piece.high;
            }
            measure.same_type += u8::from(piece.subject.is_some() && last.subject == piece.subject);
        }
        high_run = if piece.high { high_run + 1 } else { 0 };
        measure.max_block = measure.max_block.max(block);
        measure.high_run = measure.high_run.max(high_run);
        last = Some(piece);
    }
    measure
}
