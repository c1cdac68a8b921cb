//! The timetable of a conversation, and its differences from the saved calendar.

use serde_json::Value;
use std::collections::BTreeMap;

use super::state::{read_state, write_state};
use super::tools::Desk;
use super::writing::{Kept, Known, Turn, Unsaved, Write};
use stepgate_engine::{Error, Kind};
use stepgate_json::{read, FromJson, ToJson, Writer};
use stepgate_timetable::arrange::Wish;
use stepgate_timetable::{Change, Edit, Open, Placement, Slots, Source, Status, TaskId};

/// Writes that can be undone one after the other, at most, and the changes of tasks that they have in all: each session saves them.
const WRITES: usize = 50;
const TURNS: usize = 300;

/// Timetable with the changes that are not saved in the calendar.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Timetable that the tools use.
    pub desk: Desk,
    /// Tasks whose placement differs from the loaded timetable, ascending.
    moved: Vec<TaskId>,
    /// Tasks whose placement differs from the calendar.
    unsaved: BTreeMap<TaskId, Unsaved>,
    /// Writes for undo, the last one last.
    written: Vec<Write>,
    /// Undone writes for redo, the one undone last at the end.
    undone: Vec<Write>,
    /// Proposals of a timetable that was dropped, to be made again on the next.
    kept: Vec<Kept>,
    /// Ids of the tasks of a timetable that was dropped.
    known: Vec<Known>,
    /// Tasks whose ids changed with the load, old and new; 0 as the old one of a task that is new.
    pub(super) renumbered: Vec<(TaskId, TaskId)>,
    /// Names of tasks whose proposals did not fit the next timetable.
    pub(super) lost: Vec<String>,
}

impl Board {
    /// Replaces the board by a given or loaded state. Proposals of the timetable before it are made again where they fit; what the host
    /// can take back by its change set can still be undone.
    ///
    /// # Errors
    /// `malformed`, with the place in the state.
    pub(super) fn load(&mut self, state: &Value) -> Result<(), Error> {
        let timetable = read_state(state)?;
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
        self.keep_sets();
        self.renumbered = Known::differences(&std::mem::take(&mut self.known), &timetable);
        self.desk.timetable = Some(timetable);
        self.propose_again();
        Ok(())
    }

    /// Forgets the timetable, but not the proposals of this conversation.
    pub(super) fn drop_timetable(&mut self) {
        let kept = self.unsaved_by_us().into_iter().filter_map(|task| Kept::of(self.desk.timetable.as_ref()?, task));
        self.kept = kept.collect();
        if let Some(timetable) = &self.desk.timetable {
            self.known = Known::all(timetable);
        }
        self.desk.timetable = None;
        self.moved.clear();
        self.unsaved.clear();
        self.keep_sets();
    }

    /// Keeps of the writes what outlives the timetable: their change sets. What is behind one without a set cannot be turned any more.
    fn keep_sets(&mut self) {
        for writes in [&mut self.written, &mut self.undone] {
            let by_set: Vec<Write> = std::mem::take(writes).into_iter().rev().map_while(Write::by_set).collect();
            *writes = by_set.into_iter().rev().collect();
        }
    }

    /// Makes the kept proposals again, and notes those that do not fit.
    fn propose_again(&mut self) {
        for kept in std::mem::take(&mut self.kept) {
            let Some(timetable) = &mut self.desk.timetable else { return };
            match kept.again(timetable) {
                Some(change) => drop(self.record(&change)),
                None => self.lost.push(kept.name),
            }
        }
    }

    /// Records a change that was made; its tasks stay unsaved unless they are back where the calendar has them. Returns its turns.
    pub(super) fn record(&mut self, change: &Change) -> Vec<Turn> {
        change.edits.iter().map(|edit| self.record_one(edit)).collect()
    }

