//! Where a task could go instead: into free sections, in the order of its class.

use std::ops::RangeInclusive;

use super::board::{Board, Sheet};
use super::order::Reach;
use super::piece::Piece;
use super::MoveScan;
use crate::{Day, Slot};

/// The most other places that are told apart when it is asked how many there are.
const MANY: u32 = 4;

/// The most places that are tried for one task.
const TRIED: usize = 24;

/// A place and what it costs to move there.
type Place = (u32, Slot);

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
        let mut found = Vec::with_capacity(TRIED + 1);
        let days = self.reach.days(self.board.sheets.len());
        match scan {
            MoveScan::Window => {
                for day in days {
                    self.add(&mut found, day, scan);
                    if found.len() == TRIED {
                        break;
                    }
                }
            }
            MoveScan::Nearest => self.nearest(&mut found, days),
        }
        found.into_iter().map(|(_, slot)| slot).collect()
    }

    /// Looks at days by their distance, until no nearer place can come.
    fn nearest(&self, found: &mut Vec<Place>, days: RangeInclusive<u32>) {
        let here = self.at.day.0;
        for distance in 0..=here.abs_diff(*days.start()).max(here.abs_diff(*days.end())) {
            if found.len() == TRIED && found.last().is_some_and(|(cost, _)| *cost < 2 * distance) {
                return;
            }
            let earlier = here.checked_sub(distance).filter(|_| distance > 0);
            for day in [earlier, here.checked_add(distance)].into_iter().flatten() {
                if days.contains(&day) {
                    self.add(found, day, MoveScan::Nearest);
                }
            }
        }
    }

    /// Adds the places of a day to the best that are known, by cost, day and start.
    fn add(&self, found: &mut Vec<Place>, day: u32, scan: MoveScan) {
        for slot in self.on(Day(day)) {
            let cost = if scan == MoveScan::Nearest { cost(self.at, slot) } else { 0 };
            found.insert(found.partition_point(|other| *other < (cost, slot)), (cost, slot));
            found.truncate(TRIED);
        }
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
