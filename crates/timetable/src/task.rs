//! What is placed: tasks, their classes, their places.

use std::rc::Rc;

use super::{Day, Slots};

/// Sections of a pending task that says none.
const DEFAULT_DURATION: u8 = 2;

/// The number of a task: the only one a model sees. Above 0.
pub type TaskId = u32;

/// Sections `start..=end` of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// The day.
    pub day: Day,
    /// First section, from 1.
    pub start: u8,
    /// Last section.
    pub end: u8,
}

impl Slot {
    /// Number of sections.
    pub fn len(&self) -> u8 {
        if self.is_empty() {
            return 0;
        }
        (self.end - self.start).saturating_add(1)
    }

    /// Has no sections: never so in a timetable.
    pub fn is_empty(&self) -> bool {
        self.end < self.start
    }

    /// Its day and last section.
    pub(super) fn end_at(&self) -> (Day, u8) {
        (self.day, self.end)
    }

    /// Its sections as bits, section 1 the lowest.
    pub fn bits(&self) -> u64 {
        let below = |section: u8| if section >= 64 { u64::MAX } else { (1u64 << section) - 1 };
        below(self.end) & !below(self.start.saturating_sub(1))
    }

    /// The two share a section.
    pub fn overlaps(&self, other: &Slot) -> bool {
        self.day == other.day && self.start <= other.end && other.start <= self.end
    }

    /// `other` lies inside of this one.
    pub fn contains(&self, other: &Slot) -> bool {
        self.day == other.day && self.start <= other.start && other.end <= self.end
    }
}

/// Where a task comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// An entry of the calendar.
    Event,
    /// An item of a task class.
    TaskItem,
}

/// What kind of calendar entry an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A course: it never moves.
    Course,
    /// Anything else in the calendar.
    Task,
}

/// How far a task is arranged. Ask the predicates of [`Task`], not the raw status: old data mixes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stands in the calendar.
    Existing,
    /// It is proposed, and may still be moved about.
    Suggested,
    /// It waits for a place.
    Pending,
}

/// What changes about a task when the timetable changes; all else about it is fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Places, by day and start. A course may have many.
    pub slots: Slots,
    /// How far it is arranged.
    pub status: Status,
    /// Sections it needs in one run; 0 for what was in the calendar when it was loaded.
    pub duration: u8,
    /// The host it lives in.
    pub embed_host: Option<TaskId>,
    /// The guest that lives in it.
    pub embedded_by: Option<TaskId>,
}

/// A task: a calendar entry or an item of a task class (spec: schedule tools 1.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The only id a model sees.
    pub id: TaskId,
    /// Where it comes from.
    pub source: Source,
    /// Id of its record there.
    pub source_id: i64,
    /// Its name.
    pub name: Rc<str>,
    /// Name of its class, or what the calendar calls its kind.
    pub category: Rc<str>,
    /// It can never be moved, swapped or unplaced.
    pub locked: bool,
    /// A filler course: one task may share its sections.
    pub can_embed: bool,
    /// What kind of calendar entry it is, for events.
    pub event: Option<Event>,
    /// Where it takes place, for events.
    pub location: Option<Rc<str>>,
    /// The item whose place it is, for events.
    pub rel_id: Option<i64>,
    /// Id of its class; 0 has none.
    pub class_id: u32,
    /// Place in the order of its class, from 1; 0 has none.
    pub order: u32,
    /// Where it is.
    pub placement: Placement,
}

impl std::ops::Deref for Task {
    type Target = Placement;

    fn deref(&self) -> &Placement {
        &self.placement
    }
}

impl Task {
    /// It waits for a place.
    pub fn is_pending(&self) -> bool {
        self.status == Status::Pending && self.slots.is_empty()
    }

    /// It has a place that is only proposed. Old data says `pending` or, for items with a duration, `existing` of such a task.
    pub fn is_suggested(&self) -> bool {
        let old = self.status == Status::Existing && self.source == Source::TaskItem && self.duration > 0;
        !self.slots.is_empty() && (self.status != Status::Existing || old)
    }

    /// It stands in the calendar.
    pub fn is_existing(&self) -> bool {
        self.status == Status::Existing && !self.is_suggested()
    }

    /// It has a place, in the calendar or proposed.
    pub fn is_placed(&self) -> bool {
        self.is_existing() || self.is_suggested()
    }

    /// It is a course.
    pub fn is_course(&self) -> bool {
        self.source == Source::Event && self.event == Some(Event::Course)
    }

    /// The sections it needs in one run to be placed: two where it says none.
    pub fn needs(&self) -> u8 {
        if self.duration == 0 {
            DEFAULT_DURATION
        } else {
            self.duration
        }
    }

    /// The sections of all its places together.
    pub fn sections(&self) -> u32 {
        self.slots.iter().map(|slot| u32::from(slot.len())).sum()
    }
}

/// How the tasks of a class are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Evenly over the window.
    Steady,
    /// As early as possible.
    Rapid,
}

/// What kind of work a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Calculation.
    Quantitative,
    /// Learning by heart.
    Memory,
    /// Reading.
    Reading,
    /// Of several kinds.
    Mixed,
}

/// How hard a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Easy.
    Low,
    /// Between.
    Medium,
    /// Hard.
    High,
}

/// A task class: what its tasks have in common (spec: schedule tools 1.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Above 0.
    pub id: u32,
    /// Its name: the category of its tasks.
    pub name: Rc<str>,
    /// How its tasks are spread.
    pub strategy: Strategy,
    /// Sections for all its tasks together; 0 is not said.
    pub total_slots: u32,
    /// Its tasks may live in filler courses.
    pub allow_filler_course: bool,
    /// Pairs of sections it keeps out of: k is sections 2k−1 and 2k of every day.
    pub excluded_slots: Vec<u8>,
    /// Weekdays it keeps out of, 1 is Monday.
    pub excluded_weekdays: Vec<u8>,
    /// First date, `YYYY-MM-DD`.
    pub start_date: Option<Rc<str>>,
    /// Last date, `YYYY-MM-DD`.
    pub end_date: Option<Rc<str>>,
    /// What kind of work it is.
    pub subject: Option<Subject>,
    /// How difficult it is.
    pub difficulty: Option<Level>,
    /// How much concentration it takes.
    pub intensity: Option<Level>,
}

impl Class {
    /// It takes much: high intensity or high difficulty.
    pub fn is_heavy(&self) -> bool {
        self.intensity == Some(Level::High) || self.difficulty == Some(Level::High)
    }

    /// The sections of `all` on this weekday that the class keeps out of, as bits.
    pub(super) fn blocked(&self, weekday: u8, all: u64) -> u64 {
        if self.excluded_weekdays.contains(&weekday) {
            return all;
        }
        let pair = |&block: &u8| {
            let end = block.saturating_mul(2);
            Slot { day: Day(0), start: end.saturating_sub(1), end }.bits()
        };
        self.excluded_slots.iter().map(pair).fold(0, |blocked, bits| blocked | bits) & all
    }

    /// A slot on this weekday lies in what the class keeps out of.
    pub fn excludes(&self, weekday: u8, slot: &Slot) -> bool {
        let blocked = |&block: &u8| {
            let end = block.saturating_mul(2);
            slot.start <= end && end.saturating_sub(1) <= slot.end
        };
        self.excluded_weekdays.contains(&weekday) || self.excluded_slots.iter().any(blocked)
    }
}
