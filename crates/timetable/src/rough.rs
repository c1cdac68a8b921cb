//! Rough placement: all pending items of some classes get a place at once (spec: schedule tools 7).
//!
//! Every class is placed on its own, in the order of the request, on the sections its dates, its exclusions and what stands already
//! leave it. `rapid` takes the earliest place; `steady` spreads its items, by a cost of which the least wins.
//!
//! Where the spec is silent or has a hole:
//! - what fits is placed, and what does not is left with a reason, for each item;
//! - an item stands between its placed neighbours; blocks of one length are handed out by time, in the order of the items, and among
//!   blocks of several lengths each comes behind the one before;
//! - a filler course takes one guest, and the guest is linked to it; a block never lies half in one.

use super::field::{Block, Bounds, Field, Ground};
use std::rc::Rc;

use super::{Change, Class, Date, Day, Edit, Placement, Slot, Status, Strategy, Task, TaskId, Term, Timetable, Window};

/// A class whose pending items are to be placed, and the days they may stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Id of the class.
    pub class: u32,
    /// Its first day.
    pub first: Day,
    /// Its last day.
    pub last: Day,
}

impl Range {
    /// The days between a class's dates, as far as the window has them; all days, if it has no dates or there is no term.
    pub fn of(class: &Class, window: &Window, term: Option<Term>) -> Self {
        let weekday = |date: &Option<Rc<str>>| term?.weekday(Date::parse(date.as_deref()?)?);
        let first = weekday(&class.start_date).map_or(Day(1), |weekday| window.first_from(weekday));
        let last = weekday(&class.end_date).map_or(Day(window.len() as u32), |weekday| window.last_until(weekday));
        Range { class: class.id, first, last }
    }
}

/// There is no class with this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no task class {0}")]
pub struct UnknownClass(pub u32);

/// What a rough placement makes of a timetable. Nothing is done yet: see [`Timetable::apply`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Rough {
    /// The places found, class by class, in the order of the items.
    pub placed: Vec<Found>,
    /// The items that do not fit.
    pub left: Vec<Left>,
    /// What gives the items their places and filler courses their guests.
    pub change: Change,
}

/// The place of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The item.
    pub task: TaskId,
    /// Its place.
    pub slot: Slot,
    /// The filler course it lives in.
    pub host: Option<TaskId>,
    /// The how-manieth place of its class this was, from 0, when it was found. The original hands out places in this order.
    pub turn: u32,
}

/// An item that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The item.
    pub task: TaskId,
    /// Its class.
    pub class: u32,
    /// Why there is no place for it.
    pub why: NoRoom,
}

/// Why an item does not fit, when all else is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// The class has no days in the window, or keeps out of all of them.
    NoDays,
    /// Fewer sections are free than it needs.
    Full {
        /// Sections it needs.
        needed: u8,
        /// Sections that are free.
        free: u32,
    },
    /// Enough sections are free, but not in a row that begins at an odd section.
    Scattered {
        /// Sections it needs in a row.
        needed: u8,
        /// The longest row.
        longest: u8,
    },
    /// There is room, but not between its neighbours of the class.
    Order {
        /// The placed neighbour before it.
        after: Option<TaskId>,
        /// The placed neighbour behind it.
        before: Option<TaskId>,
    },
}

impl NoRoom {
    /// Its code.
    pub fn code(&self) -> &'static str {
        match self {
            NoRoom::NoDays => "no_days",
            NoRoom::Full { .. } => "full",
            NoRoom::Scattered { .. } => "scattered",
            NoRoom::Order { .. } => "order",
        }
    }
}

impl Rough {
    /// A task gets this place.
    fn place(&mut self, task: &Task, slot: Slot, host: Option<&Task>, turn: u32) {
        let embed_host = host.map(|host| host.id);
        self.placed.push(Found { task: task.id, slot, host: embed_host, turn });
        let (status, duration, embedded_by) = (Status::Suggested, slot.len(), task.embedded_by);
        let after = Placement { slots: slot.into(), status, duration, embed_host, embedded_by };
        self.change.edits.push(Edit { task: task.id, before: task.placement.clone(), after });
        if let Some(host) = host {
            let after = Placement { embedded_by: Some(task.id), ..host.placement.clone() };
            self.change.edits.push(Edit { task: host.id, before: host.placement.clone(), after });
        }
    }
}

/// A pending item and what its place has to be like.
#[derive(Clone, Copy)]
struct Item<'a> {
    task: &'a Task,
    length: u8,
    bounds: Bounds,
    /// The neighbours that make the bounds.
    neighbours: (Option<TaskId>, Option<TaskId>),
}

impl Item<'_> {
    /// They stand between the same neighbours, and are of one length unless their order counts.
    fn goes_with(&self, other: &Self) -> bool {
        let ordered = self.task.order > 0;
        self.bounds == other.bounds && ordered == (other.task.order > 0) && (ordered || self.length == other.length)
    }
}

impl Timetable {
    /// Looks for places for the pending items of some classes, class by class; a class that comes twice counts once.
    ///
    /// # Errors
    /// A class that is not of this timetable.
    pub fn rough(&self, ranges: &[Range]) -> Result<Rough, UnknownClass> {
        let mut rough = Rough::default();
        let mut ground = Ground::new(self);
        for (index, range) in ranges.iter().enumerate() {
            let class = self.class(range.class).ok_or(UnknownClass(range.class))?;
            if ranges.iter().take(index).all(|before| before.class != range.class) {
                self.rough_class(class, *range, &mut ground, &mut rough);
            }
        }
        Ok(rough)
    }

