//! Dates and clock times of a timetable: the present, and arguments that name a day by its date or a section by its time.

use stepgate_timetable::records::Clock;
use stepgate_timetable::{Date, Moment, Open, Slot, Task, Term, Weekday, Window};

/// Dates of the term and times of the sections, as far as the host gave them.
pub(crate) type Calendar<'a> = (Option<Term>, Option<&'a Clock>);

/// Limit in time that a place of a task breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// It ends after the deadline.
    Deadline(Moment),
    /// It stands before the first date on which it may.
    Earliest(Date),
}

/// Dates and times of the calendar, as far as the host gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Dates of the term.
    pub term: Option<Term>,
    /// Times of a day's sections.
    pub clock: Option<Clock>,
    /// Present moment, in the calendar's own time.
    pub now: Option<Moment>,
}

impl Times {
    /// First section of the window that has not begun. Without a clock all of today is open.
    pub fn open(&self, window: &Window) -> Option<Open> {
        let (term, now) = (self.term?, self.now?);
        let Some(today) = term.weekday(now.date) else {
            return Some(Open { day: window.first_from(FIRST), section: 1 });
        };
        let day = window.first_from(today);
        let section = match &self.clock {
            Some(clock) if window.weekday(day) == Some(today) => {
                1 + clock.all().filter(|(_, start, _)| *start < now.minute).count() as u8
            }
            _ => 1,
        };
        Some(Open { day, section })
    }

    /// Whether a place, given by week, weekday and section, has begun. Without a clock all of today is open.
    pub fn is_over(&self, place: &[u32]) -> bool {
        let (&[week, weekday, section], Some(term), Some(now)) = (place, self.term, self.now) else { return false };
        let place = u8::try_from(weekday).map(|weekday| (week, weekday));
        let Some(today) = term.weekday(now.date).map(|day| (day.week, day.weekday)) else { return false };
        let clock = self.clock.as_ref().zip(u8::try_from(section).ok());
        let start = clock.and_then(|(clock, section)| clock.section(section)).map(|(start, _)| start);
        place.is_ok_and(|place| place < today || place == today && start.is_some_and(|start| start < now.minute))
    }

    /// Limit in time of a task that a place breaks; none without dates.
    pub fn missed(&self, task: &Task, slot: &Slot, window: &Window) -> Option<Missed> {
        let (date, limits) = (self.date(window.weekday(slot.day)?)?, task.limits());
        let end = self.clock.as_ref().and_then(|clock| clock.section(slot.end)).map_or(0, |(_, end)| end);
        let late = limits.deadline.filter(|deadline| Moment { date, minute: end } > *deadline);
        let early = limits.earliest.filter(|earliest| date < *earliest);
        late.map(Missed::Deadline).or(early.map(Missed::Earliest))
    }

    /// Dates and times that wishes are written with.
    pub(super) fn calendar(&self) -> Calendar<'_> {
        (self.term, self.clock.as_ref())
    }

    /// Date of a day of the term.
    pub fn date(&self, day: Weekday) -> Option<Date> {
        Some(self.term?.date(day))
    }

    /// First and last date of a window.
    pub(super) fn dates(&self, window: &Window) -> Option<(Date, Date)> {
        let first = window.days().next().and_then(|day| window.weekday(day))?;
        let last = window.days().last().and_then(|day| window.weekday(day))?;
        Some((self.date(first)?, self.date(last)?))
    }
}

/// First day of a term.
const FIRST: Weekday = Weekday { week: 1, weekday: 1 };
