//! Order of tasks within their classes.

use super::task::{Source, Task};

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

    /// Tasks before and behind this one in its class, including those of the same order.
    pub(super) fn around(&self, task: usize) -> (&[usize], &[usize]) {
        let Some(seat) = self.seats.get(task).copied().flatten() else { return (&[], &[]) };
        let line = self.lines.get(seat.line).map_or(&[][..], Vec::as_slice);
        (line.get(..seat.at).unwrap_or(&[]), line.get(seat.at + 1..).unwrap_or(&[]))
    }
}

fn has_order(task: &Task) -> bool {
    task.source == Source::TaskItem && task.class_id > 0 && task.order > 0
}