    fn rough_class(&self, class: &Class, range: Range, ground: &mut Ground, rough: &mut Rough) {
        let items = self.items(class.id);
        let mut field = Field::new(self, class, range, ground);
        let mut search = Search { strategy: class.strategy, count: items.len(), turn: 0, end: None };
        let mut missed = Vec::new();
        for group in items.chunk_by(Item::goes_with) {
            let mut before = None;
            for (item, place) in group.iter().zip(search.places(&mut field, group)) {
                let Some((turn, block)) = place else {
                    missed.push((item, before.or(item.neighbours.0)));
                    continue;
                };
                search.settled(item, &block);
                ground.occupy(&block);
                let host = block.host.and_then(|host| self.tasks.get(host));
                rough.place(item.task, block.slot, host, turn);
                before = Some(item.task.id);
            }
        }
        for (item, before) in missed {
            let why = no_room(item, before, &mut field);
            rough.left.push(Left { task: item.task.id, class: class.id, why });
        }
    }

    /// The pending items of a class in their order, each with the placed neighbours it has to stand between.
    fn items(&self, class: u32) -> Vec<Item<'_>> {
        let of_class = || self.tasks.iter().filter(|task| task.class_id == class);
        let anchored = of_class().any(|task| task.order > 0 && task.is_placed());
        let item = |task| {
            let [after, before] = if anchored { self.neighbours(task) } else { [None, None] };
            let bounds = Bounds {
                after: after.map(|(_, slot)| slot.end_at()),
                before: before.map(|(_, slot)| (slot.day, slot.start)),
            };
            Item {
                task,
                length: task.needs(),
                bounds,
                neighbours: (after.map(|after| after.0), before.map(|before| before.0)),
            }
        };
        let pending = of_class().filter(|task| task.is_pending());
        let mut items: Vec<(usize, Item)> = pending.map(item).enumerate().collect();
        items.sort_by_key(|(position, item)| (item.task.order, *position));
        items.into_iter().map(|(_, item)| item).collect()
    }
}

/// Where the search through the items of a class stands.
struct Search {
    strategy: Strategy,
    count: usize,
    turn: usize,
    /// The last section of those placed so far that have an order.
    end: Option<(Day, u8)>,
}

/// A place and the turn it was found in.
type Place = Option<(u32, Block)>;

impl Search {
    /// Places for the items of a group, in their order.
    fn places(&mut self, field: &mut Field, group: &[Item]) -> Vec<Place> {
        let bounds = self.bounds(group);
        match group.first() {
            Some(first) if group.iter().all(|item| item.length == first.length) => self.spread(field, group, bounds),
            _ => self.chain(field, group, bounds),
        }
    }

    /// What the items of a group must stand between: behind all groups before it.
    fn bounds(&self, group: &[Item]) -> Bounds {
        let Some(first) = group.first() else { return Bounds::default() };
        let end = self.end.filter(|_| first.task.order > 0);
        Bounds { after: first.bounds.after.max(end), ..first.bounds }
    }

    /// An item has got its place.
    fn settled(&mut self, item: &Item, block: &Block) {
        if item.task.order > 0 {
            self.end = self.end.max(Some(block.slot.end_at()));
        }
    }

    /// Places for items of one length, by time: the first items get them.
    fn spread(&mut self, field: &mut Field, group: &[Item], bounds: Bounds) -> Vec<Place> {
        let found = group.iter().filter_map(|item| self.next(field, item.length, bounds));
        let mut places: Vec<(u32, Block)> = found.collect();
        places.sort_by_key(|(_, block)| block.slot);
        let none = group.len() - places.len();
        places.into_iter().map(Some).chain(std::iter::repeat_n(None, none)).collect()
    }

    /// Places for items of several lengths: each behind those before it.
    fn chain(&mut self, field: &mut Field, group: &[Item], mut bounds: Bounds) -> Vec<Place> {
        let (mut order, mut end) = (0, bounds.after);
        let mut places = Vec::with_capacity(group.len());
        for item in group {
            if item.task.order != order {
                (order, bounds.after) = (item.task.order, end);
            }
            let place = self.next(field, item.length, bounds);
            end = end.max(place.map(|(_, block)| block.slot.end_at()));
            places.push(place);
        }
        places
    }

    /// The place for the next item.
    fn next(&mut self, field: &mut Field, length: u8, bounds: Bounds) -> Place {
        let turn = self.turn;
        self.turn += 1;
        let target = match self.strategy {
            Strategy::Rapid => None,
            Strategy::Steady => Some(field.target(turn, self.count)),
        };
        field.look_for(length);
        let block = field.best(target, bounds)?;
        field.occupy(&block);
        Some((turn as u32, block))
    }
}

/// Why there is no place for an item in what is left of the field.
fn no_room(item: &Item, after: Option<TaskId>, field: &mut Field) -> NoRoom {
    let needed = item.length;
    if field.is_empty() {
        return NoRoom::NoDays;
    }
    let free = field.free();
    if free < u32::from(needed) {
        return NoRoom::Full { needed, free };
    }
    field.look_for(needed);
    if field.best(None, Bounds::default()).is_none() {
        return NoRoom::Scattered { needed, longest: field.longest() };
    }
    NoRoom::Order { after, before: item.neighbours.1 }
}
