//! Places of the items.

use crate::draft::Place;

/// Place of each item, by the item's index; `None` is unplaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement(pub Vec<Option<Place>>);

impl Placement {
    /// Place of an item.
    pub fn place(&self, item: usize) -> Option<Place> {
        self.0.get(item).copied().flatten()
    }

    /// Indices of the unplaced items.
    pub fn unplaced(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|(_, place)| place.is_none()).map(|(item, _)| item)
    }
}
