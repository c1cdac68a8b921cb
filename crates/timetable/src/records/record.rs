//! Records of a calendar (agents/schedule/spec-tools.md 1.4).

use std::rc::Rc;

use stepgate_json::Json;

use crate::{Class, Date, Event, Moment, Weekday};

/// One section of one day of the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// Week and weekday.
    pub day: Weekday,
    /// Number of the section, from 1.
    pub section: u8,
}

/// Entry of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
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
    #[json(optional)]
    pub rel_id: Option<i64>,
    /// Start, `YYYY-MM-DDTHH:MM` in the calendar's own time.
    #[json(optional)]
    pub start_time: Option<Rc<str>>,
    /// End, in the same form.
    #[json(optional)]
    pub end_time: Option<Rc<str>>,
    /// Location.
    #[json(optional)]
    pub location: Option<Rc<str>>,
    /// Whether the user pinned it: neither the model nor a plan moves it. A course is fixed anyway.
    #[json(optional)]
    pub locked: bool,
    /// UID of the calendar file that it came from.
    #[json(optional)]
    pub uid: Option<Rc<str>>,
}

impl EventRecord {
    /// Entry without times, that is not locked.
    pub fn new(id: i64, name: Rc<str>, kind: Event) -> Self {
        EventRecord {
            id,
            name,
            kind,
            can_be_embedded: false,
            rel_id: None,
            start_time: None,
            end_time: None,
            location: None,
            locked: false,
            uid: None,
        }
    }

    /// Whether it never moves.
    pub fn is_fixed(&self) -> bool {
        self.locked || self.kind == Event::Course
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Json)]
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
#[derive(Clone, Debug, PartialEq, Eq, Json)]
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
    #[json(optional)]
    pub embedded_time: Option<EmbeddedTime>,
    /// The mark that the user, or the page, gave it.
    #[json(optional)]
    pub mark: Option<Mark>,
    /// Length and limits.
    pub given: ItemLimits,
}

impl ItemRecord {
    /// Item without a place, a mark or limits.
    pub fn new(id: i64, class_id: u32, order: u32, content: Rc<str>) -> Self {
        let (status, given) = (ItemStatus::Unscheduled, ItemLimits::default());
        ItemRecord { id, class_id, order, content, status, embedded_time: None, mark: None, given }
    }
}

/// The end of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Mark {
    /// It is done: it does not move.
    Done,
    /// It was not done at its place. It waits to be placed anew.
    Missed,
}

/// Optional fields of an item: its length and limits.
#[derive(Clone, Debug, PartialEq, Eq, Default, Json)]
#[json(optional)]
pub struct ItemLimits {
    /// Sections in a row.
    pub length: Option<u8>,
    /// Priority, 1 to 3; 3 is high.
    pub priority: Option<u8>,
    /// First date on which it may stand.
    pub earliest: Option<Date>,
    /// Moment by which it must end.
    pub deadline: Option<Moment>,
    /// Items that must end before it starts.
    pub after: Vec<i64>,
    /// Whether the user pinned it to its place.
    pub locked: bool,
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
