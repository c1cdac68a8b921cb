//! The formats of dates and times (RFC 3339). The offset may be missing: models leave it out, and the agent knows the zone.

/// The formats that a schema can demand of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Format {
    Date,
    DateTime,
    Time,
}

impl Format {
    pub(super) const ALL: [Format; 3] = [Format::Date, Format::DateTime, Format::Time];

    pub(super) fn name(self) -> &'static str {
        match self {
            Format::Date => "date",
            Format::DateTime => "date-time",
            Format::Time => "time",
        }
    }

    /// The form in a complaint: `YYYY-MM-DD`.
    pub(super) fn pattern(self) -> &'static str {
        match self {
            Format::Date => "YYYY-MM-DD",
            Format::DateTime => "YYYY-MM-DDThh:mm:ss",
            Format::Time => "hh:mm",
        }
    }

    pub(super) fn holds(self, text: &str) -> bool {
        match self {
            Format::Date => is_date(text),
            Format::Time => is_time(text),
            Format::DateTime => {
                text.split_once(['T', 't', ' ']).is_some_and(|(date, time)| is_date(date) && is_time(time))
            }
        }
    }
}

fn is_date(text: &str) -> bool {
    let parts = || {
        let (year, rest) = text.split_once('-')?;
        let (month, day) = rest.split_once('-')?;
        Some((digits(year, 4)?, digits(month, 2)?, digits(day, 2)?))
    };
    parts().is_some_and(|(year, month, day)| day >= 1 && day <= days_in(year, month))
}

fn days_in(year: u32, month: u32) -> u32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => 0,
    }
}

/// Whether a text is `hh:mm` with optional seconds, fraction and offset.
fn is_time(text: &str) -> bool {
    let end = text.find(['Z', 'z', '+', '-']).unwrap_or(text.len());
    let (clock, offset) = (text.get(..end).unwrap_or_default(), text.get(end..).unwrap_or_default());
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, part)| (clock, Some(part)));
    let second = clock.get(5..).filter(|second| !second.is_empty());
    is_clock(clock.get(..5).unwrap_or_default())
        && second.map_or(fraction.is_none(), is_second)
        && fraction.is_none_or(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        && is_offset(offset)
}

/// Whether a text is empty, `Z`, `+hh:mm` or `-hh:mm`.
fn is_offset(text: &str) -> bool {
    let signed = text.starts_with(['+', '-']);
    matches!(text, "" | "Z" | "z") || (signed && is_clock(text.get(1..).unwrap_or_default()))
}

/// Whether a text is `hh:mm`.
fn is_clock(text: &str) -> bool {
    let parts = text.split_once(':').and_then(|(hour, minute)| Some((digits(hour, 2)?, digits(minute, 2)?)));
    parts.is_some_and(|(hour, minute)| hour <= 23 && minute <= 59)
}

/// Whether a text is `:ss`; 60 is a leap second.
fn is_second(text: &str) -> bool {
    text.strip_prefix(':').and_then(|second| digits(second, 2)).is_some_and(|second| second <= 60)
}

/// Parses a number of exactly `width` digits.
fn digits(text: &str, width: usize) -> Option<u32> {
    let all = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.bytes().fold(0, |number, byte| number * 10 + u32::from(byte - b'0')))
}
