//! The one judge of rules: what in a plan breaks a rule, as facts.

use std::collections::BTreeMap;

use stepgate_json::ToJson;

use super::calendar::Calendar;
use super::id::{GroupId, ItemId, RuleId};
use super::place::{Place, Time};
use super::rule::{About, Count, Rule, Span, What};
use super::thing::Item;
use crate::records::{Clock, Mark};
use crate::{Date, Moment};

/// A rule that a plan breaks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson)]
pub struct Break {
    /// The rule.
    pub rule: RuleId,
    /// Items that break it together.
    pub items: Vec<ItemId>,
    /// How.
    pub fact: Fact,
}

/// How items break a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson)]
#[allow(missing_docs)] // the fields are what was found, and what the rule allows
pub enum Fact {
    /// The place does not lie in the times of an `only`.
    Outside { place: Place },
    /// The place touches the times of a `never`.
    Inside { place: Place },
    /// A day, or the week from this Monday, has too many items or minutes.
    TooMany { date: Date, found: u32, most: u32 },
    /// The second item begins before the first one ends.
    OutOfOrder { place: Place, other: Place },
    /// The second item comes too soon after the first one.
    TooClose { place: Place, other: Place, days: u16, minutes: u16 },
    /// The second item comes this many days after the first one.
    OffPace { date: Date, found: u16, every: u16 },
    /// The item begins too early.
    TooEarly { start: Moment, earliest: Moment },
    /// The item ends too late.
    TooLate { end: Moment, by: Moment },
    /// The item keeps the deadline, but not the reserve before it.
    NoReserve { end: Moment, by: Moment, found: u16, reserve: u16 },
    /// The item does not stand where it is pinned.
    Elsewhere { place: Place, pin: Place },
    /// The item has moved.
    Moved { from: Place, to: Option<Place> },
    /// The item ends late in the day.
    Late { place: Place, after: Time },
}

/// Items at their places, as the judge sees them. A missed item has none.
#[derive(Clone, Debug)]
pub struct Plan {
    clock: Clock,
    spots: BTreeMap<ItemId, Spot>,
    /// Items of each group in the order of its list, with their position.
    groups: BTreeMap<GroupId, Vec<(u32, ItemId)>>,
}

#[derive(Clone, Copy, Debug)]
struct Spot {
    place: Place,
    start: Moment,
    end: Moment,
}

impl Plan {
    /// The plan of a calendar.
    pub fn of(calendar: &Calendar) -> Self {
        let mut plan = Plan { clock: calendar.clock.clone(), spots: BTreeMap::new(), groups: BTreeMap::new() };
        for item in calendar.items() {
            plan.groups.entry(item.group()).or_default().push((item.record.order, item.id()));
            if let Some(place) = stands(item, calendar) {
                plan = plan.with(calendar, item.id(), Some(place));
            }
        }
        plan.groups.values_mut().for_each(|items| items.sort());
        plan
    }

    /// The plan with an item at another place, or without one.
    pub fn with(mut self, calendar: &Calendar, item: ItemId, place: Option<Place>) -> Self {
        let spot = place.and_then(|place| {
            Some(Spot { place, start: place.start(&calendar.clock)?, end: place.end(&calendar.clock)? })
        });
        match spot {
            Some(spot) => self.spots.insert(item, spot),
            None => self.spots.remove(&item),
        };
        self
    }

    /// The breaks of a rule in this plan, with the plan `before` it for rules about moves.
    pub fn breaks(&self, rule: &Rule, before: &Plan) -> Vec<Break> {
        let found = |items: &[ItemId], fact| Break { rule: rule.id, items: items.to_vec(), fact };
        match &rule.what {
            What::AtMost { most, of, per } => self.too_many(rule, *most, *of, *per),
            What::Order { before, days, minutes } => {
                let pairs = self.pairs(rule.about, *before).into_iter();
                pairs
                    .filter_map(|(one, other)| Some(found(&[one, other], self.too_soon(one, other, *days, *minutes)?)))
                    .collect()
            }
            What::Pace(pace) => pace.days().map_or(Vec::new(), |every| self.off_pace(rule, every)),
            What::Stay => self.moved(rule, before),
            what => {
                let broken = |item: ItemId| Some(found(&[item], self.spots.get(&item)?.against(what, &self.clock)?));
                self.concerned(rule.about).into_iter().filter_map(broken).collect()
            }
        }
    }

    /// Items that a rule is about, in the order of their ids, or of their group's list.
    fn concerned(&self, about: About) -> Vec<ItemId> {
        match about {
            About::All => self.groups.values().flatten().map(|(_, item)| *item).collect(),
            About::Group(group) => self.groups.get(&group).into_iter().flatten().map(|(_, item)| *item).collect(),
            About::Item(item) => vec![item],
        }
    }

    /// Placed items that a rule is about, in the order of their places.
    fn placed(&self, about: About) -> Vec<(ItemId, Spot)> {
        let spots = self.concerned(about).into_iter().filter_map(|item| Some((item, *self.spots.get(&item)?)));
        let mut spots: Vec<(ItemId, Spot)> = spots.collect();
        spots.sort_by_key(|(item, spot)| (spot.start, *item));
        spots
    }

    fn too_many(&self, rule: &Rule, most: u32, of: Count, per: Span) -> Vec<Break> {
        let mut spans: BTreeMap<Date, (u32, Vec<ItemId>)> = BTreeMap::new();
        for (item, spot) in self.placed(rule.about) {
            let date = spot.place.date;
            let first = if per == Span::Day { date } else { date.plus(1 - i32::from(date.weekday())) };
            let (found, items) = spans.entry(first).or_default();
            *found += if of == Count::Items { 1 } else { spot.place.minutes(&self.clock) };
            items.push(item);
        }
        let over = spans.into_iter().filter(|(_, (found, _))| *found > most);
        over.map(|(date, (found, items))| Break { rule: rule.id, items, fact: Fact::TooMany { date, found, most } })
            .collect()
    }

