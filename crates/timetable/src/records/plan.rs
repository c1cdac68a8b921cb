//! What a store has to write so that its records say what the timetable says.

use super::store::Store;
use super::{Cell, ChangeKind, Clock, EmbeddedTime, EventRecord, RecordChange, Records, SectionRow};
use crate::{Event, Source, TaskId, Term};

/// What is concerned by changes, for a store to read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reads {
    /// Events by key, and all rows of these events.
    pub events: Vec<i64>,
    /// Items by key; events whose `rel_id` is one of them, with all their rows; rows that carry one of them.
    pub items: Vec<i64>,
    /// All rows of these sections, of whatever event.
    pub cells: Vec<Cell>,
}

/// What a plan needs to know beside the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// When the weeks are.
    pub term: Term,
    /// When the sections are.
    pub clock: Clock,
    /// The key of the next new event: greater than all keys of `events`.
    pub next_event_id: i64,
}

/// What a store has to write: deletes first, then puts. All of it or nothing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)] // named after the stores
pub struct Writes {
    pub delete_events: Vec<EventRecord>,
    pub delete_sections: Vec<SectionRow>,
    pub put_events: Vec<EventRecord>,
    pub put_sections: Vec<SectionRow>,
    pub put_items: Vec<super::ItemRecord>,
}

/// The store has changed since the timetable was loaded (code `stale_state`). Nothing is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The task that cannot be written.
    pub task: TaskId,
    /// The section it fails at, if it is about one.
    pub cell: Option<Cell>,
    /// Why.
    pub why: StaleWhy,
}

/// What is not as it was when the timetable was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaleWhy {
    /// Another event stands in the section.
    Taken,
    /// The filler course does not stand there any more, or takes nobody in any more.
    NoHost,
    /// The filler course has got another guest.
    HostTaken,
    /// The task does not stand where it was, or stands somewhere although it waited.
    Moved,
    /// The item is gone.
    NoItem,
    /// The day has no such section.
    NoSuchSection,
}

impl StaleWhy {
    /// Its code.
    pub fn code(self) -> &'static str {
        match self {
            StaleWhy::Taken => "taken",
            StaleWhy::NoHost => "no_host",
            StaleWhy::HostTaken => "host_taken",
            StaleWhy::Moved => "moved",
            StaleWhy::NoItem => "no_item",
            StaleWhy::NoSuchSection => "no_such_section",
        }
    }
}

/// What is concerned by changes. Each list is sorted and names nothing twice.
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

/// The writes that bring changes into the records. The records are those that [`reads`] names, or more.
///
/// # Errors
/// The first task whose old or new place is not as the timetable has it.
pub fn plan(records: &Records, changes: &[RecordChange], setting: &Setting) -> Result<Writes, Stale> {
    let mut plan = Plan { store: Store::new(records), setting, next: setting.next_event_id };
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
}

impl Plan<'_> {
    /// Undoes the old place of a task.
    fn leave(&mut self, change: &RecordChange) -> Result<(), Fails> {
        let id = change.source_id;
        match change.source {
            Source::TaskItem => self.leave_item(change),
            Source::Event => change.old_cells.iter().try_for_each(|&cell| match self.store.remove_row(id, cell) {
                true => Ok(()),
                false => Err((StaleWhy::Moved, Some(cell))),
            }),
        }
    }

    /// An item is where it was, and then nowhere.
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
        self.store.release(id);
        if let Some(own) = own {
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
            (Source::Event, _) => Some(change.source_id),
        };
        if let Some(event) = event {
            self.enter_event(event, change)?;
        }
        if change.source == Source::TaskItem {
            self.store.set_place(change.source_id, range(&change.new_cells));
        }
        Ok(())
    }

    /// A section is free for the task, or its host's and nobody else's.
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

    /// A new event that is the place of an item.
    fn own_event(&mut self, change: &RecordChange) -> i64 {
        let id = self.next;
        self.next += 1;
        self.store.add_event(EventRecord { rel_id: Some(change.source_id), ..event(id, change) });
        id
    }

    /// Gives an event its rows and times; one that went with its last row comes back.
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

    /// An event goes with its last row; the item whose place it was knows.
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

/// A new event, or one that is made again as what it was.
fn event(id: i64, change: &RecordChange) -> EventRecord {
    EventRecord {
        id,
        name: change.name.clone(),
        kind: change.event.unwrap_or(Event::Task),
        can_be_embedded: change.can_embed,
        rel_id: change.rel_id,
        start_time: None,
        end_time: None,
        location: change.location.clone(),
    }
}

/// The sections as one place.
fn range(cells: &[Cell]) -> Option<EmbeddedTime> {
    let (first, last) = (cells.first()?, cells.last()?);
    Some(EmbeddedTime { day: first.day, from: first.section, to: last.section })
}
