//! Writes as undo and redo need them, and proposals that outlive their timetable.

use std::rc::Rc;

use stepgate_json::Json;
use stepgate_timetable::arrange::Wish;
use stepgate_timetable::{
    At, Change, Command, Edit, Move, Open, Placement, Rules, Slot, Source, Task, TaskId, Timetable, Weekday,
};

/// Unsaved change of a task: its place in the calendar, and who moved it.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Unsaved {
    pub(super) saved: Placement,
    /// Whether this conversation placed the task. A task that the loaded state already proposed is not ours.
    #[json(optional)]
    pub(super) ours: bool,
}

/// Write that can be undone, or redone.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub(super) struct Write {
    /// Changes of single tasks. None for a task class, and after the timetable was loaded again.
    pub(super) turns: Vec<Turn>,
    /// Change set by which the host saved it; empty if it is not saved.
    pub(super) set: String,
    /// Words for it; empty if its turns tell what it did.
    pub(super) about: String,
    /// Week, weekday and section of the earliest place that it changed; empty if it changed none.
    pub(super) first: Vec<u32>,
    /// Sentences about what it made of a task class, and about what undo makes of it; empty for changes of single tasks.
    pub(super) made: Vec<String>,
    pub(super) back: Vec<String>,
    /// Wishes before and after a plan, or before and after they changed without one: such a write has nothing else.
    pub(super) wishes: Option<(Vec<Wish>, Vec<Wish>)>,
}

/// Change of one task by a write.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Turn {
    pub(super) task: TaskId,
    pub(super) before: Placement,
    pub(super) after: Placement,
    /// The unsaved change that the task already had, if any.
    #[json(optional)]
    pub(super) was: Option<Unsaved>,
}

impl Turn {
    /// Place that the calendar had before the write.
    pub(super) fn held(&self) -> &Placement {
        self.was.as_ref().map_or(&self.before, |was| &was.saved)
    }
}

impl Write {
    /// The write without its turns, for a timetable that is loaded again: the host takes it back by its change set.
    pub(super) fn by_set(self) -> Option<Write> {
        (!self.set.is_empty() || self.is_of_wishes()).then_some(Write { turns: Vec::new(), ..self })
    }

    /// Whether it changed wishes alone.
    pub(super) fn is_of_wishes(&self) -> bool {
        self.turns.is_empty() && self.set.is_empty() && self.wishes.is_some()
    }

    /// The write with the earliest place that it changed, of those that had not begun when it was made: a missed task goes back to its own.
    pub(super) fn dated(self, timetable: &Timetable, open: Option<Open>) -> Write {
        let changed = |edit: &Edit| {
            let (before, after) = (&edit.before.slots, &edit.after.slots);
            let gone = before.iter().filter(|slot| !after.contains(slot));
            let changed = gone.chain(after.iter().filter(|slot| !before.contains(slot)));
            changed.filter(|slot| !open.is_some_and(|open| open.has_begun(slot))).min().copied()
        };
        let first = self.edits(true).iter().filter_map(changed).min();
        let first = first.and_then(|slot| place(timetable, &slot)).unwrap_or_default();
        Write { first, ..self }
    }

    /// Changes of the calendar, or of the timetable alone if the write is not saved. `back`: those that undo makes.
    pub(super) fn edits(&self, back: bool) -> Vec<Edit> {
        let edit = |turn: &Turn| {
            let (before, after) = (if self.set.is_empty() { &turn.before } else { turn.held() }, &turn.after);
            let (from, to) = if back { (after, before) } else { (before, after) };
            Edit { task: turn.task, before: from.clone(), after: to.clone() }
        };
        self.turns.iter().map(edit).filter(|edit| edit.before != edit.after).collect()
    }
}

/// Week, weekday and first section of a slot.
fn place(timetable: &Timetable, slot: &Slot) -> Option<Vec<u32>> {
    let Weekday { week, weekday } = timetable.window().weekday(slot.day)?;
    Some(vec![week, u32::from(weekday), u32::from(slot.start)])
}

/// Id of a task in terms of the records, to tell its id on another timetable.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Known {
    source: Source,
    source_id: i64,
    task: TaskId,
}

impl Known {
    /// Ids of the items of a timetable. Several courses come from one record, so they have no identity beyond their ids.
    pub(super) fn all(timetable: &Timetable) -> Vec<Known> {
        let items = timetable.tasks().iter().filter(|task| task.source == Source::TaskItem);
        items.map(|task| Known { source: task.source, source_id: task.source_id, task: task.id }).collect()
    }

    /// Old and new ids of the items that have other ids on another timetable, and those of new items with 0 as the old one. Where nothing
    /// was known before nothing is new.
    pub(super) fn differences(known: &[Known], timetable: &Timetable) -> Vec<(TaskId, TaskId)> {
        let mut found: Vec<(TaskId, TaskId)> = known.iter().filter_map(|known| known.changed(timetable)).collect();
        if !known.is_empty() {
            let is_new = |now: &Known| !known.iter().any(|known| known.same(now));
            found.extend(Known::all(timetable).iter().filter(|now| is_new(now)).map(|now| (0, now.task)));
        }
        found
    }

    fn same(&self, other: &Known) -> bool {
        (self.source, self.source_id) == (other.source, other.source_id)
    }

    /// Old and new id on another timetable; none if it is the same, or if the task is gone.
    fn changed(&self, timetable: &Timetable) -> Option<(TaskId, TaskId)> {
        let same = |task: &&Task| (task.source, task.source_id) == (self.source, self.source_id);
        let task = timetable.tasks().iter().find(same)?.id;
        (task != self.task).then_some((self.task, task))
    }
}

/// Proposal in terms of the records, so that it can be made again on another timetable.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Kept {
    source: Source,
    source_id: u64,
    pub(super) name: String,
    /// Week, weekday and first section; empty if the proposal is to take the task out.
    #[json(optional)]
    at: Vec<u32>,
}

impl Kept {
    /// Proposal of a task.
    pub(super) fn of(timetable: &Timetable, task: TaskId) -> Option<Kept> {
        let task = timetable.task(task)?;
        Some(Kept {
            source: task.source,
            source_id: u64::try_from(task.source_id).ok()?,
            name: Rc::clone(&task.name).to_string(),
            at: task.slots.first().and_then(|slot| place(timetable, slot)).unwrap_or_default(),
        })
    }

    /// Makes the proposal on a timetable. `None`: it does not fit.
    pub(super) fn again(&self, timetable: &mut Timetable) -> Option<Change> {
        let key = (self.source, i64::try_from(self.source_id).ok()?);
        let found = timetable.tasks().iter().find(|task| (task.source, task.source_id) == key)?;
        let (task, pending) = (i64::from(found.id), found.is_pending());
        let command = match *self.at.as_slice() {
            [week, weekday, start] => {
                let weekday = Weekday { week, weekday: u8::try_from(weekday).ok()? };
                let at = At { day: i64::from(timetable.window().day_of(weekday)?.0), start: i64::from(start) };
                if pending {
                    Command::Place { task, at }
                } else {
                    Command::Move(Move { task, to: at })
                }
            }
            _ if pending => return Some(Change::default()),
            _ => Command::Unplace { task, all: true },
        };
        timetable.change(&command, &Rules { order: false, ..Rules::default() }).ok()
    }
}
