//! Settings by which people judge a plan, and what follows from them for the optimiser (crates/optimise/objective.md 3.1).

use stepgate_json::Json;
use stepgate_optimise::{Periods, Weights};

use crate::records::Clock;
use crate::{Day, TaskId};

/// Minutes of a section where a calendar has no clock.
const SECTION: u16 = 45;

/// How people judge a plan, in minutes and costs; to compare: a task a day farther from an even spread costs about 100, and leaving one
/// section of a task out 100,000. The default is what most people like; what a user changes is data.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Preferences {
    /// Minute of the day at which the evening begins.
    pub evening: u16,
    /// Cost of the first hour of the evening; each later one costs as much more.
    pub evening_hour: u32,
    /// Minute of the day at which the night begins.
    pub night: u16,
    /// Minute of the day at which the morning begins; what is before it is night.
    pub morning: u16,
    /// Cost of the hours of the night next to the day, beside what they cost as evening; each farther one costs as much more.
    pub night_hour: u32,
    /// Weekdays of rest, 1 for Monday to 7.
    pub rest_weekdays: Vec<u8>,
    /// Cost of an hour on a weekday of rest or a holiday, but for groups that prefer the weekday.
    pub rest_hour: u32,
    /// First and last minute of the day between which lunch is eaten.
    pub lunch_between: (u16, u16),
    /// Minutes that lunch takes.
    pub lunch_minutes: u16,
    /// Cost of a day on which tasks leave no time for lunch.
    pub lunch: u32,
    /// Days to keep free before a deadline, where there is room.
    pub reserve_days: u16,
    /// Cost of each day that is missing to them.
    pub reserve: u32,
    /// Cost of a task that stands after the last exam of its group.
    pub after_exam: u32,
    /// Cost of a mock exam on the eve of another exam.
    pub exam_eve: u32,
    /// Share of the way, of a hundred, from an even spread of the tasks before an exam to one that is thicker towards it.
    pub towards_exam: u8,
    /// Minutes in a row that are no long run.
    pub longest_run: u16,
    /// Minutes without sections that are a break.
    pub break_minutes: u16,
    /// Cost of each hour by which a run is longer.
    pub run_hour: u32,
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            evening: 20 * 60,
            evening_hour: 60,
            night: 22 * 60,
            morning: 8 * 60,
            night_hour: 4_000,
            rest_weekdays: vec![6, 7],
            rest_hour: 40,
            lunch_between: (11 * 60 + 30, 14 * 60),
            lunch_minutes: 60,
            lunch: 4_000,
            reserve_days: 1,
            reserve: 3_000,
            after_exam: 5_000,
            exam_eve: 4_000,
            towards_exam: 60,
            longest_run: 180,
            break_minutes: 20,
            run_hour: 60,
        }
    }
}

impl Preferences {
    /// Preferences by which nothing costs.
    pub fn none() -> Self {
        Preferences {
            evening_hour: 0,
            night_hour: 0,
            rest_hour: 0,
            lunch: 0,
            reserve: 0,
            after_exam: 0,
            exam_eve: 0,
            towards_exam: 0,
            run_hour: 0,
            ..Preferences::default()
        }
    }

    /// Cost of each section of a day; none without a clock.
    pub(super) fn hours(&self, clock: Option<&Clock>) -> Vec<u32> {
        let sections = clock.into_iter().flat_map(|clock| clock.all());
        sections.map(|(_, start, end)| self.span(start, end)).collect()
    }

    /// Cost of the minutes from `start` to `end` for their time of day.
    fn span(&self, start: u16, end: u16) -> u32 {
        let minute = |minute: u16| {
            let hour = |from: u16, to: u16| if to > from { u32::from((to - from - 1) / 60 + 1) } else { 0 };
            let evening = hour(self.evening, minute + 1);
            let night = hour(self.night, minute + 1) + hour(minute, self.morning);
            evening * self.evening_hour + night * self.night_hour
        };
        (start..end).map(minute).sum::<u32>() / 60
    }

    /// Sets of sections, one of which is to be free for lunch; none if the clock leaves time itself, or is not known.
    pub(super) fn lunches(&self, clock: Option<&Clock>) -> Vec<Periods> {
        let (from, to) = self.lunch_between;
        let Some(latest) = clock.and(to.checked_sub(self.lunch_minutes)) else { return Vec::new() };
        let sections = || clock.into_iter().flat_map(|clock| clock.all());
        let meets = |start: u16| {
            let met = sections().filter(|(_, from, to)| *from < start + self.lunch_minutes && start < *to);
            met.fold(0, |bits, (section, ..)| bits | Periods::between(section, section).0)
        };
        let starts =
            [from].into_iter().chain(sections().map(|(.., end)| end)).filter(|start| (from..=latest).contains(start));
        let mut all: Vec<u64> = starts.map(meets).collect();
        if all.contains(&0) {
            return Vec::new();
        }
        all.sort_by_key(|bits| bits.count_ones());
        let mut least: Vec<Periods> = Vec::new();
        for bits in all {
            if least.iter().all(|smaller| smaller.0 & bits != smaller.0) {
                least.push(Periods(bits));
            }
        }
        least
    }

    /// Sections after which the clock has a break.
    pub(super) fn breaks(&self, clock: Option<&Clock>) -> Periods {
        Periods(clock.map_or(0, |clock| clock.before_breaks(self.break_minutes)))
    }

    /// Weights for sections of the clock's length.
    pub(super) fn weights(&self, clock: Option<&Clock>) -> Weights {
        let section = clock.and_then(|clock| clock.section(1)).map_or(SECTION, |(start, end)| end - start).max(1);
        let by_section = |hour: u32| hour * u32::from(section) / 60;
        Weights {
            rest_day: by_section(self.rest_hour),
            lunch: self.lunch,
            reserve: self.reserve,
            after_exam: self.after_exam,
            exam_eve: self.exam_eve,
            towards_exam: self.towards_exam,
            run: by_section(self.run_hour),
            longest_run: u8::try_from((self.longest_run / section).max(1)).unwrap_or(u8::MAX),
        }
    }
}

/// Exam, for which the tasks of a group prepare. Its event is an entry of the timetable like any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Exam {
    /// Id of the group; none for an exam without tasks.
    #[json(optional)]
    pub class: Option<u32>,
    /// Day.
    pub day: Day,
    /// First section.
    pub section: u8,
}

/// The occasions that the calendar holds for a plan beside its entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(strict, optional)]
pub struct Occasions {
    /// Exams.
    pub exams: Vec<Exam>,
    /// Tasks that are mock exams.
    pub mock_exams: Vec<TaskId>,
    /// Holidays.
    pub holidays: Vec<Day>,
    /// Days of work on a weekday of rest, as those that a holiday is traded for.
    pub workdays: Vec<Day>,
}
