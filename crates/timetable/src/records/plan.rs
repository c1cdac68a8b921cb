//! Writes that bring a store's records in line with changes of a timetable (agents/schedule/spec-tools.md 8).

use std::collections::BTreeMap;

use super::clock::Clock;
use super::diff::{ChangeKind, RecordChange};
use super::record::{Cell, EmbeddedTime, EventRecord, Records};
use super::store::{Store, Writes};
use crate::{Event, Source, TaskId, Term};

/// Records that a store must read for a plan.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reads {
    /// Keys of events: the store reads each event and all its rows.
    pub events: Vec<i64>,
    /// Keys of items: the store reads each item, the events whose `rel_id` it is with all their rows, and the rows that carry it.
    pub items: Vec<i64>,
    /// Sections: the store reads all their rows, of whatever event.
    pub cells: Vec<Cell>,
}

/// Settings of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Dates of the term.
    pub term: Term,
    /// Times of the sections.
    pub clock: Clock,
    /// Key of the next new event, above all keys of `events`.
    pub next_event_id: i64,
}

/// Error: the store has changed since the timetable was loaded (code `stale_state`). Nothing may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stale {
    /// Task that cannot be written.
    pub task: TaskId,
    /// Section at which it fails, if one is concerned.
    pub cell: Option<Cell>,
    /// Reason.
    pub why: StaleWhy,
}

/// Difference between the store and the timetable as it was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaleWhy {
    /// Another event has the section.
    Taken,
    /// The filler course no longer has the section, or no longer takes guests.
    NoHost,
    /// The filler course has another guest.
    HostTaken,
    /// The task is not in its old place, or a pending task has a place.
    Moved,
    /// The user has locked the task since.
    Locked,
    /// The item no longer exists.
    NoItem,
    /// The day has no such section.
    NoSuchSection,
}

impl StaleWhy {
    /// Code of the difference.
    pub fn code(self) -> &'static str {
        match self {
            StaleWhy::Taken => "taken",
            StaleWhy::NoHost => "no_host",
            StaleWhy::HostTaken => "host_taken",
            StaleWhy::Moved => "moved",
            StaleWhy::Locked => "locked",
            StaleWhy::NoItem => "no_item",
            StaleWhy::NoSuchSection => "no_such_section",
        }
    }
}

/// Records that changes concern. Each list is sorted and has no duplicates.
pub fn reads(changes: &[RecordChange]) -> Reads {
    let mut reads = Reads::default();
    for change in changes {
        match change.source {
            Source::Event => reads.events.push(change.source_id),
            Source::TaskItem => reads.items.push(change.source_id),
        }
        reads.events.extend(change.host_event.into_iter().chain(change.old_host_event));
        reads.cells.extend_from_slice(&change.new_cells);
    }
    reads.events.sort();
    reads.events.dedup();
    reads.items.sort();
    reads.items.dedup();
    reads.cells.sort();
    reads.cells.dedup();
    reads
}

/// Works out the writes that bring changes into the records. `records` must hold at least those that [`reads`] names.
///
/// # Errors
/// The first task whose old or new place differs from the timetable's.
pub fn plan(records: &Records, changes: &[RecordChange], setting: &Setting) -> Result<Writes, Stale> {
    let mut plan = Plan { store: Store::new(records), setting, next: setting.next_event_id, lifted: BTreeMap::new() };
    // Guests leave before their hosts, and hosts take their places before their guests.
    let (guests, others): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.old_host_event.is_some());
    for change in guests.into_iter().chain(others) {
        plan.leave(change).map_err(|(why, cell)| Stale { task: change.task, cell, why })?;
    }
    let entering = changes.iter().filter(|change| change.kind != ChangeKind::Unplace);
    let (guests, others): (Vec<_>, Vec<_>) = entering.partition(|change| change.host_event.is_some());
    for change in others.into_iter().chain(guests) {
        plan.enter(change).map_err(|(why, cell)| Stale { task: change.task, cell, why })?;
    }
    for change in changes {
        plan.tidy(change);
    }
    Ok(plan.store.writes(records))
}

type Fails = (StaleWhy, Option<Cell>);

struct Plan<'a> {
    store: Store,
    setting: &'a Setting,
    next: i64,
    /// Events that left their places, by their items. They return with the items.
    lifted: BTreeMap<i64, EventRecord>,
}

