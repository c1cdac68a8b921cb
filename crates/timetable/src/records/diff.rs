//! What has to change in the records when a timetable has changed.

use std::rc::Rc;

use super::Cell;
use crate::{Edit, Event, Placement, Source, TaskId, Timetable};

/// What becomes of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It gets a place.
    Place,
    /// It gets another place.
    Move,
    /// It loses its place.
    Unplace,
}

/// A change of one task, in the terms of the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordChange {
    /// What becomes of it.
    pub kind: ChangeKind,
    /// The task.
    pub task: TaskId,
    /// Where it comes from.
    pub source: Source,
    /// Its record there.
    pub source_id: i64,
    /// What kind of entry it is, for events.
    pub event: Option<Event>,
    /// A filler course, for events.
    pub can_embed: bool,
    /// Where it takes place, for events.
    pub location: Option<Rc<str>>,
    /// The item whose place it is, for events.
    pub rel_id: Option<i64>,
    /// Its class; 0 has none.
    pub class_id: u32,
    /// Its name.
    pub name: Rc<str>,
    /// The sections it gets, ascending.
    pub new_cells: Vec<Cell>,
    /// The sections it leaves, ascending.
    pub old_cells: Vec<Cell>,
    /// The event it lives in from now on; for one that loses its place, the one it lived in.
    pub host_event: Option<i64>,
    /// The event it lived in.
    pub old_host_event: Option<i64>,
}

/// What edits come to in the records, in their order; `now` is the timetable in which they are made.
///
/// A host whose guest changes is no change of its own: the guest's says it.
pub fn diff(now: &Timetable, edits: &[Edit]) -> Vec<RecordChange> {
    edits.iter().filter_map(|edit| change(now, edit)).collect()
}

fn change(now: &Timetable, edit: &Edit) -> Option<RecordChange> {
    let Edit { before, after, .. } = edit;
    let kind = match (before.slots.is_empty(), after.slots.is_empty()) {
        (true, true) => return None,
        (false, false) if before.slots == after.slots && before.embed_host == after.embed_host => return None,
        (true, false) => ChangeKind::Place,
        (false, false) => ChangeKind::Move,
        (false, true) => ChangeKind::Unplace,
    };
    let task = now.task(edit.task)?;
    Some(RecordChange {
        kind,
        task: task.id,
        source: task.source,
        source_id: task.source_id,
        event: task.event,
        can_embed: task.can_embed,
        location: task.location.clone(),
        rel_id: task.rel_id,
        class_id: task.class_id,
        name: task.name.clone(),
        new_cells: cells(now, after),
        old_cells: cells(now, before),
        host_event: host(now, if kind == ChangeKind::Unplace { before } else { after }),
        old_host_event: host(now, before),
    })
}

/// A place, section by section.
fn cells(timetable: &Timetable, placement: &Placement) -> Vec<Cell> {
    let mut cells = Vec::new();
    for slot in &placement.slots {
        let Some(day) = timetable.window().weekday(slot.day) else { continue };
        cells.extend((slot.start..=slot.end).map(|section| Cell { day, section }));
    }
    cells
}

/// The event a task lives in.
fn host(timetable: &Timetable, placement: &Placement) -> Option<i64> {
    Some(timetable.task(placement.embed_host?)?.source_id)
}
