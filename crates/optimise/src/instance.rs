//! Checked instance, with the tables that the search reads.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use crate::among::Stretch;
use crate::draft::{Cap, Class, Closed, Draft, Exam, Item, Periods, Place, Span, KEEP};
use crate::invalid::Invalid;

/// Limits of an instance.
const MOST_DAYS: u16 = 1000;
const MOST_PERIODS: u8 = 64;
const MOST_CLASSES: usize = 1000;
const MOST_ITEMS: usize = 10_000;
const MOST_WISHED: usize = 100_000;
const MOST_COST: u32 = 100_000;
const MOST_EXAMS: usize = 1000;

/// Times that the distance from the even spread counts for an item with a pace.
const PACE: i64 = 10;

/// Cost of an unplaced period of an item of priority 1.
pub(crate) const UNPLACED: i64 = 100_000;

/// Place where an item may stand, with the part of its cost that depends on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) cost: i32,
    pub(crate) day: u16,
    pub(crate) start: u8,
}

impl Spot {
    pub(crate) fn place(self) -> Place {
        Place { day: self.day, start: self.start }
    }
}

/// Cost of neighbours on a day, by their classes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) cost: i32,
    pub(crate) switches: u16,
}

/// Item with what follows from its class.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) class: usize,
    pub(crate) length: u8,
    /// Priority times length.
    pub(crate) weight: i64,
    /// Rank of the place that a steady spread gives it.
    pub(crate) target: i64,
    pub(crate) first_day: u16,
    pub(crate) last_day: u16,
    /// Its place in the plan that is revised, if it may stay there.
    pub(crate) stays: Option<Place>,
    pub(crate) fixed: bool,
    /// Index in the order of its class.
    pub(crate) turn: Option<usize>,
    spots: (usize, usize),
}

/// Checked instance. A clone shares the tables.
#[derive(Clone, Debug)]
pub struct Instance(Arc<Tables>);

impl Deref for Instance {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.0
    }
}

/// Draft with the tables made of it.
#[derive(Debug)]
pub struct Tables {
    draft: Draft,
    pub(crate) pieces: Vec<Piece>,
    spots: Vec<Spot>,
    /// Periods of the host that covers a period.
    hosts: Vec<u64>,
    /// Periods covered by events that are no hosts, by day.
    pub(crate) taken: Vec<i64>,
    /// Periods covered by events, hosts too, by day.
    pub(crate) eventful: Vec<u64>,
    /// Whether a day is a rest day.
    rests: Vec<bool>,
    /// Time of the last exam of a class.
    last_exams: Vec<Option<i64>>,
    /// Most periods of items, by day.
    pub(crate) caps: Vec<i64>,
    /// Periods that wishes close to a class, by class and day.
    closed: Vec<u64>,
    /// Periods that wishes close to single items, by item and day.
    closed_to_one: BTreeMap<(usize, u16), u64>,
    /// Periods a class may use, by class and day.
    available: Vec<u64>,
    /// Available periods of a class before a place, by class and time.
    ranks: Vec<u32>,
    /// Items of an ordered class that have an order, sorted by it.
    pub(crate) orders: Vec<Vec<usize>>,
    /// Items that end before an item starts.
    pub(crate) earlier: Vec<Vec<usize>>,
    /// Items that start after an item has ended.
    pub(crate) later: Vec<Vec<usize>>,
    /// Gaps of the draft.
    pub(crate) stretches: Vec<Stretch>,
    /// Items that an item comes after, each with the index of the gap between.
    pub(crate) gaps_before: Vec<Vec<(usize, usize)>>,
    /// Items that come after an item.
    pub(crate) gaps_after: Vec<Vec<(usize, usize)>>,
    /// Indices of the quotas of an item.
    pub(crate) quotas: Vec<Vec<usize>>,
    pub(crate) pairs: Vec<Pair>,
}

impl Instance {
    /// Checks a draft and builds the tables.
    ///
    /// # Errors
    /// The first value that is not allowed.
    pub fn new(draft: Draft) -> Result<Self, Invalid> {
        Ok(Instance(Arc::new(Tables::new(draft)?)))
    }

    /// The data that the instance was made of.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Number of available periods between a place and the one that an even spread gives to an item. `None` for an item that is best early.
    pub fn off_spread(&self, item: usize, place: Place) -> Option<i64> {
        let piece = self.pieces.get(item).filter(|piece| piece.target > 0)?;
        let rank = self.ranks.get(piece.class * self.hosts.len() + self.index(place))?;
        Some((i64::from(*rank) - piece.target).abs())
    }
}

