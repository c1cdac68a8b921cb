//! Neighbours between which a task must stay in the order of its class. They do not change while tasks only move.

use crate::Timetable;

/// Index of a task in the timetable.
pub(super) type Index = usize;

/// Nearest placed tasks of the same class before and behind a task. Among several with one order, it is the last; the twin links lead to
/// the others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighbours {
    pub(super) before: Option<Index>,
    pub(super) behind: Option<Index>,
    /// Another placed task with the same order.
    pub(super) twin: Option<Index>,
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
