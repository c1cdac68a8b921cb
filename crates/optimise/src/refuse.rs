//! The first hard rule that keeps an item from a place: the answer to "why not there?".

use crate::delta::Board;
use crate::draft::{Draft, Place};
use crate::instance::{Instance, Spot};
use crate::placement::Placement;
use crate::score::{check_item, price, Broken, Score};
use crate::weigh::may_leave;
use stepgate_json::Json;

/// Answer to whether an item could stand at a place.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(tag = "type", strict)]
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
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(tag = "type", strict)]
pub enum Reason {
    /// The item is fixed where it is.
    Fixed {},
    /// The item would not end with the day, or there is no such day or period.
    Outside {},
    /// The place is before now.
    Past {},
    /// The day is none of those that the caller asks for.
    Asked {
        /// First day.
        first: u16,
        /// Last day.
        last: u16,
    },
    /// The day stays as it is.
    Kept {},
    /// The day is none of the class.
    Days {
        /// First day.
        first: u16,
        /// Last day.
        last: u16,
    },
    /// The day is before the earliest of the item.
    Early {
        /// The earliest day.
        day: u16,
    },
    /// The item would end after its deadline.
    Late {
        /// Last period before it on its day; 0 for the last of the day.
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
    /// A wish keeps the periods free, sets a quota that is used up, or leaves a longer gap to another item.
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

impl Reason {
    /// Whether this is about the days that an item may have, whatever else is on them.
    pub fn is_of_days(&self) -> bool {
        use Reason::{Asked, Days, Early, Kept, Late};
        matches!(self, Asked { .. } | Kept {} | Days { .. } | Early { .. } | Late { .. })
    }
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
        .or_else(|| by_gap(board, item, place))
        .or_else(|| by_items(board, item, place))
        .or_else(|| by_day(board, item, place))
}

fn covered(instance: &Instance, item: usize, place: Place) -> u64 {
    Draft::bits(place.start, place.start + instance.pieces[item].length - 1)
}

fn by_window(instance: &Instance, item: usize, place: Place) -> Option<Reason> {
    let (draft, piece) = (instance.draft(), &instance.pieces[item]);
    let end = u32::from(place.start) + u32::from(piece.length) - 1;
    if place.start == 0 || end > u32::from(draft.periods) || place.day >= draft.days {
        return Some(Reason::Outside {});
    }
    if place < draft.now {
        return Some(Reason::Past {});
    }
    by_days(instance, item, place).or_else(|| by_class(instance, item, place))
}

/// Days asked for, and those of the class and the item.
fn by_days(instance: &Instance, item: usize, place: Place) -> Option<Reason> {
    days(instance, item, place).into_iter().flatten().next()
}

/// Reasons by the days asked for, by those that stay as they are, by those of the class, and by the earliest day and the deadline of the item.
fn days(instance: &Instance, item: usize, place: Place) -> [Option<Reason>; 5] {
    let (draft, given) = (instance.draft(), &instance.draft().items[item]);
    let class = &draft.classes[given.class];
    let end = u32::from(place.start) + u32::from(given.length) - 1;
    let asked = draft.asked.filter(|(first, last)| !(*first..=*last).contains(&place.day));
    let is_day = (class.first_day..=class.last_day).contains(&place.day);
    let is_late = place.day > given.deadline || instance.is_late(item, place.day, end);
    [
        asked.map(|(first, last)| Reason::Asked { first, last }),
        draft.kept.contains(&place.day).then_some(Reason::Kept {}),
        (!is_day).then_some(Reason::Days { first: class.first_day, last: class.last_day }),
        (place.day < given.earliest).then_some(Reason::Early { day: given.earliest }),
        is_late.then_some(Reason::Late { period: given.deadline_period }),
    ]
}

/// Weekdays and periods that the class excludes.
fn by_class(instance: &Instance, item: usize, place: Place) -> Option<Reason> {
    excluded(instance, item, place).into_iter().flatten().next()
}

fn excluded(instance: &Instance, item: usize, place: Place) -> [Option<Reason>; 2] {
    let piece = &instance.pieces[item];
    let class = &instance.draft().classes[piece.class];
    let weekday = instance.weekday(place.day);
    let mut periods = place.start..place.start.saturating_add(piece.length);
    [
        class.excluded_weekdays.contains(&weekday).then_some(Reason::Weekday { weekday }),
        periods.find(|period| class.excluded_periods.has(*period)).map(|period| Reason::Period { period }),
    ]
}

/// Limits that keep an item, which has no place on the board, from a place, one of each kind. `Err`: no limit can be loosened for it, as
/// the day ends, the time is over, or an event is in the way.
pub(crate) fn limits(board: &Board, item: usize, place: Place) -> Result<Vec<Reason>, Option<Reason>> {
    let (instance, draft) = (&board.instance, board.instance.draft());
    let end = u32::from(place.start) + u32::from(draft.items[item].length) - 1;
    if end > u32::from(draft.periods) || place < draft.now || !instance.is_aligned(item, place) {
        return Err(None);
    }
    if let Some(event) = by_event(instance, item, place) {
        return Err(Some(event));
    }
    let [asked, kept, class, early, late] = days(instance, item, place);
    let [weekday, period] = excluded(instance, item, place);
    let wish = instance.closing_wish(item, place).map(|wish| Reason::Closed { wish });
    let (gap, among) = (by_gap(board, item, place), by_items(board, item, place));
    let among = if gap.is_some() { by_holders(board, item, place) } else { among };
    let others = [asked, kept, class, early, late, weekday, period, wish, gap, among];
    Ok(others.into_iter().chain([by_day(board, item, place)]).flatten().collect())
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

/// A wish that leaves a longer gap between the item and another.
fn by_gap(board: &Board, item: usize, place: Place) -> Option<Reason> {
    let instance = &board.instance;
    let start = instance.time(place);
    let end = start + i64::from(instance.pieces[item].length);
    let other = |other: usize| {
        let at = instance.time(board.spot(other)?.place());
        Some((at, at + i64::from(instance.pieces[other].length)))
    };
    let after = |(first, gap): &&(usize, usize)| {
        other(*first).is_some_and(|(_, ends)| instance.stretches[*gap].start(ends) > start)
    };
    let before = |(second, gap): &&(usize, usize)| {
        other(*second).is_some_and(|(starts, _)| instance.stretches[*gap].start(end) > starts)
    };
    let found = instance.gaps_before[item].iter().find(after);
    let (_, gap) = found.or_else(|| instance.gaps_after[item].iter().find(before))?;
    Some(Reason::Closed { wish: instance.draft().gaps[*gap].wish })
}

fn by_holders(board: &Board, item: usize, place: Place) -> Option<Reason> {
    let spot = Spot { cost: 0, day: place.day, start: place.start };
    board.holders(spot, board.instance.pieces[item].length).next().map(|item| Reason::Item { item })
}

fn by_items(board: &Board, item: usize, place: Place) -> Option<Reason> {
    let (instance, length) = (&board.instance, board.instance.pieces[item].length);
    if let Some(holder) = by_holders(board, item, place) {
        return Some(holder);
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
    if let Some(cap) = instance.cap(place.day).filter(|cap| load > i64::from(cap.periods)) {
        return Some(Reason::Cap { wish: cap.wish, most: cap.periods });
    }
    board.full_quota(item, place).map(|quota| Reason::Closed { wish: draft.quotas[quota].wish })
}

fn by_moves(instance: &Instance, placement: &Placement, item: usize, place: Place) -> Option<Reason> {
    let leaves = placement.place(item) != Some(place) && !may_leave(instance, placement, item);
    instance.draft().most_moved.filter(|_| leaves).map(|most| Reason::Moved { most })
}
