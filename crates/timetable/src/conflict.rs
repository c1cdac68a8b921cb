//! Test whether a task fits a place, alone or as a guest (agents/schedule/spec-tools.md 3).

use super::refused::Why;
use super::task::Task;
use super::timetable::Timetable;
use super::vocabulary::{Slot, TaskId};

/// Way in which a task fits a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The sections are free.
    Free,
    /// The task becomes the guest of this filler course.
    Guest(TaskId),
}

impl Timetable {
    /// Checks whether `task` fits `slot` if the tasks `without` had no place.
    ///
    /// # Errors
    /// The task in the way. An ordinary task goes before a filler course that cannot take the task in.
    pub fn fit(&self, task: &Task, slot: Slot, without: &[TaskId]) -> Result<Fit, Why> {
        self.fit_without(task, slot, &|id| without.contains(&id))
    }

    /// Like [`fit`](Self::fit), without the tasks for which `gone` holds.
    pub(super) fn fit_without(&self, task: &Task, slot: Slot, gone: &dyn Fn(TaskId) -> bool) -> Result<Fit, Why> {
        let mut fit = Ok(Fit::Free);
        if self.occupied(slot.day) & slot.bits() == 0 {
            return fit;
        }
        for entry in self.entries(slot.day) {
            if entry.guest || !entry.slot.overlaps(&slot) {
                continue;
            }
            let Some(other) = self.of(entry).filter(|other| other.id != task.id && !gone(other.id)) else { continue };
            if !other.can_embed {
                return Err(Why::Conflict { task: task.id, at: slot, with: other.id, with_at: entry.slot });
            }
            if fit.is_ok() {
                fit = self.room(task, slot, other, entry.slot, gone);
            }
        }
        fit
    }

    /// Checks whether the filler course `host` can take `task` in.
    fn room(
        &self,
        task: &Task,
        slot: Slot,
        host: &Task,
        host_at: Slot,
        gone: &dyn Fn(TaskId) -> bool,
    ) -> Result<Fit, Why> {
        let (task_id, with) = (task.id, host.id);
        if !host_at.contains(&slot) {
            return Err(Why::EmbedPartial { task: task_id, at: slot, with, with_at: host_at });
        }
        if let Some(guest) = host.embedded_by.filter(|guest| *guest != task_id && !gone(*guest)) {
            return Err(Why::EmbedOccupied { task: task_id, at: slot, with, guest });
        }
        let allowed = self.class(task.class_id).is_none_or(|class| class.allow_filler_course);
        if !allowed || task.can_embed {
            return Err(Why::EmbedNotAllowed { task: task_id, at: slot, with });
        }
        Ok(Fit::Guest(host.id))
    }
}
