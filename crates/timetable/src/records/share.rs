//! Division of what several records share: a class's total among its items, and a section among fixed events.

use std::collections::BTreeMap;

use super::record::{EventRecord, ItemRecord};
use crate::{day, share, FreeRange, Slot};

/// Sections of the items without a length, by class. `total`: sections that a class has in all.
pub(crate) fn shares<'a>(items: impl Iterator<Item = &'a ItemRecord>, total: impl Fn(u32) -> u32) -> BTreeMap<u32, u8> {
    let mut sums: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for item in items {
        let (fixed, others) = sums.entry(item.class_id).or_default();
        match item.given.length {
            Some(length) => *fixed += u32::from(length),
            None => *others += 1,
        }
    }
    sums.into_iter().map(|(class, (fixed, others))| (class, share(total(class), fixed, others).0)).collect()
}

/// Gives each section that fixed events share to one of them: to the first, to a filler course last.
pub(super) fn split(placed: &mut [(&EventRecord, Vec<Slot>)], days: usize) {
    let mut taken = vec![0u64; days];
    for filler in [false, true] {
        for (event, slots) in placed.iter_mut() {
            if event.is_fixed() && event.can_be_embedded == filler {
                *slots = slots.iter().flat_map(|slot| claim(slot, &mut taken)).collect();
            }
        }
    }
}

/// Takes the free sections of a slot. Returns them.
fn claim(slot: &Slot, taken: &mut [u64]) -> Vec<Slot> {
    let Some(day) = taken.get_mut(slot.day.index()) else { return vec![*slot] };
    let free = slot.bits() & !*day;
    *day |= slot.bits();
    day::free_ranges(!free, 64).map(|FreeRange { start, end }| Slot { start, end, ..*slot }).collect()
}
