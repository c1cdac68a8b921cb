//! Data of an instance, before it is checked.

use stepgate_json::Json;

/// Periods of a day: a bit for each, the lowest for period 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Periods(pub u64);

impl Periods {
    /// The periods `from` to `to`, of 1 to 64.
    pub fn between(from: u8, to: u8) -> Self {
        Periods(Draft::bits(from, to))
    }

    /// Whether a period, of 1 to 64, is among them.
    pub fn has(self, period: u8) -> bool {
        self.0 & Draft::bits(period, period) != 0
    }
}

/// Start of an item, or a moment: a period of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Json)]
#[json(strict)]
pub struct Place {
    /// Day, from 0.
    pub day: u16,
    /// Period of the day, from 1.
    pub start: u8,
}

/// Fixed event of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Event {
    /// Day, from 0.
    pub day: u16,
    /// First period, from 1.
    pub from: u8,
    /// Last period.
    pub to: u8,
    /// Whether one item of a class with `may_embed` may stand inside it.
    #[json(optional)]
    pub host: bool,
}

/// Class of items: where they may stand, and what they cost there.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Class {
    /// First day.
    pub first_day: u16,
    /// Last day.
    pub last_day: u16,
    /// Subject; a switch between two classes of the same subject costs less.
    pub subject: u16,
    /// Most items a day.
    pub most_a_day: u16,
    /// Weekdays without items, 1 for Monday to 7.
    #[json(optional)]
    pub excluded_weekdays: Vec<u8>,
    /// Periods without items.
    #[json(optional)]
    pub excluded_periods: Periods,
    /// Whether items may stand inside a host.
    #[json(optional)]
    pub may_embed: bool,
    /// Whether items with an order keep it.
    #[json(optional)]
    pub ordered: bool,
    /// Whether items are demanding.
    #[json(optional)]
    pub heavy: bool,
    /// Whether items are spread evenly over the days of the class; otherwise the earliest place is best.
    #[json(optional)]
    pub steady: bool,
    /// Days that should be left between an item and its deadline.
    #[json(optional)]
    pub buffer: u16,
    /// Preferred periods; none if all are alike.
    #[json(optional)]
    pub preferred: Periods,
    /// Preferred weekdays, 1 for Monday to 7, on which alone periods are preferred; none if all are alike.
    #[json(optional)]
    pub preferred_weekdays: Vec<u8>,
    /// Cost of each period that is not preferred; 0 for the usual 15.
    #[json(optional)]
    pub preference: u16,
    /// Whether items of two periods or more start at odd periods. An item may stay at an even one.
    #[json(optional)]
    pub aligned: bool,
    /// Items that the draft leaves out, and that come before those it has: an even spread leaves room for them.
    #[json(optional)]
    pub left_before: u16,
    /// The same for those that come after.
    #[json(optional)]
    pub left_after: u16,
}

/// Cost of a move from which a plan is kept: what has a place is best there, and what must leave it goes near.
pub const KEEP: u32 = 1_000;

/// Item to place.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Item {
    /// Index of its class.
    pub class: usize,
    /// Periods it takes.
    pub length: u8,
    /// Priority, 1 to 3; an unplaced item of priority 3 costs three times as much.
    pub priority: u8,
    /// First day.
    pub earliest: u16,
    /// Last day; later days than the class has are allowed.
    pub deadline: u16,
    /// Order in its class. Items without one, or with equal ones, may stand in any order.
    #[json(optional)]
    pub order: Option<u32>,
    /// Last period on the deadline's day; 0 for the last of the day.
    #[json(optional)]
    pub deadline_period: u8,
    /// Place in the plan that is revised.
    #[json(optional)]
    pub before: Option<Place>,
    /// Whether it stays at `before`, whatever the rules of its class say.
    #[json(optional)]
    pub fixed: bool,
    /// Days that should be left before its deadline.
    #[json(optional)]
    pub reserve: u16,
    /// Whether it is a mock exam, which should not stand on the eve of another exam.
    #[json(optional)]
    pub mock: bool,
}

/// Exam, for which the items of a class prepare. It takes no time; an event may stand for that.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Exam {
    /// Index of the class; `None` for an exam without items.
    #[json(optional)]
    pub class: Option<usize>,
    /// Day, from 0.
    pub day: u16,
    /// First period, from 1.
    pub start: u8,
}

/// Costs by which people judge a plan. Each is a term or a part of one, and costs nothing where it is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(strict, optional)]
pub struct Weights {
    /// Cost of a period on a rest day, but for classes that prefer its weekday.
    pub rest_day: u32,
    /// Cost of a day on which items leave no lunch free.
    pub lunch: u32,
    /// Cost of each day that is missing to the reserve before a deadline.
    pub reserve: u32,
    /// Cost of an item that does not end before the last exam of its class.
    pub after_exam: u32,
    /// Cost of a mock exam on the day before another exam, or on its day before it.
    pub exam_eve: u32,
    /// Share of the way, of a hundred, from an even spread of the items before an exam to one that is thicker towards it.
    pub towards_exam: u8,
    /// Cost of each period by which a run without a break is longer than `longest_run`.
    pub run: u32,
    /// Periods in a row that are no long run.
    pub longest_run: u8,
}