impl Tables {
    fn new(draft: Draft) -> Result<Self, Invalid> {
        check(&draft)?;
        let (hosts, busy, eventful) = events(&draft)?;
        let mut tables = Tables {
            pieces: Vec::new(),
            spots: Vec::new(),
            hosts,
            taken: busy.iter().map(|bits| i64::from(bits.count_ones())).collect(),
            eventful,
            rests: rests(&draft),
            last_exams: last_exams(&draft),
            caps: caps(&draft),
            closed: closed(&draft),
            closed_to_one: closed_to_one(&draft),
            available: Vec::new(),
            ranks: Vec::new(),
            orders: vec![Vec::new(); draft.classes.len()],
            earlier: vec![Vec::new(); draft.items.len()],
            later: vec![Vec::new(); draft.items.len()],
            stretches: draft.gaps.iter().map(|gap| Stretch::of(gap, draft.periods)).collect(),
            gaps_before: vec![Vec::new(); draft.items.len()],
            gaps_after: vec![Vec::new(); draft.items.len()],
            quotas: quotas(&draft),
            pairs: pairs(&draft),
            draft,
        };
        tables.rank(&busy);
        tables.fill_pieces();
        tables.fill_orders();
        tables.check_fixed(&busy)?;
        tables.fill_spots();
        Ok(tables)
    }

    /// Places where an item may stand, cheapest first.
    pub(crate) fn spots(&self, item: usize) -> &[Spot] {
        let (from, to) = self.pieces[item].spots;
        &self.spots[from..to]
    }

    pub(crate) fn periods(&self) -> i64 {
        i64::from(self.draft.periods)
    }

    /// Periods since the first of day 0.
    pub(crate) fn time(&self, place: Place) -> i64 {
        i64::from(place.day) * self.periods() + i64::from(place.start) - 1
    }

    fn index(&self, place: Place) -> usize {
        usize::from(place.day) * usize::from(self.draft.periods) + usize::from(place.start) - 1
    }

    /// Bits that must be free of items for an item of this length at a place: its own, or those of its host.
    pub(crate) fn needs(&self, place: Place, length: u8) -> u64 {
        Draft::bits(place.start, place.start + length - 1) | self.hosts[self.index(place)]
    }

    /// Periods of the host at a place; 0 if there is none.
    pub(crate) fn host(&self, place: Place) -> u64 {
        self.hosts[self.index(place)]
    }

    /// Most periods of items, by day; those of its fixed items, if these are more.
    pub(crate) fn load_caps(&self) -> Vec<i64> {
        let mut fixed = vec![0; self.caps.len()];
        for (piece, item) in self.pieces.iter().zip(&self.draft.items).filter(|(piece, _)| piece.fixed) {
            if let Some(place) = item.before {
                fixed[usize::from(place.day)] += i64::from(piece.length);
            }
        }
        let caps = self.caps.iter().zip(fixed);
        caps.map(|(cap, fixed)| (*cap).max(fixed).min(self.periods())).collect()
    }

    pub(crate) fn available(&self, class: usize, day: u16) -> u64 {
        self.available[class * usize::from(self.draft.days) + usize::from(day)]
    }

    /// Whether an item may stand at a place, whatever the places of the other items.
    pub(crate) fn allows(&self, item: usize, place: Place) -> bool {
        if self.pieces[item].fixed {
            return self.draft.items[item].before == Some(place);
        }
        self.allows_without_wishes(item, place) && !self.is_closed(item, place)
    }

    /// Whether nothing but wishes keeps an item that is not fixed from a place.
    pub(crate) fn allows_without_wishes(&self, item: usize, place: Place) -> bool {
        self.in_window(item, place) && !self.meets_event(item, place) && self.is_aligned(item, place)
    }

    /// Whether a place is one where the class of an item lets items start.
    pub(crate) fn is_aligned(&self, item: usize, place: Place) -> bool {
        let piece = &self.pieces[item];
        let aligned = self.draft.classes[piece.class].aligned && piece.length >= 2;
        !aligned || place.start % 2 == 1 || self.draft.items[item].before == Some(place)
    }

    /// Whether a wish keeps an item from a place inside the day.
    pub(crate) fn is_closed(&self, item: usize, place: Place) -> bool {
        let piece = &self.pieces[item];
        let closed = self.closed[piece.class * usize::from(self.draft.days) + usize::from(place.day)];
        let own = self.closed_to_one.get(&(item, place.day)).copied().unwrap_or(0);
        (closed | own) & Draft::bits(place.start, place.start + piece.length - 1) != 0
    }

