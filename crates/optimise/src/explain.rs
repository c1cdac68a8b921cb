//! Reasons why an item is unplaced.

use crate::delta::Board;
use crate::draft::Place;
use crate::instance::{Instance, Spot};
use crate::placement::Placement;

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
    let board = Board::of(instance, placement);
    let unplaced = (0..instance.pieces.len()).filter(|item| board.spot(*item).is_none());
    unplaced.map(|item| blocked(&board, item)).collect()
}

fn blocked(board: &Board, item: usize) -> Blocked {
    let (instance, piece) = (&board.instance, &board.instance.pieces[item]);
    let draft = instance.draft();
    let window = board.window(item);
    let mut blocked = Blocked { item, ..Blocked::default() };
    for day in 0..draft.days {
        for start in 1..=draft.periods {
            let place = Place { day, start };
            let spot = Spot { cost: 0, day, start };
            let same = |other: &usize| instance.pieces[*other].class == piece.class;
            let length = |other: usize| i64::from(instance.pieces[other].length);
            let load = board.on(day).map(length).sum::<i64>() + length(item);
            let counter = if !instance.in_window(item, place) {
                &mut blocked.window
            } else if instance.meets_event(item, place) {
                &mut blocked.events
            } else if !instance.is_aligned(item, place) {
                &mut blocked.window
            } else if let Some(wish) = instance.closing_wish(item, place) {
                blocked.by_wish(wish)
            } else if board.holders(spot, piece.length).next().is_some() {
                &mut blocked.items
            } else if !board.keeps(item, spot, window) {
                &mut blocked.order
            } else if board.on(day).filter(same).count() >= usize::from(draft.classes[piece.class].most_a_day) {
                &mut blocked.class_day
            } else if load > i64::from(draft.day_cap) {
                &mut blocked.day
            } else if let Some(cap) = instance.cap(day).filter(|cap| load > i64::from(cap.periods)) {
                blocked.by_wish(cap.wish)
            } else {
                &mut blocked.open
            };
            *counter += 1;
        }
    }
    blocked
}
