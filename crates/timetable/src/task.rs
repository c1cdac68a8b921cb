//! Tasks, their classes and their places.

use std::rc::Rc;
use stepgate_json::Json;

use super::limits::{Limits, Wishes, NONE, USUAL};
use super::slots::Slots;
use super::vocabulary::{Day, Slot, TaskId};

/// Kind of record that a task comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Json)]
pub enum Source {
    /// Entry of the calendar.
    Event,
    /// Item of a task class.
    TaskItem,
}

/// Kind of calendar entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Event {
    /// Course. It never moves.
    Course,
    /// Any other entry.
    Task,
}

/// Status of a task. Use the predicates of [`Task`] instead of the raw status: old data mixes them up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Status {
    /// In the calendar.
    Existing,
    /// Proposed: it may still move.
    Suggested,
    /// Without a place.
    Pending,
}

/// Part of a task that changes with the timetable; the rest is fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Places, by day and start. A course may have many.
    pub slots: Slots,
    /// Status.
    pub status: Status,
    /// Sections it needs in a row; 0 for tasks that were in the calendar when it was loaded.
    pub duration: u8,
    /// Host in which it lives.
    pub embed_host: Option<TaskId>,
    /// Guest that lives in it.
    pub embedded_by: Option<TaskId>,
}

/// Task: a calendar entry or an item of a task class (agents/schedule/spec-tools.md 1.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Id, the only one that a model sees.
    pub id: TaskId,
    /// Kind of record it comes from.
    pub source: Source,
    /// Key of that record.
    pub source_id: i64,
    /// Name.
    pub name: Rc<str>,
    /// Name of its class, or the calendar's name for its kind.
    pub category: Rc<str>,
    /// Whether it can never be moved, swapped or unplaced.
    pub locked: bool,
    /// Whether it is a filler course: one task may share its sections.
    pub can_embed: bool,
    /// Kind of calendar entry, for events.
    pub event: Option<Event>,
    /// Location, for events.
    pub location: Option<Rc<str>>,
    /// Item whose place it is, for events.
    pub rel_id: Option<i64>,
    /// Id of its class; 0 for none.
    pub class_id: u32,
    /// Position in the order of its class, from 1; 0 for none.
    pub order: u32,
    /// UID of the calendar file that an event came from.
    pub uid: Option<Rc<str>>,
    /// Length, priority and limits that its record gives; none for the usual ones.
    pub given: Option<Rc<Limits>>,
    /// Present place and status.
    pub placement: Placement,
}

impl std::ops::Deref for Task {
    type Target = Placement;

    fn deref(&self) -> &Placement {
        &self.placement
    }
}

impl Task {
    /// Whether it has no place.
    pub fn is_pending(&self) -> bool {
        self.status == Status::Pending && self.slots.is_empty()
    }

    /// Whether its place is only proposed. Old data marks such a task `pending` or, for an item with a duration, `existing`.
    pub fn is_suggested(&self) -> bool {
        let old = self.status == Status::Existing && self.source == Source::TaskItem && self.duration > 0;
        !self.slots.is_empty() && (self.status != Status::Existing || old)
    }

    /// Whether it is in the calendar.
    pub fn is_existing(&self) -> bool {
        self.status == Status::Existing && !self.is_suggested()
    }

    /// Whether it has a place, in the calendar or proposed.
    pub fn is_placed(&self) -> bool {
        self.is_existing() || self.is_suggested()
    }

    /// Whether it is a course.
    pub fn is_course(&self) -> bool {
        self.source == Source::Event && self.event == Some(Event::Course)
    }

    /// Length, priority and limits in time.
    pub fn limits(&self) -> &Limits {
        self.given.as_deref().unwrap_or(&NONE)
    }

    /// Whether it has a deadline, and another task a later one or none.
    pub fn is_due_before(&self, other: &Task) -> bool {
        let (own, others) = (self.limits().deadline, other.limits().deadline);
        own.is_some_and(|own| others.is_none_or(|others| own < others))
    }

    /// Sections it needs in a row to be placed: its own length, or two if it gives none.
    pub fn needs(&self) -> u8 {
        match (self.limits().length, self.duration) {
            (0, 0) => USUAL,
            (0, duration) => duration,
            (length, _) => length,
        }
    }

    /// Sections it takes at another place: its own length, or as many as now.
    pub fn takes(&self) -> u32 {
        match self.limits().length {
            0 => self.sections(),
            length => u32::from(length),
        }
    }

    /// Total number of sections of its places.
    pub fn sections(&self) -> u32 {
        self.slots.iter().map(|slot| u32::from(slot.len())).sum()
    }
}

/// Strategy for spreading the tasks of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Strategy {
    /// Evenly over the window.
    Steady,
    /// As early as possible.
    Rapid,
}

/// Subject type of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Subject {
    /// Calculation.
    Quantitative,
    /// Memorisation.
    Memory,
    /// Reading.
    Reading,
    /// Mixed.
    Mixed,
}

/// Level of difficulty or intensity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Json)]
pub enum Level {
    /// Low.
    Low,
    /// Medium.
    Medium,
    /// High.
    High,
}

/// Task class: the common properties of its tasks (agents/schedule/spec-tools.md 1.2).
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Class {
    /// Id, above 0.
    pub id: u32,
    /// Name: the category of its tasks.
    pub name: Rc<str>,
    /// Strategy for spreading its tasks.
    pub strategy: Strategy,
    /// Total sections for its tasks; 0 if not given.
    pub total_slots: u32,
    /// Whether its tasks may live in filler courses.
    pub allow_filler_course: bool,
    /// Excluded pairs of sections: k stands for sections 2k−1 and 2k of every day.
    pub excluded_slots: Vec<u8>,
    /// Excluded weekdays; 1 is Monday.
    pub excluded_weekdays: Vec<u8>,
    /// First date, `YYYY-MM-DD`.
    pub start_date: Option<Rc<str>>,
    /// Last date, `YYYY-MM-DD`.
    pub end_date: Option<Rc<str>>,
    /// Subject type.
    pub subject: Option<Subject>,
    /// Difficulty.
    pub difficulty: Option<Level>,
    /// Cognitive intensity.
    pub intensity: Option<Level>,
    /// Wishes for the places of its tasks.
    pub wishes: Wishes,
}

impl Class {
    /// Class without limits, whose tasks may live in filler courses.
    pub fn new(id: u32, name: Rc<str>) -> Self {
        Class {
            id,
            name,
            strategy: Strategy::Steady,
            total_slots: 0,
            allow_filler_course: true,
            excluded_slots: Vec::new(),
            excluded_weekdays: Vec::new(),
            start_date: None,
            end_date: None,
            subject: None,
            difficulty: None,
            intensity: None,
            wishes: Wishes::default(),
        }
    }

    /// Whether it is demanding: of high intensity or high difficulty.
    pub fn is_heavy(&self) -> bool {
        self.intensity == Some(Level::High) || self.difficulty == Some(Level::High)
    }

    /// Sections among `all` that the class excludes on this weekday, as bits.
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

    /// Whether a slot on this weekday touches a time that the class excludes.
    pub fn excludes(&self, weekday: u8, slot: &Slot) -> bool {
        let blocked = |&block: &u8| {
            let end = block.saturating_mul(2);
            slot.start <= end && end.saturating_sub(1) <= slot.end
        };
        self.excluded_weekdays.contains(&weekday) || self.excluded_slots.iter().any(blocked)
    }
}
