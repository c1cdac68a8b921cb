//! Where a task could go instead: into free sections, in the order of its class.

use super::board::{Board, Sheet};
use super::order::Reach;
use super::piece::Piece;
use super::MoveScan;
use crate::timetable::{Day, Slot};

/// The most other places that are told apart when it is asked how many there are.
const MANY: u32 = 4;

/// The most places that are tried for one task.
const TRIED: usize = 24;

/// The places a task may move to.
pub(super) struct Places<'a> {
    board: &'a Board,
    piece: &'a Piece,
    at: Slot,
    reach: Reach,
    /// Places its class keeps out of count too.
    anywhere: bool,
}

impl<'a> Places<'a> {
    pub(super) fn new(board: &'a Board, piece: &'a Piece, at: Slot, anywhere: bool) -> Self {
        Places { board, piece, at, reach: Reach::of(board, piece), anywhere }
    }

    /// How many there are; more than four count as four.
    pub(super) fn count(&self) -> u32 {
        if !self.piece.is_movable() {
            return 0;
        }
        let mut count = 0;
        for day in self.reach.days(self.board.sheets.len()).map(Day) {
            count += self.starts(day).count_ones();
            if count >= MANY {
                return MANY;
            }
        }
        count
    }

    /// The places to try, the nearest first or in the order of the window.
    pub(super) fn tried(&self, scan: MoveScan) -> Vec<Slot> {
        match scan {
            MoveScan::Nearest => self.nearest(),
            MoveScan::Window => {
                let days = self.reach.days(self.board.sheets.len()).map(Day);
                days.flat_map(|day| self.on(day)).take(TRIED).collect()
            }
        }
    }

    /// By cost, day and start. Days are looked at by their distance, until no nearer place can come.
    fn nearest(&self) -> Vec<Slot> {
        let mut found: Vec<(u32, Slot)> = Vec::with_capacity(TRIED + 1);
        let days = self.reach.days(self.board.sheets.len());
        let farthest = self.at.day.0.abs_diff(*days.start()).max(self.at.day.0.abs_diff(*days.end()));
        for distance in 0..=farthest {
            let full = found.len() == TRIED;
            if full && found.last().is_some_and(|(cost, _)| *cost < 2 * distance) {
                break;
            }
            let earlier = self.at.day.0.checked_sub(distance).filter(|_| distance > 0);
            let later = self.at.day.0.checked_add(distance);
            for day in earlier.into_iter().chain(later).filter(|day| days.contains(day)) {
                for slot in self.on(Day(day)) {
                    let key = (cost(self.at, slot), slot);
                    found.insert(found.partition_point(|other| *other < key), key);
                    found.truncate(TRIED);
                }
            }
        }
        found.into_iter().map(|(_, slot)| slot).collect()
    }

    /// The places on a day.
    fn on(&self, day: Day) -> impl Iterator<Item = Slot> {
        let (mut starts, sections) = (self.starts(day), self.at.len());
        std::iter::from_fn(move || {
            let start = starts.trailing_zeros() as u8 + 1;
            starts &= starts.checked_sub(1)?;
            Some(Slot { day, start, end: start + sections - 1 })
        })
    }

    /// The sections of a day on which it could start, as bits. Where it stands is occupied, by itself or by its host.
    fn starts(&self, day: Day) -> u64 {
        let Some(sheet) = self.board.sheet(day) else { return 0 };
        let mut open = self.open(sheet) & self.reach.sections(day);
        let (mut run, sections) = (1, self.at.len());
        while run < sections && open != 0 {
            let step = run.min(sections - run);
            open &= open >> step;
            run += step;
        }
        open
    }

    /// The free sections of a day.
    fn open(&self, sheet: &Sheet) -> u64 {
        let beyond = u64::MAX.checked_shl(self.board.sections.into()).unwrap_or(0);
        let excluded = if self.anywhere { 0 } else { self.piece.excluded.on(sheet.weekday) };
        !(sheet.occupied | beyond | excluded)
    }
}

/// What it costs to move from one place to another: days count twice.
pub(super) fn cost(from: Slot, to: Slot) -> u32 {
    2 * from.day.0.abs_diff(to.day.0) + u32::from(from.start.abs_diff(to.start))
}
