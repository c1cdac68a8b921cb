//! Lower bound of the objective by Lagrangian relaxation (docs/decisions/046-bound-by-prices.md).
//!
//! Items choose their places without regard to each other and pay prices there: for the periods, for the load of the day, and for their
//! number of a class on a day. What the prices are paid for is chosen apart: the load of each day, the counts of each class over the days,
//! and the classes on each day. The sum of all cheapest choices is a bound for any prices, and rounds of subgradient steps raise it.

use std::rc::Rc;
use stepgate_json::Json;

use crate::day::floors;
use crate::instance::{Instance, Spot, UNPLACED};

/// Parts of a unit of cost in which prices are counted.
const SCALE: i64 = 1024;
/// Work that a bound may take: places looked at, over all rounds. Some seconds.
const WORK: usize = 400_000_000;
/// Most rounds.
const ROUNDS: usize = 1500;
/// Rounds without a better bound after which the steps become shorter.
const PATIENCE: usize = 20;
/// Share of the best value by which a step tries to raise it.
const AIM: i64 = 16;
/// Most items of a class a day, and most classes, whose sets are counted.
const MOST_COUNT: usize = 6;
const MOST_CLASSES: usize = 8;

/// Cost that no placement goes below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Bound {
    /// Cost of the items without any place of their own.
    pub unplaced: i64,
    /// Least cost of the others.
    pub cost: i64,
}

impl Bound {
    /// Lower bound of the objective.
    pub fn total(&self) -> i64 {
        self.unplaced + self.cost
    }
}

/// Computes the bound.
pub fn bound(instance: &Instance) -> Bound {
    let mut bounding = Bounding::new(instance);
    while bounding.step() {}
    bounding.bound()
}

/// Bound that rises with each step.
#[derive(Clone, Debug)]
pub struct Bounding {
    relaxation: Relaxation,
    unplaced: i64,
    best: i64,
    /// Rounds that are left.
    left: usize,
    /// Length of a step, in parts of what would bring the value to its aim.
    share: i64,
    /// Rounds since the best value.
    waited: usize,
}

impl Bounding {
    /// Starts without prices.
    pub fn new(instance: &Instance) -> Self {
        let pieces = instance.pieces.iter().enumerate();
        let without = pieces.filter(|(item, _)| instance.spots(*item).is_empty());
        let relaxation = Relaxation::new(instance);
        Bounding {
            unplaced: without.map(|(_, piece)| UNPLACED * piece.weight).sum(),
            best: i64::MIN,
            left: relaxation.rounds(),
            share: SCALE,
            waited: 0,
            relaxation,
        }
    }

    /// Makes a round. `false`: the work that a bound may take is done.
    pub fn step(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let value = self.relaxation.evaluate();
        self.waited += 1;
        if value > self.best {
            (self.best, self.waited) = (value, 0);
        } else if self.waited > PATIENCE {
            (self.share, self.waited) = (self.share * 7 / 8, 0);
        }
        self.relaxation.step(self.best / AIM + (self.best - value), self.share);
        true
    }

    /// The bound so far.
    pub fn bound(&self) -> Bound {
        Bound { unplaced: self.unplaced, cost: (self.best.max(0) + SCALE - 1) / SCALE }
    }
}

/// A number for each thing that has a price.
#[derive(Clone, Debug)]
struct Prices {
    /// By period; a host has one, that of its first period.
    periods: Vec<i64>,
    /// Periods of items, by day.
    load: Vec<i64>,
    /// Periods of items of heavy classes, by day.
    heavy: Vec<i64>,
    /// Items, by class and day.
    counts: Vec<i64>,
    /// Whether there are items, by class and day.
    present: Vec<i64>,
}

