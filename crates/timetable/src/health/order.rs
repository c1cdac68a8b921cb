//! Between which neighbours of its class a task has to stay. Who they are does not change while tasks only move.

use std::iter::successors;

use super::board::Board;
use super::piece::{Index, Piece};
use crate::{Day, Slot, Timetable};

/// The nearest placed tasks of its class before and behind a task. Of several with one order these are the last; the others are
/// found through their twins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighbours {
    before: Option<Index>,
    behind: Option<Index>,
    /// Another placed task with the order of this one.
    twin: Option<Index>,
}

/// The neighbours of each task: a walk along each line from either end.
pub(super) fn neighbours(table: &Timetable) -> Vec<Neighbours> {
    let mut all = vec![Neighbours::default(); table.tasks().len()];
    for line in table.lines.all() {
        let mut walk = Walk::default();
        for &index in line {
            let (before, twin) = walk.pass(table, index);
            walk.level = if is_placed(table, index) { Some(index) } else { twin };
            set(&mut all, index, |neighbours| (neighbours.before, neighbours.twin) = (before, twin));
        }
        let mut walk = Walk::default();
        for &index in line.iter().rev() {
            let (behind, last) = walk.pass(table, index);
            walk.level = last.or(is_placed(table, index).then_some(index));
            set(&mut all, index, |neighbours| neighbours.behind = behind);
        }
    }
    all
}

fn set(all: &mut [Neighbours], task: Index, how: impl FnOnce(&mut Neighbours)) {
    if let Some(neighbours) = all.get_mut(task) {
        how(neighbours);
    }
}

fn is_placed(table: &Timetable, task: Index) -> bool {
    table.tasks().get(task).is_some_and(|task| !task.slots.is_empty())
}

/// A walk along a line: what has been passed.
#[derive(Default)]
struct Walk {
    order: u32,
    /// Of the orders before this one.
    passed: Option<Index>,
    /// Of this order.
    level: Option<Index>,
}

impl Walk {
    /// What has been passed before this task, of other orders and of its own.
    fn pass(&mut self, table: &Timetable, index: Index) -> (Option<Index>, Option<Index>) {
        let order = table.tasks().get(index).map_or(0, |task| task.order);
        if order != self.order {
            self.order = order;
            self.passed = self.level.take().or(self.passed);
        }
        (self.passed, self.level)
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
        let twin = |index: &Index| board.piece(*index)?.neighbours.twin;
        let places = |first| successors(first, twin).filter_map(|index| board.piece(index)?.at);
        Reach {
            after: places(piece.neighbours.before).map(|at| (at.day, at.end)).max(),
            before: places(piece.neighbours.behind).map(|at| (at.day, at.start)).min(),
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
