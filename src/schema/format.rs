//! Dates and times (RFC 3339). An offset may be missing: models leave it out, and the agent knows the zone.

/// The formats a text can be held to.
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

    /// How it is written, for a complaint.
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
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    match (digits(year, 4), digits(month, 2), digits(day, 2)) {
        (Some(year), Some(month), Some(day)) => day >= 1 && day <= days_in(year, month),
        _ => false,
    }
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

/// `hh:mm`, then optional seconds, fraction and offset.
fn is_time(text: &str) -> bool {
    let (clock, offset) = match text.find(['Z', 'z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, fraction)| (clock, Some(fraction)));
    let mut parts = clock.split(':');
    let hour = parts.next().and_then(|part| digits(part, 2));
    let minute = parts.next().and_then(|part| digits(part, 2));
    let second = parts.next();
    let second_holds = second.map_or(fraction.is_none(), |part| digits(part, 2).is_some_and(|n| n <= 60));
    hour.is_some_and(|n| n <= 23)
        && minute.is_some_and(|n| n <= 59)
        && second_holds
        && parts.next().is_none()
        && fraction.is_none_or(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        && is_offset(offset)
}

fn is_offset(text: &str) -> bool {
    if matches!(text, "" | "Z" | "z") {
        return true;
    }
    text.strip_prefix(['+', '-']).and_then(|rest| rest.split_once(':')).is_some_and(|(hour, minute)| {
        digits(hour, 2).is_some_and(|n| n <= 23) && digits(minute, 2).is_some_and(|n| n <= 59)
    })
}

fn digits(text: &str, width: usize) -> Option<u32> {
    let all = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    if all {
        text.parse().ok()
    } else {
        None
    }
}
