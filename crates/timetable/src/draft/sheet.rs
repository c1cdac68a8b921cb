//! The holder of each cell, and whether an item or an event fits there. The same meaning as [`Timetable::fit`](crate::Timetable::fit) for
//! all days of the calendar, whatever the window; the tests compare both.

use std::collections::BTreeMap;

use super::calendar::Calendar;
use super::id::{EventId, Id};
use super::thing::{Entry, Item, Thing};
use crate::records::Cell;

/// Things in each cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet(BTreeMap<Cell, Vec<Id>>);

impl Sheet {
    pub(super) fn of(calendar: &Calendar) -> Self {
        let mut sheet = Sheet::default();
        calendar.things().values().for_each(|thing| sheet.enter(thing));
        sheet
    }

    pub(super) fn enter(&mut self, thing: &Thing) {
        for cell in thing.cells() {
            self.0.entry(cell).or_default().push(thing.id());
        }
    }

    /// Takes a thing out of its cells. One that is not there is no matter.
    pub(super) fn leave(&mut self, thing: &Thing) {
        for cell in thing.cells() {
            self.0.entry(cell).or_default().retain(|id| *id != thing.id());
        }
    }

    /// Things in a cell.
    pub(super) fn at(&self, cell: Cell) -> &[Id] {
        self.0.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// Host in which an item would live in these cells, if in any; or the things in its way. Whether its group may use hosts is another
    /// question: what was imported, or is restored, stands where it stands.
    pub(super) fn fit(&self, calendar: &Calendar, item: &Item, cells: &[Cell]) -> Result<Option<EventId>, Vec<Id>> {
        let own = Id::from(item.id());
        let there = |cell: &Cell| self.at(*cell).iter().copied().filter(|id| *id != own).collect::<Vec<_>>();
        let mut found: Vec<Id> = cells.iter().flat_map(there).collect();
        found.sort();
        found.dedup();
        let Some(&first) = found.first() else { return Ok(None) };
        let host = match (first, found.len()) {
            (Id::Event(id), 1) => calendar.event(id).filter(|event| event.record.can_be_embedded),
            _ => None,
        };
        let Some(host) = host else { return Err(found) };
        let run = self.run(calendar, host, cells);
        if !cells.iter().all(|cell| run.contains(cell)) {
            return Err(found);
        }
        let host = Id::Event(EventId(host.record.id));
        let mut guests: Vec<Id> = run.iter().flat_map(there).filter(|id| *id != host).collect();
        guests.dedup();
        match (guests.is_empty(), host) {
            (true, Id::Event(host)) => Ok(Some(host)),
            _ => Err(guests),
        }
    }

    /// Run of a host's cells around the first of `cells`, without those that it leaves to other fixed events.
    fn run(&self, calendar: &Calendar, host: &Entry, cells: &[Cell]) -> Vec<Cell> {
        let Some(first) = cells.first() else { return Vec::new() };
        let own = |cell: &Cell| cell.day == first.day && self.owner(calendar, *cell) == Some(EventId(host.record.id));
        let mut run: Vec<Cell> = Vec::new();
        for cell in host.cells.iter().filter(|cell| own(cell)) {
            if run.last().is_some_and(|last| u16::from(last.section) + 1 < u16::from(cell.section)) {
                if run.contains(first) {
                    break;
                }
                run.clear();
            }
            run.push(*cell);
        }
        run
    }

    /// Event that has a cell among several fixed ones: the first, a host last.
    fn owner(&self, calendar: &Calendar, cell: Cell) -> Option<EventId> {
        let events = self.at(cell).iter().filter_map(|id| match id {
            Id::Event(id) => calendar.event(*id),
            _ => None,
        });
        let fixed = events.filter(|event| event.record.is_fixed() || event.record.can_be_embedded);
        fixed.map(|event| (event.record.can_be_embedded, event.record.id)).min().map(|(_, id)| EventId(id))
    }

    /// Events that keep an event out of a cell: all others, unless both are fixed.
    pub(super) fn events_against(&self, calendar: &Calendar, event: &Entry, cell: Cell) -> Vec<Id> {
        let own = EventId(event.record.id);
        let against = |id: &&Id| match id {
            Id::Event(other) if *other != own => {
                let fixed = calendar.event(*other).is_some_and(|other| other.record.is_fixed());
                !(fixed && event.record.is_fixed())
            }
            _ => false,
        };
        self.at(cell).iter().filter(against).copied().collect()
    }
}
