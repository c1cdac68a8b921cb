//! Cost of a day by the periods that its items cover together: lunch (K) and long runs (N).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::draft::{Draft, Place};
use crate::instance::Instance;

/// Cost of a day by term.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DayCost {
    pub(crate) lunch: i64,
    pub(crate) runs: i64,
}

impl DayCost {
    pub(crate) fn sum(self) -> i64 {
        self.lunch + self.runs
    }
}

impl Instance {
    /// Whether lunch or runs cost anything.
    pub(crate) fn counts_days(&self) -> bool {
        let weights = &self.draft().weights;
        weights.run > 0 || weights.lunch > 0 && !self.draft().lunches.is_empty()
    }

    /// Periods that an item of a length takes from the free time of a day: none inside a host.
    pub(crate) fn covers(&self, place: Place, length: u8) -> u64 {
        if self.host(place) == 0 {
            Draft::bits(place.start, place.start + length - 1)
        } else {
            0
        }
    }

    /// Cost of a day whose items cover periods outside events.
    pub(crate) fn day_cost(&self, day: u16, covered: u64) -> DayCost {
        let (events, weights) = (self.eventful[usize::from(day)], &self.draft().weights);
        let mut possible = self.possible_lunches(events).peekable();
        let is_lost = possible.peek().is_some() && possible.all(|lunch| lunch & covered != 0);
        let excess = if weights.run > 0 { self.excess(events, covered) } else { 0 };
        DayCost { lunch: i64::from(is_lost) * i64::from(weights.lunch), runs: excess * i64::from(weights.run) }
    }

    /// Lunches that the events of a day leave free.
    fn possible_lunches(&self, events: u64) -> impl Iterator<Item = u64> + '_ {
        self.draft().lunches.iter().map(|lunch| lunch.0).filter(move |lunch| lunch & events == 0)
    }

    /// Periods by which the runs of a day that contain items are longer than they should be.
    fn excess(&self, events: u64, covered: u64) -> i64 {
        let (taken, longest) = (events | covered, i64::from(self.draft().weights.longest_run));
        let stops = !taken | self.draft().breaks.0 << 1;
        let (mut left, mut excess) = (taken, 0);
        while left != 0 {
            let from = left.trailing_zeros();
            let after = stops & (u64::MAX << from << 1);
            let to = after.trailing_zeros();
            let run = (u64::MAX << from) & if to < 64 { (1 << to) - 1 } else { u64::MAX };
            if run & covered != 0 {
                excess += (i64::from(to - from) - longest).max(0);
            }
            left &= !run;
        }
        excess
    }
}

/// Least cost for lunch and runs, by day and number of periods of items; empty if neither costs.
pub(crate) fn floors(instance: &Instance) -> Vec<Rc<[i64]>> {
    if !instance.counts_days() {
        return Vec::new();
    }
    let mut known: BTreeMap<(u64, i64), Rc<[i64]>> = BTreeMap::new();
    let days = instance.eventful.iter().zip(&instance.taken);
    let floor = |(events, taken): (&u64, &i64)| {
        let floor = known.entry((*events, *taken)).or_insert_with(|| floor(instance, *events, *taken));
        Rc::clone(floor)
    };
    days.map(floor).collect()
}

/// Least cost of a day with events, by the number of periods of items: either a lunch stays free, or its cost is paid. Items need not be
/// whole, and those inside hosts cover nothing.
fn floor(instance: &Instance, events: u64, taken: i64) -> Rc<[i64]> {
    let weights = &instance.draft().weights;
    let mut least = runs(instance, events, 0);
    let lunches: Vec<u64> = instance.possible_lunches(events).collect();
    if !lunches.is_empty() {
        least.iter_mut().for_each(|cost| *cost = cost.saturating_add(i64::from(weights.lunch)));
    }
    for lunch in lunches {
        for (cost, with_lunch) in least.iter_mut().zip(runs(instance, events, lunch)) {
            *cost = with_lunch.min(*cost);
        }
    }
    for covered in (1..least.len()).rev() {
        least[covered - 1] = least[covered].min(least[covered - 1]);
    }
    // No placement covers more than there is: what such a load costs does not matter.
    for covered in 1..least.len() {
        if least[covered] == i64::MAX {
            least[covered] = least[covered - 1];
        }
    }
    let hosted = (i64::from(events.count_ones()) - taken) as usize;
    (0..least.len()).map(|load| least[load.saturating_sub(hosted)]).collect()
}

/// Least cost of the runs of a day, by the number of periods that are covered outside events and outside `free`.
fn runs(instance: &Instance, events: u64, free: u64) -> Vec<i64> {
    let (draft, periods) = (instance.draft(), usize::from(instance.draft().periods));
    let longest = usize::from(draft.weights.longest_run);
    let ended = |run: usize, has_items: bool| if has_items { run.saturating_sub(longest) as i64 } else { 0 };
    // Least excess by the number of covered periods, the length of the run that goes on, and whether it has items.
    let at = |covered: usize, run: usize, has_items: bool| (covered * (periods + 1) + run) * 2 + usize::from(has_items);
    let none = vec![i64::MAX; (periods + 1) * (periods + 1) * 2];
    let mut now = none.clone();
    now[at(0, 0, false)] = 0;
    for period in 0..periods {
        let mut next = none.clone();
        let mut reach = |state: usize, excess: i64| next[state] = next[state].min(excess);
        for covered in 0..=period {
            for run in 0..=period {
                for has_items in [false, true] {
                    let excess = now[at(covered, run, has_items)];
                    if excess == i64::MAX {
                        continue;
                    }
                    let close = excess + ended(run, has_items);
                    let mut take = |covered: usize, by_item: bool| {
                        if draft.breaks.0 >> period & 1 == 1 {
                            reach(at(covered, 0, false), excess + ended(run + 1, has_items || by_item));
                        } else {
                            reach(at(covered, run + 1, has_items || by_item), excess);
                        }
                    };
                    if events >> period & 1 == 1 {
                        take(covered, false);
                        continue;
                    }
                    if free >> period & 1 == 0 {
                        take(covered + 1, true);
                    }
                    reach(at(covered, 0, false), close);
                }
            }
        }
        now = next;
    }
    let least = |covered: usize| {
        let ends = (0..=periods).flat_map(|run| [(run, false), (run, true)]);
        let costs = ends.map(|(run, has_items)| now[at(covered, run, has_items)].saturating_add(ended(run, has_items)));
        match costs.min() {
            Some(excess) if excess < i64::MAX => excess * i64::from(draft.weights.run),
            _ => i64::MAX,
        }
    };
    (0..=periods).map(least).collect()
}