    /// The first wish that keeps an item from a place inside the day.
    pub(crate) fn closing_wish(&self, item: usize, place: Place) -> Option<u16> {
        let piece = &self.pieces[item];
        let covered = Draft::bits(place.start, place.start + piece.length - 1);
        let closes = |closed: &&Closed| {
            closed.day == place.day
                && closed.class.is_none_or(|class| class == piece.class)
                && closed.item.is_none_or(|one| one == item)
                && Draft::bits(closed.from, closed.to) & covered != 0
        };
        self.draft.closed.iter().find(closes).map(|closed| closed.wish)
    }

    /// The lowest cap that a wish sets for a day, if it is below that of all days.
    pub(crate) fn cap(&self, day: u16) -> Option<&Cap> {
        let caps = self.draft.caps.iter().filter(|cap| cap.day == day && cap.periods < self.draft.day_cap);
        caps.min_by_key(|cap| cap.periods)
    }

    /// Whether a place is inside the day, not before now, on allowed days and periods.
    pub(crate) fn in_window(&self, item: usize, place: Place) -> bool {
        let piece = &self.pieces[item];
        let class = &self.draft.classes[piece.class];
        let end = u32::from(place.start) + u32::from(piece.length) - 1;
        place.start >= 1
            && end <= u32::from(self.draft.periods)
            && place >= self.draft.now
            && (piece.first_day..=piece.last_day).contains(&place.day)
            && !self.is_late(item, place.day, end)
            && place.day < self.draft.days
            && !self.draft.kept.contains(&place.day)
            && !class.excluded_weekdays.contains(&self.weekday(place.day))
            && class.excluded_periods.0 & Draft::bits(place.start, end as u8) == 0
    }

    /// Whether an item that ends with a period of a day misses the hour of its deadline.
    pub(crate) fn is_late(&self, item: usize, day: u16, end: u32) -> bool {
        let given = &self.draft.items[item];
        day == given.deadline && given.deadline_period > 0 && end > u32::from(given.deadline_period)
    }

    /// Whether an event is in the way of an item at a place of its window.
    pub(crate) fn meets_event(&self, item: usize, place: Place) -> bool {
        let piece = &self.pieces[item];
        let covered = Draft::bits(place.start, place.start + piece.length - 1);
        if covered & !self.available(piece.class, place.day) != 0 {
            return true;
        }
        let host = self.hosts[self.index(place)];
        (0..piece.length).any(|step| self.hosts[self.index(place) + usize::from(step)] != host)
    }

    /// Cost of an item at a place that depends on nothing else.
    pub(crate) fn own_cost(&self, item: usize, place: Place) -> OwnCost {
        let (given, piece) = (&self.draft.items[item], &self.pieces[item]);
        let class = &self.draft.classes[piece.class];
        let covered = Draft::bits(place.start, place.start + piece.length - 1);
        let rank = i64::from(self.ranks[piece.class * self.hosts.len() + self.index(place)]);
        let preferred = if class.preferred == Periods(0) { u64::MAX } else { class.preferred.0 };
        let preference = if class.preference == 0 { 15 } else { i64::from(class.preference) };
        let wished = &class.preferred_weekdays;
        let preferred = if wished.is_empty() || wished.contains(&self.weekday(place.day)) { preferred } else { 0 };
        let slack = i64::from(piece.last_day) - i64::from(place.day);
        OwnCost {
            target: self.pull(item) * (10 * (rank - piece.target).abs() + rank),
            buffer: 40 * (i64::from(class.buffer) - slack).max(0),
            preferred: preference * i64::from((covered & !preferred).count_ones()),
            meals: 30 * i64::from((covered & (covered >> 1) & self.draft.meals.0).count_ones()),
            stability: match given.before.filter(|before| *before != place) {
                None => 0,
                Some(before) => {
                    let days = i64::from(before.day) - i64::from(place.day);
                    let periods = i64::from(before.start) - i64::from(place.start);
                    i64::from(self.draft.move_base) + 2 * days.abs() + periods.abs()
                }
            },
            hours: self.hours(covered & !self.sought(class, place.day)),
            rest_days: self.rest(class, place.day) * i64::from(piece.length),
            deadline: self.missing_reserve(given, place.day) * i64::from(self.draft.weights.reserve),
            exams: self.exam_cost(item, place),
        }
    }

    /// Times that the distance from the even spread counts: an item with a pace leaves out no day for what a neighbouring one costs.
    fn pull(&self, item: usize) -> i64 {
        let has_pace = |index: &usize| matches!(self.draft.quotas[*index].per, Span::Apart(_));
        if self.quotas[item].iter().any(has_pace) {
            PACE
        } else {
            1
        }
    }