    fn record_one(&mut self, edit: &Edit) -> Turn {
        self.touch(edit.task);
        let was = self.unsaved.remove(&edit.task);
        let saved = was.as_ref().map_or(&edit.before, |unsaved| &unsaved.saved);
        if *saved != edit.after {
            self.unsaved.insert(edit.task, Unsaved { saved: saved.clone(), ours: true });
        }
        Turn { task: edit.task, before: edit.before.clone(), after: edit.after.clone(), was }
    }

    /// Notes that the place of a task differs from the loaded timetable.
    fn touch(&mut self, task: TaskId) {
        if let Err(at) = self.moved.binary_search(&task) {
            self.moved.insert(at, task);
        }
    }

    /// Marks the tasks of a change as saved. Returns an edit for each, from its place in the calendar to its present place.
    pub(super) fn mark_saved(&mut self, change: &Change) -> Vec<Edit> {
        change.edits.iter().filter_map(|edit| self.mark_one_saved(edit.task)).collect()
    }

    /// Marks all tasks that this conversation placed as saved, with their edits as [`Board::mark_saved`] returns them.
    pub(super) fn mark_all_saved(&mut self) -> Vec<Edit> {
        let edits = self.unsaved_edits();
        edits.iter().for_each(|edit| drop(self.unsaved.remove(&edit.task)));
        edits
    }

    /// Turns of saving all tasks that this conversation placed: their places stay, and the calendar gets them.
    pub(super) fn turns_of_all(&self) -> Vec<Turn> {
        let turn = |task: TaskId| {
            let placement = self.desk.timetable.as_ref()?.task(task)?.placement.clone();
            Some(Turn { task, before: placement.clone(), after: placement, was: self.unsaved.get(&task).cloned() })
        };
        self.unsaved_by_us().into_iter().filter_map(turn).collect()
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
        let edit = |task: TaskId| {
            let (before, after) = (self.unsaved.get(&task)?.saved.clone(), self.place(task)?.clone());
            Some(Edit { task, before, after })
        };
        self.unsaved_by_us().into_iter().filter_map(edit).collect()
    }

    /// Notes that the last write was a plan with these wishes before and after it.
    pub(super) fn with_wishes(&mut self, before: Vec<Wish>, after: Vec<Wish>) {
        if let Some(write) = self.written.last_mut() {
            write.wishes = Some((before, after));
        }
    }

    /// Remembers a write for undo. `open`: the first section that had not begun when it was made.
    pub(super) fn remember(&mut self, write: Write, open: Option<Open>) {
        self.written.push(match &self.desk.timetable {
            Some(timetable) => write.dated(timetable, open),
            None => write,
        });
        self.undone.clear();
        let too_many = |writes: &[Write]| {
            writes.len() > WRITES
                || writes.len() > 1 && writes.iter().map(|write| write.turns.len()).sum::<usize>() > TURNS
        };
        while too_many(&self.written) {
            self.written.remove(0);
        }
    }

    /// Forgets all writes, so that neither undo nor redo is possible.
    pub(super) fn forget_writes(&mut self) {
        self.written.clear();
        self.undone.clear();
    }

    /// The write that undo takes back: its tasks are still where it put them.
    pub(super) fn undoable(&self) -> Option<&Write> {
        let stands = |turn: &Turn| self.place(turn.task) == Some(&turn.after);
        self.written.last().filter(|write| write.turns.iter().all(stands))
    }

    /// The undone write that redo makes again: its tasks are still where undo put them.
    pub(super) fn redoable(&self) -> Option<&Write> {
        let stands = |turn: &Turn| {
            self.place(turn.task) == Some(&turn.before) && self.unsaved.get(&turn.task) == turn.was.as_ref()
        };
        self.undone.last().filter(|write| write.turns.iter().all(stands))
    }

    fn place(&self, task: TaskId) -> Option<&Placement> {
        Some(&self.desk.timetable.as_ref()?.task(task)?.placement)
    }

