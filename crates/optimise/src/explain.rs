//! Reasons why an item is unplaced.

use std::cmp::Reverse;
use stepgate_json::Json;

use crate::delta::Board;
use crate::draft::{Draft, Place};
use crate::instance::Instance;
use crate::placement::Placement;
use crate::refuse::{limits, reason, Reason};

/// Number of positions that a wish takes from an unplaced item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(strict)]
pub struct ByWish {
    /// Index of the wish in the caller's list.
    pub wish: u16,
    /// Positions that no earlier rule takes.
    pub positions: usize,
}

/// Number of positions that each hard rule takes from an unplaced item. A position counts for the first rule that takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Blocked {
    /// The item.
    pub item: usize,
    /// Outside its window, before now, or not aligned (H1 to H3, H10).
    pub window: usize,
    /// Events (H4).
    pub events: usize,
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
    /// Wishes that keep periods free, or cap the day, each with its positions; sorted by wish.
    #[json(optional)]
    pub wishes: Vec<ByWish>,
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
                | Reason::Asked { .. }
                | Reason::Kept {}
                | Reason::Days { .. }
                | Reason::Early { .. }
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

/// Explains each unplaced item of a placement that keeps the hard rules. Each takes time for every period of every day.
pub fn explain(instance: &Instance, placement: &Placement) -> Vec<Blocked> {
    let board = Board::of(instance, placement);
    placement.unplaced().map(|item| blocked(&board, item)).collect()
}

fn blocked(board: &Board, item: usize) -> Blocked {
    let mut blocked = Blocked { item, ..Blocked::default() };
    for place in places(board.instance.draft()) {
        *blocked.counter(reason(board, item, place)) += 1;
    }
    blocked
}

fn places(draft: &Draft) -> impl Iterator<Item = Place> + use<> {
    let (days, periods) = (draft.days, draft.periods);
    (0..days).flat_map(move |day| (1..=periods).map(move |start| Place { day, start }))
}

/// Limits that keep an unplaced item out of a placement that keeps the hard rules: each that is the only one at some place, those of most
/// places first. Where each place has several, the fewest that are together at one. Empty: a place is open. Where no place is free of
/// events, the first event, or [`Reason::Outside`] where the time is over.
pub fn kept_out(instance: &Instance, placement: &Placement, item: usize) -> Vec<Reason> {
    let board = Board::of(instance, placement);
    let mut event = Reason::Outside {};
    let mut found: Vec<(Vec<Reason>, usize)> = Vec::new();
    for place in places(instance.draft()) {
        match limits(&board, item, place) {
            Ok(limits) => count(&mut found, limits),
            Err(Some(reason)) if event == (Reason::Outside {}) => event = reason,
            Err(_) => {}
        }
    }
    fewest(found).unwrap_or_else(|| vec![event])
}

/// The same for the days that are open to an item: those that are asked for and do not stay as they are, within the dates of its class, its
/// earliest day and its deadline. Empty: no place of these days is free of events, or one is open.
pub fn kept_out_of_its_days(instance: &Instance, placement: &Placement, item: usize) -> Vec<Reason> {
    let board = Board::of(instance, placement);
    let mut found: Vec<(Vec<Reason>, usize)> = Vec::new();
    for limits in places(instance.draft()).filter_map(|place| limits(&board, item, place).ok()) {
        if !limits.iter().any(Reason::is_of_days) {
            count(&mut found, limits);
        }
    }
    fewest(found).unwrap_or_default()
}

/// The limits that are alone at some place, those of most places first, or else the fewest that are together at one. `None`: no place.
fn fewest(mut found: Vec<(Vec<Reason>, usize)>) -> Option<Vec<Reason>> {
    let fewest = found.iter().map(|(limits, _)| limits.len()).min()?;
    found.retain(|(limits, _)| limits.len() == fewest);
    found.sort_by_key(|(_, places)| Reverse(*places));
    let sets = if fewest == 1 { found.len() } else { 1 };
    Some(found.into_iter().take(sets).flat_map(|(limits, _)| limits).collect())
}

/// Counts a place with its limits. Items, and periods of a class, are one kind of limit each, whichever is in the way.
fn count(found: &mut Vec<(Vec<Reason>, usize)>, limits: Vec<Reason>) {
    let same = |one: &Reason, other: &Reason| match (one, other) {
        (Reason::Item { .. }, Reason::Item { .. }) | (Reason::Period { .. }, Reason::Period { .. }) => true,
        (Reason::After { .. }, Reason::After { .. }) | (Reason::Before { .. }, Reason::Before { .. }) => true,
        _ => one == other,
    };
    let is_known = |known: &[Reason]| {
        known.len() == limits.len() && known.iter().zip(&limits).all(|(known, limit)| same(known, limit))
    };
    match found.iter_mut().find(|(known, _)| is_known(known)) {
        Some((_, places)) => *places += 1,
        None => found.push((limits, 1)),
    }
}
