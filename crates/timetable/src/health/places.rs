//! Alternative places for a task: free sections that keep the order of its class.

use std::ops::RangeInclusive;

use super::board::{Board, Sheet};
use super::options::MoveScan;
use super::piece::Piece;
use super::reach::Reach;
use crate::{Day, Slot};

/// Number from which places are no longer counted.
const MANY: u32 = 4;

/// Maximum number of places that are tried for one task.
const TRIED: usize = 24;

/// Place with the cost of moving there.
type Place = (u32, Slot);

/// Search for places to which a task may move.
pub(super) struct Places<'a> {
    board: &'a Board,
    piece: &'a Piece,
    at: Slot,
    reach: Reach,
    /// Whether times that its class excludes count too.
    anywhere: bool,
}

impl<'a> Places<'a> {
    pub(super) fn new(board: &'a Board, piece: &'a Piece, at: Slot, anywhere: bool) -> Self {
        Places { board, piece, at, reach: Reach::of(board, piece), anywhere }
    }

    /// Number of places, at most four.
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

    /// Places to try, the nearest first or in the order of the window.
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

    /// Collects places day by day with growing distance, until no nearer place can follow.
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

    /// Adds the places of a day to the best known ones, by cost, day and start.
    fn add(&self, found: &mut Vec<Place>, day: u32, scan: MoveScan) {
        for slot in self.on(Day(day)) {
            let cost = if scan == MoveScan::Nearest { cost(self.at, slot) } else { 0 };
            found.insert(found.partition_point(|other| *other < (cost, slot)), (cost, slot));
            found.truncate(TRIED);
        }
    }

    /// Places on a day.
    fn on(&self, day: Day) -> impl Iterator<Item = Slot> {
        let (mut starts, sections) = (self.starts(day), self.at.len());
        std::iter::from_fn(move || {
            let start = starts.trailing_zeros() as u8 + 1;
            starts &= starts.checked_sub(1)?;
            Some(Slot { day, start, end: start + sections - 1 })
        })
    }

    /// Sections of a day on which the task could start, as bits. Its present place does not count: the task or its host occupies it.
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

    /// Free sections of a day.
    fn open(&self, sheet: &Sheet) -> u64 {
        let beyond = u64::MAX.checked_shl(self.board.sections.into()).unwrap_or(0);
        let excluded = if self.anywhere { 0 } else { self.piece.excluded.on(sheet.weekday) };
        !(sheet.occupied | sheet.begun | beyond | excluded)
    }
}

/// Cost of a move: two per day and one per section of distance.
pub(super) fn cost(from: Slot, to: Slot) -> u32 {
    2 * from.day.0.abs_diff(to.day.0) + u32::from(from.start.abs_diff(to.start))
}
