//! Orders of classes that the calendar breaks already, or cannot keep without moving what stands.

use std::collections::BTreeMap;

use stepgate_optimise::{Class, Item, Place};

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

/// Takes items without a place out of the order of their class if one that comes before them stands after their deadline. `stands`: as in
/// [`release_broken`]. A late task with an early deadline so pulls no other forward.
pub(super) fn release_urgent(items: &mut [Item], stands: impl Fn(&Item) -> bool) {
    let mut latest: BTreeMap<usize, Vec<(u32, Place)>> = BTreeMap::new();
    for item in items.iter().filter(|item| stands(item)) {
        if let Some((order, place)) = item.order.zip(item.before) {
            latest.entry(item.class).or_default().push((order, place));
        }
    }
    for item in items.iter_mut().filter(|item| item.before.is_none()) {
        let last = (item.deadline, if item.deadline_period == 0 { u8::MAX } else { item.deadline_period });
        let standing = latest.get(&item.class).into_iter().flatten();
        let is_late = |(order, place): &(u32, Place)| Some(*order) < item.order && (place.day, place.start) > last;
        if standing.into_iter().any(is_late) {
            item.order = None;
        }
    }
}

/// Takes items out of the order of their class that are due before their turn: before the day on which an even spread of the class would
/// reach them. A task with an early deadline that was added last so waits for no other, and none has to come before it.
pub(super) fn release_early(items: &mut [Item], classes: &[Class]) {
    let of_class = |class: usize| items.iter().filter(move |item| item.class == class).filter_map(|item| item.order);
    let is_early = |item: &Item| {
        let Some((order, class)) = item.order.zip(classes.get(item.class)) else { return false };
        let before = of_class(item.class).filter(|other| *other < order).count();
        let (turn, turns) = (before + 1, of_class(item.class).count() + 1);
        let days = usize::from(class.last_day.saturating_sub(class.first_day)) + 1;
        // The first one waits for none.
        before > 0 && usize::from(item.deadline) < usize::from(class.first_day) + turn * days / turns
    };
    let early: Vec<bool> = items.iter().map(is_early).collect();
    let released = items.iter_mut().zip(early).filter(|(_, early)| *early);
    released.for_each(|(item, _)| item.order = None);
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
