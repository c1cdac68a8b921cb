//! Points at which the user went back, and the ranges of entries that are gone.

use std::ops::Range;

/// Most times that a conversation may go back: each costs a look at all entries when a session is loaded.
pub(crate) const MOST_REWINDINGS: usize = 500;

/// A point at which the user went back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rewinding {
    /// Number of its entry.
    pub(super) at: u32,
    /// Number of entries of the conversation that went on.
    pub(super) to: u32,
}

/// A branch that the user has left.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// Number of the first entry that stands on it or on the present one, and not on both.
    pub(crate) from: u32,
    /// Number of the entry which ended it. By it the user goes back to the branch.
    pub(crate) id: u32,
    /// Ranges that are not on it: taken back, or on other branches.
    pub(super) left_out: Vec<Range<u32>>,
}

/// Adds the entries from `from` to `seq` to those that are gone, some of which may have been before.
pub(super) fn take_back(gone: &mut Vec<Range<u32>>, from: u32, seq: u32) {
    let apart = gone.partition_point(|earlier| earlier.end <= from);
    let start = gone.get(apart).map_or(from, |earlier| from.min(earlier.start));
    gone.truncate(apart);
    gone.push(start..seq);
}

/// Whether ordered ranges have this number in them.
pub(super) fn has(ranges: &[Range<u32>], seq: u32) -> bool {
    let after = ranges.partition_point(|range| range.start <= seq);
    ranges.get(after.wrapping_sub(1)).is_some_and(|range| range.contains(&seq))
}