    /// Periods of a day that a class prefers to others: their hours cost nothing.
    fn sought(&self, class: &Class, day: u16) -> u64 {
        let is_choice = class.preferred.0 & Draft::bits(1, self.draft.periods) != Draft::bits(1, self.draft.periods);
        let wished = &class.preferred_weekdays;
        let holds = is_choice && (wished.is_empty() || wished.contains(&self.weekday(day)));
        if holds {
            class.preferred.0
        } else {
            0
        }
    }

    fn hours(&self, covered: u64) -> i64 {
        let costs = self.draft.hours.iter().enumerate();
        costs.filter(|(period, _)| covered >> period & 1 == 1).map(|(_, cost)| i64::from(*cost)).sum()
    }

    /// Cost of a period of a class on a day because the day is one of rest.
    fn rest(&self, class: &Class, day: u16) -> i64 {
        let is_wished = class.preferred_weekdays.contains(&self.weekday(day));
        i64::from(self.rests[usize::from(day)] && !is_wished) * i64::from(self.draft.weights.rest_day)
    }

    /// Days that are missing to the reserve of an item before its deadline.
    fn missing_reserve(&self, given: &Item, day: u16) -> i64 {
        let last = self.draft.classes[given.class].last_day.min(given.deadline);
        (i64::from(given.reserve) + i64::from(day) - i64::from(last)).max(0)
    }

    /// Cost of an item that stands after the last exam of its class, and of a mock exam just before another one.
    fn exam_cost(&self, item: usize, place: Place) -> i64 {
        let (given, weights) = (&self.draft.items[item], &self.draft.weights);
        let end = self.time(place) + i64::from(given.length);
        let is_after = self.last_exams[given.class].is_some_and(|exam| end > exam);
        let is_eve = |exam: &Exam| exam.day == place.day + 1 || exam.day == place.day && exam.start > place.start;
        let mut others = self.draft.exams.iter().filter(|exam| exam.class != Some(given.class));
        i64::from(is_after) * i64::from(weights.after_exam)
            + i64::from(given.mock && others.any(is_eve)) * i64::from(weights.exam_eve)
    }

    /// Available periods of a class from a place up to its last exam, if its items are drawn towards one.
    fn room_before_exam(&self, class: usize, from: Place) -> Option<i64> {
        let exam = self.last_exams[class].filter(|_| self.draft.weights.towards_exam > 0)?;
        let rank = |time: i64| self.ranks.get(class * self.hosts.len() + time as usize).map(|rank| i64::from(*rank));
        let room = rank(exam)? - rank(self.time(from))?;
        Some(room).filter(|room| *room > 1)
    }

    /// The spot of an item at a place, if it may stand there.
    pub(crate) fn spot(&self, item: usize, place: Place) -> Option<Spot> {
        let spot = || Spot { cost: self.own_cost(item, place).sum() as i32, day: place.day, start: place.start };
        self.allows(item, place).then(spot)
    }

    pub(crate) fn weekday(&self, day: u16) -> u8 {
        ((u32::from(self.draft.first_weekday) - 1 + u32::from(day)) % 7 + 1) as u8
    }

    /// Fills the available periods and their ranks.
    fn rank(&mut self, busy: &[u64]) {
        let all = Draft::bits(1, self.draft.periods);
        for class in &self.draft.classes {
            let mut rank = 0;
            for day in 0..self.draft.days {
                let open = (class.first_day..=class.last_day).contains(&day)
                    && !class.excluded_weekdays.contains(&self.weekday(day));
                let mut bits = if open { all & !class.excluded_periods.0 & !busy[usize::from(day)] } else { 0 };
                for period in 0..usize::from(self.draft.periods) {
                    let hosted = self.hosts[usize::from(day) * usize::from(self.draft.periods) + period] != 0;
                    if hosted && !class.may_embed {
                        bits &= !(1 << period);
                    }
                    self.ranks.push(rank);
                    rank += u32::from(bits >> period & 1 == 1);
                }
                self.available.push(bits);
            }
        }
    }

