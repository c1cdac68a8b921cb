//! Calendar filter (spec-tools.md 4.4): the arguments about days, weekdays and weeks that several tools share.

use super::arg::{Arg, Kind};
use super::args::Args;
use super::outcome::Failure;
use super::{refused, words};
use stepgate_engine::Text;
use stepgate_timetable::{Day, Timetable, Weekday, Window};

/// Arguments of a [`Filter`]: a range of days, and days in it.
pub(super) const RANGE_ARGS: &[Arg] = &[
    arg("day", Kind::Day, "只看这一天", "only this day"),
    arg("day_start", Kind::Day, "从第几天起", "from this day on").or_named(&["day_from"]),
    arg("day_end", Kind::Day, "到第几天止", "up to this day").or_named(&["day_to"]),
    arg("week", Kind::Whole, "只看这一周", "only this week"),
    arg("week_from", Kind::Whole, "从第几周起", "from this week on"),
    arg("week_to", Kind::Whole, "到第几周止", "up to this week"),
];
pub(super) const DAYS_ARGS: &[Arg] = &[
    arg(
        "day_scope",
        Kind::OneOf(&["all", "workday", "weekend"]),
        "全部、工作日或周末；默认全部",
        "all days (default), workdays or weekends",
    ),
    arg(
        "day_of_week",
        Kind::Weekdays,
        "星期几，1 是周一；优先于 day_scope",
        "weekdays, 1 is Monday; goes before day_scope",
    ),
    arg("week_filter", Kind::Wholes, "只看这些周", "only these weeks"),
];

const fn arg(name: &'static str, kind: Kind, zh: &'static str, en: &'static str) -> Arg {
    Arg { name, kind, required: false, about: Text { zh, en }, aliases: &[] }
}

/// Days that a query asks for.
pub(super) struct Filter {
    first: Day,
    last: Day,
    scope: &'static str,
    weekdays: Vec<i64>,
    weeks: Vec<i64>,
    week_from: i64,
    week_to: i64,
    /// Whether the call has any filter argument.
    pub(super) given: bool,
}

impl Filter {
    /// Filter of a call; without a first day it begins with `from`.
    pub(super) fn read(args: &Args<'_>, timetable: &Timetable, from: Day) -> Result<Self, Box<Failure>> {
        let window = timetable.window();
        let week_of = |day: Day| window.weekday(day).map_or(1, |weekday| i64::from(weekday.week));
        let (first, last) = (from, Day(window.len() as u32));
        let (week_from, week_to) = (week_of(first), week_of(last));
        if !args.any_of(RANGE_ARGS) && !args.any_of(DAYS_ARGS) {
            let (weekdays, weeks) = (Vec::new(), Vec::new());
            return Ok(Filter { first, last, scope: "all", weekdays, weeks, week_from, week_to, given: false });
        }
        let (first, last) = days(args, timetable, from)?;
        let weekdays = args.wholes("day_of_week");
        let mut weeks = args.wholes("week_filter");
        weeks.extend(args.whole("week"));
        let from = args.whole("week_from").unwrap_or(week_from);
        let to = args.whole("week_to").unwrap_or(week_to);
        let scope = match args.word("day_scope") {
            Some("workday") => "workday",
            Some("weekend") => "weekend",
            _ => "all",
        };
        Ok(Filter { first, last, scope, weekdays, weeks, week_from: from.min(to), week_to: from.max(to), given: true })
    }

    /// Whether the filter allows a day of the window.
    pub(super) fn allows(&self, window: &Window, day: Day) -> bool {
        if !self.given {
            return true;
        }
        let Some(Weekday { week, weekday }) = window.weekday(day) else { return false };
        let (week, weekday) = (i64::from(week), i64::from(weekday));
        let scope = match self.scope {
            _ if !self.weekdays.is_empty() => self.weekdays.contains(&weekday),
            "workday" => weekday <= 5,
            "weekend" => weekday > 5,
            _ => true,
        };
        let in_weeks = self.weeks.is_empty() || self.weeks.contains(&week);
        scope && in_weeks && (self.week_from..=self.week_to).contains(&week) && (self.first..=self.last).contains(&day)
    }

    /// Days that the filter allows, ascending.
    pub(super) fn days<'a>(&'a self, window: &'a Window) -> impl Iterator<Item = Day> + 'a {
        (self.first.0..self.last.0 + 1).map(Day).filter(|day| self.allows(window, *day))
    }
}

/// First and last day: `day`, or `day_start` and `day_end`, either of which may be absent. `from` is the first day otherwise.
///
/// # Errors
/// Both forms at once, a day outside the window, or an end before the start.
pub(super) fn days(args: &Args<'_>, timetable: &Timetable, from: Day) -> Result<(Day, Day), Box<Failure>> {
    let [day, start, end] = ["day", "day_start", "day_end"].map(|name| self::day(args, timetable, name));
    let (start, end) = (start?, end?);
    if let Some(day) = day? {
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

/// Day of the window that the argument `name` gives.
pub(super) fn day(args: &Args<'_>, timetable: &Timetable, name: &str) -> Result<Option<Day>, Box<Failure>> {
    let Some(number) = args.whole(name) else { return Ok(None) };
    match timetable.window().day(number) {
        Some(day) => Ok(Some(day)),
        None => Err(refused::no_such_day(timetable, number, args.lang)),
    }
}
