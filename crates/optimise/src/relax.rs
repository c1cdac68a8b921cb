//! Limits whose loosening places more, or at less cost: the answer to "what would make room?".

use std::cmp::Reverse;

use crate::draft::Draft;
use crate::instance::Instance;
use crate::placement::Placement;
use crate::score::{price, score, Broken, Score};
use crate::search::{Replay, Search};

/// Periods by which [`Limit::DayCap`] is raised.
const PERIODS_MORE: u16 = 2;
/// Days by which [`Limit::LastDay`] is put off.
const DAYS_MORE: u16 = 7;

/// Limit that can be loosened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A wish, by its index: what it closes opens, its caps go.
    Wish(u16),
    /// Most periods of items a day: two more.
    DayCap,
    /// Most items of a class a day: one more.
    MostADay(usize),
    /// Last day of a class: seven days later. Deadlines of items stay.
    LastDay(usize),
}

/// Limits and what loosening them together gains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relaxed {
    /// The limits, one or two.
    pub limits: Vec<Limit>,
    /// Items placed that were not.
    pub placed: Vec<usize>,
    /// What the placement costs less, by term. A term that rises is below 0.
    pub gain: Score,
    /// The placement found.
    pub placement: Placement,
}

/// Loosens limits one by one and searches again; where no single one places all items, in pairs. Returns the sets that gain, best
/// first: the fewest unplaced, then the fewest limits, then the least cost. A pair is listed only if it places more than each half.
/// The gain counts from what a search as long finds with all limits, so that it owes nothing to the search alone.
///
/// # Errors
/// The hard rules that the placement breaks.
pub fn relax(
    instance: &Instance,
    placement: &Placement,
    limits: &[Limit],
    replay: Replay,
) -> Result<Vec<Relaxed>, Vec<Broken>> {
    score(instance, placement)?;
    let base = improve(instance, placement, replay);
    let mut found = Vec::new();
    for limit in limits {
        found.extend(trial(instance, &base, &[*limit], replay));
    }
    let missing = price(instance, &base).unplaced;
    if found.iter().map(|single: &Relaxed| single.gain.unplaced).max().unwrap_or(0) < missing {
        let singles = found.clone();
        let alone = |limit: Limit| {
            singles.iter().find(|single| single.limits == [limit]).map_or(0, |single| single.gain.unplaced)
        };
        for (index, one) in limits.iter().enumerate() {
            for other in &limits[index + 1..] {
                let pair = trial(instance, &base, &[*one, *other], replay);
                found.extend(pair.filter(|pair| pair.gain.unplaced > alone(*one).max(alone(*other))));
            }
        }
    }
    found.sort_by_key(|relaxed| (Reverse(relaxed.gain.unplaced), relaxed.limits.len(), Reverse(relaxed.gain.total())));
    Ok(found)
}

/// Best placement of a search that begins with a valid one.
fn improve(instance: &Instance, placement: &Placement, replay: Replay) -> Placement {
    Search::improving(instance, placement, replay).step(replay.planned).clone()
}

/// What loosening some limits gains; `None` if nothing.
fn trial(instance: &Instance, base: &Placement, limits: &[Limit], replay: Replay) -> Option<Relaxed> {
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
        }
        Limit::DayCap => draft.day_cap = draft.day_cap.saturating_add(PERIODS_MORE),
        Limit::MostADay(class) => {
            if let Some(class) = draft.classes.get_mut(class) {
                class.most_a_day = class.most_a_day.saturating_add(1);
            }
        }
        Limit::LastDay(class) => {
            if let Some(class) = draft.classes.get_mut(class) {
                class.last_day = (class.last_day + DAYS_MORE).min(draft.days - 1);
            }
        }
    }
}
