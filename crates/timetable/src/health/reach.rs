//! Range in which a task must stay to keep the order of its class.

use std::iter::successors;

use super::board::Board;
use super::order::Index;
use super::piece::Piece;
use crate::{Day, Slot};

/// Range in which a task must stay: after the end of one task and before the start of another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    after: Option<(Day, u8)>,
    before: Option<(Day, u8)>,
}

impl Reach {
    pub(super) fn of(board: &Board, piece: &Piece) -> Self {
        let twin = |index: &Index| board.piece(*index)?.neighbours.twin;
        let places = |first| successors(first, twin).filter_map(|index| board.piece(index)?.at);
        Reach {
            after: places(piece.neighbours.before).map(|at| (at.day, at.end)).max(),
            before: places(piece.neighbours.behind).map(|at| (at.day, at.start)).min(),
        }
    }

    /// Whether the slot lies within.
    pub(super) fn holds(&self, slot: &Slot) -> bool {
        self.after.is_none_or(|after| (slot.day, slot.start) > after)
            && self.before.is_none_or(|before| (slot.day, slot.end) < before)
    }

    /// Sections of a day within the range, as bits.
    pub(super) fn sections(&self, day: Day) -> u64 {
        let upto = |section: u8| 1u64.checked_shl(section.into()).map_or(u64::MAX, |bit| bit - 1);
        let early = match self.after {
            Some((limit, _)) if day < limit => u64::MAX,
            Some((limit, end)) if day == limit => upto(end),
            _ => 0,
        };
        let late = match self.before {
            Some((limit, _)) if day > limit => u64::MAX,
            Some((limit, start)) if day == limit => !upto(start.saturating_sub(1)),
            _ => 0,
        };
        !early & !late
    }

    /// First and last day within the range, in a window of `days` days.
    pub(super) fn days(&self, days: usize) -> std::ops::RangeInclusive<u32> {
        let first = self.after.map_or(1, |(day, _)| day.0);
        let last = self.before.map_or(days as u32, |(day, _)| day.0);
        first..=last
    }
}