impl Plan<'_> {
    /// Clears the old place of a task.
    fn leave(&mut self, change: &RecordChange) -> Result<(), Fails> {
        let id = change.source_id;
        match change.source {
            Source::TaskItem => self.leave_item(change),
            Source::Event if self.store.is_locked(Some(id), None) => Err((StaleWhy::Locked, None)),
            Source::Event => change.old_cells.iter().try_for_each(|&cell| match self.store.remove_row(id, cell) {
                true => Ok(()),
                false => Err((StaleWhy::Moved, Some(cell))),
            }),
        }
    }

    /// Checks that an item is in its old place, and clears it.
    fn leave_item(&mut self, change: &RecordChange) -> Result<(), Fails> {
        let id = change.source_id;
        let place = self.store.item(id).ok_or((StaleWhy::NoItem, None))?.embedded_time;
        let own = self.store.event_of(id);
        let mut stands = self.store.cells_of(own, id);
        if stands.is_empty() && change.kind != ChangeKind::Place {
            stands.extend(place.into_iter().flat_map(EmbeddedTime::cells));
        }
        if stands != change.old_cells {
            let odd = stands.iter().find(|cell| !change.old_cells.contains(cell)).or(change.old_cells.first());
            return Err((StaleWhy::Moved, odd.copied()));
        }
        if !stands.is_empty() && self.store.is_locked(own, Some(id)) {
            return Err((StaleWhy::Locked, None));
        }
        self.store.release(id);
        if let Some(own) = own {
            let event = self.store.event(own).map(|event| event.clone());
            self.lifted.extend(event.map(|event| (id, event)));
            self.store.remove_event(own);
        }
        self.store.set_place(id, None);
        Ok(())
    }

    /// Takes the new place of a task.
    fn enter(&mut self, change: &RecordChange) -> Result<(), Fails> {
        for &cell in &change.new_cells {
            self.guard(change, cell).map_err(|why| (why, Some(cell)))?;
        }
        let event = match (change.source, change.host_event) {
            (Source::TaskItem, Some(host)) => {
                for &cell in &change.new_cells {
                    if let Some(row) = self.store.row(host, cell) {
                        row.embedded_task_id = Some(change.source_id);
                    }
                }
                None
            }
            (Source::TaskItem, None) => Some(self.own_event(change)),
            (Source::Event, _) => Some(self.its_key(change)),
        };
        if let Some(event) = event {
            self.enter_event(event, change)?;
        }
        if change.source == Source::TaskItem {
            self.store.set_place(change.source_id, range(&change.new_cells));
        }
        Ok(())
    }

    /// Checks that a section is free for the task, or belongs to its host and has no other guest.
    fn guard(&mut self, change: &RecordChange, cell: Cell) -> Result<(), StaleWhy> {
        if cell.section == 0 || cell.section > self.setting.clock.sections() {
            return Err(StaleWhy::NoSuchSection);
        }
        let rows = self.store.rows_at(cell);
        let Some(host) = change.host_event else {
            return if rows.is_empty() { Ok(()) } else { Err(StaleWhy::Taken) };
        };
        match rows {
            [row] if row.event_id == host && row.embedded_task_id.is_none() => {}
            [row] if row.event_id == host => return Err(StaleWhy::HostTaken),
            [] => return Err(StaleWhy::NoHost),
            _ => return Err(StaleWhy::Taken),
        }
        let takes_in = self.store.event(host).is_some_and(|host| host.can_be_embedded);
        takes_in.then_some(()).ok_or(StaleWhy::NoHost)
    }

    /// Adds the event that is the place of an item: the one that it had, or a new one. Returns its key.
    fn own_event(&mut self, change: &RecordChange) -> i64 {
        if let Some(event) = self.lifted.remove(&change.source_id) {
            let id = event.id;
            self.store.add_event(event);
            return id;
        }
        let id = self.next;
        self.next += 1;
        self.store.add_event(EventRecord { rel_id: Some(change.source_id), ..event(id, change) });
        id
    }

    /// Key of an event that gets a place. If it was deleted with its last row and another event has its key by now, a new key.
    fn its_key(&mut self, change: &RecordChange) -> i64 {
        let is_other = |event: &mut EventRecord| {
            (event.rel_id, event.kind, event.can_be_embedded)
                != (change.rel_id, change.event.unwrap_or(event.kind), change.can_embed)
        };
        if change.kind == ChangeKind::Place && self.store.event(change.source_id).is_some_and(is_other) {
            self.next += 1;
            return self.next - 1;
        }
        change.source_id
    }

    /// Gives an event its rows and times. An event that lost its last row is added again.
    fn enter_event(&mut self, id: i64, change: &RecordChange) -> Result<(), Fails> {
        if self.store.event(id).is_none() {
            self.store.add_event(event(id, change));
        }
        for &cell in &change.new_cells {
            self.store.add_row(id, cell);
        }
        let (Some(&first), Some(&last)) = (change.new_cells.first(), change.new_cells.last()) else { return Ok(()) };
        let times = self.setting.clock.times(self.setting.term, first, last);
        let (start, end) = times.ok_or((StaleWhy::NoSuchSection, Some(last)))?;
        if let Some(event) = self.store.event(id) {
            (event.start_time, event.end_time) = (Some(start), Some(end));
        }
        Ok(())
    }

    /// Removes an event without rows, and updates the item whose place it was.
    fn tidy(&mut self, change: &RecordChange) {
        if change.source != Source::Event {
            return;
        }
        let item = self.store.event(change.source_id).and_then(|event| event.rel_id);
        if !self.store.has_rows(change.source_id) {
            self.store.remove_event(change.source_id);
        }
        if let Some(item) = item {
            self.store.set_place(item, range(&change.new_cells));
        }
    }
}

/// New event from a change.
fn event(id: i64, change: &RecordChange) -> EventRecord {
    EventRecord {
        can_be_embedded: change.can_embed,
        rel_id: change.rel_id,
        location: change.location.clone(),
        uid: change.uid.clone(),
        ..EventRecord::new(id, change.name.clone(), change.event.unwrap_or(Event::Task))
    }
}

/// The sections as one place.
fn range(cells: &[Cell]) -> Option<EmbeddedTime> {
    let (first, last) = (cells.first()?, cells.last()?);
    Some(EmbeddedTime { day: first.day, from: first.section, to: last.section })
}
