//! Rules of the user: one list, saved in the calendar. `judge.rs` says what breaks them.

use std::rc::Rc;

use serde_json::Value;
use stepgate_json::{wanted, Error, FromJson, Json, ToJson, Writer};

use super::id::{GroupId, Id, ItemId, RuleId};
use super::place::{Place, Time};
use crate::records::Clock;
use crate::{Date, Moment};

/// Rule about places.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Rule {
    /// Id.
    pub id: RuleId,
    /// Items that it is about.
    pub about: About,
    /// Content.
    pub what: What,
    /// Whether a plan has to keep it.
    pub strength: Strength,
    /// Whether it holds for the open draft alone, and is never saved.
    #[json(optional)]
    pub once: bool,
    /// Origin.
    pub from: Origin,
    /// The user's own words; empty if there are none.
    #[json(optional)]
    pub words: Rc<str>,
}

impl Rule {
    /// Things that it names.
    pub fn names(&self) -> impl Iterator<Item = Id> {
        let later = match self.what {
            What::Order { before, .. } => before.and_then(About::id),
            _ => None,
        };
        self.about.id().into_iter().chain(later)
    }
}

/// Items: `"all"`, or the id of a group or an item in JSON. The wider the less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // named after the items
pub enum About {
    All,
    Group(GroupId),
    Item(ItemId),
}

impl About {
    /// Thing that must exist.
    pub fn id(self) -> Option<Id> {
        match self {
            About::All => None,
            About::Group(id) => Some(id.into()),
            About::Item(id) => Some(id.into()),
        }
    }
}

impl ToJson for About {
    fn write(&self, out: &mut Writer) {
        match self.id() {
            None => out.string("all"),
            Some(id) => id.write(out),
        }
    }
}

impl FromJson for About {
    fn blank() -> Self {
        About::All
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = match value.as_str().map(|text| (text, Id::parse(text))) {
            Some(("all", _)) => About::All,
            Some((_, Some(Id::Group(id)))) => About::Group(id),
            Some((_, Some(Id::Item(id)))) => About::Item(id),
            _ => return Err(wanted("all, or the id of a group or an item, such as g3 or m12")),
        };
        Ok(())
    }
}

/// Whether a plan has to keep a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Strength {
    /// A plan keeps it, unless the user approves a card that says it does not.
    Must,
    /// A plan keeps it where it can.
    Wish,
}

/// Origin of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Origin {
    /// The user said it.
    User,
    /// A setting of the calendar.
    Setting,
    /// The user approved a place that breaks another rule, which holds the item there.
    Approved,
}

/// Content of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub enum What {
    /// Every period of a place lies wholly in these times.
    Only(Times),
    /// No period of a place touches these times; a break between two periods may.
    Never(Times),
    /// No more than this in a day or a week.
    AtMost {
        /// Limit.
        most: u32,
        /// The unit of the count.
        of: Count,
        /// Span in which it is counted.
        per: Span,
    },
    /// Items come before others.
    Order {
        /// Items that come later; without them each item of a group comes before the next one of its list.
        #[json(optional)]
        before: Option<About>,
        /// Days from the date of the earlier item to that of the later one, at least.
        #[json(optional)]
        days: u16,
        /// Minutes from the end of the earlier item to the start of the later one, at least.
        #[json(optional)]
        minutes: u16,
    },
    /// Spread over the days.
    Pace(Pace),
    /// Nothing begins earlier.
    Earliest(Moment),
    /// All ends by then.
    Deadline {
        /// The moment.
        by: Moment,
        /// Days that should lie between an item and the deadline where there is room.
        reserve: u16,
    },
    /// The item stays at this place.
    Pin(Place),
    /// Items do not move.
    Stay,
    /// Nothing ends after this time of day.
    AvoidLate(Time),
}

impl What {
    /// Periods of a date in which no item may stand, as bits, period 1 the lowest. None for a rule about more than one place.
    pub fn closed(&self, date: Date, clock: &Clock) -> u64 {
        let closes = |start: u16, end: u16| match self {
            What::Only(times) => !times.hold(date, start, end),
            What::Never(times) => times.touch(date, start, end),
            What::Earliest(earliest) => Moment { date, minute: start } < *earliest,
            What::Deadline { by, .. } => Moment { date, minute: end } > *by,
            What::AvoidLate(after) => end > after.0,
            _ => false,
        };
        let closed = clock.all().filter(|(_, start, end)| closes(*start, *end));
        closed.fold(0, |bits, (period, ..)| bits | 1 << (period - 1))
    }
}

/// Times of days. The days are those that both lists of days let through. An empty list lets all through.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct Times {
    /// Weekdays, 1 is Monday.
    pub weekdays: Vec<u8>,
    /// Dates.
    pub dates: Vec<Dates>,
    /// Times of day.
    pub hours: Vec<Hours>,
}

impl Times {
    /// Whether they hold on a day.
    pub fn has_day(&self, date: Date) -> bool {
        (self.weekdays.is_empty() || self.weekdays.contains(&date.weekday()))
            && (self.dates.is_empty() || self.dates.iter().any(|dates| dates.first <= date && date <= dates.last))
    }

    /// Whether the minutes of a date lie wholly in them.
    fn hold(&self, date: Date, start: u16, end: u16) -> bool {
        self.has_day(date) && self.in_day().into_iter().any(|hours| hours.from.0 <= start && end <= hours.to.0)
    }

    /// Whether they share minutes with a date.
    fn touch(&self, date: Date, start: u16, end: u16) -> bool {
        self.has_day(date) && self.in_day().into_iter().any(|hours| hours.from.0 < end && start < hours.to.0)
    }

    /// The hours of a day, ascending and apart; the whole day if none are given.
    fn in_day(&self) -> Vec<Hours> {
        let mut hours = self.hours.clone();
        if hours.is_empty() {
            return vec![Hours { from: Time(0), to: Time(24 * 60) }];
        }
        hours.sort();
        let mut joined: Vec<Hours> = Vec::new();
        for next in hours {
            match joined.last_mut().filter(|last| next.from <= last.to) {
                Some(last) => last.to = last.to.max(next.to),
                None => joined.push(next),
            }
        }
        joined
    }
}

/// Dates `first..=last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub struct Dates {
    /// First date.
    pub first: Date,
    /// Last date.
    pub last: Date,
}

/// Times of day from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Json)]
pub struct Hours {
    /// Begin.
    pub from: Time,
    /// End.
    pub to: Time,
}

/// The unit that a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
#[allow(missing_docs)] // named after what is counted
pub enum Count {
    Items,
    Minutes,
}

/// Span in which a limit counts. A week begins on Monday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
#[allow(missing_docs)] // named after the spans
pub enum Span {
    Day,
    Week,
}

/// Spread of a group's items over the days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Pace {
    /// One every day.
    Daily,
    /// One every so many days.
    EveryDays(u16),
    /// As early as possible: a matter of the objective, which nothing breaks.
    Early,
    /// As even as possible: a matter of the objective, which nothing breaks.
    Even,
}

impl Pace {
    /// Days from one item to the next; `None` if any number will do.
    pub fn days(self) -> Option<u16> {
        match self {
            Pace::Daily => Some(1),
            Pace::EveryDays(days) => Some(days),
            Pace::Early | Pace::Even => None,
        }
    }
}
