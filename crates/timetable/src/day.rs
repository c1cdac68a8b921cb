//! Content of one day.

use super::vocabulary::Slot;

/// Place of a task in a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Place.
    pub slot: Slot,
    /// Index of the task in [`Timetable::tasks`](crate::Timetable::tasks).
    pub task: usize,
    /// Whether the task lives in a host, which has an entry on the same day.
    pub guest: bool,
}

/// Run of free sections in a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeRange {
    /// First section.
    pub start: u8,
    /// Last section.
    pub end: u8,
}

impl FreeRange {
    /// Number of sections.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u8 {
        self.end - self.start + 1
    }
}

/// Entries of one day by start and end, a host before its guest; and the occupied sections as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    entries: Vec<Entry>,
    occupied: u64,
}

impl Sheet {
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn occupied(&self) -> u64 {
        self.occupied
    }

    pub(super) fn put(&mut self, entry: Entry) {
        let key =
            |entry: &Entry| (u32::from_be_bytes([0, entry.slot.start, entry.slot.end, entry.guest.into()]), entry.task);
        let mut at = self.entries.len();
        while let Some(before) = at.checked_sub(1) {
            if self.entries.get(before).is_none_or(|other| key(other) < key(&entry)) {
                break;
            }
            at = before;
        }
        self.entries.insert(at, entry);
        if !entry.guest {
            self.occupied |= entry.slot.bits();
        }
    }

    pub(super) fn take(&mut self, slot: Slot, task: usize) {
        let found = self.entries.iter().position(|entry| entry.task == task && entry.slot == slot);
        let Some(index) = found.filter(|index| *index < self.entries.len()) else { return };
        // An entry that is no guest shares its sections with no other such entry.
        if !self.entries.remove(index).guest {
            self.occupied &= !slot.bits();
        }
    }
}

/// Free runs among the sections `1..=sections`, ascending. `occupied` has a bit per section.
pub(super) fn free_ranges(occupied: u64, sections: u8) -> FreeRanges {
    FreeRanges(!occupied & (u64::MAX >> (64 - sections.clamp(1, 64))))
}

/// Iterator over runs of sections; the bits are the sections that are left.
pub(super) struct FreeRanges(u64);

impl Iterator for FreeRanges {
    type Item = FreeRange;

    #[inline(always)]
    fn next(&mut self) -> Option<FreeRange> {
        let start = self.0.trailing_zeros();
        if start == 64 {
            return None;
        }
        // Adding 1 at the first section of a run carries to the bit after its last.
        let (carried, over) = self.0.overflowing_add(1 << start);
        let end = if over { 64 } else { carried.trailing_zeros() };
        self.0 &= carried;
        Some(FreeRange { start: start as u8 + 1, end: end as u8 })
    }
}
