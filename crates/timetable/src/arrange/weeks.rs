//! Days and weeks of a placement: how many tasks they hold, and how much of their free time these take.

use std::cmp::Ordering;

use stepgate_optimise::Placement;

use super::Arranging;
use crate::{Day, Timetable};

/// Tasks of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The day.
    pub day: Day,
    /// Number of its tasks.
    pub tasks: u32,
    /// Sections of its tasks.
    pub sections: u32,
    /// Sections that events leave to tasks, from now on.
    pub free: u32,
}

impl Load {
    /// Compares the shares of the free time that tasks take. A day without free time counts as full if it has tasks.
    fn by_share(&self, other: &Load) -> Ordering {
        (self.sections * other.free.max(1)).cmp(&(other.sections * self.free.max(1)))
    }
}

/// Week in which a placement puts tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Week {
    /// Number of the week.
    pub week: u32,
    /// Number of its tasks.
    pub tasks: u32,
    /// Day of whose free time tasks take the largest share; the first among equals.
    pub fullest: Load,
}

impl Arranging {
    /// Days of the window, ascending, with the tasks that a placement puts there.
    pub fn loads(&self, timetable: &Timetable, placement: &Placement) -> Vec<Load> {
        let window = timetable.window();
        let periods = u32::from(window.sections());
        let mut loads: Vec<Load> = window
            .days()
            .map(|day| Load { day, tasks: 0, sections: 0, free: self.free(timetable, day, periods) })
            .collect();
        let slot = |item: usize| self.slot(timetable, item, placement.place(item)?);
        for slot in (0..self.tasks.len()).filter_map(slot) {
            let Some(load) = loads.get_mut((slot.day.0 as usize).wrapping_sub(1)) else { continue };
            (load.tasks, load.sections) = (load.tasks + 1, load.sections + u32::from(slot.len()));
        }
        loads
    }

    /// Sections of a day that are not over and that no event but a host has.
    fn free(&self, timetable: &Timetable, day: Day, periods: u32) -> u32 {
        let now = self.draft.now;
        let day = self.place(timetable, day, 1).day;
        let first = match day.cmp(&now.day) {
            Ordering::Less => return 0,
            Ordering::Equal => now.start,
            Ordering::Greater => 1,
        };
        let events = self.draft.events.iter().filter(|event| event.day == day && !event.host && event.to >= first);
        let taken: u32 = events.map(|event| u32::from(event.to - event.from.max(first)) + 1).sum();
        (periods + 1).saturating_sub(u32::from(first)).saturating_sub(taken)
    }

    /// Weeks in which a placement puts tasks, ascending.
    pub fn weeks(&self, timetable: &Timetable, placement: &Placement) -> Vec<Week> {
        let loads = self.loads(timetable, placement);
        let number = |load: &Load| timetable.window().weekday(load.day).map_or(0, |day| day.week);
        let weeks = loads.chunk_by(|one, other| number(one) == number(other));
        let week = |days: &[Load]| {
            let fullest = days.iter().rev().max_by(|one, other| one.by_share(other))?;
            let tasks = days.iter().map(|day| day.tasks).sum();
            (tasks > 0).then_some(Week { week: number(fullest), tasks, fullest: *fullest })
        };
        weeks.filter_map(week).collect()
    }
}
