//! Limits whose loosening places more, or at less cost: the answer to "what would make room?".

use std::cmp::Reverse;
use stepgate_json::Json;

use crate::draft::{Class, Draft, Periods};
use crate::instance::Instance;
use crate::placement::Placement;
use crate::score::{price, score, Broken, Score};
use crate::search::{Replay, Search};

/// Periods by which [`Limit::DayCap`] is raised.
const PERIODS_MORE: u16 = 2;
/// Days by which [`Limit::LastDay`] is put off.
const DAYS_MORE: u16 = 7;

/// Limit that can be loosened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Limit {
    /// A wish, by its index: what it closes opens, its caps, quotas and gaps go.
    Wish(u16),
    /// Most periods of items a day: two more.
    DayCap,
    /// Most items of a class a day: one more.
    MostADay(usize),
    /// Last day of a class: seven days later. Deadlines of items stay.
    LastDay(usize),
    /// Weekdays that a class excludes: none.
    Weekdays(usize),
    /// Periods that a class excludes: none.
    Periods(usize),
    /// Order within classes: any. What must come before an item by name still does.
    Order,
}

/// Limits and what loosening them together gains.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Relaxed {
    /// The limits, one or two.
    pub limits: Vec<Limit>,
    /// Items placed that were not.
    pub placed: Vec<usize>,
    /// Cost that the placement saves, by term. A term that rises is below 0.
    pub gain: Score,
    /// The placement found.
    pub placement: Placement,
}

/// Loosens limits one by one and searches again; while none places all items, in pairs, too.
///
/// # Errors
/// The hard rules that the placement breaks.
pub fn relax(
    instance: &Instance,
    placement: &Placement,
    limits: &[Limit],
    replay: Replay,
) -> Result<Vec<Relaxed>, Vec<Broken>> {
    let mut relaxing = Relaxing::new(instance, placement, limits, replay)?;
    while relaxing.step() {}
    Ok(relaxing.found())
}

/// Search for limits to loosen, one trial a step.
#[derive(Clone, Debug)]
pub struct Relaxing {
    instance: Instance,
    base: Placement,
    limits: Vec<Limit>,
    replay: Replay,
    /// Trials made.
    done: usize,
    found: Vec<Relaxed>,
}

impl Relaxing {
    /// Searches with all limits first: what a gain counts from, so that it owes nothing to the search alone.
    ///
    /// # Errors
    /// The hard rules that the placement breaks.
    pub fn new(
        instance: &Instance,
        placement: &Placement,
        limits: &[Limit],
        replay: Replay,
    ) -> Result<Self, Vec<Broken>> {
        score(instance, placement)?;
        let base = improve(instance, placement, replay);
        Ok(Relaxing { instance: instance.clone(), base, limits: limits.to_vec(), replay, done: 0, found: Vec::new() })
    }

    /// Placement that gains count from: that of the search with all limits.
    pub fn base(&self) -> &Placement {
        &self.base
    }

    /// Makes the next trial. `false`: there is none.
    pub fn step(&mut self) -> bool {
        let Some(limits) = self.trial() else { return false };
        let least = limits.iter().map(|limit| self.alone(*limit)).max().filter(|_| limits.len() > 1);
        let relaxed = loosened(&self.instance, &self.base, &limits, self.replay);
        self.found.extend(relaxed.filter(|relaxed| least.is_none_or(|least| relaxed.gain.unplaced > least)));
        self.done += 1;
        true
    }

    /// Sets of limits that gain, best first: the least cost of unplaced items, then the fewest limits, then the least cost in all. A pair
    /// is among them only if it saves more of the first than each of its limits alone.
    pub fn found(&self) -> Vec<Relaxed> {
        let mut found = self.found.clone();
        found.sort_by_key(|relaxed| {
            (Reverse(relaxed.gain.unplaced), relaxed.limits.len(), Reverse(relaxed.gain.total()))
        });
        found
    }

    /// Limits of the next trial: each alone, then the pairs if items are still out.
    fn trial(&self) -> Option<Vec<Limit>> {
        if let Some(limit) = self.limits.get(self.done) {
            return Some(vec![*limit]);
        }
        let best = self.limits.iter().map(|limit| self.alone(*limit)).max()?;
        if best >= price(&self.instance, &self.base).unplaced {
            return None;
        }
        let count = self.limits.len();
        let mut pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        let (one, other) = pairs.nth(self.done - count)?;
        Some(vec![self.limits[one], self.limits[other]])
    }

    /// Cost of unplaced items that loosening a limit alone saves.
    fn alone(&self, limit: Limit) -> i64 {
        self.found.iter().find(|single| single.limits == [limit]).map_or(0, |single| single.gain.unplaced)
    }
}

/// Best placement of a search that begins with a valid one.
fn improve(instance: &Instance, placement: &Placement, replay: Replay) -> Placement {
    Search::improving(instance, placement, replay).step(replay.planned).clone()
}

/// Gain of loosening some limits; `None` if there is none.
fn loosened(instance: &Instance, base: &Placement, limits: &[Limit], replay: Replay) -> Option<Relaxed> {
    let mut draft = instance.draft().clone();
    limits.iter().for_each(|limit| loosen(&mut draft, *limit));
    let loose = Instance::new(draft).ok()?;
    let placement = improve(&loose, base, replay);
    let gain = price(&loose, base) - price(&loose, &placement);
    let placed = base.unplaced().filter(|item| placement.place(*item).is_some()).collect();
    (gain.total() > 0).then(|| Relaxed { limits: limits.to_vec(), placed, gain, placement })
}

fn loosen(draft: &mut Draft, limit: Limit) {
    match limit {
        Limit::Wish(wish) => {
            draft.closed.retain(|closed| closed.wish != wish);
            draft.caps.retain(|cap| cap.wish != wish);
            draft.quotas.retain(|quota| quota.wish != wish);
            draft.gaps.retain(|gap| gap.wish != wish);
        }
        Limit::DayCap => draft.day_cap = draft.day_cap.saturating_add(PERIODS_MORE),
        Limit::Order => draft.classes.iter_mut().for_each(|class| class.ordered = false),
        Limit::MostADay(class) | Limit::LastDay(class) | Limit::Weekdays(class) | Limit::Periods(class) => {
            let last = draft.days - 1;
            if let Some(class) = draft.classes.get_mut(class) {
                loosen_class(class, limit, last);
            }
        }
    }
}

fn loosen_class(class: &mut Class, limit: Limit, last: u16) {
    match limit {
        Limit::MostADay(_) => class.most_a_day = class.most_a_day.saturating_add(1),
        Limit::LastDay(_) => class.last_day = (class.last_day + DAYS_MORE).min(last),
        Limit::Weekdays(_) => class.excluded_weekdays.clear(),
        Limit::Periods(_) => class.excluded_periods = Periods::default(),
        Limit::Wish(_) | Limit::DayCap | Limit::Order => {}
    }
}
