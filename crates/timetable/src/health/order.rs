//! Neighbours between which a task must stay in the order of its class. They do not change while tasks only move.

use std::iter::successors;

use super::board::Board;
use super::piece::{Index, Piece};
use crate::{Day, Slot, Timetable};

/// Nearest placed tasks of the same class before and behind a task. Among several with one order, it is the last; the twin links lead to
/// the others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighbours {
    before: Option<Index>,
    behind: Option<Index>,
    /// Another placed task with the same order.
    twin: Option<Index>,
}

/// Finds the neighbours of each task by a walk along each line from either end.
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

/// Walk along a line: the tasks that it has passed.
#[derive(Default)]
struct Walk {
    order: u32,
    /// Last placed task of an earlier order.
    passed: Option<Index>,
    /// Last placed task of this order.
    level: Option<Index>,
}

impl Walk {
    /// Moves on to a task. Returns the passed tasks of other orders and of the task's own order.
    fn pass(&mut self, table: &Timetable, index: Index) -> (Option<Index>, Option<Index>) {
        let order = table.tasks().get(index).map_or(0, |task| task.order);
        if order != self.order {
            self.order = order;
            self.passed = self.level.take().or(self.passed);
        }
        (self.passed, self.level)
    }
}

/// Range in which a task must stay: after the end of one task and before the start of another.
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

    /// Whether the slot lies within.
    pub(super) fn holds(&self, slot: &Slot) -> bool {
        self.after.is_none_or(|after| (slot.day, slot.start) > after)
            && self.before.is_none_or(|before| (slot.day, slot.end) < before)
    }

    /// Sections of a day within the range, as bits.
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

    /// First and last day within the range, in a window of `days` days.
    pub(super) fn days(&self, days: usize) -> std::ops::RangeInclusive<u32> {
        let first = self.after.map_or(1, |(day, _)| day.0);
        let last = self.before.map_or(days as u32, |(day, _)| day.0);
        first..=last
    }
}