    fn fill_pieces(&mut self) {
        let (from, to) = self.draft.asked.unwrap_or((0, self.draft.days - 1));
        let is_spread = |item: &Item| !item.fixed || item.before.is_some_and(|at| (from..=to).contains(&at.day));
        let sizes: Vec<(i64, i64)> = (0..self.draft.classes.len())
            .map(|class| {
                let items = self.draft.items.iter().filter(|item| item.class == class && is_spread(item)).count();
                let bits = (from..=to).map(|day| i64::from(self.available(class, day).count_ones()));
                (items as i64, bits.sum())
            })
            .collect();
        let mut seen = vec![0; sizes.len()];
        for item in &self.draft.items {
            let (class, (items, room)) = (&self.draft.classes[item.class], sizes[item.class]);
            seen[item.class] += i64::from(is_spread(item));
            let (before, after) = (i64::from(class.left_before), i64::from(class.left_after));
            let (turn, all) = (seen[item.class] + before, items + before + after);
            let steady = class.steady && room > 1 && all > 1;
            let rank = |at: Place| i64::from(self.ranks[item.class * self.hosts.len() + self.index(at)]);
            let present = item.before.filter(|_| self.draft.move_base >= KEEP).map(rank);
            let first = self.ranks[item.class * self.hosts.len() + self.index(Place { day: from, start: 1 })];
            let exam = self.room_before_exam(item.class, Place { day: from, start: 1 });
            let target = i64::from(first)
                + match exam {
                    Some(room) => towards(turn, all + 1, room, self.draft.weights.towards_exam),
                    None => (turn * room / (all + 1)).min(room - 1),
                };
            let past = item.before.is_some_and(|before| before < self.draft.now);
            self.pieces.push(Piece {
                class: item.class,
                length: item.length,
                weight: i64::from(item.priority) * i64::from(item.length),
                target: present.unwrap_or(if steady { target } else { 0 }),
                first_day: class.first_day.max(item.earliest).max(from),
                last_day: class.last_day.min(item.deadline).min(to),
                stays: None,
                fixed: item.fixed || past,
                turn: None,
                spots: (0, 0),
            });
        }
        for item in 0..self.pieces.len() {
            self.pieces[item].stays = self.draft.items[item].before.filter(|before| self.allows(item, *before));
        }
    }

    fn fill_orders(&mut self) {
        for (item, given) in self.draft.items.iter().enumerate() {
            if self.draft.classes[given.class].ordered && given.order.is_some() {
                self.orders[given.class].push(item);
            }
        }
        for order in &mut self.orders {
            order.sort_by_key(|item| self.draft.items[*item].order);
            for (turn, item) in order.iter().enumerate() {
                self.pieces[*item].turn = Some(turn);
            }
        }
        for (first, second) in &self.draft.precedences {
            self.later[*first].push(*second);
            self.earlier[*second].push(*first);
        }
        for (index, gap) in self.draft.gaps.iter().enumerate() {
            for (first, second) in &gap.pairs {
                self.gaps_after[*first].push((*second, index));
                self.gaps_before[*second].push((*first, index));
            }
        }
    }

    /// Fixed items stand inside the day, clear of events and of each other.
    fn check_fixed(&self, busy: &[u64]) -> Result<(), Invalid> {
        let mut held = vec![0; busy.len()];
        for (item, given) in self.draft.items.iter().enumerate().filter(|(item, _)| self.pieces[*item].fixed) {
            let Some(place) = given.before else { continue };
            let found = format!("day {}, period {}", place.day, place.start);
            let invalid = |allowed: &str| Err(Invalid::new(format!("/items/{item}/before"), &found, allowed));
            if u32::from(place.start) + u32::from(given.length) - 1 > u32::from(self.draft.periods) {
                return invalid("a place where the fixed item ends with the day");
            }
            let day = usize::from(place.day);
            let needs = self.needs(place, given.length);
            let crosses = (0..given.length)
                .any(|step| self.hosts[self.index(place) + usize::from(step)] != self.hosts[self.index(place)]);
            if crosses || busy[day] & needs != 0 {
                return invalid("a place of the fixed item without an event, or inside one host");
            }
            if held[day] & needs != 0 {
                return invalid("a place of the fixed item without another fixed item");
            }
            held[day] |= needs;
        }
        Ok(())
    }

    fn fill_spots(&mut self) {
        for item in 0..self.pieces.len() {
            let from = self.spots.len();
            let piece = &self.pieces[item];
            if piece.fixed {
                let spot = self.draft.items[item].before.and_then(|before| self.spot(item, before));
                self.spots.extend(spot);
            } else {
                for day in piece.first_day..=piece.last_day.min(self.draft.days - 1) {
                    for start in 1..=self.draft.periods {
                        let spot = self.spot(item, Place { day, start });
                        self.spots.extend(spot);
                    }
                }
            }
            self.spots[from..].sort_by_key(|spot| (spot.cost, spot.day, spot.start));
            self.pieces[item].spots = (from, self.spots.len());
        }
    }
}

