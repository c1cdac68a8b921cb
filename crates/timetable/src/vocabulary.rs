//! Numbers of tasks, days and sections, in which everything else is expressed (agents/schedule/spec-tools.md 1.1).

use stepgate_json::Json;

/// Maximum number of sections in a day.
pub const MAX_SECTIONS: u8 = 64;

/// Id of a task, above 0. It is the only id that a model sees.
pub type TaskId = u32;

/// Day of a window, counted from 1. Models see only this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Json)]
pub struct Day(pub u32);

impl Day {
    /// Index, counted from 0.
    pub fn index(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }
}

/// Week and weekday of a day in the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weekday {
    /// Week of the term, from 1.
    pub week: u32,
    /// Weekday: 1 is Monday, 7 is Sunday.
    pub weekday: u8,
}

/// Sections `start..=end` of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// Day.
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

    /// Whether it has no sections. The slots of a timetable always have some.
    pub fn is_empty(&self) -> bool {
        self.end < self.start
    }

    /// Day and last section.
    pub(super) fn end_at(&self) -> (Day, u8) {
        (self.day, self.end)
    }

    /// Sections as bits, section 1 the lowest.
    pub fn bits(&self) -> u64 {
        let below = |section: u8| if section >= 64 { u64::MAX } else { (1u64 << section) - 1 };
        below(self.end) & !below(self.start.saturating_sub(1))
    }

    /// Whether the two share a section.
    pub fn overlaps(&self, other: &Slot) -> bool {
        self.day == other.day && self.start <= other.end && other.start <= self.end
    }

    /// Whether `other` lies inside this slot.
    pub fn contains(&self, other: &Slot) -> bool {
        self.day == other.day && self.start <= other.start && other.end <= self.end
    }
}
