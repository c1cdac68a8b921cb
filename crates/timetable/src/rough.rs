//! Rough placement: gives all pending items of some classes a place at once (agents/schedule/spec-tools.md 7).
//!
//! The classes are placed in the order of the request, on the sections that their dates, their exclusions and the existing entries leave
//! free. `rapid` takes the earliest place; `steady` spreads the items by a cost, and takes the cheapest place.
//!
//! Choices where the specification is silent:
//! - the items that fit are placed, and each other item is left with a reason;
//! - an item stays between its placed neighbours; blocks of equal length go to the items by time and order, and among blocks of different
//!   lengths each follows the one before;
//! - a filler course takes one guest and is linked to it; a block never lies partly inside one.

use super::change::{Change, Edit};
use super::command::Open;
use super::field::{Block, Bounds, Field, Occupancy};
use super::range::Range;
use super::task::{Class, Placement, Status, Strategy, Task};
use super::timetable::Timetable;
use super::vocabulary::{Day, Slot, TaskId};

/// Error: there is no class with this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no task class {0}")]
pub struct UnknownClass(pub u32);

/// Result of a rough placement. Nothing is changed yet: see [`Timetable::apply`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Rough {
    /// Places that were found, class by class, in the order of the items.
    pub placed: Vec<Found>,
    /// Items that do not fit.
    pub left: Vec<Left>,
    /// Change that gives the items their places and the filler courses their guests.
    pub change: Change,
}

/// Place of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Id of the item.
    pub task: TaskId,
    /// Place.
    pub slot: Slot,
    /// Filler course in which it lives.
    pub host: Option<TaskId>,
    /// Number of the place within its class in the order of finding, from 0. The original assigns places in this order.
    pub turn: u32,
}

/// Item that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Id of the item.
    pub task: TaskId,
    /// Id of its class.
    pub class: u32,
    /// Reason.
    pub why: NoRoom,
}

/// Reason why an item does not fit after all others are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// The class has no days in the window, or excludes all of them.
    NoDays,
    /// Fewer sections are free than the item needs.
    Full {
        /// Sections that the item needs.
        needed: u8,
        /// Free sections.
        free: u32,
    },
    /// Enough sections are free, but not in a run that begins at an odd section.
    Scattered {
        /// Sections that the item needs in a row.
        needed: u8,
        /// Length of the longest run.
        longest: u8,
    },
    /// There is room, but not between the item's neighbours in its class.
    Order {
        /// Placed neighbour before it.
        after: Option<TaskId>,
        /// Placed neighbour behind it.
        before: Option<TaskId>,
    },
}

impl NoRoom {
    /// Code of the reason.
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
    /// Records the place of a task, with the edits of the task and its host.
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

/// Pending item with the requirements of its place.
#[derive(Clone, Copy)]
struct Item<'a> {
    task: &'a Task,
    length: u8,
    bounds: Bounds,
    /// Neighbours that set the limits.
    neighbours: (Option<TaskId>, Option<TaskId>),
}

impl Item<'_> {
    /// Whether two items belong to one group: the same limits, and the same length unless both have an order.
    fn goes_with(&self, other: &Self) -> bool {
        let ordered = self.task.order > 0;
        self.bounds == other.bounds && ordered == (other.task.order > 0) && (ordered || self.length == other.length)
    }
}

impl Timetable {
    /// Finds places for the pending items of some classes, class by class, from `open` on. A repeated class counts once.
    ///
    /// # Errors
    /// A class that the timetable does not have.
    pub fn rough(&self, ranges: &[Range], open: Option<Open>) -> Result<Rough, UnknownClass> {
        let mut rough = Rough::default();
        let mut occupancy = Occupancy::new(self, open);
        for (index, range) in ranges.iter().enumerate() {
            let class = self.class(range.class).ok_or(UnknownClass(range.class))?;
            let range = range.from(open);
            if ranges.iter().take(index).all(|before| before.class != range.class) {
                self.rough_class(class, range, &mut occupancy, &mut rough);
            }
        }
        Ok(rough)
    }

    fn rough_class(&self, class: &Class, range: Range, occupancy: &mut Occupancy, rough: &mut Rough) {
        let items = self.items(class.id);
        let mut field = Field::new(self, class, range, occupancy);
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
                occupancy.occupy(&block);
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

    /// Pending items of a class in their order, each with its placed neighbours.
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

/// State of the search through the items of a class.
struct Search {
    strategy: Strategy,
    count: usize,
    turn: usize,
    /// Last section of the ordered items that were placed so far.
    end: Option<(Day, u8)>,
}

/// Place with the turn in which it was found.
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

    /// Limits of a group: after all groups before it.
    fn bounds(&self, group: &[Item]) -> Bounds {
        let Some(first) = group.first() else { return Bounds::default() };
        let end = self.end.filter(|_| first.task.order > 0);
        Bounds { after: first.bounds.after.max(end), ..first.bounds }
    }

    /// Records that an item has its place.
    fn settled(&mut self, item: &Item, block: &Block) {
        if item.task.order > 0 {
            self.end = self.end.max(Some(block.slot.end_at()));
        }
    }

    /// Places for items of equal length, by time. If there are too few, the last items get none.
    fn spread(&mut self, field: &mut Field, group: &[Item], bounds: Bounds) -> Vec<Place> {
        let found = group.iter().filter_map(|item| self.next(field, item.length, bounds));
        let mut places: Vec<(u32, Block)> = found.collect();
        places.sort_by_key(|(_, block)| block.slot);
        let none = group.len() - places.len();
        places.into_iter().map(Some).chain(std::iter::repeat_n(None, none)).collect()
    }

    /// Places for items of different lengths, each after those before it.
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

    /// Place for the next item.
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

/// Reason why an item has no place in the rest of the field.
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
