//! Weeks of a placement: how many tasks each holds, and its fullest day.

use std::collections::BTreeMap;

use stepgate_optimise::Placement;

use super::Arranging;
use crate::{Day, Timetable};

/// Week in which a placement puts tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Week {
    /// Number of the week.
    pub week: u32,
    /// Number of its tasks.
    pub tasks: u32,
    /// Day with the most sections of tasks; the first among equals.
    pub fullest: Day,
    /// Sections of tasks on that day.
    pub sections: u32,
}

impl Arranging {
    /// Weeks in which a placement puts tasks, ascending.
    pub fn weeks(&self, timetable: &Timetable, placement: &Placement) -> Vec<Week> {
        let mut days: BTreeMap<Day, (u32, u32)> = BTreeMap::new();
        let slot = |item: usize| self.slot(timetable, item, placement.place(item)?);
        for slot in (0..self.tasks.len()).filter_map(slot) {
            let (tasks, sections) = days.entry(slot.day).or_default();
            (*tasks, *sections) = (*tasks + 1, *sections + u32::from(slot.len()));
        }
        let mut weeks: Vec<Week> = Vec::new();
        for (day, (tasks, sections)) in days {
            let number = timetable.window().weekday(day).map_or(0, |day| day.week);
            if weeks.last().is_none_or(|week| week.week != number) {
                weeks.push(Week { week: number, tasks: 0, fullest: day, sections: 0 });
            }
            let Some(week) = weeks.last_mut() else { continue };
            week.tasks += tasks;
            if sections > week.sections {
                (week.fullest, week.sections) = (day, sections);
            }
        }
        weeks
    }
}