    /// Undoes the last write: its tasks return to their places before it, and the proposals among them to proposals. Returns the write.
    pub(super) fn undo(&mut self) -> Option<Write> {
        let write = self.undoable()?.clone();
        self.written.pop();
        self.put(&write.turns, |turn| (&turn.before, &turn.after));
        for turn in &write.turns {
            match &turn.was {
                Some(was) => self.unsaved.insert(turn.task, was.clone()),
                None => self.unsaved.remove(&turn.task),
            };
        }
        self.undone.push(write.clone());
        Some(write)
    }

    /// Makes the undone write again. Returns it.
    pub(super) fn redo(&mut self) -> Option<Write> {
        let write = self.redoable()?.clone();
        self.undone.pop();
        self.put(&write.turns, |turn| (&turn.after, &turn.before));
        for turn in &write.turns {
            let saved = turn.held().clone();
            self.unsaved.remove(&turn.task);
            if write.set.is_empty() && saved != turn.after {
                self.unsaved.insert(turn.task, Unsaved { saved, ours: true });
            }
        }
        self.written.push(write.clone());
        Some(write)
    }

    /// Gives tasks the first of the two placements in place of the second.
    fn put(&mut self, turns: &[Turn], sides: impl Fn(&Turn) -> (&Placement, &Placement)) {
        let edit = |turn: &Turn| {
            let (after, before) = sides(turn);
            Edit { task: turn.task, before: before.clone(), after: after.clone() }
        };
        let edits: Vec<Edit> = turns.iter().map(edit).filter(|edit| edit.before != edit.after).collect();
        edits.iter().for_each(|edit| self.touch(edit.task));
        if let Some(timetable) = &mut self.desk.timetable {
            timetable.apply(&Change { edits });
        }
    }

    /// Gives the last write, or the undone one, the change set by which the host knows it now.
    pub(super) fn rename(&mut self, back: bool, set: String) {
        let writes = if back { &mut self.undone } else { &mut self.written };
        if let Some(write) = writes.last_mut() {
            write.set = set;
        }
    }

    /// Restores the saved form of a board over the timetable that was loaded.
    ///
    /// # Errors
    /// `malformed`, also for a task that the timetable does not have.
    pub(super) fn restore(&mut self, value: &Value) -> Result<(), Error> {
        let SavedBoard { placed, unsaved, writes, undone, kept, known, renumbered, lost } = read(value)?;
        self.unsaved = unsaved;
        (self.written, self.undone, self.kept, self.lost) = (writes, undone, kept, lost);
        (self.known, self.renumbered) = (known, renumbered);
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

/// The timetable as it was loaded.
impl ToJson for Desk {
    fn write(&self, out: &mut Writer) {
        match &self.timetable {
            Some(timetable) => out.value(&write_state(timetable)),
            None => out.raw("null"),
        }
    }
}

/// Saved form of a board: the parts that a write changes.
#[derive(Default, FromJson)]
#[json(optional)]
struct SavedBoard {
    placed: BTreeMap<TaskId, Placement>,
    unsaved: BTreeMap<TaskId, Unsaved>,
    writes: Vec<Write>,
    undone: Vec<Write>,
    kept: Vec<Kept>,
    known: Vec<Known>,
    renumbered: Vec<(TaskId, TaskId)>,
    lost: Vec<String>,
}

impl ToJson for Board {
    fn write(&self, out: &mut Writer) {
        let placed = |task: &TaskId| Some((*task, self.desk.timetable.as_ref()?.task(*task)?.placement.clone()));
        let placed: BTreeMap<TaskId, Placement> = self.moved.iter().filter_map(placed).collect();
        out.begin_object();
        out.optional("placed", &placed);
        out.optional("unsaved", &self.unsaved);
        out.optional("writes", &self.written);
        out.optional("undone", &self.undone);
        out.optional("kept", &self.kept);
        out.optional("known", &self.known);
        out.optional("renumbered", &self.renumbered);
        out.optional("lost", &self.lost);
        out.end_object();
    }
}
