//! Records of a calendar: loading a timetable from them, and writing its changes back (agents/schedule/spec-tools.md 1.4, 1.5 and 8).
//!
//! ```text
//! Records ── load ──► Timetable ── commands ──► Timetable ── diff ──► RecordChanges ── plan ──► Writes ──► the store
//! ```
//!
//! A store holds five kinds of records, each under its key:
//!
//! | store | record | key |
//! | --- | --- | --- |
//! | `events` | [`EventRecord`] | `id` |
//! | `event_sections` | [`SectionRow`]: one for each section of an event | `event_id, week, day_of_week, section` |
//! | `task_classes` | [`Class`] | `id` |
//! | `task_items` | [`ItemRecord`] | `id` |
//! | `applied_change_sets` | id of a change set | the id |
//!
//! A store writes a set of changes in one transaction:
//!
//! 1. If `applied_change_sets` has the id of the change set, the store has written it before and is done.
//! 2. [`reads`] names the records that the changes concern. The store reads those, or all, and the highest key of `events`.
//! 3. [`plan`] answers with [`Writes`], or with [`Stale`] if the store has changed since it was loaded. Then nothing is written.
//! 4. The store makes the writes (deletes, then puts) and adds the id of the change set.
//!
//! [`plan`] is a pure function: the same records and changes give the same writes. Within one set all old places are cleared before any
//! new place is taken, so that a swap does not conflict with itself:
//!
//! | | an event | an item of a task class |
//! | --- | --- | --- |
//! | place | adds its rows, and the event if it is gone | adds an event with rows, or its id in its host's rows; sets its place, status 2 |
//! | move | deletes its old rows, adds new ones | undoes the old place, takes the new one |
//! | unplace | deletes its rows, and the event with the last | deletes its event, or its id in its host's rows; clears its place, status 1 |

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
    /// Week and weekday.
    pub day: Weekday,
    /// Number of the section, from 1.
    pub section: u8,
}

/// Entry of the calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    /// Key.
    pub id: i64,
    /// Name.
    pub name: Rc<str>,
    /// Kind of entry.
    pub kind: Event,
    /// Whether it is a filler course: one task may share each run of its sections.
    pub can_be_embedded: bool,
    /// Item of a task class whose place it is.
    pub rel_id: Option<i64>,
    /// Start, `YYYY-MM-DDTHH:MM` in the calendar's own time.
    pub start_time: Option<Rc<str>>,
    /// End, in the same form.
    pub end_time: Option<Rc<str>>,
    /// Location.
    pub location: Option<Rc<str>>,
}

/// One section of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SectionRow {
    /// Key of the event.
    pub event_id: i64,
    /// The section.
    pub cell: Cell,
    /// Item that lives in it.
    pub embedded_task_id: Option<i64>,
}

/// Whether an item is in the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ItemStatus {
    /// Not in the calendar (1 in JSON).
    #[default]
    Unscheduled,
    /// In the calendar (2 in JSON).
    Applied,
}

/// Place of an item: sections `from..=to` of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmbeddedTime {
    /// Week and weekday.
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

/// Item of a task class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRecord {
    /// Key.
    pub id: i64,
    /// Id of its class.
    pub class_id: u32,
    /// Position in the order of its class, from 1; 0 for none.
    pub order: u32,
    /// Content: the name of the task.
    pub content: Rc<str>,
    /// Whether it is in the calendar.
    pub status: ItemStatus,
    /// Its place in the calendar.
    pub embedded_time: Option<EmbeddedTime>,
}

/// Records of a calendar in any order: all of them, or those that changes concern.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Records {
    /// Entries of the calendar.
    pub events: Vec<EventRecord>,
    /// Sections of the entries.
    pub sections: Vec<SectionRow>,
    /// Task classes.
    pub classes: Vec<Class>,
    /// Items of the task classes.
    pub items: Vec<ItemRecord>,
}
