//! Changes to the records that follow from changes of a timetable (agents/schedule/spec-tools.md 8).

use std::rc::Rc;

use super::record::Cell;
use crate::{Edit, Event, Placement, Source, TaskId, Timetable};

/// Kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// The task gets a place.
    Place,
    /// The task gets another place.
    Move,
    /// The task loses its place.
    Unplace,
}

/// Change of one task in terms of the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordChange {
    /// Kind of change.
    pub kind: ChangeKind,
    /// Id of the task.
    pub task: TaskId,
    /// Kind of record: event or item.
    pub source: Source,
    /// Key of the event or item.
    pub source_id: i64,
    /// Kind of calendar entry, for events.
    pub event: Option<Event>,
    /// Whether the event is a filler course.
    pub can_embed: bool,
    /// Location, for events.
    pub location: Option<Rc<str>>,
    /// Item whose place the event is, for events.
    pub rel_id: Option<i64>,
    /// UID of the calendar file that the event came from.
    pub uid: Option<Rc<str>>,
    /// Id of the class; 0 for none.
    pub class_id: u32,
    /// Name of the task.
    pub name: Rc<str>,
    /// Sections that it gets, ascending.
    pub new_cells: Vec<Cell>,
    /// Sections that it leaves, ascending.
    pub old_cells: Vec<Cell>,
    /// Event in which it lives from now on; if it loses its place, the event in which it lived.
    pub host_event: Option<i64>,
    /// Event in which it lived.
    pub old_host_event: Option<i64>,
}

/// Record changes of edits, in their order. `now` is the timetable after the edits.
///
/// A host whose guest changes has no record change of its own: the guest's change covers it.
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
        uid: task.uid.clone(),
        class_id: task.class_id,
        name: task.name.clone(),
        new_cells: cells(now, after),
        old_cells: cells(now, before),
        host_event: host(now, if kind == ChangeKind::Unplace { before } else { after }),
        old_host_event: host(now, before),
    })
}

/// Sections of a placement.
fn cells(timetable: &Timetable, placement: &Placement) -> Vec<Cell> {
    let mut cells = Vec::new();
    for slot in &placement.slots {
        let Some(day) = timetable.window().weekday(slot.day) else { continue };
        cells.extend((slot.start..=slot.end).map(|section| Cell { day, section }));
    }
    cells
}

/// Event in which a task lives.
fn host(timetable: &Timetable, placement: &Placement) -> Option<i64> {
    Some(timetable.task(placement.embed_host?)?.source_id)
}
