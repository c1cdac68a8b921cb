//! Reasons why an item is unplaced.

use crate::delta::Board;
use crate::draft::Place;
use crate::instance::Instance;
use crate::placement::Placement;
use crate::refuse::{reason, Reason};

/// Number of positions that a wish takes from an unplaced item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByWish {
    /// Index of the wish in the caller's list.
    pub wish: u16,
    /// Positions that no earlier rule takes.
    pub positions: usize,
}

/// Number of positions that each hard rule takes from an unplaced item. A position counts for the first rule that takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocked {
    /// The item.
    pub item: usize,
    /// Outside its window, before now, or not aligned (H1 to H3, H10).
    pub window: usize,
    /// Events (H4).
    pub events: usize,
    /// Wishes that keep periods free, or cap the day, each with its positions; sorted by wish.
    pub wishes: Vec<ByWish>,
    /// Other items (H4).
    pub items: usize,
    /// Order and precedences (H5, H6).
    pub order: usize,
    /// Items of its class on the day (H7).
    pub class_day: usize,
    /// Periods of items on the day (H8).
    pub day: usize,
    /// Positions that are open. More than 0 means that a longer search, or a higher cap of moved items, may place it.
    pub open: usize,
}

impl Blocked {
    /// The number that a position counts for.
    fn counter(&mut self, reason: Option<Reason>) -> &mut usize {
        match reason {
            None | Some(Reason::Moved { .. }) => &mut self.open,
            Some(Reason::Event { .. }) => &mut self.events,
            Some(Reason::Closed { wish } | Reason::Cap { wish, .. }) => self.by_wish(wish),
            Some(Reason::Item { .. }) => &mut self.items,
            Some(Reason::After { .. } | Reason::Before { .. }) => &mut self.order,
            Some(Reason::ClassDay { .. }) => &mut self.class_day,
            Some(Reason::Day { .. }) => &mut self.day,
            Some(
                Reason::Fixed {}
                | Reason::Outside {}
                | Reason::Past {}
                | Reason::Days { .. }
                | Reason::Late { .. }
                | Reason::Weekday { .. }
                | Reason::Period { .. }
                | Reason::Aligned {},
            ) => &mut self.window,
        }
    }

    /// Number of positions that a wish takes.
    fn by_wish(&mut self, wish: u16) -> &mut usize {
        let index = self.wishes.partition_point(|other| other.wish < wish);
        if self.wishes.get(index).is_none_or(|other| other.wish != wish) {
            self.wishes.insert(index, ByWish { wish, positions: 0 });
        }
        &mut self.wishes[index].positions
    }
}

/// Explains each unplaced item of a placement that keeps the hard rules.
pub fn explain(instance: &Instance, placement: &Placement) -> Vec<Blocked> {
    explain_items(instance, placement, placement.unplaced())
}

/// Explains those of the items that are unplaced. Each takes time for every period of every day.
pub fn explain_items(
    instance: &Instance,
    placement: &Placement,
    items: impl IntoIterator<Item = usize>,
) -> Vec<Blocked> {
    let board = Board::of(instance, placement);
    let unplaced = items.into_iter().filter(|item| *item < instance.pieces.len() && board.spot(*item).is_none());
    unplaced.map(|item| blocked(&board, item)).collect()
}

fn blocked(board: &Board, item: usize) -> Blocked {
    let draft = board.instance.draft();
    let mut blocked = Blocked { item, ..Blocked::default() };
    for day in 0..draft.days {
        for start in 1..=draft.periods {
            *blocked.counter(reason(board, item, Place { day, start })) += 1;
        }
    }
    blocked
}
