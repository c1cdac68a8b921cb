//! Orders of classes that the calendar breaks already.

use std::collections::BTreeMap;

use stepgate_optimise::{Item, Place};

/// Takes those items out of the order of their class that stand against it, as few as possible. `stands`: whether an item's place counts. So
/// an order that the user has broken keeps no task from a place.
pub(super) fn release_broken(items: &mut [Item], stands: impl Fn(&Item) -> bool) {
    let mut classes: BTreeMap<usize, Vec<(Place, u32, usize)>> = BTreeMap::new();
    for (index, item) in items.iter().enumerate().filter(|(_, item)| stands(item)) {
        if let Some((place, order)) = item.before.zip(item.order) {
            classes.entry(item.class).or_default().push((place, order, index));
        }
    }
    for mut standing in classes.into_values() {
        standing.sort_by_key(|(place, ..)| (place.day, place.start));
        let orders: Vec<u32> = standing.iter().map(|(_, order, _)| *order).collect();
        let kept = longest_ascending(&orders);
        let broken = (0..).zip(&standing).filter(|(position, _)| !kept.contains(position));
        for (_, (.., index)) in broken {
            items.get_mut(*index).into_iter().for_each(|item| item.order = None);
        }
    }
}

/// Positions of the longest part of a list that does not descend, its last ones first.
fn longest_ascending(list: &[u32]) -> Vec<usize> {
    // For each position, the length of the longest part that ends there, and the position before it.
    let mut parts: Vec<(usize, Option<usize>)> = Vec::with_capacity(list.len());
    for value in list {
        let fitting = list.iter().zip(&parts).enumerate().filter(|(_, (other, _))| *other <= value);
        let longest = fitting.map(|(position, (_, (length, _)))| (*length, position)).max();
        parts.push(longest.map_or((1, None), |(length, position)| (length + 1, Some(position))));
    }
    let end = parts.iter().enumerate().max_by_key(|(_, (length, _))| *length).map(|(position, _)| position);
    std::iter::successors(end, |position| parts.get(*position)?.1).collect()
}
