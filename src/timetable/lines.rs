//! The tasks of a class in their order: who must come before whom.

use super::{Side, Slot, Source, Task, TaskId, Timetable};
use crate::List;

/// A task's place in the line of its class.
#[derive(Clone, Copy, Debug)]
struct Seat {
    line: usize,
    at: usize,
}

/// One line per class. Order and class of a task never change, so a line is built once.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// Per class its tasks by order.
    lines: Vec<Vec<usize>>,
    /// Per task where it stands, if it has an order.
    seats: Vec<Option<Seat>>,
}

impl Lines {
    pub(super) fn new(tasks: &[Task]) -> Self {
        let ordered = tasks.iter().enumerate().filter(|(_, task)| has_order(task));
        let mut ordered: Vec<(u32, u32, usize)> =
            ordered.map(|(index, task)| (task.class_id, task.order, index)).list();
        crate::sort::sort(&mut ordered);
        let mut built = Lines { lines: Vec::new(), seats: vec![None; tasks.len()] };
        let mut class = None;
        for (class_id, _, index) in ordered {
            if class != Some(class_id) {
                class = Some(class_id);
                built.lines.push(Vec::new());
            }
            let line = built.lines.len() - 1;
            if let (Some(members), Some(seat)) = (built.lines.last_mut(), built.seats.get_mut(index)) {
                *seat = Some(Seat { line, at: members.len() });
                members.push(index);
            }
        }
        built
    }

    /// The tasks before this one in its class, the nearest first; those of the same order among them.
    pub(super) fn before(&self, task: usize) -> impl Iterator<Item = usize> + '_ {
        self.around(task).0.iter().rev().copied()
    }

    /// The tasks behind this one in its class, the nearest first; those of the same order among them.
    pub(super) fn behind(&self, task: usize) -> impl Iterator<Item = usize> + '_ {
        self.around(task).1.iter().copied()
    }

    /// The tasks of each class, by order.
    pub(super) fn all(&self) -> impl Iterator<Item = &[usize]> {
        self.lines.iter().map(Vec::as_slice)
    }

    fn around(&self, task: usize) -> (&[usize], &[usize]) {
        let Some(seat) = self.seats.get(task).copied().flatten() else { return (&[], &[]) };
        let line = self.lines.get(seat.line).map_or(&[][..], Vec::as_slice);
        (line.get(..seat.at).unwrap_or(&[]), line.get(seat.at + 1..).unwrap_or(&[]))
    }
}

fn has_order(task: &Task) -> bool {
    task.source == Source::TaskItem && task.class_id > 0 && task.order > 0
}

impl Timetable {
    /// Which neighbour of its class `task` would stand on the wrong side of at `slot`; `moved` says where tasks stand that move with it.
    pub(super) fn misplaced(
        &self,
        task: &Task,
        slot: Slot,
        moved: impl Fn(TaskId) -> Option<Slot>,
    ) -> Option<(TaskId, Slot, Side)> {
        let index = self.index(task.id)?;
        let before = self.nearest(task, &mut self.lines.before(index), &moved, later);
        if let Some((id, at)) = before.filter(|(_, at)| at.end_at() >= (slot.day, slot.start)) {
            return Some((id, at, Side::Before));
        }
        let behind = self.nearest(task, &mut self.lines.behind(index), &moved, Slot::lt);
        let (id, at) = behind.filter(|(_, at)| (at.day, at.start) <= slot.end_at())?;
        Some((id, at, Side::After))
    }

    /// The placed neighbours of its class a task has to stand between.
    pub(super) fn neighbours(&self, task: &Task) -> [Option<(TaskId, Slot)>; 2] {
        let Some(index) = self.index(task.id) else { return [None, None] };
        let before = self.nearest(task, &mut self.lines.before(index), &|_| None, later);
        [before, self.nearest(task, &mut self.lines.behind(index), &|_| None, Slot::lt)]
    }

    /// The nearest placed neighbour in `line`; of several with its order the one that is `tighter` than the others.
    fn nearest(
        &self,
        task: &Task,
        line: &mut dyn Iterator<Item = usize>,
        moved: &dyn Fn(TaskId) -> Option<Slot>,
        tighter: fn(&Slot, &Slot) -> bool,
    ) -> Option<(TaskId, Slot)> {
        let mut nearest: Option<(&Task, Slot)> = None;
        for other in line.filter_map(|index| self.tasks.get(index)).filter(|other| other.order != task.order) {
            if nearest.is_some_and(|(found, _)| found.order != other.order) {
                break;
            }
            let Some(at) = moved(other.id).or(other.slots.first().copied()) else { continue };
            if nearest.is_none_or(|(_, found)| tighter(&at, &found)) {
                nearest = Some((other, at));
            }
        }
        nearest.map(|(found, at)| (found.id, at))
    }
}

/// Ends later.
fn later(one: &Slot, other: &Slot) -> bool {
    one.end_at() > other.end_at()
}