/// Cost of an item at a place that depends on nothing else, by term.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnCost {
    pub(crate) target: i64,
    pub(crate) buffer: i64,
    pub(crate) preferred: i64,
    pub(crate) meals: i64,
    pub(crate) stability: i64,
    pub(crate) hours: i64,
    pub(crate) rest_days: i64,
    pub(crate) deadline: i64,
    pub(crate) exams: i64,
}

impl OwnCost {
    fn sum(self) -> i64 {
        let usual = self.target + self.buffer + self.preferred + self.meals + self.stability;
        usual + self.hours + self.rest_days + self.deadline + self.exams
    }
}

/// Rank that a turn of `turns` has in the room before an exam: `percent` of the way from an even spread to one by the square root, which is
/// thicker towards the end.
fn towards(turn: i64, turns: i64, room: i64, percent: u8) -> i64 {
    let even = turn * room / turns;
    let late = room * (turn * (1 << 20) / turns).isqrt() / 1024;
    (even + i64::from(percent) * (late - even) / 100).min(room - 1)
}

fn rests(draft: &Draft) -> Vec<bool> {
    (0..draft.days).map(|day| draft.rest_days.contains(&day)).collect()
}

fn last_exams(draft: &Draft) -> Vec<Option<i64>> {
    let time = |exam: &Exam| i64::from(exam.day) * i64::from(draft.periods) + i64::from(exam.start) - 1;
    let last = |class: usize| draft.exams.iter().filter(|exam| exam.class == Some(class)).map(time).max();
    (0..draft.classes.len()).map(last).collect()
}

fn pairs(draft: &Draft) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (one, left) in draft.classes.iter().enumerate() {
        for (other, right) in draft.classes.iter().enumerate() {
            let cost = 10 + 10 * i32::from(left.subject != right.subject) + 150 * i32::from(left.heavy && right.heavy);
            pairs.push(if one == other { Pair::default() } else { Pair { cost, switches: 1 } });
        }
    }
    pairs
}

fn caps(draft: &Draft) -> Vec<i64> {
    let mut caps = vec![i64::from(draft.day_cap); usize::from(draft.days)];
    for cap in &draft.caps {
        let most = &mut caps[usize::from(cap.day)];
        *most = i64::from(cap.periods).min(*most);
    }
    caps
}

fn closed(draft: &Draft) -> Vec<u64> {
    let days = usize::from(draft.days);
    let mut bits = vec![0; days * draft.classes.len()];
    for closed in draft.closed.iter().filter(|closed| closed.item.is_none()) {
        let classes = closed.class.map_or(0..draft.classes.len(), |class| class..class + 1);
        classes.for_each(|class| bits[class * days + usize::from(closed.day)] |= Draft::bits(closed.from, closed.to));
    }
    bits
}

/// Indices of the quotas of each item.
fn quotas(draft: &Draft) -> Vec<Vec<usize>> {
    let mut quotas = vec![Vec::new(); draft.items.len()];
    for (index, quota) in draft.quotas.iter().enumerate() {
        for item in &quota.items {
            let of_item: &mut Vec<usize> = &mut quotas[*item];
            if of_item.last() != Some(&index) {
                of_item.push(index);
            }
        }
    }
    quotas
}

fn closed_to_one(draft: &Draft) -> BTreeMap<(usize, u16), u64> {
    let mut bits = BTreeMap::new();
    for closed in &draft.closed {
        if let Some(item) = closed.item {
            *bits.entry((item, closed.day)).or_insert(0) |= Draft::bits(closed.from, closed.to);
        }
    }
    bits
}

/// Hosts by period; by day the periods covered by events that are no hosts, and by all events.
#[allow(clippy::type_complexity)]
fn events(draft: &Draft) -> Result<(Vec<u64>, Vec<u64>, Vec<u64>), Invalid> {
    let (days, periods) = (usize::from(draft.days), usize::from(draft.periods));
    let (mut hosts, mut busy, mut all) = (vec![0; days * periods], vec![0u64; days], vec![0u64; days]);
    for (index, event) in draft.events.iter().enumerate() {
        let (day, bits) = (usize::from(event.day), Draft::bits(event.from, event.to));
        if all[day] & bits != 0 {
            let found = format!("day {}, periods {} to {}", event.day, event.from, event.to);
            return Err(Invalid::new(format!("/events/{index}"), found, "periods without another event"));
        }
        all[day] |= bits;
        if event.host {
            let periods = day * periods + usize::from(event.from) - 1..day * periods + usize::from(event.to);
            hosts[periods].fill(bits);
        } else {
            busy[day] |= bits;
        }
    }
    Ok((hosts, busy, all))
}

