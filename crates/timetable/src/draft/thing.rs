//! Things of a calendar: a record with all that belongs to it, so that it changes as one.

use std::rc::Rc;

use stepgate_json::Json;

use super::id::{EventId, GroupId, Id, ItemId};
use super::place::Place;
use super::rule::Rule;
use crate::records::{Cell, EmbeddedTime, EventRecord, ItemRecord};
use crate::{Class, Term};

/// Thing of a calendar.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[allow(missing_docs)] // named after the things
pub enum Thing {
    Group(Class),
    Item(Item),
    Event(Entry),
    Rule(Rule),
}

/// Item with its place.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Item {
    /// Record.
    pub record: ItemRecord,
    /// Event that is its place; none for an item without one, or inside a host.
    #[json(optional)]
    pub own: Option<EventRecord>,
    /// Cells of that event, ascending.
    #[json(optional)]
    pub cells: Vec<Cell>,
    /// Events that carry it, with the cells in which they do.
    #[json(optional)]
    pub hosted: Vec<(i64, Cell)>,
}

/// Event with its places.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Entry {
    /// Record.
    pub record: EventRecord,
    /// Cells, ascending.
    #[json(optional)]
    pub cells: Vec<Cell>,
    /// Keys of items without a record that it carries, with the cells: left as they were found.
    #[json(optional)]
    pub strays: Vec<(i64, Cell)>,
}

impl Item {
    /// Item without a place.
    pub(super) fn waiting(record: ItemRecord) -> Self {
        Item { record, own: None, cells: Vec::new(), hosted: Vec::new() }
    }

    /// Id.
    pub fn id(&self) -> ItemId {
        ItemId(self.record.id)
    }

    /// Its group.
    pub fn group(&self) -> GroupId {
        GroupId(self.record.class_id)
    }

    /// Host in which it lives.
    pub fn host(&self) -> Option<EventId> {
        self.hosted.first().map(|(event, _)| EventId(*event))
    }

    /// Cells in which it stands, ascending.
    pub fn stands(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            self.cells.iter().copied().chain(self.hosted.iter().map(|(_, cell)| *cell)).collect();
        if cells.is_empty() {
            cells.extend(self.record.embedded_time.into_iter().flat_map(EmbeddedTime::cells));
        }
        cells.sort();
        cells
    }

    /// Places, ascending: one, or none.
    pub fn places(&self, term: Term) -> Vec<Place> {
        Place::runs(&self.stands(), term)
    }
}

impl Thing {
    /// Id.
    pub fn id(&self) -> Id {
        match self {
            Thing::Group(group) => Id::Group(GroupId(group.id)),
            Thing::Item(item) => item.id().into(),
            Thing::Event(event) => Id::Event(EventId(event.record.id)),
            Thing::Rule(rule) => rule.id.into(),
        }
    }

    /// Name; the user's words of a rule.
    pub fn name(&self) -> &Rc<str> {
        match self {
            Thing::Group(group) => &group.name,
            Thing::Item(item) => &item.record.content,
            Thing::Event(event) => &event.record.name,
            Thing::Rule(rule) => &rule.words,
        }
    }

    /// Cells that it takes, ascending.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Thing::Item(item) => item.stands(),
            Thing::Event(event) => event.cells.clone(),
            Thing::Group(_) | Thing::Rule(_) => Vec::new(),
        }
    }
}
