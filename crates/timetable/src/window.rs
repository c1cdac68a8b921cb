//! Days of a timetable and their sections.

use super::invalid::Invalid;
use super::vocabulary::{Day, Weekday, MAX_SECTIONS};

/// Planned days, each with the same number of sections (agents/schedule/spec-tools.md 1.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    sections: u8,
    days: Vec<Weekday>,
}

impl Window {
    /// Creates a window of these days in this order, day 1 first.
    ///
    /// # Errors
    /// `sections` is 0 or above [`MAX_SECTIONS`], a weekday is outside 1..=7, a week is 0, or the days do not ascend.
    pub fn new(sections: u8, days: Vec<Weekday>) -> Result<Self, Invalid> {
        if sections == 0 || sections > MAX_SECTIONS {
            return Err(Invalid::Sections { given: sections });
        }
        let mut before = None;
        for (index, day) in days.iter().enumerate() {
            let number = index as u32 + 1;
            if day.week == 0 || !(1..=7).contains(&day.weekday) {
                return Err(Invalid::Weekday { day: number, week: day.week, weekday: day.weekday });
            }
            if before.is_some_and(|before| before >= *day) {
                return Err(Invalid::DaysNotAscending { day: number });
            }
            before = Some(*day);
        }
        Ok(Window { sections, days })
    }

    /// Number of sections per day.
    pub fn sections(&self) -> u8 {
        self.sections
    }

    /// Number of days.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.days.len()
    }

    /// All days, ascending.
    pub fn days(&self) -> impl Iterator<Item = Day> + '_ {
        (1..self.days.len() as u32 + 1).map(Day)
    }

    /// Week and weekday of a day; `None` outside the window.
    pub fn weekday(&self, day: Day) -> Option<Weekday> {
        self.days.get(day.index()).copied()
    }

    /// Day of the window for a week and weekday; `None` outside the window.
    pub fn day_of(&self, weekday: Weekday) -> Option<Day> {
        let index = self.days.binary_search(&weekday).ok()?;
        Some(Day(index as u32 + 1))
    }

    /// First day on or after this weekday; the day after the window if there is none.
    pub fn first_from(&self, weekday: Weekday) -> Day {
        Day(self.days.partition_point(|day| *day < weekday) as u32 + 1)
    }

    /// Last day on or before this weekday; day 0 if there is none.
    pub fn last_until(&self, weekday: Weekday) -> Day {
        Day(self.days.partition_point(|day| *day <= weekday) as u32)
    }

    /// Day with this number; `None` outside the window.
    pub fn day(&self, number: i64) -> Option<Day> {
        let day = u32::try_from(number).ok().map(Day)?;
        (day.index() < self.days.len()).then_some(day)
    }
}
