//! Changes: the only way to change a timetable. A change is applied, and can be undone.

use super::day::Entry;
use super::task::Placement;
use super::timetable::Timetable;
use super::vocabulary::{Day, TaskId};

/// Change of one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Id of the task.
    pub task: TaskId,
    /// Placement before the change.
    pub before: Placement,
    /// Placement after the change.
    pub after: Placement,
}

/// Effect of a command on the timetable against which it was checked.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Change {
    /// Changes of single tasks, one per task. The tasks that the command names come first, in its order.
    pub edits: Vec<Edit>,
}

impl Change {
    /// This change and a `next` one, made after it, as one.
    pub(super) fn then(mut self, next: Change) -> Change {
        for edit in next.edits {
            match self.edits.iter_mut().find(|known| known.task == edit.task) {
                Some(known) => known.after = edit.after,
                None => self.edits.push(edit),
            }
        }
        self.edits.retain(|edit| edit.before != edit.after);
        self
    }

    /// Days that the change affects, ascending. A host whose guest changes adds only the guest's days.
    pub fn days(&self) -> Vec<Day> {
        self.each_day().collect()
    }

    /// Like [`days`](Self::days), as an iterator without a list.
    pub fn each_day(&self) -> Days<'_> {
        let mut days = Days { edits: &self.edits, first: 0, marked: 0, next: None };
        days.mark(0);
        days
    }
}

/// Ascending days of a change. It marks up to 64 days at a time as bits, and skips the gap before the next ones.
pub struct Days<'a> {
    edits: &'a [Edit],
    /// Day of the lowest bit.
    first: u32,
    /// Remaining days among the marked ones.
    marked: u64,
    /// First day after the marked ones.
    next: Option<u32>,
}

impl Days<'_> {
    /// Marks the days from `first` on.
    fn mark(&mut self, first: u32) {
        let (mut marked, mut next) = (0, None);
        numbers(self.edits, |day| match day.checked_sub(first) {
            Some(place @ 0..64) => marked |= 1 << place,
            Some(_) => next = Some(next.map_or(day, |next: u32| next.min(day))),
            None => {}
        });
        (self.first, self.marked, self.next) = (first, marked, next);
    }
}

impl Iterator for Days<'_> {
    type Item = Day;

    fn next(&mut self) -> Option<Day> {
        if self.marked == 0 {
            self.mark(self.next?);
        }
        let day = self.first + self.marked.trailing_zeros();
        self.marked &= self.marked - 1;
        Some(Day(day))
    }
}

/// Calls `tell` with the number of each affected day, in any order and with repeats.
fn numbers(edits: &[Edit], mut tell: impl FnMut(u32)) {
    for edit in edits.iter().filter(|edit| !edit.is_link()) {
        edit.before.slots.iter().for_each(|slot| tell(slot.day.0));
        edit.after.slots.iter().for_each(|slot| tell(slot.day.0));
    }
}

impl Edit {
    /// Whether only the guest changes, and the task keeps its place.
    fn is_link(&self) -> bool {
        let (before, after) = (&self.before, &self.after);
        before.embedded_by != after.embedded_by && before.embed_host == after.embed_host && before.slots == after.slots
    }
}

impl Timetable {
    /// Applies a change that was [checked](Self::check) against this very state.
    pub fn apply(&mut self, change: &Change) {
        self.replace(change, |edit| &edit.after);
    }

    /// Undoes the last change. The timetable then equals its state before the change.
    pub fn undo(&mut self, change: &Change) {
        self.replace(change, |edit| &edit.before);
    }

    /// Gives every task of a change one of its two placements. All tasks leave their days before any enters one.
    fn replace(&mut self, change: &Change, side: impl Fn(&Edit) -> &Placement) {
        for edit in change.edits.iter().filter(|edit| !edit.is_link()) {
            self.lift(edit.task);
        }
        for edit in &change.edits {
            self.put(edit.task, side(edit), edit.is_link());
        }
    }

    /// Removes a task from its days.
    fn lift(&mut self, id: TaskId) {
        let Some(index) = self.index(id) else { return };
        let Some(task) = self.tasks.get(index) else { return };
        for slot in &task.slots {
            if let Some(sheet) = self.sheets.get_mut(slot.day.index()) {
                sheet.take(*slot, index);
            }
        }
    }

    /// Sets a task's placement, and enters it in its days unless it `stays` there.
    fn put(&mut self, id: TaskId, placement: &Placement, stays: bool) {
        let Some(index) = self.index(id) else { return };
        let Some(task) = self.tasks.get_mut(index) else { return };
        self.pending -= usize::from(task.is_pending());
        task.placement.clone_from(placement);
        self.pending += usize::from(task.is_pending());
        if stays {
            return;
        }
        for &slot in &placement.slots {
            if let Some(sheet) = self.sheets.get_mut(slot.day.index()) {
                sheet.put(Entry { slot, task: index, guest: placement.embed_host.is_some() });
            }
        }
    }
}
