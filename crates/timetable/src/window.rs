//! The days of a timetable and their sections.

use super::Invalid;

/// The most sections a day may have.
pub const MAX_SECTIONS: u8 = 64;

/// A day of a window: 1 is the first. Models see nothing but this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub u32);

impl Day {
    /// Counted from 0.
    pub fn index(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }
}

/// Which day of the term a day is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weekday {
    /// Week of the term, from 1.
    pub week: u32,
    /// 1 is Monday, 7 Sunday.
    pub weekday: u8,
}

/// The days that are planned, each with the same number of sections (spec: schedule tools 1.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    sections: u8,
    days: Vec<Weekday>,
}

impl Window {
    /// A window of these days in this order, day 1 first.
    ///
    /// # Errors
    /// No sections or more than [`MAX_SECTIONS`]; a weekday outside 1..=7, a week 0, or days that do not ascend.
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

    /// Sections of each day.
    pub fn sections(&self) -> u8 {
        self.sections
    }

    /// How many days there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.days.len()
    }

    /// All days, the first first.
    pub fn days(&self) -> impl Iterator<Item = Day> + '_ {
        (1..self.days.len() as u32 + 1).map(Day)
    }

    /// Which day of the term this day is; `None` outside the window.
    pub fn weekday(&self, day: Day) -> Option<Weekday> {
        self.days.get(day.index()).copied()
    }

    /// The day of the window that is this day of the term.
    pub fn day_of(&self, weekday: Weekday) -> Option<Day> {
        let index = self.days.binary_search(&weekday).ok()?;
        Some(Day(index as u32 + 1))
    }

    /// The first day that is not before this one; behind the window if there is none.
    pub fn first_from(&self, weekday: Weekday) -> Day {
        Day(self.days.partition_point(|day| *day < weekday) as u32 + 1)
    }

    /// The last day that is not behind this one; 0 if there is none.
    pub fn last_until(&self, weekday: Weekday) -> Day {
        Day(self.days.partition_point(|day| *day <= weekday) as u32)
    }

    /// The day with this number, as far as there is one.
    pub fn day(&self, number: i64) -> Option<Day> {
        let day = u32::try_from(number).ok().map(Day)?;
        (day.index() < self.days.len()).then_some(day)
    }
}
