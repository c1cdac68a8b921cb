//! Arguments about days and weeks that several tools share.

use std::ops::RangeInclusive;

use super::arg::{may, Arg, Kind};
use super::args::Args;
use super::outcome::Failure;
use super::words;
use stepgate_timetable::{Day, Timetable, Window};

/// Arguments of a [`Filter`].
pub(super) const RANGE_ARGS: &[Arg] = &[
    may("day", Kind::Day),
    may("day_start", Kind::Day).or_named(&["day_from"]),
    may("day_end", Kind::Day).or_named(&["day_to"]),
    may("week", Kind::Whole),
    may("week_from", Kind::Whole),
    may("week_to", Kind::Whole),
];
/// Days that a report is about.
pub(super) struct Filter {
    first: Day,
    last: Day,
    weeks: RangeInclusive<i64>,
    /// Whether the call has any filter argument.
    pub(super) given: bool,
}

impl Filter {
    /// Filter of a call; without a first day it begins with `from`.
    pub(super) fn read(args: &Args<'_>, timetable: &Timetable, from: Day) -> Result<Self, Box<Failure>> {
        let (first, last) = days(args, timetable, from)?;
        let week = args.whole("week");
        let bound = |name: &str, open: i64| week.or(args.whole(name)).unwrap_or(open);
        let (from, to) = (bound("week_from", 0), bound("week_to", i64::MAX));
        Ok(Filter { first, last, weeks: from.min(to)..=from.max(to), given: args.any_of(RANGE_ARGS) })
    }

    /// Whether the filter allows a day of the window.
    pub(super) fn allows(&self, window: &Window, day: Day) -> bool {
        let week = window.weekday(day).map(|day| i64::from(day.week));
        week.is_some_and(|week| self.weeks.contains(&week)) && (self.first..=self.last).contains(&day)
    }
}

/// First and last day: `day`, or `day_start` and `day_end`, either of which may be absent. `from` is the first day otherwise.
///
/// # Errors
/// Both forms at once, or an end before the start.
pub(super) fn days(args: &Args<'_>, timetable: &Timetable, from: Day) -> Result<(Day, Day), Box<Failure>> {
    let [day, start, end] = ["day", "day_start", "day_end"].map(|name| args.day(name));
    if let Some(day) = day {
        return match start.or(end) {
            Some(_) => Err(args.wrong("day", &words::DAY_OR_DAYS)),
            None => Ok((day, day)),
        };
    }
    let first = start.unwrap_or(from);
    let last = end.unwrap_or(Day(timetable.window().len() as u32));
    if start.is_some() && end.is_some() && first > last {
        return Err(args.wrong("day_end", &words::NOT_BEFORE_DAY_START));
    }
    Ok((first, last))
}
