//! Working copy of the records for a plan, sorted by key.

use super::record::{Cell, EmbeddedTime, EventRecord, ItemRecord, ItemStatus, Mark, Records, SectionRow};

/// Writes of a store: deletes first, then puts, all or nothing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)] // named after the stores
pub struct Writes {
    pub delete_events: Vec<EventRecord>,
    pub delete_sections: Vec<SectionRow>,
    pub put_events: Vec<EventRecord>,
    pub put_sections: Vec<SectionRow>,
    pub put_items: Vec<ItemRecord>,
}

/// Working copy of the records that changes concern.
pub(super) struct Store {
    events: Vec<EventRecord>,
    rows: Vec<SectionRow>,
    items: Vec<ItemRecord>,
}

fn row_key(row: &SectionRow) -> (Cell, i64) {
    (row.cell, row.event_id)
}

impl Store {
    pub(super) fn new(records: &Records) -> Self {
        let mut store =
            Store { events: records.events.clone(), rows: records.sections.clone(), items: records.items.clone() };
        store.events.sort_by_key(|event| event.id);
        store.rows.sort_by_key(row_key);
        store.items.sort_by_key(|item| item.id);
        store
    }

    pub(super) fn event(&mut self, id: i64) -> Option<&mut EventRecord> {
        let index = self.events.binary_search_by_key(&id, |event| event.id).ok()?;
        self.events.get_mut(index)
    }

    /// Event that is the place of an item.
    pub(super) fn event_of(&self, item: i64) -> Option<i64> {
        self.events.iter().find(|event| event.rel_id == Some(item)).map(|event| event.id)
    }

    /// Whether the user has locked the event or the item.
    pub(super) fn is_locked(&mut self, event: Option<i64>, item: Option<i64>) -> bool {
        event.and_then(|event| self.event(event)).is_some_and(|event| event.locked)
            || item.and_then(|item| self.item(item)).is_some_and(|item| item.given.locked)
    }

    pub(super) fn add_event(&mut self, event: EventRecord) {
        let index = self.events.partition_point(|other| other.id < event.id);
        self.events.insert(index, event);
    }

    /// Removes an event with all its rows.
    pub(super) fn remove_event(&mut self, id: i64) {
        self.events.retain(|event| event.id != id);
        self.rows.retain(|row| row.event_id != id);
    }

    pub(super) fn has_rows(&self, event: i64) -> bool {
        self.rows.iter().any(|row| row.event_id == event)
    }

    /// Rows of a section, of whatever event.
    pub(super) fn rows_at(&self, cell: Cell) -> &[SectionRow] {
        let from = self.rows.partition_point(|row| row.cell < cell);
        let to = self.rows.partition_point(|row| row.cell <= cell);
        self.rows.get(from..to).unwrap_or(&[])
    }

    pub(super) fn row(&mut self, event: i64, cell: Cell) -> Option<&mut SectionRow> {
        let index = self.rows.binary_search_by_key(&(cell, event), row_key).ok()?;
        self.rows.get_mut(index)
    }

    pub(super) fn add_row(&mut self, event_id: i64, cell: Cell) {
        let row = SectionRow { event_id, cell, embedded_task_id: None };
        let index = self.rows.partition_point(|other| row_key(other) < row_key(&row));
        self.rows.insert(index, row);
    }

    /// Removes the row of an event in a section. Returns whether there was one.
    pub(super) fn remove_row(&mut self, event: i64, cell: Cell) -> bool {
        let found = self.rows.binary_search_by_key(&(cell, event), row_key);
        found.is_ok_and(|index| index < self.rows.len() && self.rows.remove(index).event_id == event)
    }

    /// Removes an item from all rows that carry it.
    pub(super) fn release(&mut self, item: i64) {
        for row in self.rows.iter_mut().filter(|row| row.embedded_task_id == Some(item)) {
            row.embedded_task_id = None;
        }
    }

    /// Sections of an item, by the rows of its own event and the rows that carry it, ascending.
    pub(super) fn cells_of(&self, own: Option<i64>, item: i64) -> Vec<Cell> {
        let its = |row: &&SectionRow| Some(row.event_id) == own || row.embedded_task_id == Some(item);
        self.rows.iter().filter(its).map(|row| row.cell).collect()
    }

    pub(super) fn item(&mut self, id: i64) -> Option<&mut ItemRecord> {
        let index = self.items.binary_search_by_key(&id, |item| item.id).ok()?;
        self.items.get_mut(index)
    }

    /// Sets the place and status of an item. One that gets a place is missed no longer.
    pub(super) fn set_place(&mut self, item: i64, place: Option<EmbeddedTime>) {
        if let Some(item) = self.item(item) {
            item.embedded_time = place;
            item.mark = item.mark.filter(|mark| place.is_none() || *mark != Mark::Missed);
            item.status = if place.is_some() { ItemStatus::Applied } else { ItemStatus::Unscheduled };
        }
    }

    /// Writes that turn the records `before` into these.
    pub(super) fn writes(self, before: &Records) -> Writes {
        let before = Store::new(before);
        let (put_events, delete_events) = differences(before.events, self.events, |event| event.id);
        let (put_sections, delete_sections) = differences(before.rows, self.rows, row_key);
        let (put_items, _) = differences(before.items, self.items, |item| item.id);
        Writes { delete_events, delete_sections, put_events, put_sections, put_items }
    }
}

/// New or changed records, and removed records; both sorted by key.
fn differences<T: PartialEq, K: Ord>(before: Vec<T>, after: Vec<T>, key: impl Fn(&T) -> K) -> (Vec<T>, Vec<T>) {
    let (mut put, mut gone) = (Vec::new(), Vec::new());
    let mut before = before.into_iter().peekable();
    for record in after {
        while let Some(old) = before.next_if(|old| key(old) < key(&record)) {
            gone.push(old);
        }
        if before.next_if(|old| key(old) == key(&record)).is_none_or(|old| old != record) {
            put.push(record);
        }
    }
    gone.extend(before);
    (put, gone)
}
