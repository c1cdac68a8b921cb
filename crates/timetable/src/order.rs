//! Rule of order: a task must stay between its neighbours in the order of its class (agents/schedule/spec-tools.md 3).

use super::command::Rules;
use super::refused::Side;
use super::target::Together;
use super::task::Task;
use super::timetable::Timetable;
use super::vocabulary::{Slot, TaskId};

impl Timetable {
    /// Neighbour of its class that `task` would be on the wrong side of at `slot`, with the tasks in `moved` at their targets. A later
    /// task that has begun does not count: nothing can come before it any more.
    pub(super) fn misplaced(
        &self,
        task: &Task,
        slot: Slot,
        moved: &Together,
        rules: &Rules,
    ) -> Option<(TaskId, Slot, Side)> {
        let (before, behind) = self.lines.around(self.index(task.id)?);
        if let Some((id, at)) = self.nearest(task, before, Side::Before, moved, rules) {
            if is_wrong(&slot, &at, Side::Before) {
                return Some((id, at, Side::Before));
            }
        }
        let (id, at) = self.nearest(task, behind, Side::After, moved, rules)?;
        is_wrong(&slot, &at, Side::After).then_some((id, at, Side::After))
    }

    /// Nearest placed neighbour in `line` on this side; among several of one order, the one next to the task. One that stands on its wrong
    /// side already does not count, nor does the later of the two orders bind where it is due first.
    fn nearest(
        &self,
        task: &Task,
        line: &[usize],
        side: Side,
        moved: &Together,
        rules: &Rules,
    ) -> Option<(TaskId, Slot)> {
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
            let (first, second) = if side == Side::Before { (other, task) } else { (task, other) };
            if second.is_due_before(first) {
                continue;
            }
            let moving = moved.place(other.id);
            let Some(at) = moving.or(other.slots.first().copied()) else { continue };
            if side == Side::After && rules.has_begun(&at) {
                continue;
            }
            let stands = task.slots.first().filter(|_| moving.is_none());
            if stands.is_some_and(|slot| is_wrong(slot, &at, side)) {
                continue;
            }
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

/// Whether a neighbour on this side of a task stands on the other side of the task's slot, or in it.
fn is_wrong(slot: &Slot, neighbour: &Slot, side: Side) -> bool {
    match side {
        Side::Before => neighbour.end_at() >= (slot.day, slot.start),
        Side::After => (neighbour.day, neighbour.start) <= slot.end_at(),
    }
}