    fn off_pace(&self, rule: &Rule, every: u16) -> Vec<Break> {
        let placed = self.placed(rule.about);
        let pairs = placed.iter().zip(placed.iter().skip(1));
        let broken = |((one, first), (other, second)): (&(ItemId, Spot), &(ItemId, Spot))| {
            let found = between(first.place.date, second.place.date);
            let fact = Fact::OffPace { date: second.place.date, found, every };
            (found != every).then(|| Break { rule: rule.id, items: vec![*one, *other], fact })
        };
        pairs.filter_map(broken).collect()
    }

    fn moved(&self, rule: &Rule, before: &Plan) -> Vec<Break> {
        let broken = |item: ItemId| {
            let from = before.spots.get(&item)?.place;
            let to = self.spots.get(&item).map(|spot| spot.place);
            (to != Some(from)).then(|| Break { rule: rule.id, items: vec![item], fact: Fact::Moved { from, to } })
        };
        self.concerned(rule.about).into_iter().filter_map(broken).collect()
    }

    /// Pairs of items of which the first must come before the second. Of all that must come before an item, the one that ends last.
    fn pairs(&self, about: About, before: Option<About>) -> Vec<(ItemId, ItemId)> {
        let Some(before) = before else { return self.neighbours(about) };
        let (mut earlier, mut later) = (self.concerned(about), self.concerned(before));
        // "This item before its group" means the rest of the group.
        if about < before {
            earlier.retain(|item| !later.contains(item));
        } else {
            later.retain(|item| !earlier.contains(item));
        }
        let end = |item: &ItemId| self.spots.get(item).map(|spot| spot.end);
        let last = earlier.into_iter().filter(|item| self.spots.contains_key(item)).max_by_key(end);
        last.map_or(Vec::new(), |first| later.into_iter().map(|item| (first, item)).collect())
    }

    /// Placed items of each group, each with the one that ends last among those before it in its list.
    fn neighbours(&self, about: About) -> Vec<(ItemId, ItemId)> {
        let mut pairs = Vec::new();
        for list in self.groups.values() {
            let placed = list.iter().filter(|(order, item)| *order > 0 && self.spots.contains_key(item));
            let (mut last, mut level): (Option<ItemId>, Vec<(u32, ItemId)>) = (None, Vec::new());
            let end = |item: &ItemId| self.spots.get(item).map(|spot| spot.end);
            for &(order, item) in placed {
                if level.first().is_some_and(|(other, _)| *other < order) {
                    last = level.drain(..).map(|(_, item)| item).chain(last).max_by_key(end);
                }
                level.push((order, item));
                pairs.extend(last.map(|last| (last, item)));
            }
        }
        let about = |group: GroupId, item: ItemId| match about {
            About::All => true,
            About::Group(of) => of == group,
            About::Item(of) => of == item,
        };
        let groups: BTreeMap<ItemId, GroupId> =
            self.groups.iter().flat_map(|(group, items)| items.iter().map(|(_, item)| (*item, *group))).collect();
        pairs.retain(|(one, _)| groups.get(one).is_some_and(|group| about(*group, *one)));
        pairs
    }

    /// Why the second item comes too soon after the first one.
    fn too_soon(&self, one: ItemId, other: ItemId, days: u16, minutes: u16) -> Option<Fact> {
        let (first, second) = (self.spots.get(&one)?, self.spots.get(&other)?);
        let (place, other) = (second.place, first.place);
        if second.start < first.end {
            return Some(Fact::OutOfOrder { place, other });
        }
        let early = between(other.date, place.date) < days || second.start < first.end.plus(u64::from(minutes));
        early.then_some(Fact::TooClose { place, other, days, minutes })
    }
}

impl Spot {
    /// How a place breaks a rule about single places.
    fn against(&self, what: &What, clock: &Clock) -> Option<Fact> {
        let (place, start, end) = (self.place, self.start, self.end);
        let is_open = what.closed(place.date, clock) & place.bits() == 0;
        let fact = match *what {
            What::Pin(pin) if pin != place => Fact::Elsewhere { place, pin },
            What::Deadline { by, reserve } if is_open && between(place.date, by.date) < reserve => {
                Fact::NoReserve { end, by, found: between(place.date, by.date), reserve }
            }
            _ if is_open => return None,
            What::Only(_) => Fact::Outside { place },
            What::Never(_) => Fact::Inside { place },
            What::Earliest(earliest) => Fact::TooEarly { start, earliest },
            What::Deadline { by, .. } => Fact::TooLate { end, by },
            What::AvoidLate(after) => Fact::Late { place, after },
            _ => return None,
        };
        Some(fact)
    }
}

/// The breaks of the rules of a calendar that was changed, of those that both or only the new one has.
pub fn judge(before: &Calendar, now: &Calendar) -> Vec<Break> {
    let (old, new) = (Plan::of(before), Plan::of(now));
    now.rules().flat_map(|rule| new.breaks(rule, &old)).collect()
}

fn stands(item: &Item, calendar: &Calendar) -> Option<Place> {
    let missed = item.record.mark == Some(Mark::Missed);
    item.places(calendar.term).first().copied().filter(|_| !missed)
}

/// Days from one date to a later one; 0 if it is not later.
fn between(one: Date, other: Date) -> u16 {
    u16::try_from(other.days_since(one).max(0)).unwrap_or(u16::MAX)
}
