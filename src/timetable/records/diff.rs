//! What has to change in the records when a timetable has changed.

use std::rc::Rc;

use super::Cell;
use crate::timetable::{Event, Source, Task, TaskId, Timetable};

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

/// A task is gone from the changed timetable: tasks are never deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("task {0} is missing from the changed timetable")]
pub struct MissingTask(pub TaskId);

/// What happened to the tasks between two states of a timetable, in the order of the tasks; to those of `only`, if it is given.
///
/// # Errors
/// A task of the first that is missing from the second.
pub fn diff(before: &Timetable, now: &Timetable, only: Option<&[TaskId]>) -> Result<Vec<RecordChange>, MissingTask> {
    let mut changes = Vec::new();
    let Some(only) = only else {
        if let Some(gone) = before.tasks().iter().find(|task| now.index(task.id).is_none()) {
            return Err(MissingTask(gone.id));
        }
        changes.extend(now.tasks().iter().filter_map(|task| change(before, now, task)));
        return Ok(changes);
    };
    let mut indexes = only.iter().map(|id| now.index(*id).ok_or(MissingTask(*id))).collect::<Result<Vec<_>, _>>()?;
    crate::sort::sort(&mut indexes);
    indexes.dedup();
    changes.extend(indexes.iter().filter_map(|index| change(before, now, now.tasks().get(*index)?)));
    Ok(changes)
}

fn change(before: &Timetable, now: &Timetable, task: &Task) -> Option<RecordChange> {
    let old = before.task(task.id);
    let old_cells = old.map_or_else(Vec::new, |old| cells(before, old));
    let new_cells = cells(now, task);
    let old_host_event = old.and_then(|old| host(before, old));
    let host_event = host(now, task);
    let kind = match (old_cells.is_empty(), new_cells.is_empty()) {
        (true, true) => return None,
        (true, false) => ChangeKind::Place,
        (false, true) => ChangeKind::Unplace,
        (false, false) if old_cells == new_cells && old_host_event == host_event => return None,
        (false, false) => ChangeKind::Move,
    };
    let host_event = if kind == ChangeKind::Unplace { old_host_event } else { host_event };
    Some(RecordChange {
        kind,
        task: task.id,
        source: task.source,
        source_id: task.source_id,
        event: task.event,
        can_embed: task.can_embed,
        class_id: task.class_id,
        name: task.name.clone(),
        new_cells,
        old_cells,
        host_event,
        old_host_event,
    })
}

/// The sections of a task.
fn cells(timetable: &Timetable, task: &Task) -> Vec<Cell> {
    let cells = task.slots.iter().filter_map(|slot| {
        let day = timetable.window().weekday(slot.day)?;
        Some((slot.start..=slot.end).map(move |section| Cell { day, section }))
    });
    cells.flatten().collect()
}

/// The event a task lives in.
fn host(timetable: &Timetable, task: &Task) -> Option<i64> {
    Some(timetable.task(task.embed_host?)?.source_id)
}
