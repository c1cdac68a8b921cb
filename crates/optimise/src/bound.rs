//! Lower bound of the objective by relaxation.

use crate::instance::{Instance, UNPLACED};

/// Cost that no placement goes below. Each part ignores the other items but for what it names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// Items without any place of their own.
    pub unplaced: i64,
    /// Each item at its own cheapest place.
    pub own: i64,
    /// All periods of items on the days where each more period costs least.
    pub load: i64,
}

impl Bound {
    /// Lower bound of the objective.
    pub fn total(&self) -> i64 {
        self.unplaced + self.own + self.load
    }
}

/// Computes the bound. A placement that leaves out an item with a place costs more than that item's share of it: an item is counted
/// at no more than its cost when unplaced.
pub fn bound(instance: &Instance) -> Bound {
    let draft = instance.draft();
    let mut bound = Bound::default();
    let mut periods = 0;
    for (item, piece) in instance.pieces.iter().enumerate() {
        match instance.spots(item).first() {
            None => bound.unplaced += UNPLACED * piece.weight,
            Some(spot) => {
                bound.own += i64::from(spot.cost).min(UNPLACED * piece.weight / 2);
                periods += usize::from(piece.length);
            }
        }
    }
    // One more period costs 12 for each that is occupied on the day; at most half the cost of leaving it out.
    let mut steps: Vec<i64> = Vec::new();
    for taken in &instance.taken {
        let room = i64::from(draft.periods) - taken;
        steps.extend((0..room).map(|load| (12 * (taken + load)).min(UNPLACED / 2)));
    }
    steps.sort_unstable();
    bound.load = steps.iter().take(periods).sum();
    bound
}
