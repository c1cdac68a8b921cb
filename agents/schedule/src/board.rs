//! The timetable of a conversation, and its differences from the saved calendar.

use serde_json::Value;
use std::collections::BTreeMap;

use super::state::{read_state, write_state};
use super::tools::{Desk, Queue};
use stepgate_engine::{Error, Kind};
use stepgate_json::{object, read, ToJson, Writer};
use stepgate_timetable::{Change, Edit, Placement, Slots, Source, Status, TaskId};

/// Timetable with the changes that are not saved in the calendar.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Timetable, work queue and settings that the tools use.
    pub desk: Desk,
    /// Tasks whose placement differs from the loaded timetable, ascending.
    moved: Vec<TaskId>,
    /// Tasks whose placement differs from the calendar.
    unsaved: BTreeMap<TaskId, Unsaved>,
    /// Edits of the last write, for undo.
    last: Vec<Edit>,
    /// Edits of the last undone write, for redo.
    undone: Vec<Edit>,
}

/// Calendar's knowledge of a task that has unsaved changes.
#[derive(Clone, Debug, PartialEq)]
struct Unsaved {
    saved: Placement,
    /// Whether this conversation placed the task. A task that the loaded state already proposed is not ours.
    ours: bool,
}

object!(Unsaved { saved } optional { ours });

impl Board {
    /// Replaces the board by a given or loaded state, with nothing to undo.
    ///
    /// # Errors
    /// `malformed`, with the place in the state.
    pub(super) fn load(&mut self, state: &Value) -> Result<(), Error> {
        let (timetable, queue) = read_state(state)?;
        // A proposed task (`suggested`) is not in the calendar yet.
        let proposed =
            timetable.tasks().iter().filter(|task| task.status == Status::Suggested && task.source == Source::TaskItem);
        let pending = |placement: &Placement| Placement {
            slots: Slots::default(),
            status: Status::Pending,
            embed_host: None,
            ..placement.clone()
        };
        self.unsaved =
            proposed.map(|task| (task.id, Unsaved { saved: pending(&task.placement), ours: false })).collect();
        self.moved.clear();
        self.last.clear();
        self.undone.clear();
        self.desk.timetable = Some(timetable);
        self.desk.queue = queue;
        Ok(())
    }

    /// Forgets the timetable and all that belongs to it.
    pub(super) fn drop_timetable(&mut self) {
        self.desk.timetable = None;
        self.desk.queue = Queue::default();
        self.moved.clear();
        self.unsaved.clear();
        self.last.clear();
        self.undone.clear();
    }

    /// Records a change that was made; its tasks stay unsaved unless they are back where the calendar has them.
    pub(super) fn record(&mut self, change: &Change) {
        for edit in &change.edits {
            if let Err(at) = self.moved.binary_search(&edit.task) {
                self.moved.insert(at, edit.task);
            }
            let saved = self.unsaved.remove(&edit.task).map_or_else(|| edit.before.clone(), |unsaved| unsaved.saved);
            if saved != edit.after {
                self.unsaved.insert(edit.task, Unsaved { saved, ours: true });
            }
        }
    }

    /// Marks the tasks of a change as saved. Returns an edit for each, from its place in the calendar to its present place.
    pub(super) fn mark_saved(&mut self, change: &Change) -> Vec<Edit> {
        change.edits.iter().filter_map(|edit| self.mark_one_saved(edit.task)).collect()
    }

    /// Marks all tasks that this conversation placed as saved, with their edits as [`Board::mark_saved`] returns them.
    pub(super) fn mark_all_saved(&mut self) -> Vec<Edit> {
        self.unsaved_by_us().into_iter().filter_map(|task| self.mark_one_saved(task)).collect()
    }

    fn mark_one_saved(&mut self, task: TaskId) -> Option<Edit> {
        let Unsaved { saved, .. } = self.unsaved.remove(&task)?;
        let after = self.desk.timetable.as_ref()?.task(task)?.placement.clone();
        Some(Edit { task, before: saved, after })
    }

    /// Tasks that this conversation placed and the calendar does not have.
    pub(super) fn unsaved_by_us(&self) -> Vec<TaskId> {
        self.unsaved.iter().filter(|(_, unsaved)| unsaved.ours).map(|(task, _)| *task).collect()
    }

    /// Edits of all unsaved tasks, from the place in the calendar to the present place. Nothing is marked as saved.
    pub(super) fn unsaved_edits(&self) -> Vec<Edit> {
        self.clone().mark_all_saved()
    }

    /// Remembers a write for undo.
    pub(super) fn remember(&mut self, change: &Change) {
        self.last.clone_from(&change.edits);
        self.undone.clear();
    }

    /// Forgets the last write and the last undone write, so that neither undo nor redo is possible.
    pub(super) fn forget_last(&mut self) {
        self.last.clear();
        self.undone.clear();
    }

