//! Order of tasks within their classes.

use super::check::Together;
use super::{Side, Slot, Source, Task, TaskId, Timetable};

/// Position of a task in the line of its class.
#[derive(Clone, Copy, Debug)]
struct Seat {
    line: usize,
    at: usize,
}

/// One line of tasks per class. Order and class of a task never change, so that a line is built once.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// Tasks of each class by order.
    lines: Vec<Vec<usize>>,
    /// Position of each task; none if it has no order.
    seats: Vec<Option<Seat>>,
}

impl Lines {
    pub(super) fn new(tasks: &[Task]) -> Self {
        let ordered = tasks.iter().enumerate().filter(|(_, task)| has_order(task));
        let mut ordered: Vec<(u32, u32, usize)> =
            ordered.map(|(index, task)| (task.class_id, task.order, index)).collect();
        ordered.sort();
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

    /// Tasks of each class, by order.
    pub(super) fn all(&self) -> impl Iterator<Item = &[usize]> {
        self.lines.iter().map(Vec::as_slice)
    }

    /// Tasks before and behind this one in its class, including those of the same order.
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
    /// Neighbour of its class that `task` would be on the wrong side of at `slot`, with the tasks in `moved` at their targets.
    pub(super) fn misplaced(&self, task: &Task, slot: Slot, moved: &Together) -> Option<(TaskId, Slot, Side)> {
        let (before, behind) = self.lines.around(self.index(task.id)?);
        if let Some((id, at)) = self.nearest(task, before, Side::Before, moved) {
            if at.end_at() >= (slot.day, slot.start) {
                return Some((id, at, Side::Before));
            }
        }
        let (id, at) = self.nearest(task, behind, Side::After, moved)?;
        ((at.day, at.start) <= slot.end_at()).then_some((id, at, Side::After))
    }

    /// Placed neighbours of its class between which a task must stay.
    pub(super) fn neighbours(&self, task: &Task) -> [Option<(TaskId, Slot)>; 2] {
        let Some(index) = self.index(task.id) else { return [None, None] };
        let (before, behind) = self.lines.around(index);
        let none = Together::NONE;
        [self.nearest(task, before, Side::Before, none), self.nearest(task, behind, Side::After, none)]
    }

    /// Nearest placed neighbour in `line` on this side; among several of one order, the one next to the task.
    fn nearest(&self, task: &Task, line: &[usize], side: Side, moved: &Together) -> Option<(TaskId, Slot)> {
        let mut nearest: Option<(&Task, Slot)> = None;
        for step in 0..line.len() {
            let index = if side == Side::Before { line.len() - 1 - step } else { step };
            let Some(other) = line.get(index).and_then(|index| self.tasks.get(*index)) else { continue };
            if other.order == task.order {
                continue;
            }
            if nearest.is_some_and(|(found, _)| found.order != other.order) {
                break;
            }
            let Some(at) = moved.place(other.id).or(other.slots.first().copied()) else { continue };
            let nearer = |found: Slot| match side {
                Side::Before => at.end_at() > found.end_at(),
                Side::After => at < found,
            };
            if nearest.is_none_or(|(_, found)| nearer(found)) {
                nearest = Some((other, at));
            }
        }
        nearest.map(|(found, at)| (found.id, at))
    }
}
