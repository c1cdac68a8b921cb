//! The first hard rule that keeps an item from a place: the answer to "why not there?".

use crate::delta::Board;
use crate::draft::{Draft, Place};
use crate::instance::{Instance, Spot};
use crate::placement::Placement;
use crate::score::{check_item, price, Broken, Score};
use crate::weigh::may_leave;

/// Answer to whether an item could stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It could.
    Allowed {
        /// Added cost of the placement, by term, with the item there.
        difference: Score,
    },
    /// A hard rule forbids it.
    Refused {
        /// The first such rule, and what is in the way.
        reason: Reason,
    },
}

/// Hard rule that keeps an item from a place. Indices are those of the draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The item is fixed where it is.
    Fixed {},
    /// The item would not end with the day, or there is no such day or period.
    Outside {},
    /// The place is before now.
    Past {},
    /// The day is not between the first and the last that class, earliest day and deadline leave.
    Days {
        /// First day.
        first: u16,
        /// Last day.
        last: u16,
    },
    /// The item would end after the hour of its deadline.
    Late {
        /// Last period before it.
        period: u8,
    },
    /// The class excludes the weekday.
    Weekday {
        /// 1 for Monday to 7.
        weekday: u8,
    },
    /// The class excludes a period.
    Period {
        /// The first such period.
        period: u8,
    },
    /// An event covers a period, or the item would stand only partly inside its host.
    Event {
        /// The event.
        event: usize,
    },
    /// Items of the class that are as long as this one start at odd periods.
    Aligned {},
    /// A wish keeps the periods free.
    Closed {
        /// The wish.
        wish: u16,
    },
    /// An item stands there, or in the same host.
    Item {
        /// The item.
        item: usize,
    },
    /// The item must start after another has ended.
    After {
        /// The other item.
        item: usize,
    },
    /// The item must end before another starts.
    Before {
        /// The other item.
        item: usize,
    },
    /// The class has as many items on the day as it may have.
    ClassDay {
        /// Most items of the class a day.
        most: u16,
    },
    /// The day would have too many periods of items.
    Day {
        /// Most periods.
        most: u16,
    },
    /// A wish allows fewer periods of items on the day.
    Cap {
        /// The wish.
        wish: u16,
        /// Most periods.
        most: u16,
    },
    /// As many items have moved as may.
    Moved {
        /// Most items that may move.
        most: usize,
    },
}

/// Finds out what keeps an item from a place while all others stay where they are.
///
/// # Errors
/// The hard rules that the placement breaks, or [`Rule::Items`](crate::Rule::Items) if there is no such item.
pub fn refuse(instance: &Instance, placement: &Placement, item: usize, place: Place) -> Result<Verdict, Vec<Broken>> {
    check_item(instance, placement, item)?;
    let reason = first_reason(instance, placement, item, place);
    Ok(match reason {
        Some(reason) => Verdict::Refused { reason },
        None => {
            let there = price(instance, &placement.with(item, Some(place)));
            Verdict::Allowed { difference: there - price(instance, placement) }
        }
    })
}

fn first_reason(instance: &Instance, placement: &Placement, item: usize, place: Place) -> Option<Reason> {
    if instance.pieces[item].fixed {
        return (placement.place(item) != Some(place)).then_some(Reason::Fixed {});
    }
    let board = Board::of(instance, &placement.with(item, None));
    reason(&board, item, place).or_else(|| by_moves(instance, placement, item, place))
}

/// The first hard rule that keeps an item, which has no place on the board, from a place there.
pub(crate) fn reason(board: &Board, item: usize, place: Place) -> Option<Reason> {
    let instance = &board.instance;
    by_window(instance, item, place)
        .or_else(|| by_event(instance, item, place))
        .or_else(|| by_start(instance, item, place))
        .or_else(|| by_items(board, item, place))
        .or_else(|| by_day(board, item, place))
}

