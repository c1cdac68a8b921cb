//! The saved calendar as things: its records, grouped by what changes as one, and what is saved beside them.

use std::collections::{BTreeMap, BTreeSet};

use stepgate_json::Json;

use super::id::{EventId, GroupId, Id, Ids, ItemId};
use super::rule::Rule;
use super::thing::{Entry, Item, Thing};
use crate::records::{Cell, Clock, EventRecord, Records, SectionRow};
use crate::{Class, Term};

/// The data that a calendar saves beside its records. A calendar that was saved without it has an empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct Register {
    /// Rules, by id.
    pub rules: Vec<Rule>,
    /// Numbers that are given out next; at least those behind all records.
    #[json(default = Ids::default())]
    pub ids: Ids,
}

/// Saved calendar. A copy with an open draft in it is one, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// Number that grows with every write.
    pub revision: u64,
    /// Dates of its weeks.
    pub term: Term,
    /// Times of its periods.
    pub clock: Clock,
    /// Numbers that are given out next.
    pub ids: Ids,
    things: BTreeMap<Id, Thing>,
    /// Rows without an event, left as they were found.
    loose: Vec<SectionRow>,
}

impl Calendar {
    /// Groups the records of a calendar. An event is the place of an item, and no thing of its own, if its `rel_id` is the item's key and it
    /// takes no guests; of several, the first.
    pub fn new(revision: u64, term: Term, clock: Clock, records: Records, register: Register) -> Self {
        let mut things: BTreeMap<Id, Thing> = BTreeMap::new();
        let items: BTreeSet<i64> = records.items.iter().map(|item| item.id).collect();
        for record in records.items {
            let item = Item::waiting(record);
            things.insert(item.id().into(), Thing::Item(item));
        }
        let mut sections = records.sections;
        sections.sort();
        let mut rows: BTreeMap<i64, Vec<SectionRow>> = BTreeMap::new();
        sections.into_iter().for_each(|row| rows.entry(row.event_id).or_default().push(row));
        let mut events = records.events;
        events.sort_by_key(|event| event.id);
        for record in events {
            let (mut cells, mut strays) = (Vec::new(), Vec::new());
            for row in rows.remove(&record.id).into_iter().flatten() {
                cells.push(row.cell);
                match row.embedded_task_id.map(|item| (item, things.get_mut(&ItemId(item).into()))) {
                    Some((_, Some(Thing::Item(item)))) => item.hosted.push((row.event_id, row.cell)),
                    Some((item, _)) => strays.push((item, row.cell)),
                    None => {}
                }
            }
            let owner =
                record.rel_id.filter(|item| items.contains(item) && !record.can_be_embedded && strays.is_empty());
            match owner.and_then(|item| things.get_mut(&ItemId(item).into())) {
                Some(Thing::Item(item)) if item.own.is_none() => (item.own, item.cells) = (Some(record), cells),
                _ => {
                    let id = EventId(record.id).into();
                    things.insert(id, Thing::Event(Entry { record, cells, strays }));
                }
            }
        }
        things.extend(records.classes.into_iter().map(|class| (GroupId(class.id).into(), Thing::Group(class))));
        things.extend(register.rules.into_iter().map(|rule| (rule.id.into(), Thing::Rule(rule))));
        let mut ids = register.ids;
        things.keys().for_each(|id| ids.pass(*id));
        let own = things.values().filter_map(|thing| match thing {
            Thing::Item(item) => item.own.as_ref(),
            _ => None,
        });
        own.for_each(|event| ids.pass(EventId(event.id).into()));
        Calendar { revision, term, clock, ids, things, loose: rows.into_values().flatten().collect() }
    }

    /// Records of the calendar, each list by its keys, and what stands beside them.
    pub fn parts(&self) -> (Records, Register) {
        let mut records = Records::default();
        let mut register = Register { ids: self.ids, ..Register::default() };
        let mut guests: BTreeMap<(i64, Cell), i64> = BTreeMap::new();
        for thing in self.things.values() {
            match thing {
                Thing::Group(class) => records.classes.push(class.clone()),
                Thing::Rule(rule) => register.rules.push(rule.clone()),
                Thing::Event(event) => {
                    guests.extend(event.strays.iter().map(|(item, cell)| ((event.record.id, *cell), *item)));
                    push(&mut records, &event.record, &event.cells);
                }
                Thing::Item(item) => {
                    guests.extend(item.hosted.iter().map(|place| (*place, item.record.id)));
                    item.own.iter().for_each(|event| push(&mut records, event, &item.cells));
                    records.items.push(item.record.clone());
                }
            }
        }
        for row in &mut records.sections {
            row.embedded_task_id = guests.get(&(row.event_id, row.cell)).copied();
        }
        records.sections.extend(self.loose.iter().copied());
        records.sections.sort();
        records.events.sort_by_key(|event| event.id);
        (records, register)
    }

    /// All things by id.
    pub fn things(&self) -> &BTreeMap<Id, Thing> {
        &self.things
    }

    /// Thing with this id.
    pub fn thing(&self, id: impl Into<Id>) -> Option<&Thing> {
        self.things.get(&id.into())
    }

    /// Item with this id.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        match self.things.get(&id.into()) {
            Some(Thing::Item(item)) => Some(item),
            _ => None,
        }
    }

    /// Event with this id.
    pub fn event(&self, id: EventId) -> Option<&Entry> {
        match self.things.get(&id.into()) {
            Some(Thing::Event(event)) => Some(event),
            _ => None,
        }
    }

    /// Group with this id.
    pub fn group(&self, id: GroupId) -> Option<&Class> {
        match self.things.get(&id.into()) {
            Some(Thing::Group(group)) => Some(group),
            _ => None,
        }
    }

    /// All items by id.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.things.values().filter_map(|thing| match thing {
            Thing::Item(item) => Some(item),
            _ => None,
        })
    }

    /// Items of a group by their order.
    pub(super) fn list(&self, group: GroupId) -> BTreeSet<(u32, ItemId)> {
        let items = self.items().filter(|item| item.group() == group);
        items.map(|item| (item.record.order, item.id())).collect()
    }

    /// All rules by id.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.things.values().filter_map(|thing| match thing {
            Thing::Rule(rule) => Some(rule),
            _ => None,
        })
    }

    /// Sets a thing, or takes it away.
    pub(super) fn set(&mut self, id: Id, thing: Option<Thing>) {
        match thing {
            Some(thing) => self.things.insert(id, thing),
            None => self.things.remove(&id),
        };
    }
}

fn push(records: &mut Records, event: &EventRecord, cells: &[Cell]) {
    records.events.push(event.clone());
    let row = |cell: &Cell| SectionRow { event_id: event.id, cell: *cell, embedded_task_id: None };
    records.sections.extend(cells.iter().map(row));
}
