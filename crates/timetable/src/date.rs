//! Calendar dates, and the weeks of a term.

use super::vocabulary::Weekday;

/// Date of the Gregorian calendar, as the number of days since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i32);

impl Date {
    /// 1970-01-01.
    pub(super) const EPOCH: Date = Date(0);

    /// Reads `YYYY-MM-DD`, and ignores the text after it (such as `T10:00`). `None`: the text is no date.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.get(..10)?.split('-').map(|part| part.bytes().all(|b| b.is_ascii_digit()).then_some(part));
        let mut number = |digits: usize| parts.next()??.parse::<i32>().ok().filter(|_| digits > 0);
        let (year, month, day) = (number(4)?, number(2)?, number(2)?);
        let well_formed = text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
        let date = Date::of(year, month, day);
        (well_formed && date.parts() == (year, month, day)).then_some(date)
    }

    /// Day number of a date. This is "days from civil" by H. Hinnant: years begin in March, so that the leap day comes last.
    fn of(year: i32, month: i32, day: i32) -> Self {
        let year = if month <= 2 { year - 1 } else { year };
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        Date(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }

    /// Year, month and day.
    pub fn parts(self) -> (i32, i32, i32) {
        let days = self.0 + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let march = (5 * of_year + 2) / 153;
        let month = if march < 10 { march + 3 } else { march - 9 };
        (year + era * 400 + i32::from(month <= 2), month, of_year - (153 * march + 2) / 5 + 1)
    }

    /// The date `days` days later.
    pub fn plus(self, days: i32) -> Self {
        Date(self.0.saturating_add(days))
    }

    /// Number of days from `other` to this date.
    pub fn days_since(self, other: Date) -> i32 {
        self.0 - other.0
    }

    /// Weekday: 1 is Monday, 7 is Sunday.
    pub fn weekday(self) -> u8 {
        (self.0 + 3).rem_euclid(7) as u8 + 1
    }

    /// Appends the date as `YYYY-MM-DD`.
    pub fn write(self, to: &mut String) {
        let (year, month, day) = self.parts();
        digits(year, 1000, to);
        to.push('-');
        digits(month, 10, to);
        to.push('-');
        digits(day, 10, to);
    }
}

/// Minute of the last day that a bare date stands for: its end.
const END_OF_DAY: u16 = 24 * 60;

/// Minute of a day, in the calendar's own time. Earlier moments are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// Date.
    pub date: Date,
    /// Minute since midnight; 1440 is the end of the day.
    pub minute: u16,
}

impl Moment {
    /// Reads `YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD` for the end of that day. `None`: the text is neither.
    pub fn parse(text: &str) -> Option<Self> {
        let date = Date::parse(text)?;
        let minute = match text.get(10..)?.strip_prefix('T') {
            Some(time) => minute(time)?,
            None if text.len() == 10 => END_OF_DAY,
            None => return None,
        };
        Some(Moment { date, minute })
    }

    /// The moment `minutes` later.
    pub fn plus(self, minutes: u64) -> Self {
        let all = u64::from(self.minute) + minutes;
        let days = i32::try_from(all / u64::from(END_OF_DAY)).unwrap_or(i32::MAX);
        Moment { date: self.date.plus(days), minute: (all % u64::from(END_OF_DAY)) as u16 }
    }

    /// Appends the moment in the form that [`parse`](Self::parse) reads.
    pub fn write(self, to: &mut String) {
        self.date.write(to);
        if self.minute < END_OF_DAY {
            to.push('T');
            write_minute(self.minute, to);
        }
    }
}

/// Minutes since midnight of `HH:MM`. `None`: the text is no time of day.
pub fn minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |digits: &str, most: u16| {
        let well_formed = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u16>().ok().filter(|number| well_formed && *number <= most)
    };
    Some(number(hours, 24)? * 60 + number(minutes, 59)?).filter(|minute| *minute <= END_OF_DAY)
}

/// Appends minutes since midnight as `HH:MM`.
pub fn write_minute(minute: u16, to: &mut String) {
    digits(i32::from(minute / 60), 10, to);
    to.push(':');
    digits(i32::from(minute % 60), 10, to);
}

/// Appends the decimal digits of a number, from the place `highest` (1000, 100, 10 or 1) down.
pub(super) fn digits(number: i32, highest: i32, to: &mut String) {
    let mut place = highest;
    while place > 0 {
        to.push(char::from(b'0' + (number / place % 10).unsigned_abs() as u8));
        place /= 10;
    }
}

/// Term: converts between dates and weeks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    monday: Date,
}

impl Term {
    /// Creates a term whose week 1 begins on this day; `None` if it is not a Monday.
    pub fn new(monday: Date) -> Option<Self> {
        (monday.weekday() == 1).then_some(Term { monday })
    }

    /// Week and weekday of a date; `None` before the term.
    pub fn weekday(self, date: Date) -> Option<Weekday> {
        let days = u32::try_from(date.0 - self.monday.0).ok()?;
        Some(Weekday { week: days / 7 + 1, weekday: (days % 7) as u8 + 1 })
    }

    /// Date of a day of the term.
    pub fn date(self, day: Weekday) -> Date {
        let weeks = i32::try_from(day.week).unwrap_or(i32::MAX / 16).saturating_sub(1).min(i32::MAX / 16);
        self.monday.plus(weeks * 7 + i32::from(day.weekday) - 1)
    }
}
