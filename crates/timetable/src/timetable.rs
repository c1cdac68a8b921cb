//! The timetable and its readers. `invariants.rs` builds it; `change.rs` changes it.

use std::rc::Rc;

use super::command::Open;
use super::day::{self, Entry, FreeRange, Sheet};
use super::draft::Rule;
use super::lines::Lines;
use super::records::Outside;
use super::task::{Class, Task};
use super::vocabulary::{Day, Slot, TaskId};
use super::window::Window;

/// Tasks in the sections of a window's days. See the [crate].
#[derive(Clone, Debug)]
pub struct Timetable {
    pub(super) window: Window,
    pub(super) classes: Vec<Class>,
    pub(super) tasks: Vec<Task>,
    /// Task ids in ascending order, each with its index in `tasks`.
    pub(super) ids: Vec<(TaskId, usize)>,
    /// Entries of each day, day 1 first.
    pub(super) sheets: Vec<Sheet>,
    /// Tasks of each class in their order.
    pub(super) lines: Lines,
    /// Number of pending tasks.
    pub(super) pending: usize,
    /// Rules of the calendar.
    pub(super) rules: Rc<[Rule]>,
    /// Items on days that the window leaves out.
    pub(super) outside: Rc<[Outside]>,
}

impl PartialEq for Timetable {
    fn eq(&self, other: &Self) -> bool {
        self.window == other.window
            && self.classes == other.classes
            && self.tasks == other.tasks
            && self.rules == other.rules
            && self.outside == other.outside
    }
}

impl Timetable {
    /// The timetable with the rules of its calendar in place of those it has.
    pub fn with_rules(self, rules: Vec<Rule>) -> Self {
        Timetable { rules: rules.into(), ..self }
    }

    /// The timetable with the items of its calendar that stand on days that the window leaves out, in place of those it has.
    pub fn with_outside(self, outside: Vec<Outside>) -> Self {
        Timetable { outside: outside.into(), ..self }
    }

    /// Items on days that the window leaves out: a rule of the calendar counts them, too.
    pub fn outside(&self) -> &[Outside] {
        &self.outside
    }

    /// Rules of the calendar, which arranging follows.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
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

    /// Class with this id.
    pub fn class(&self, id: u32) -> Option<&Class> {
        self.classes.iter().find(|class| class.id == id)
    }

    /// Whether the class of a task keeps out of a slot.
    pub fn excludes(&self, task: &Task, slot: &Slot) -> bool {
        let weekday = self.window.weekday(slot.day).map_or(0, |day| day.weekday);
        self.class(task.class_id).is_some_and(|class| class.excludes(weekday, slot))
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

    /// Free ranges of a day that have not begun, ascending.
    pub fn open_ranges(&self, day: Day, open: Option<Open>) -> impl Iterator<Item = FreeRange> + '_ {
        day::free_ranges(self.occupied(day) | open.map_or(0, |open| open.begun(day)), self.window.sections())
    }

    /// Number of pending tasks.
    pub fn pending(&self) -> usize {
        self.pending
    }
}
