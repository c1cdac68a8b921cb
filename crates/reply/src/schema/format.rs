//! Formats of texts. Those of dates and times are as in RFC 3339, but the offset may be missing: models leave it out, and the agent
//! knows the zone. The others are patterns.

use std::rc::Rc;

use super::pattern::Pattern;
use crate::characters::is_blank;
use stepgate_json::slice;

/// The formats that a schema can demand of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Format {
    Date,
    DateTime,
    Time,
    Ipv4,
    Ipv6,
    /// A format of the [list](PATTERNS), by its name.
    Matching(&'static str, Rc<Pattern>),
}

/// Formats that a pattern describes. They let through what only a look-up would find wrong, such as an unknown top-level domain.
const PATTERNS: [(&str, &str); 5] = [
    ("email", r#"^("[^"]+"|[^@\s"(),:;<>.\[\]]+(\.[^@\s"(),:;<>.\[\]]+)*)@[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$"#),
    ("uuid", "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"),
    ("uri", r#"^[a-zA-Z][a-zA-Z0-9+.-]*:([^\x00-\x20<>"{}|\\^`%\x7f-\u{10ffff}]|%[0-9a-fA-F]{2})*$"#),
    ("hostname", r"^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$"),
    ("duration", r"^P(\d+W|(?=\d|T)(\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$"),
];

impl Format {
    /// The format with a name; `None` if it is unknown.
    pub(super) fn read(name: &str) -> Option<Format> {
        let pattern = || {
            let (name, source) = PATTERNS.iter().find(|(known, _)| *known == name)?;
            Some(Format::Matching(name, Rc::new(Pattern::read(source).ok()?)))
        };
        let plain = [Format::Date, Format::DateTime, Format::Time, Format::Ipv4, Format::Ipv6];
        plain.into_iter().find(|format| format.name() == name).or_else(pattern)
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            Format::Date => "date",
            Format::DateTime => "date-time",
            Format::Time => "time",
            Format::Ipv4 => "ipv4",
            Format::Ipv6 => "ipv6",
            Format::Matching(name, _) => name,
        }
    }

    /// The form in a complaint: `YYYY-MM-DD`.
    pub(super) fn pattern(&self) -> &'static str {
        match self {
            Format::Date => "YYYY-MM-DD",
            Format::DateTime => "YYYY-MM-DDThh:mm:ss",
            Format::Time => "hh:mm",
            Format::Ipv4 => "ipv4",
            Format::Ipv6 => "ipv6",
            Format::Matching(name, _) => name,
        }
    }

    /// Whether a text has the format. Blanks around a date or a time do not matter.
    pub(super) fn holds(&self, text: &str) -> bool {
        let text = match self {
            Format::Date | Format::DateTime | Format::Time => text.trim_matches(is_blank),
            _ => text,
        };
        match self {
            Format::Matching(_, pattern) => pattern.holds(text),
            Format::Ipv4 => is_ipv4(text),
            Format::Ipv6 => is_ipv6(text),
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
    let (clock, offset) = (slice(text, ..end), slice(text, end..));
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, part)| (clock, Some(part)));
    let second = clock.get(5..).filter(|second| !second.is_empty());
    clock.get(..5).is_some_and(is_clock)
        && second.map_or(fraction.is_none(), is_second)
        && fraction.is_none_or(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        && is_offset(offset)
}

/// Whether a text is empty, `Z`, `+hh:mm` or `-hh:mm`.
fn is_offset(text: &str) -> bool {
    let signed = text.starts_with(['+', '-']);
    matches!(text, "" | "Z" | "z") || (signed && text.get(1..).is_some_and(is_clock))
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

/// Whether a text has eight groups of hexadecimal digits, or fewer around one `::`. Four numbers may stand for the last two.
fn is_ipv6(text: &str) -> bool {
    let groups = |text: &str| {
        let mut count = 0;
        for group in text.split(':').filter(|_| !text.is_empty()) {
            let hexadecimal = (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit());
            let last = text.ends_with(group) && is_ipv4(group);
            count += match (hexadecimal, last) {
                (true, _) => 1,
                (_, true) => 2,
                _ => return None,
            };
        }
        Some(count)
    };
    match text.split_once("::") {
        None => groups(text) == Some(8),
        Some((before, behind)) => {
            let count = groups(before).zip(groups(behind)).map(|(before, behind)| before + behind);
            !before.contains('.') && count.is_some_and(|count| count < 8)
        }
    }
}

fn is_ipv4(text: &str) -> bool {
    let byte = |part: &str| {
        part.len() <= 3
            && !(part.len() > 1 && part.starts_with('0'))
            && digits(part, part.len()).is_some_and(|byte| byte <= 255)
    };
    text.split('.').count() == 4 && text.split('.').all(|part| !part.is_empty() && byte(part))
}

/// Parses a number of exactly `width` digits.
fn digits(text: &str, width: usize) -> Option<u32> {
    let all = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.bytes().fold(0, |number, byte| number * 10 + u32::from(byte - b'0')))
}
