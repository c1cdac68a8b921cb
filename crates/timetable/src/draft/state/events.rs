//! Fixed events, and what loses its place to them.

use std::collections::BTreeSet;

use super::{Checked, Gone, State};
use crate::draft::{Entry, EventFields, EventId, Id, ItemId, Place, Refusal, Thing, Why};
use crate::records::{Cell, EventRecord};
use crate::Event;

impl State {
    pub(super) fn add_event(&mut self, id: EventId, set: &EventFields) -> Checked {
        self.is_new(id.into())?;
        let name = set.name.clone().ok_or(Refusal::new("name", Why::Missing))?;
        let places = set.places.as_ref().filter(|places| !places.is_empty());
        let cells = self.all_cells(places.ok_or(Refusal::new("places", Why::Missing))?)?;
        let kind = set.kind.unwrap_or(Event::Task);
        let record = EventRecord { location: set.location.clone(), locked: true, ..EventRecord::new(id.0, name, kind) };
        self.event_at(Entry { record, cells: Vec::new(), strays: Vec::new() }, cells, "places")
    }

    pub(super) fn change_event(&mut self, id: EventId, set: &EventFields) -> Checked {
        let mut entry = self.entry(id)?.clone();
        let cells = match &set.places {
            Some(places) if places.is_empty() => return Err(Refusal::new("places", Why::Missing)),
            Some(places) => self.all_cells(places)?,
            None => entry.cells.clone(),
        };
        entry.record.name = set.name.clone().unwrap_or(entry.record.name);
        entry.record.kind = set.kind.unwrap_or(entry.record.kind);
        entry.record.location = set.location.clone().or(entry.record.location);
        self.event_at(entry, cells, "places")
    }

    pub(super) fn move_event(&mut self, id: EventId, from: Place, to: Place) -> Checked {
        let entry = self.entry(id)?.clone();
        let leaves = self.cells(from, "from")?;
        if !leaves.iter().all(|cell| entry.cells.contains(cell)) {
            let places = Place::runs(&entry.cells, self.calendar.term);
            return Err(Refusal::new("from", Why::NotThere { found: from, places }));
        }
        let mut cells: BTreeSet<Cell> = entry.cells.iter().copied().filter(|cell| !leaves.contains(cell)).collect();
        for cell in self.cells(to, "to")? {
            if !cells.insert(cell) {
                return Err(Refusal::new("to", Why::Occupied { found: to, by: vec![id.into()] }));
            }
        }
        self.event_at(entry, cells.into_iter().collect(), "to")
    }

    pub(super) fn entry(&self, id: EventId) -> Result<&Entry, Refusal> {
        self.calendar.event(id).ok_or(Refusal::new("event", Why::Unknown { found: id.into() }))
    }

    fn all_cells(&self, places: &[Place]) -> Result<Vec<Cell>, Refusal> {
        let mut cells = BTreeSet::new();
        for place in places {
            cells.extend(self.cells(*place, "places")?);
        }
        Ok(cells.into_iter().collect())
    }

    /// Lets an event stand in cells. Its guests where it leaves, and items in its way, lose their places.
    pub(super) fn event_at(&mut self, mut entry: Entry, cells: Vec<Cell>, member: &'static str) -> Checked {
        let id = EventId(entry.record.id);
        let enters = cells.iter().filter(|cell| entry.cells.binary_search(cell).is_err());
        for &cell in enters.clone() {
            let by = self.sheet.events_against(&self.calendar, &entry, cell);
            if let (false, [found, ..]) = (by.is_empty(), &*Place::runs(&[cell], self.calendar.term)) {
                return Err(Refusal::new(member, Why::Occupied { found: *found, by }));
            }
        }
        let others = enters.flat_map(|cell| self.sheet.at(*cell)).filter_map(|other| match other {
            Id::Item(item) => Some(*item),
            _ => None,
        });
        let in_its_way: BTreeSet<ItemId> = others.collect();
        let guests = self.guests(&entry, cells.clone());
        self.not_held(&in_its_way, member)?;
        self.not_held(&guests, member)?;
        guests.into_iter().for_each(|item| self.displace(item, Gone::HostLeft { event: id }));
        in_its_way.into_iter().for_each(|item| self.displace(item, Gone::For { event: id }));
        if entry.cells != cells {
            entry.strays.retain(|(_, cell)| cells.contains(cell));
            self.time(&mut entry.record, &cells);
            entry.cells = cells;
        }
        self.set(id.into(), Some(Thing::Event(entry)));
        Ok(())
    }

    /// Sets begin and end of an event's record.
    pub(super) fn time(&self, event: &mut EventRecord, cells: &[Cell]) {
        let ends = cells.first().zip(cells.last());
        let times = ends.and_then(|(first, last)| self.calendar.clock.times(self.calendar.term, *first, *last));
        if let Some((start, end)) = times {
            (event.start_time, event.end_time) = (Some(start), Some(end));
        }
    }
}