fn check(draft: &Draft) -> Result<(), Invalid> {
    within("/days", draft.days, 1, MOST_DAYS)?;
    within("/periods", draft.periods, 1, MOST_PERIODS)?;
    within("/first_weekday", draft.first_weekday, 1, 7)?;
    within("/now/day", draft.now.day, 0, draft.days)?;
    within("/now/start", draft.now.start, 1, draft.periods)?;
    if let Some((first, last)) = draft.asked {
        within("/asked/1", last, 0, draft.days - 1)?;
        within("/asked/0", first, 0, last)?;
    }
    for day in &draft.kept {
        within("/kept", *day, 0, draft.days - 1)?;
    }
    within("/move_base", draft.move_base, 0, 1_000_000)?;
    within("/classes", draft.classes.len(), 0, MOST_CLASSES)?;
    within("/items", draft.items.len(), 0, MOST_ITEMS)?;
    for (index, event) in draft.events.iter().enumerate() {
        within(format!("/events/{index}/day"), event.day, 0, draft.days - 1)?;
        within(format!("/events/{index}/from"), event.from, 1, draft.periods)?;
        within(format!("/events/{index}/to"), event.to, event.from, draft.periods)?;
    }
    within("/closed", draft.closed.len(), 0, MOST_WISHED)?;
    within("/caps", draft.caps.len(), 0, MOST_WISHED)?;
    for (index, closed) in draft.closed.iter().enumerate() {
        within(format!("/closed/{index}/day"), closed.day, 0, draft.days - 1)?;
        within(format!("/closed/{index}/from"), closed.from, 1, draft.periods)?;
        within(format!("/closed/{index}/to"), closed.to, closed.from, draft.periods)?;
        if let Some(class) = closed.class.filter(|class| *class >= draft.classes.len()) {
            let allowed = format!("none, or an index of {} classes", draft.classes.len());
            return Err(Invalid::new(format!("/closed/{index}/class"), class, allowed));
        }
        if let Some(item) = closed.item.filter(|item| *item >= draft.items.len()) {
            let allowed = format!("none, or an index of {} items", draft.items.len());
            return Err(Invalid::new(format!("/closed/{index}/item"), item, allowed));
        }
    }
    for (index, cap) in draft.caps.iter().enumerate() {
        within(format!("/caps/{index}/day"), cap.day, 0, draft.days - 1)?;
    }
    for (index, class) in draft.classes.iter().enumerate() {
        within(format!("/classes/{index}/first_day"), class.first_day, 0, draft.days - 1)?;
        within(format!("/classes/{index}/last_day"), class.last_day, 0, draft.days - 1)?;
        within(format!("/classes/{index}/buffer"), class.buffer, 0, MOST_DAYS)?;
        for weekday in &class.excluded_weekdays {
            within(format!("/classes/{index}/excluded_weekdays"), *weekday, 1, 7)?;
        }
        for weekday in &class.preferred_weekdays {
            within(format!("/classes/{index}/preferred_weekdays"), *weekday, 1, 7)?;
        }
    }
    for (index, item) in draft.items.iter().enumerate() {
        let Some(last) = draft.classes.len().checked_sub(1) else {
            return Err(Invalid::new(format!("/items/{index}/class"), item.class, "nothing: there are no classes"));
        };
        within(format!("/items/{index}/class"), item.class, 0, last)?;
        within(format!("/items/{index}/length"), item.length, 1, draft.periods)?;
        within(format!("/items/{index}/priority"), item.priority, 1, 3)?;
        if let Some(before) = item.before {
            within(format!("/items/{index}/before/day"), before.day, 0, draft.days - 1)?;
            within(format!("/items/{index}/before/start"), before.start, 1, draft.periods)?;
        } else if item.fixed {
            return Err(Invalid::new(format!("/items/{index}/before"), "nothing", "the place of the fixed item"));
        }
    }
    check_people(draft)?;
    check_among(draft)?;
    for (index, (first, second)) in draft.precedences.iter().enumerate() {
        let Some(last) = draft.items.len().checked_sub(1) else {
            return Err(Invalid::new(format!("/precedences/{index}"), first, "nothing: there are no items"));
        };
        within(format!("/precedences/{index}/0"), *first, 0, last)?;
        within(format!("/precedences/{index}/1"), *second, 0, last)?;
        if first == second {
            return Err(Invalid::new(format!("/precedences/{index}"), first, "two different items"));
        }
    }
    Ok(())
}

