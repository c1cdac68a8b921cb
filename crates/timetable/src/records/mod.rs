//! The records of a calendar, and what a timetable has to do with them.
//!
//! ```text
//! Records ── load ──► Timetable ── commands ──► Timetable ── diff ──► RecordChanges ── plan ──► Writes ──► the store
//! ```
//!
//! A store holds four kinds of records, each under its key:
//!
//! | store | record | key |
//! | --- | --- | --- |
//! | `events` | [`EventRecord`] | `id` |
//! | `event_sections` | [`SectionRow`]: one for each section of an event | `event_id, week, day_of_week, section` |
//! | `task_classes` | [`Class`] | `id` |
//! | `task_items` | [`ItemRecord`] | `id` |
//! | `applied_change_sets` | the id of a change set | itself |
//!
//! How a store writes a set of changes, all in one transaction:
//!
//! 1. If the id of the change set is among `applied_change_sets`: done, it was written before.
//! 2. [`reads`] names what is concerned: it reads those records, or all, and the highest key of `events`.
//! 3. [`plan`] answers with [`Writes`], or with [`Stale`]: then the store has changed since it was loaded, and nothing is written.
//! 4. It does the writes (deletes, then puts) and adds the id of the change set.
//!
//! [`plan`] is a pure function: the same records and changes give the same writes. In one set all places are left before any is taken,
//! so that a swap does not trip over itself:
//!
//! | | an event | an item of a task class |
//! | --- | --- | --- |
//! | place | rows for its sections; the event itself, if it is gone | a task event of its own with rows; in a filler course: its id in the host's rows. The item keeps its place, status 2 |
//! | move | its old rows go, new rows come | the old place is undone, the new one taken |
//! | unplace | its rows go, and the event with the last of them | its event goes, or its id in the host's rows; the item keeps no place, status 1 |

mod clock;
mod diff;
mod load;
mod plan;
mod span;
mod store;

pub use clock::Clock;
pub use diff::{diff, ChangeKind, RecordChange};
pub use load::{load, LoadError, Loading};
pub use plan::{plan, reads, Reads, Setting, Stale, StaleWhy, Writes};

use std::rc::Rc;

use super::{Class, Event, Weekday};

/// One section of one day of the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The day.
    pub day: Weekday,
    /// The section, from 1.
    pub section: u8,
}

/// An entry of the calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    /// Its key.
    pub id: i64,
    /// Its name.
    pub name: Rc<str>,
    /// What kind of entry it is.
    pub kind: Event,
    /// A filler course: one task may share each run of its sections.
    pub can_be_embedded: bool,
    /// The item of a task class whose place it is.
    pub rel_id: Option<i64>,
    /// When it begins, `YYYY-MM-DDTHH:MM` of the calendar's own time.
    pub start_time: Option<Rc<str>>,
    /// When it ends, as `start_time`.
    pub end_time: Option<Rc<str>>,
    /// Where it takes place.
    pub location: Option<Rc<str>>,
}

/// One section of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SectionRow {
    /// The event.
    pub event_id: i64,
    /// Its section.
    pub cell: Cell,
    /// The item that lives in it.
    pub embedded_task_id: Option<i64>,
}

/// Whether an item is in the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ItemStatus {
    /// It waits for a place (1).
    #[default]
    Unscheduled,
    /// It has one (2).
    Applied,
}

/// The place of an item: sections `from..=to` of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmbeddedTime {
    /// The day.
    pub day: Weekday,
    /// First section.
    pub from: u8,
    /// Last section.
    pub to: u8,
}

impl EmbeddedTime {
    /// Its sections, ascending.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.from..=self.to).map(move |section| Cell { day: self.day, section })
    }
}

/// An item of a task class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRecord {
    /// Its key.
    pub id: i64,
    /// Its class.
    pub class_id: u32,
    /// Its place in the order of its class, from 1; 0 has none.
    pub order: u32,
    /// What is to be done: the name of the task.
    pub content: Rc<str>,
    /// Whether it is in the calendar.
    pub status: ItemStatus,
    /// Where.
    pub embedded_time: Option<EmbeddedTime>,
}

/// Records of a calendar: all of them, or those that are concerned. In any order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Records {
    /// Entries of the calendar.
    pub events: Vec<EventRecord>,
    /// Their sections.
    pub sections: Vec<SectionRow>,
    /// Task classes.
    pub classes: Vec<Class>,
    /// Their items.
    pub items: Vec<ItemRecord>,
}
