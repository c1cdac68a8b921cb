//! JSON forms. Reading is strict: a member that no list names is refused, and only what may be empty may be left out.

use serde_json::Value;
use stepgate_json::{object, read, tagged, variants, Error, FromJson, ToJson, Writer};

use crate::bound::Bound;
use crate::draft::{Cap, Class, Closed, Draft, Event, Item, Periods, Place};
use crate::explain::{Blocked, ByWish};
use crate::invalid::Invalid;
use crate::placement::Placement;
use crate::refuse::{Reason, Verdict};
use crate::relax::{Limit, Relaxed};
use crate::score::{Broken, Rule, Score};
use crate::weigh::{Standing, Weighed};

object!(strict Place { day, start });
object!(strict Event { day, from, to } optional { host });
object!(strict Closed { wish, day, from, to } optional { class });
object!(strict Cap { wish, day, periods });
object!(strict Class { first_day, last_day, subject, most_a_day } optional {
    excluded_weekdays, excluded_periods, may_embed, ordered, heavy, steady, buffer, preferred, preferred_weekdays, preference, aligned,
    left_before, left_after,
});
object!(strict Item { class, length, priority, earliest, deadline } optional { order, deadline_period, before, fixed });
object!(strict Draft { days, periods, first_weekday, day_cap, now, classes, items, move_base } optional {
    asked, kept, meals, events, closed, caps, precedences, most_moved,
});
object!(strict Score {
    unplaced, target, buffer, preferred, meals, stability, load, reserve, spacing, switching, heavy_neighbours, heavy_load,
    fragments,
});
object!(strict Bound { unplaced, cost });
object!(strict ByWish { wish, positions });
object!(strict Blocked { item, window, events, items, order, class_day, day, open } optional { wishes });
object!(strict Broken { rule, item });
variants!(Rule from Rule::Items => {} values { Wish "wish" } bare {
    Items "items", Window "window", Overlap "overlap", Order "order", ClassDay "class_day", Day "day", Fixed "fixed"
});

object!(strict Standing { cost } optional { place });
object!(strict Weighed { here, others });
tagged!(Verdict from Verdict::Refused { reason: Reason::Outside {} } => {
    Allowed "allowed" { difference },
    Refused "refused" { reason },
});
tagged!(Reason from Reason::Outside {} => {
    Fixed "fixed" {},
    Outside "outside" {},
    Past "past" {},
    Asked "asked" { first, last },
    Kept "kept" {},
    Days "days" { first, last },
    Early "early" { day },
    Late "late" { period },
    Weekday "weekday" { weekday },
    Period "period" { period },
    Event "event" { event },
    Aligned "aligned" {},
    Closed "closed" { wish },
    Item "item" { item },
    After "after" { item },
    Before "before" { item },
    ClassDay "class_day" { most },
    Day "day" { most },
    Cap "cap" { wish, most },
    Moved "moved" { most },
});
variants!(Limit from Limit::DayCap => {} values { Wish "wish", MostADay "most_a_day", LastDay "last_day", Weekdays "weekdays", Periods "periods" } bare { DayCap "day_cap", Order "order" });
object!(strict Relaxed { limits, placed, gain, placement });

/// Reads a value from JSON text.
///
/// # Errors
/// The first member that is missing, unknown or has the wrong type.
pub fn from_json<T: FromJson>(text: &str) -> Result<T, Invalid> {
    let value: Value = serde_json::from_str(text).map_err(|error| Invalid::new("", error, "JSON"))?;
    read(&value).map_err(|error| Invalid::read(&error, &value))
}

impl ToJson for Placement {
    fn write(&self, out: &mut Writer) {
        self.0.write(out);
    }
}

impl FromJson for Placement {
    fn blank() -> Self {
        Placement::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.0.take(value)
    }
}

impl ToJson for Periods {
    fn write(&self, out: &mut Writer) {
        (1..=64).filter(|period| self.has(*period)).collect::<Vec<u8>>().write(out);
    }

    fn is_absent(&self) -> bool {
        self.0 == 0
    }
}

impl FromJson for Periods {
    fn blank() -> Self {
        Periods::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let mut periods: Vec<Period> = Vec::new();
        periods.take(value)?;
        self.0 = periods.iter().fold(0, |bits, period| bits | Periods::between(period.0, period.0).0);
        Ok(())
    }
}

/// Period of a list.
struct Period(u8);

impl FromJson for Period {
    fn blank() -> Self {
        Period(1)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let period = value.as_u64().filter(|period| (1..=64).contains(period));
        self.0 = period.ok_or_else(|| stepgate_json::wanted("a period from 1 to 64"))? as u8;
        Ok(())
    }
}
