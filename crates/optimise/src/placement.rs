//! Places of the items.

use crate::draft::Place;
use crate::instance::Instance;
use stepgate_json::Json;

/// Place of each item, by the item's index; `None` is unplaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
pub struct Placement(pub Vec<Option<Place>>);

impl Placement {
    /// Place of an item.
    pub fn place(&self, item: usize) -> Option<Place> {
        self.0.get(item).copied().flatten()
    }

    /// Items that had a place in the plan that is revised, and are not there: those that `most_moved` counts.
    pub fn moved<'p>(&'p self, instance: &'p Instance) -> impl Iterator<Item = usize> + 'p {
        let items = instance.draft().items.iter().enumerate();
        items.filter(|(item, given)| given.before.is_some() && self.place(*item) != given.before).map(|(item, _)| item)
    }

    /// The same placement with one item somewhere else, or unplaced.
    pub(crate) fn with(&self, item: usize, place: Option<Place>) -> Placement {
        let mut placement = self.clone();
        placement.0[item] = place;
        placement
    }

    /// Indices of the unplaced items.
    pub fn unplaced(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|(_, place)| place.is_none()).map(|(item, _)| item)
    }
}