    /// Whether undo is possible: the last write's tasks are still where it put them.
    pub(super) fn can_undo(&self) -> bool {
        let Some(timetable) = &self.desk.timetable else { return false };
        let stands = |edit: &Edit| timetable.task(edit.task).is_some_and(|task| task.placement == edit.after);
        !self.last.is_empty() && self.last.iter().all(stands)
    }

    /// Whether redo is possible: the undone write's tasks are still where undo put them.
    pub(super) fn can_redo(&self) -> bool {
        let Some(timetable) = &self.desk.timetable else { return false };
        let stands = |edit: &Edit| timetable.task(edit.task).is_some_and(|task| task.placement == edit.before);
        !self.undone.is_empty() && self.undone.iter().all(stands)
    }

    /// Undoes the last write. Returns the change that this made; none if undo is not possible.
    pub(super) fn undo(&mut self) -> Option<Change> {
        if !self.can_undo() {
            return None;
        }
        let done = Change { edits: std::mem::take(&mut self.last) };
        let timetable = self.desk.timetable.as_mut()?;
        timetable.undo(&done);
        let turned = |edit: &Edit| Edit { task: edit.task, before: edit.after.clone(), after: edit.before.clone() };
        let change = Change { edits: done.edits.iter().map(turned).collect() };
        self.undone = done.edits;
        self.record(&change);
        Some(change)
    }

    /// Redoes the last undone write. Returns the change that this made; none if redo is not possible.
    pub(super) fn redo(&mut self) -> Option<Change> {
        if !self.can_redo() {
            return None;
        }
        let change = Change { edits: std::mem::take(&mut self.undone) };
        self.desk.timetable.as_mut()?.apply(&change);
        self.record(&change);
        self.remember(&change);
        Some(change)
    }

    /// Restores the saved form of a board over the timetable that was loaded.
    ///
    /// # Errors
    /// `malformed`, also for a task that the timetable does not have.
    pub(super) fn restore(&mut self, value: &Value) -> Result<(), Error> {
        let SavedBoard { queue, placed, unsaved, last, undone } = read(value)?;
        let edits = |turned: Vec<SavedEdit>| {
            turned.into_iter().map(|SavedEdit { task, before, after }| Edit { task, before, after }).collect()
        };
        self.desk.queue = queue;
        self.unsaved = unsaved;
        (self.last, self.undone) = (edits(last), edits(undone));
        self.moved = placed.keys().copied().collect();
        self.knows("unsaved", self.unsaved.keys())?;
        self.knows("placed", placed.keys())?;
        let Some(timetable) = &mut self.desk.timetable else { return Ok(()) };
        let edit = |(task, after)| Some(Edit { task, before: timetable.task(task)?.placement.clone(), after });
        let edits = placed.into_iter().filter_map(edit).collect();
        timetable.apply(&Change { edits });
        Ok(())
    }

    /// Checks that the timetable has these tasks.
    fn knows<'t>(&self, key: &str, mut tasks: impl Iterator<Item = &'t TaskId>) -> Result<(), Error> {
        let timetable = self.desk.timetable.as_ref();
        let unknown = tasks.find(|task| timetable.and_then(|timetable| timetable.task(**task)).is_none());
        let wrong = |task| Error::new(Kind::Malformed, format!("/{key}/{task}"), "the timetable has no such task");
        unknown.map_or(Ok(()), |task| Err(wrong(task)))
    }
}

/// The timetable as it was loaded, with an empty queue.
impl ToJson for Desk {
    fn write(&self, out: &mut Writer) {
        match &self.timetable {
            Some(timetable) => out.value(&write_state(timetable, &Queue::default())),
            None => out.raw("null"),
        }
    }
}

/// Saved form of a board: the parts that a write changes.
#[derive(Default)]
struct SavedBoard {
    queue: Queue,
    placed: BTreeMap<TaskId, Placement>,
    unsaved: BTreeMap<TaskId, Unsaved>,
    last: Vec<SavedEdit>,
    undone: Vec<SavedEdit>,
}

object!(read SavedBoard {} optional { queue, placed, unsaved, last, undone });

/// Saved form of an edit.
struct SavedEdit {
    task: TaskId,
    before: Placement,
    after: Placement,
}

object!(SavedEdit { task, before, after });

impl ToJson for Board {
    fn write(&self, out: &mut Writer) {
        let placed = |task: &TaskId| Some((*task, self.desk.timetable.as_ref()?.task(*task)?.placement.clone()));
        let placed: BTreeMap<TaskId, Placement> = self.moved.iter().filter_map(placed).collect();
        let turned =
            |edit: &Edit| SavedEdit { task: edit.task, before: edit.before.clone(), after: edit.after.clone() };
        out.begin_object();
        out.member("queue", &self.desk.queue);
        out.optional("placed", &placed);
        out.optional("unsaved", &self.unsaved);
        out.optional("last", &self.last.iter().map(turned).collect::<Vec<_>>());
        out.optional("undone", &self.undone.iter().map(turned).collect::<Vec<_>>());
        out.end_object();
    }
}
