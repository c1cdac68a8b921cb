//! A calendar with the edits of a draft in it. An edit is checked before it changes anything.
//!
//! The edits stand by what they are about: `places` of items, `items` with their groups, `events`, `rules`, and what `restore` sets again.

mod events;
mod items;
mod places;
mod restore;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

use stepgate_json::ToJson;

use super::calendar::Calendar;
use super::edit::{Edit, Refusal, Why};
use super::id::{EventId, GroupId, Id, Ids, ItemId, RuleId};
use super::sheet::Sheet;
use super::thing::{Entry, Thing};
use crate::records::{share::shares, Cell};
use crate::Moment;

/// Why an item has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson)]
#[allow(missing_docs)] // the id is that of the event
pub enum Gone {
    /// It is new, and has not been placed.
    New,
    /// An edit took it away.
    Asked,
    /// An event takes the time.
    For { event: EventId },
    /// The event in which it lived has left.
    HostLeft { event: EventId },
    /// It grew, and there is no room.
    Outgrown,
    /// It was reopened, and its place lies in the past.
    Reopened,
}

type Checked = Result<(), Refusal>;

pub(super) struct State {
    pub(super) calendar: Calendar,
    pub(super) gone: BTreeMap<ItemId, Gone>,
    /// Things that were set as a saved change found them.
    pub(super) restored: BTreeSet<Id>,
    sheet: Sheet,
    now: Moment,
    /// Numbers that the calendar would have given out next, and those that the draft would.
    ids: (Ids, Ids),
    /// Periods of the items without a length, by group.
    shares: BTreeMap<u32, u8>,
}

impl State {
    /// The calendar as it is saved, for a draft that has given out ids.
    pub(super) fn new(saved: &Calendar, given: Ids, now: Moment) -> Self {
        let mut calendar = saved.clone();
        calendar.ids = saved.ids.behind(given);
        let total = |id: u32| saved.group(GroupId(id)).map_or(0, |group| group.total_slots);
        let (sheet, shares) = (Sheet::of(saved), shares(saved.items().map(|item| &item.record), total));
        let (gone, restored) = (BTreeMap::new(), BTreeSet::new());
        State { calendar, gone, restored, sheet, now, ids: (saved.ids, given), shares }
    }

    /// Carries out an edit. Of an edit about several things, those that do not fit stay as they are, and are told with the reason.
    pub(super) fn edit(&mut self, edit: &Edit) -> Result<Vec<(Id, Refusal)>, Refusal> {
        match edit {
            Edit::Place(puts) => return self.place(puts),
            Edit::Restore(changes) => return self.restore(changes),
            Edit::Swap { one, other } => return self.swap(*one, *other),
            Edit::Move { event, from, to } => self.move_event(*event, *from, *to),
            Edit::AddItem { item, set } => self.add_item(*item, set),
            Edit::ChangeItem { item, set } => self.change_item(*item, set),
            Edit::Order { item, before } => self.order(*item, *before),
            Edit::Mark { item, mark } => self.mark(*item, Some(*mark)),
            Edit::Reopen { item } => self.mark(*item, None),
            Edit::AddGroup { group, set } => self.add_group(*group, set),
            Edit::ChangeGroup { group, set } => self.change_group(*group, set),
            Edit::AddEvent { event, set } => self.add_event(*event, set),
            Edit::ChangeEvent { event, set } => self.change_event(*event, set),
            Edit::AddRule(rule) => self.is_new(rule.id.into()).and_then(|()| self.save_rule(rule)),
            Edit::ChangeRule(rule) => self.known(rule.id.into(), "id").and_then(|()| self.save_rule(rule)),
            Edit::Drop(id) => self.drop(*id),
        }?;
        Ok(Vec::new())
    }

    fn drop(&mut self, id: Id) -> Checked {
        self.known(id, "drop")?;
        match id {
            Id::Event(event) => self.event_at(self.entry(event)?.clone(), Vec::new(), "drop")?,
            Id::Item(item) => self.drop_rules(&[item.into()].into()),
            Id::Group(group) => {
                let mut dropped: BTreeSet<Id> =
                    self.calendar.list(group).into_iter().map(|(_, item)| item.into()).collect();
                dropped.iter().for_each(|item| self.set(*item, None));
                dropped.insert(id);
                self.drop_rules(&dropped);
            }
            Id::Rule(_) => {}
        }
        self.set(id, None);
        Ok(())
    }

    fn drop_rules(&mut self, about: &BTreeSet<Id>) {
        let rules: Vec<RuleId> = self
            .calendar
            .rules()
            .filter(|rule| rule.names().any(|id| about.contains(&id)))
            .map(|rule| rule.id)
            .collect();
        rules.into_iter().for_each(|rule| self.set(rule.into(), None));
    }

    /// Guests of an event in the cells that it leaves for others.
    pub(super) fn guests(&self, event: &Entry, cells: Vec<Cell>) -> BTreeSet<ItemId> {
        let id = EventId(event.record.id);
        let leaves = event.cells.iter().filter(|cell| cells.binary_search(cell).is_err());
        let items = leaves.flat_map(|cell| self.sheet.at(*cell)).filter_map(|other| match other {
            Id::Item(item) => Some(*item),
            _ => None,
        });
        items.filter(|item| self.calendar.item(*item).is_some_and(|item| item.host() == Some(id))).collect()
    }

    /// Things that keep a thing out of its cells, or whose place it needs to be another one.
    pub(super) fn against(&self, thing: &Thing) -> Vec<Id> {
        let mut by: Vec<Id> = match thing {
            Thing::Item(item) => match self.sheet.fit(&self.calendar, item, &item.stands()) {
                Err(by) => by,
                Ok(host) if host == item.host() => Vec::new(),
                Ok(host) => host.into_iter().chain(item.host()).map(Id::Event).collect(),
            },
            Thing::Event(event) => {
                let guests = self.guests(event, Vec::new());
                let others = event.cells.iter().flat_map(|cell| self.sheet.at(*cell));
                let items = others.filter(|id| matches!(id, Id::Item(item) if !guests.contains(item))).copied();
                let events =
                    event.cells.iter().flat_map(|cell| self.sheet.events_against(&self.calendar, event, *cell));
                items.chain(events).collect()
            }
            _ => Vec::new(),
        };
        by.sort();
        by.dedup();
        by
    }

    fn known(&self, id: Id, member: &'static str) -> Checked {
        self.calendar.thing(id).map(|_| ()).ok_or(Refusal::new(member, Why::Unknown { found: id }))
    }

    /// Checks the id of a new thing.
    fn is_new(&self, id: Id) -> Checked {
        let (saved, given) = self.ids;
        let is_new = given.has_given(id) && !saved.has_given(id) && self.calendar.thing(id).is_none();
        if is_new {
            Ok(())
        } else {
            Err(Refusal::new("id", Why::NotNew { found: id }))
        }
    }

    /// Sets a thing, or takes it away, in the calendar and its cells.
    pub(super) fn set(&mut self, id: Id, thing: Option<Thing>) {
        if let Some(before) = self.calendar.thing(id) {
            self.sheet.leave(before);
        }
        if let Some(thing) = &thing {
            self.sheet.enter(thing);
        }
        self.calendar.set(id, thing);
    }
}

/// Checks a small number, if there is one.
fn within(member: &'static str, found: Option<u8>, least: u8, most: u8) -> Checked {
    match found.filter(|found| *found < least || *found > most) {
        Some(found) => {
            Err(Refusal::new(member, Why::OutOfRange { found: found.into(), least: least.into(), most: most.into() }))
        }
        None => Ok(()),
    }
}