/// Periods that a wish of the user keeps free of items. They may overlap events and each other.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Closed {
    /// Index of the wish in the caller's list.
    pub wish: u16,
    /// Day, from 0.
    pub day: u16,
    /// First period, from 1.
    pub from: u8,
    /// Last period.
    pub to: u8,
    /// Index of the class whose items stay away; `None` for all classes.
    #[json(optional)]
    pub class: Option<usize>,
    /// Index of the one item that stays away; `None` for all items of the class.
    #[json(optional)]
    pub item: Option<usize>,
}

/// Most periods of items on one day, because of a wish of the user.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Cap {
    /// Index of the wish in the caller's list.
    pub wish: u16,
    /// Day, from 0.
    pub day: u16,
    /// Most periods of items; more than `day_cap` has no effect.
    pub periods: u16,
}

/// Most that items take together in a span, because of a wish of the user.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Quota {
    /// Index of the wish in the caller's list.
    pub wish: u16,
    /// Indices of the items.
    pub items: Vec<usize>,
    /// Most that they take.
    pub most: u32,
    /// Days that are counted together.
    pub per: Span,
    /// Amounts that an item takes for each period that it covers, that of period 1 first. None: it takes 1, however long it is.
    #[json(optional)]
    pub costs: Vec<u32>,
    /// Amounts taken already: a day and how much, for each entry that counts and is no item.
    #[json(optional)]
    pub taken: Vec<(u16, u32)>,
}

/// Days that a quota counts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Span {
    /// Each day.
    Day,
    /// Each week from Monday.
    Week,
    /// The days that lie fewer than so many days from an item, which keeps items that far apart: `most` is 1.
    Apart(u16),
}

/// Time that a wish of the user leaves between items.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Gap {
    /// Index of the wish in the caller's list.
    pub wish: u16,
    /// Pairs of items: the second starts so long after the first has ended.
    pub pairs: Vec<(usize, usize)>,
    /// First place of the second item for each last period of the first one, that of period 1 first. Its day counts from that of the first
    /// item. A later period gives no earlier place.
    pub after: Vec<Place>,
}

/// Data of an instance.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Draft {
    /// Number of days, 1 to 1000.
    pub days: u16,
    /// Periods of a day, 1 to 64.
    pub periods: u8,
    /// Weekday of day 0, 1 for Monday to 7.
    pub first_weekday: u8,
    /// Most periods of items a day.
    pub day_cap: u16,
    /// Nothing is placed before this moment, and items that stand before it are fixed.
    pub now: Place,
    /// Classes, at most 1000.
    pub classes: Vec<Class>,
    /// Items, at most 10,000.
    pub items: Vec<Item>,
    /// Cost of moving an item from `before`, whatever the distance: 0 for a new plan, 400 to revise one, [`KEEP`] to keep it.
    pub move_base: u32,
    /// First and last day that the caller asks for: an item that is not fixed stands in them. `None`: all days.
    #[json(optional)]
    pub asked: Option<(u16, u16)>,
    /// Days that stay as they are: an item that is not fixed does not come there.
    #[json(optional)]
    pub kept: Vec<u16>,
    /// Periods before a meal: an item should not cover one of these and the next.
    #[json(optional)]
    pub meals: Periods,
    /// Fixed events, without overlap.
    #[json(optional)]
    pub events: Vec<Event>,
    /// Periods that wishes keep free. An item that is not fixed may neither come nor stay there.
    #[json(optional)]
    pub closed: Vec<Closed>,
    /// Caps of single days that wishes lower.
    #[json(optional)]
    pub caps: Vec<Cap>,
    /// Quotas that wishes set.
    #[json(optional)]
    pub quotas: Vec<Quota>,
    /// Gaps that wishes leave.
    #[json(optional)]
    pub gaps: Vec<Gap>,
    /// Cost of each period of the day for an item that covers it, that of period 1 first. None: no period costs.
    #[json(optional)]
    pub hours: Vec<u32>,
    /// Days on which items cost [`Weights::rest_day`].
    #[json(optional)]
    pub rest_days: Vec<u16>,
    /// Sets of periods, one of which should be free each day: each leaves time for lunch. None: there is always time.
    #[json(optional)]
    pub lunches: Vec<Periods>,
    /// Periods after which the day has a break: a run ends there.
    #[json(optional)]
    pub breaks: Periods,
    /// Exams.
    #[json(optional)]
    pub exams: Vec<Exam>,
    /// Costs by which people judge a plan.
    #[json(optional)]
    pub weights: Weights,
    /// Pairs of items: the first ends before the second starts.
    #[json(optional)]
    pub precedences: Vec<(usize, usize)>,
    /// Most items that may leave `before`. Those that cannot stay count, and leave even if they are more; no item that could stay
    /// is taken out.
    #[json(optional)]
    pub most_moved: Option<usize>,
}

impl Draft {
    /// Bits of the periods `from` to `to`.
    pub(crate) fn bits(from: u8, to: u8) -> u64 {
        let length = u32::from(to.saturating_sub(from)) + 1;
        let ones = if length >= 64 { u64::MAX } else { (1 << length) - 1 };
        ones << (from.saturating_sub(1)).min(63)
    }
}