fn covered(instance: &Instance, item: usize, place: Place) -> u64 {
    Draft::bits(place.start, place.start + instance.pieces[item].length - 1)
}

fn by_window(instance: &Instance, item: usize, place: Place) -> Option<Reason> {
    let (draft, piece) = (instance.draft(), &instance.pieces[item]);
    let class = &draft.classes[piece.class];
    let end = u32::from(place.start) + u32::from(piece.length) - 1;
    if place.start == 0 || end > u32::from(draft.periods) || place.day >= draft.days {
        return Some(Reason::Outside {});
    }
    if place < draft.now {
        return Some(Reason::Past {});
    }
    if !(piece.first_day..=piece.last_day).contains(&place.day) {
        return Some(Reason::Days { first: piece.first_day, last: piece.last_day });
    }
    if instance.is_late(item, place.day, end) {
        return Some(Reason::Late { period: draft.items[item].deadline_period });
    }
    let weekday = instance.weekday(place.day);
    if class.excluded_weekdays.contains(&weekday) {
        return Some(Reason::Weekday { weekday });
    }
    let period = (place.start..=end as u8).find(|period| class.excluded_periods.has(*period))?;
    Some(Reason::Period { period })
}

fn by_event(instance: &Instance, item: usize, place: Place) -> Option<Reason> {
    let draft = instance.draft();
    if !instance.meets_event(item, place) {
        return None;
    }
    let covered = covered(instance, item, place);
    let may_embed = draft.classes[instance.pieces[item].class].may_embed;
    let event = draft.events.iter().position(|event| {
        let bits = Draft::bits(event.from, event.to);
        let inside = event.host && may_embed && covered & !bits == 0;
        event.day == place.day && covered & bits != 0 && !inside
    });
    event.map(|event| Reason::Event { event })
}

fn by_start(instance: &Instance, item: usize, place: Place) -> Option<Reason> {
    if !instance.is_aligned(item, place) {
        return Some(Reason::Aligned {});
    }
    instance.closing_wish(item, place).map(|wish| Reason::Closed { wish })
}

fn by_items(board: &Board, item: usize, place: Place) -> Option<Reason> {
    let (instance, length) = (&board.instance, board.instance.pieces[item].length);
    let spot = Spot { cost: 0, day: place.day, start: place.start };
    if let Some(item) = board.holders(spot, length).next() {
        return Some(Reason::Item { item });
    }
    let start = instance.time(place);
    let mut reason = None;
    board.earlier(item, |other, end| {
        reason = reason.take().or((end > start).then_some(Reason::After { item: other }));
        false
    });
    board.later(item, |other, begins| {
        let late = start + i64::from(length) > begins;
        reason = reason.take().or(late.then_some(Reason::Before { item: other }));
        false
    });
    reason
}

fn by_day(board: &Board, item: usize, place: Place) -> Option<Reason> {
    let (instance, piece) = (&board.instance, &board.instance.pieces[item]);
    let draft = instance.draft();
    let most = draft.classes[piece.class].most_a_day;
    if board.on(place.day).filter(|other| instance.pieces[*other].class == piece.class).count() >= usize::from(most) {
        return Some(Reason::ClassDay { most });
    }
    let length = |other: usize| i64::from(instance.pieces[other].length);
    let load = board.on(place.day).map(length).sum::<i64>() + length(item);
    if load > i64::from(draft.day_cap) {
        return Some(Reason::Day { most: draft.day_cap });
    }
    let cap = instance.cap(place.day).filter(|cap| load > i64::from(cap.periods))?;
    Some(Reason::Cap { wish: cap.wish, most: cap.periods })
}

fn by_moves(instance: &Instance, placement: &Placement, item: usize, place: Place) -> Option<Reason> {
    let leaves = placement.place(item) != Some(place) && !may_leave(instance, placement, item);
    instance.draft().most_moved.filter(|_| leaves).map(|most| Reason::Moved { most })
}
