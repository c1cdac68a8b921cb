//! Between which neighbours of its class a task has to stay. Who they are does not change while tasks only move.

use crate::timetable::{Day, Slot, Timetable};

use super::board::Board;
use super::piece::{Index, Piece};

/// The nearest placed tasks of its class before and behind a task.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighbours {
    before: Option<Index>,
    behind: Option<Index>,
}

/// The neighbours of each task: a walk along each line from either end.
pub(super) fn neighbours(table: &Timetable) -> Vec<Neighbours> {
    let mut all = vec![Neighbours::default(); table.tasks().len()];
    for line in table.lines.all() {
        walk(table, line.iter().copied(), |task, before| set(&mut all, task, |n| n.before = before));
        walk(table, line.iter().rev().copied(), |task, behind| set(&mut all, task, |n| n.behind = behind));
    }
    all
}

fn set(all: &mut [Neighbours], task: Index, how: impl FnOnce(&mut Neighbours)) {
    if let Some(neighbours) = all.get_mut(task) {
        how(neighbours);
    }
}

/// Tells for each task of a line the last placed one passed before those of its own order.
fn walk(table: &Timetable, line: impl Iterator<Item = Index>, mut tell: impl FnMut(Index, Option<Index>)) {
    let (mut order, mut passed, mut level) = (0, None, None);
    for index in line {
        let Some(task) = table.tasks().get(index) else { continue };
        if task.order != order {
            order = task.order;
            passed = level.take().or(passed);
        }
        tell(index, passed);
        if !task.slots.is_empty() {
            level = Some(index);
        }
    }
}

/// Where a task has to stay: behind the end of one task and before the start of another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    after: Option<(Day, u8)>,
    before: Option<(Day, u8)>,
}

impl Reach {
    pub(super) fn of(board: &Board, piece: &Piece) -> Self {
        let place = |neighbour: Option<Index>| board.piece(neighbour?)?.at;
        Reach {
            after: place(piece.neighbours.before).map(|at| (at.day, at.end)),
            before: place(piece.neighbours.behind).map(|at| (at.day, at.start)),
        }
    }

    /// The slot lies within.
    pub(super) fn holds(&self, slot: &Slot) -> bool {
        self.after.is_none_or(|after| (slot.day, slot.start) > after)
            && self.before.is_none_or(|before| (slot.day, slot.end) < before)
    }

    /// The sections of a day that lie within, as bits.
    pub(super) fn sections(&self, day: Day) -> u64 {
        let upto = |section: u8| 1u64.checked_shl(section.into()).map_or(u64::MAX, |bit| bit - 1);
        let early = match self.after {
            Some((limit, _)) if day < limit => u64::MAX,
            Some((limit, end)) if day == limit => upto(end),
            _ => 0,
        };
        let late = match self.before {
            Some((limit, _)) if day > limit => u64::MAX,
            Some((limit, start)) if day == limit => !upto(start.saturating_sub(1)),
            _ => 0,
        };
        !early & !late
    }

    /// The first and the last day of `days` that lie within.
    pub(super) fn days(&self, days: usize) -> std::ops::RangeInclusive<u32> {
        let first = self.after.map_or(1, |(day, _)| day.0);
        let last = self.before.map_or(days as u32, |(day, _)| day.0);
        first..=last
    }
}
