//! Targets of tasks that move together, before the change is made.

use super::task::{Status, Task};
use super::vocabulary::{Slot, TaskId};

/// Task with its new place, status and duration.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) task: &'a Task,
    pub(super) slot: Slot,
    pub(super) status: Status,
    pub(super) duration: u8,
}

impl<'a> Target<'a> {
    /// Target with the task's present status and duration.
    pub(super) fn moved(task: &'a Task, slot: Slot) -> Self {
        Target { task, slot, status: task.status, duration: task.duration }
    }
}

/// Tasks that move together, with their targets.
pub(super) struct Together<'t, 'a> {
    pub(super) targets: &'t [Target<'a>],
    /// Per `id % 64`, the end of the part of `targets` that holds all ids with this rest; 0 if there are none. Most lookups end at the
    /// first comparison.
    until: [u8; 64],
}

impl<'t, 'a> Together<'t, 'a> {
    /// No tasks.
    pub(super) const NONE: &'static Together<'static, 'static> = &Together { targets: &[], until: [0; 64] };

    pub(super) fn new(targets: &'t [Target<'a>]) -> Self {
        let mut together = Together { targets, until: [0; 64] };
        let mut count = 0u8;
        for target in targets {
            count = count.saturating_add(1);
            if let Some(until) = together.until.get_mut(target.task.id as usize % 64) {
                *until = count;
            }
        }
        together
    }

    /// New place of a task; `None` if it does not move.
    pub(super) fn place(&self, id: TaskId) -> Option<Slot> {
        let until = match *self.until.get(id as usize % 64)? {
            0 => return None,
            u8::MAX => self.targets.len(),
            until => usize::from(until),
        };
        let found = self.targets.get(..until)?.iter().rfind(|target| target.task.id == id);
        found.map(|target| target.slot)
    }
}