impl Prices {
    fn none(days: usize, periods: usize, classes: usize) -> Self {
        let by_day = || vec![0; days];
        let by_class = || vec![0; days * classes];
        Prices {
            periods: vec![0; days * periods],
            load: by_day(),
            heavy: by_day(),
            counts: by_class(),
            present: by_class(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &i64> {
        [&self.periods, &self.load, &self.heavy, &self.counts, &self.present].into_iter().flatten()
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut i64> {
        [&mut self.periods, &mut self.load, &mut self.heavy, &mut self.counts, &mut self.present].into_iter().flatten()
    }
}

#[derive(Clone, Debug)]
struct Relaxation {
    instance: Instance,
    days: usize,
    periods: usize,
    /// Items whose order is not looked at.
    alone: Vec<usize>,
    /// Items of a class by their order, each before the next.
    chains: Vec<Rc<[usize]>>,
    /// Most periods of items, by day; those of its fixed items, if these are more.
    caps: Vec<i64>,
    prices: Prices,
    /// How much more of each thing the items want than is chosen.
    excess: Prices,
    /// Direction of the last step.
    direction: Prices,
    /// Most items of each class a day; 0 where counts are not looked at.
    most: Vec<usize>,
    /// Least cost for lunch and runs, by day and load; empty where neither costs.
    floors: Vec<Rc<[i64]>>,
    /// Least cost of the switches on a day, by the set of its classes; empty where sets are not looked at.
    sets: Vec<i64>,
}

impl Relaxation {
    fn new(instance: &Instance) -> Self {
        let draft = instance.draft();
        let (days, periods, classes) = (usize::from(draft.days), usize::from(draft.periods), draft.classes.len());
        let none = Prices::none(days, periods, classes);
        let chains = chains(instance);
        let mut chained = vec![false; instance.pieces.len()];
        chains.iter().flat_map(|chain| chain.iter()).for_each(|item| chained[*item] = true);
        let alone = |item: &usize| !instance.spots(*item).is_empty() && !chained[*item];
        Relaxation {
            instance: instance.clone(),
            alone: (0..instance.pieces.len()).filter(alone).collect(),
            chains,
            caps: instance.load_caps(),
            days,
            periods,
            prices: none.clone(),
            excess: none.clone(),
            direction: none,
            most: (0..classes).map(|class| most_a_day(instance, class)).collect(),
            floors: floors(instance),
            sets: if classes <= MOST_CLASSES {
                (0..1 << classes).map(|set| switches(instance, set)).collect()
            } else {
                vec![]
            },
        }
    }

    fn rounds(&self) -> usize {
        let spots: usize = (0..self.instance.pieces.len()).map(|item| self.instance.spots(item).len()).sum();
        let counts: usize = self.most.iter().map(|most| (most + 1) * (most + 1) * self.days).sum();
        let loads = self.days * self.periods * self.periods / 2;
        let times = self.chains.iter().map(|chain| chain.len()).sum::<usize>() * self.days * self.periods;
        (WORK / (spots + times + counts + loads + self.days * self.sets.len() + 1)).clamp(1, ROUNDS)
    }

    /// Value of the bound at the prices. Fills in the excess.
    fn evaluate(&mut self) -> i64 {
        self.excess.all_mut().for_each(|excess| *excess = 0);
        // One item a period.
        self.excess.periods.fill(-1);
        let mut value = -self.prices.periods.iter().sum::<i64>();
        for item in 0..self.alone.len() {
            value += self.choose_place(self.alone[item]);
        }
        for chain in 0..self.chains.len() {
            value += self.choose_places(chain);
        }
        for day in 0..self.days {
            value += self.choose_load(day) + self.choose_set(day);
        }
        for class in 0..self.most.len() {
            value += self.choose_counts(class);
        }
        value
    }

    /// Cheapest place of an item at the prices; out of the plan if that is cheaper.
    fn choose_place(&mut self, item: usize) -> i64 {
        let instance = self.instance.clone();
        let piece = &instance.pieces[item];
        let mut least = if piece.fixed { i64::MAX } else { SCALE * UNPLACED * piece.weight };
        let mut chosen: Option<Spot> = None;
        for spot in instance.spots(item) {
            let cost = self.price(item, *spot);
            if cost < least {
                (least, chosen) = (cost, Some(*spot));
            }
        }
        if let Some(spot) = chosen {
            self.take(item, spot);
        }
        least
    }

    /// Cheapest places of the items of a chain, one after the other in time; each may be out.
    fn choose_places(&mut self, chain: usize) -> i64 {
        let (instance, times) = (self.instance.clone(), self.days * self.periods);
        let chain = Rc::clone(&self.chains[chain]);
        // By the time until which all periods may be used: least cost of the items so far.
        let mut costs = vec![0; times + 1];
        let mut choices = Vec::with_capacity(chain.len());
        for item in chain.iter() {
            let out = SCALE * UNPLACED * instance.pieces[*item].weight;
            let mut next: Vec<i64> = costs.iter().map(|cost| cost + out).collect();
            let mut choice: Vec<Option<Spot>> = vec![None; times + 1];
            for spot in instance.spots(*item) {
                let start = instance.time(spot.place()) as usize;
                let end = start + usize::from(instance.pieces[*item].length);
                let cost = costs[start] + self.price(*item, *spot);
                if cost < next[end] {
                    (next[end], choice[end]) = (cost, Some(*spot));
                }
            }
            for time in 1..=times {
                if next[time - 1] < next[time] {
                    (next[time], choice[time]) = (next[time - 1], choice[time - 1]);
                }
            }
            choices.push(choice);
            costs = next;
        }
        let mut time = times;
        for (item, choice) in chain.iter().zip(&choices).rev() {
            if let Some(spot) = choice[time] {
                self.take(*item, spot);
                time = instance.time(spot.place()) as usize;
            }
        }
        costs[times]
    }

    fn take(&mut self, item: usize, spot: Spot) {
        let instance = self.instance.clone();
        let piece = &instance.pieces[item];
        let (day, length) = (usize::from(spot.day), i64::from(piece.length));
        let cells = self.cells(spot, piece.length);
        self.excess.periods[cells].iter_mut().for_each(|excess| *excess += 1);
        self.excess.load[day] += length;
        self.excess.heavy[day] += if instance.draft().classes[piece.class].heavy { length } else { 0 };
        if self.most[piece.class] > 0 {
            self.excess.counts[piece.class * self.days + day] += 1;
        }
    }

    fn price(&self, item: usize, spot: Spot) -> i64 {
        let piece = &self.instance.pieces[item];
        let (day, length) = (usize::from(spot.day), i64::from(piece.length));
        let heavy = if self.instance.draft().classes[piece.class].heavy { self.prices.heavy[day] } else { 0 };
        SCALE * i64::from(spot.cost)
            + self.prices.periods[self.cells(spot, piece.length)].iter().sum::<i64>()
            + (self.prices.load[day] + heavy) * length
            + self.prices.counts[piece.class * self.days + day]
    }

    /// The periods that an item takes, or the first one of its host.
    fn cells(&self, spot: Spot, length: u8) -> std::ops::Range<usize> {
        let day = usize::from(spot.day) * self.periods;
        match self.instance.host(spot.place()) {
            0 => day + usize::from(spot.start) - 1..day + usize::from(spot.start + length) - 1,
            host => day + host.trailing_zeros() as usize..day + host.trailing_zeros() as usize + 1,
        }
    }

    /// Least cost for lunch and runs of a day with a load.
    fn floor(&self, day: usize, load: i64) -> i64 {
        self.floors.get(day).map_or(0, |floor| floor[load as usize])
    }

    /// Cheapest load of a day: load, reserve, heavy load, lunch and runs less what the prices pay.
    fn choose_load(&mut self, day: usize) -> i64 {
        let taken = self.instance.taken[day];
        let (pay, pay_heavy) = (self.prices.load[day], self.prices.heavy[day]);
        let (mut least, mut chosen) = (i64::MAX, (0, 0));
        let (mut least_heavy, mut heavy) = (0, 0);
        for load in 0..=self.caps[day] {
            let cost = SCALE * 30 * (load - 4).max(0) - pay_heavy * load;
            if cost < least_heavy {
                (least_heavy, heavy) = (cost, load);
            }
            let reserve = 80 * i64::from(load > 0 && self.instance.periods() - taken - load < 2);
            let cost = SCALE * (12 * (load * taken + load * (load - 1) / 2) + reserve + self.floor(day, load))
                - pay * load
                + least_heavy;
            if cost < least {
                (least, chosen) = (cost, (load, heavy));
            }
        }
        self.excess.load[day] -= chosen.0;
        self.excess.heavy[day] -= chosen.1;
        least
    }

    /// Cheapest set of classes on a day: switches less what the prices pay.
    fn choose_set(&mut self, day: usize) -> i64 {
        let (mut least, mut chosen) = (0, 0usize);
        for (set, cost) in self.sets.iter().enumerate() {
            let classes = (0..self.most.len()).filter(|class| set >> class & 1 == 1);
            let paid: i64 = classes.map(|class| self.prices.present[class * self.days + day]).sum();
            if SCALE * cost - paid < least {
                (least, chosen) = (SCALE * cost - paid, set);
            }
        }
        for class in 0..self.most.len() {
            self.excess.present[class * self.days + day] -= (chosen >> class & 1) as i64;
        }
        least
    }

    /// Cheapest numbers of items of a class on all days: spacing and presence less what the prices pay.
    fn choose_counts(&mut self, class: usize) -> i64 {
        let most = self.most[class];
        if most == 0 {
            return 0;
        }
        // By day and count on it: least cost until then, and the count of the day before.
        let mut table: Vec<(i64, usize)> = Vec::with_capacity(self.days * (most + 1));
        for day in 0..self.days {
            let at = class * self.days + day;
            for count in 0..=most {
                let pairs = (count * count.saturating_sub(1) / 2) as i64;
                let present = if count > 0 { self.prices.present[at] } else { 0 };
                let own = SCALE * 180 * pairs + present - self.prices.counts[at] * count as i64;
                let before = |other: usize| match day {
                    0 => (0, 0),
                    _ => (table[(day - 1) * (most + 1) + other].0 + SCALE * 60 * (other * count) as i64, other),
                };
                let (cost, from) = (0..=most).map(before).min().unwrap_or_default();
                table.push((cost + own, from));
            }
        }
        let last = (self.days - 1) * (most + 1);
        let Some((least, mut count)) = (0..=most).map(|count| (table[last + count].0, count)).min() else { return 0 };
        for day in (0..self.days).rev() {
            self.excess.counts[class * self.days + day] -= count as i64;
            if !self.sets.is_empty() {
                self.excess.present[class * self.days + day] += i64::from(count > 0);
            }
            count = table[day * (most + 1) + count].1;
        }
        least
    }

    /// Raises the prices of what is in excess, and lowers the others, none below 0. `aim` is how far the value should rise.
    fn step(&mut self, aim: i64, share: i64) {
        let mut norm = 0;
        let moves = self.direction.all_mut().zip(self.excess.all()).zip(self.prices.all());
        for ((direction, excess), price) in moves {
            *direction = (*direction + SCALE * excess) / 2;
            if *price == 0 && *direction < 0 {
                *direction = 0;
            }
            norm += *direction * *direction / SCALE;
        }
        let factor = aim / SCALE * share;
        for (price, direction) in self.prices.all_mut().zip(self.direction.all()) {
            *price = (*price + factor.saturating_mul(*direction) / norm.max(1)).max(0);
        }
    }
}

/// Items of each ordered class whose orders differ, but for the fixed ones, which may break their order.
fn chains(instance: &Instance) -> Vec<Rc<[usize]>> {
    let items = &instance.draft().items;
    let chain = |order: &Vec<usize>| {
        let mut chain: Vec<usize> = order.clone();
        chain.retain(|item| !instance.pieces[*item].fixed && !instance.spots(*item).is_empty());
        chain.dedup_by_key(|item| items[*item].order);
        Rc::from(chain)
    };
    instance.orders.iter().map(chain).collect()
}

/// Most items of a class that can stand on a day; 0 if there may be too many to count.
fn most_a_day(instance: &Instance, class: usize) -> usize {
    let items = || instance.pieces.iter().zip(&instance.draft().items).filter(|(piece, _)| piece.class == class);
    let mut fixed: Vec<u16> =
        items().filter(|(piece, _)| piece.fixed).filter_map(|(_, item)| Some(item.before?.day)).collect();
    fixed.sort_unstable();
    let fixed = fixed.chunk_by(|one, other| one == other).map(<[u16]>::len).max().unwrap_or(0);
    let most = usize::from(instance.draft().classes[class].most_a_day).max(fixed).min(items().count());
    if most <= MOST_COUNT {
        most
    } else {
        0
    }
}

/// Least cost of the switches among a set of classes on a day: the neighbours link all classes, so they cost no less than the cheapest
/// links that do.
fn switches(instance: &Instance, set: usize) -> i64 {
    let classes: Vec<usize> = (0..instance.draft().classes.len()).filter(|class| set >> class & 1 == 1).collect();
    let Some((first, mut apart)) = classes.split_first().map(|(first, rest)| (*first, rest.to_vec())) else { return 0 };
    let (mut linked, mut cost) = (vec![first], 0);
    let pair = |one: usize, other: usize| i64::from(instance.pairs[one * instance.draft().classes.len() + other].cost);
    while !apart.is_empty() {
        let links = linked
            .iter()
            .flat_map(|one| apart.iter().enumerate().map(move |(index, other)| (pair(*one, *other), index)));
        let Some((least, index)) = links.min() else { break };
        cost += least;
        linked.push(apart.swap_remove(index));
    }
    cost + 40 * (linked.len() as i64 - 3).max(0)
}