/// Checks the wishes about several items.
fn check_among(draft: &Draft) -> Result<(), Invalid> {
    let index = |place: &dyn Fn() -> String, item: usize| {
        let allowed = || format!("an index of {} items", draft.items.len());
        if item < draft.items.len() {
            Ok(())
        } else {
            Err(Invalid::new(place(), item, allowed()))
        }
    };
    let by_period = |place: String, found: usize| match found == usize::from(draft.periods) {
        true => Ok(()),
        false => Err(Invalid::new(place, found, format!("one for each of {} periods", draft.periods))),
    };
    within("/quotas", draft.quotas.len() + draft.gaps.len(), 0, MOST_WISHED)?;
    for (number, quota) in draft.quotas.iter().enumerate() {
        quota.items.iter().try_for_each(|item| index(&|| format!("/quotas/{number}/items"), *item))?;
        if !quota.costs.is_empty() {
            by_period(format!("/quotas/{number}/costs"), quota.costs.len())?;
        }
        for (day, taken) in &quota.taken {
            within(format!("/quotas/{number}/taken"), *day, 0, draft.days - 1)?;
            within(format!("/quotas/{number}/taken"), *taken, 0, MOST_COST)?;
        }
        for cost in &quota.costs {
            within(format!("/quotas/{number}/costs"), *cost, 0, MOST_COST)?;
        }
        if let Span::Apart(days) = quota.per {
            within(format!("/quotas/{number}/per/apart"), days, 1, MOST_DAYS)?;
            within(format!("/quotas/{number}/most"), quota.most, 1, 1)?;
        }
    }
    for (number, gap) in draft.gaps.iter().enumerate() {
        by_period(format!("/gaps/{number}/after"), gap.after.len())?;
        for (earlier, place) in std::iter::once(&Place { day: 0, start: 1 }).chain(&gap.after).zip(&gap.after) {
            within(format!("/gaps/{number}/after"), place.day, earlier.day, MOST_DAYS)?;
            within(format!("/gaps/{number}/after"), place.start, 1, draft.periods)?;
            if place < earlier {
                return Err(Invalid::new(format!("/gaps/{number}/after"), place.start, "places that do not go back"));
            }
        }
        for (first, second) in &gap.pairs {
            index(&|| format!("/gaps/{number}/pairs"), *first)?;
            index(&|| format!("/gaps/{number}/pairs"), *second)?;
            if first == second {
                return Err(Invalid::new(format!("/gaps/{number}/pairs"), first, "two different items"));
            }
        }
    }
    Ok(())
}

/// Checks what people judge a plan by.
fn check_people(draft: &Draft) -> Result<(), Invalid> {
    if !draft.hours.is_empty() && draft.hours.len() != usize::from(draft.periods) {
        let allowed = format!("a cost for each of {} periods, or none", draft.periods);
        return Err(Invalid::new("/hours", draft.hours.len(), allowed));
    }
    for cost in &draft.hours {
        within("/hours", *cost, 0, MOST_COST)?;
    }
    for day in &draft.rest_days {
        within("/rest_days", *day, 0, draft.days - 1)?;
    }
    within("/lunches", draft.lunches.len(), 0, usize::from(MOST_PERIODS))?;
    within("/exams", draft.exams.len(), 0, MOST_EXAMS)?;
    for (index, exam) in draft.exams.iter().enumerate() {
        within(format!("/exams/{index}/day"), exam.day, 0, draft.days - 1)?;
        within(format!("/exams/{index}/start"), exam.start, 1, draft.periods)?;
        if let Some(class) = exam.class.filter(|class| *class >= draft.classes.len()) {
            let allowed = format!("none, or an index of {} classes", draft.classes.len());
            return Err(Invalid::new(format!("/exams/{index}/class"), class, allowed));
        }
    }
    for (index, item) in draft.items.iter().enumerate() {
        within(format!("/items/{index}/reserve"), item.reserve, 0, MOST_DAYS)?;
    }
    let weights = &draft.weights;
    within("/weights/rest_day", weights.rest_day, 0, MOST_COST)?;
    within("/weights/lunch", weights.lunch, 0, MOST_COST)?;
    within("/weights/reserve", weights.reserve, 0, MOST_COST)?;
    within("/weights/after_exam", weights.after_exam, 0, MOST_COST)?;
    within("/weights/exam_eve", weights.exam_eve, 0, MOST_COST)?;
    within("/weights/towards_exam", weights.towards_exam, 0, 100)?;
    within("/weights/run", weights.run, 0, MOST_COST)?;
    within("/weights/longest_run", weights.longest_run, 0, MOST_PERIODS)
}

fn within<T: PartialOrd + ToString>(place: impl Into<String>, found: T, least: T, most: T) -> Result<(), Invalid> {
    if found >= least && found <= most {
        return Ok(());
    }
    Err(Invalid::new(place, found, format!("{} to {}", least.to_string(), most.to_string())))
}
