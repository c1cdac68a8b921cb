//! Timetable: tasks in the sections of days, and checked changes.
//!
//! The crate knows nothing of agents or models. A [`Timetable`] is loaded as a whole and checked ([`Timetable::new`]); from then on every
//! change preserves the invariants I1 to I7 of `invariants.rs`:
//!
//! ```text
//! Command ── check ──► Change (new placements, not applied yet) ── apply ──► the timetable ── undo ──► the state before
//!              └─────► Refused (code, tasks and places), nothing changed
//! ```
//!
//! The timetable keeps the entries of each day, so that the cost of a change depends only on the days it touches, whatever the number of
//! tasks elsewhere.

mod change;
mod check;
mod conflict;
mod date;
mod day;
mod field;
mod forms;
pub mod health;
mod invariants;
mod label;
mod lines;
pub mod records;
mod refused;
mod rough;
mod slots;
mod task;
mod window;

pub use change::{At, Change, Command, Edit, Move, MovePolicy, Rules};
pub use conflict::Fit;
pub use date::{Date, Term};
pub use day::{Entry, FreeRange};
pub use invariants::Invalid;
pub use label::Label;
pub use refused::{Held, Refused, Side, Why};
pub use rough::{Found, Left, NoRoom, Range, Rough, UnknownClass};
pub use slots::Slots;
pub use task::{Class, Event, Level, Placement, Slot, Source, Status, Strategy, Subject, Task, TaskId};
pub use window::{Day, Weekday, Window, MAX_SECTIONS};

use std::rc::Rc;

use day::Sheet;
use lines::Lines;

/// Tasks in the sections of a window's days. See the [crate](self).
#[derive(Clone, Debug)]
pub struct Timetable {
    window: Window,
    classes: Vec<Class>,
    tasks: Vec<Task>,
    /// Task ids in ascending order, each with its index in `tasks`.
    ids: Vec<(TaskId, usize)>,
    /// Entries of each day, day 1 first.
    sheets: Vec<Sheet>,
    /// Tasks of each class in their order.
    lines: Lines,
    /// Number of pending tasks.
    pending: usize,
    /// Labels of the tasks. Copies of a timetable share them, because they have the same tasks.
    labels: Rc<[Label]>,
}

impl PartialEq for Timetable {
    fn eq(&self, other: &Self) -> bool {
        self.window == other.window && self.classes == other.classes && self.tasks == other.tasks
    }
}

impl Timetable {
    /// Builds a timetable from stored data, and checks it. The slots of a task may come in any order.
    ///
    /// # Errors
    /// The first violated invariant, with the task it concerns.
    pub fn new(window: Window, classes: Vec<Class>, mut tasks: Vec<Task>) -> Result<Self, Invalid> {
        let ids = invariants::ids(&tasks)?;
        let mut sheets = vec![Sheet::default(); window.len()];
        let lines = Lines::new(&tasks);
        for (index, task) in tasks.iter_mut().enumerate() {
            invariants::places(&window, task)?;
            task.placement.slots.sort();
            for &slot in &task.slots {
                if let Some(sheet) = sheets.get_mut(slot.day.index()) {
                    sheet.put(Entry { slot, task: index, guest: task.embed_host.is_some() });
                }
            }
        }
        let pending = tasks.iter().filter(|task| task.is_pending()).count();
        let labels = tasks.iter().map(Label::new).collect();
        let timetable = Timetable { window, classes, tasks, ids, sheets, lines, pending, labels };
        invariants::embedding(&timetable)?;
        invariants::overlaps(&timetable)?;
        Ok(timetable)
    }

    /// Days and sections.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Task classes, in the order they were given.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// All tasks, in the order they were given.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// All tasks by id.
    pub fn tasks_by_id(&self) -> impl Iterator<Item = &Task> {
        self.ids.iter().filter_map(|(_, index)| self.tasks.get(*index))
    }

    /// Task with this id.
    pub fn task(&self, id: TaskId) -> Option<&Task> {
        self.tasks.get(self.index(id)?)
    }

    /// Index in [`tasks`](Self::tasks) of the task with this id.
    #[inline(always)]
    pub fn index(&self, id: TaskId) -> Option<usize> {
        // Ids are usually given out as 1, 2, 3 …
        match self.ids.get((id as usize).wrapping_sub(1)) {
            Some((near, index)) if *near == id => Some(*index),
            _ => self.search(id),
        }
    }

    fn search(&self, id: TaskId) -> Option<usize> {
        let found = self.ids.binary_search_by_key(&id, |entry| entry.0).ok()?;
        self.ids.get(found).map(|entry| entry.1)
    }

    /// Task at this index, with its label.
    #[inline(always)]
    pub fn named(&self, index: usize) -> Option<(&Task, &Label)> {
        Some((self.tasks.get(index)?, self.labels.get(index)?))
    }

    /// Class with this id.
    pub fn class(&self, id: u32) -> Option<&Class> {
        self.classes.iter().find(|class| class.id == id)
    }

    /// Entries of a day by start and end, a host before its guest.
    pub fn entries(&self, day: Day) -> &[Entry] {
        self.sheets.get(day.index()).map_or(&[], |sheet| sheet.entries())
    }

    /// Task of an entry.
    pub fn of(&self, entry: &Entry) -> Option<&Task> {
        self.tasks.get(entry.task)
    }

    /// Occupied sections of a day as bits, section 1 the lowest. A guest's sections are its host's.
    pub fn occupied(&self, day: Day) -> u64 {
        self.sheets.get(day.index()).map_or(0, |sheet| sheet.occupied())
    }

    /// Free ranges of a day, ascending.
    pub fn free_ranges(&self, day: Day) -> impl Iterator<Item = FreeRange> + '_ {
        day::free_ranges(self.occupied(day), self.window.sections())
    }

    /// Number of pending tasks.
    pub fn pending(&self) -> usize {
        self.pending
    }
}
