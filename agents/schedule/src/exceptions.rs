//! Places against a limit of a class or a wish that the user approved: later plans leave the tasks there.

use stepgate_json::Json;
use stepgate_timetable::arrange::{Wish, WishKind};
use stepgate_timetable::{Change, Day, Slot, Task, TaskId, Timetable, Weekday};

/// Place of a task in a time that its class keeps out of, or a wish keeps free. It outlives a reload of the timetable, which gives tasks other ids.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Exception {
    /// Id of the task's record.
    pub item: i64,
    /// Week of the place.
    pub week: u32,
    /// Weekday of the place; 1 is Monday.
    pub weekday: u8,
    /// First section of the place.
    pub start: u8,
}

impl Exception {
    fn of(timetable: &Timetable, wishes: &[Wish], task: &Task, slot: &Slot) -> Option<Self> {
        let Weekday { week, weekday } = timetable.window().weekday(slot.day)?;
        let at = Exception { item: task.source_id, week, weekday, start: slot.start };
        let is_against =
            timetable.excludes(task, slot) || wishes.iter().any(|wish| wish.forbids(task, slot, timetable));
        is_against.then_some(at)
    }
}

/// Notes the places against limits and wishes that an approved change has given to tasks.
pub(super) fn note(exceptions: &mut Vec<Exception>, timetable: &Timetable, wishes: &[Wish], change: &Change) {
    let moved = change.edits.iter().filter(|edit| edit.before.slots != edit.after.slots);
    let place = |task: TaskId| {
        let task = timetable.task(task)?;
        Exception::of(timetable, wishes, task, task.slots.first()?)
    };
    let new: Vec<Exception> = moved.filter_map(|edit| place(edit.task)).collect();
    exceptions.retain(|known| new.iter().all(|one| one.item != known.item));
    exceptions.extend(new);
}

/// Notes the places that some of the wishes keep free.
pub(super) fn note_left(exceptions: &mut Vec<Exception>, timetable: &Timetable, wishes: &[Wish]) {
    let free = || wishes.iter().filter(|wish| wish.kind == WishKind::Free);
    let is_left = |task: &Task, slot: &Slot| free().any(|wish| wish.forbids(task, slot, timetable));
    let tasks = timetable.tasks().iter().filter(|task| task.class_id > 0);
    let left = tasks.filter_map(|task| Some((task, task.slots.first().filter(|slot| is_left(task, slot))?)));
    let new = left.filter_map(|(task, slot)| Exception::of(timetable, wishes, task, slot));
    let new: Vec<Exception> = new.filter(|one| !exceptions.contains(one)).collect();
    exceptions.extend(new);
}

/// Tasks that stand where the user let them stand.
pub(super) fn tasks(exceptions: &[Exception], timetable: Option<&Timetable>, wishes: &[Wish]) -> Vec<TaskId> {
    let Some(timetable) = timetable.filter(|_| !exceptions.is_empty()) else { return Vec::new() };
    let stands = |task: &&Task| {
        let at = task.slots.first().and_then(|slot| Exception::of(timetable, wishes, task, slot));
        at.is_some_and(|at| exceptions.contains(&at))
    };
    timetable.tasks().iter().filter(|task| task.class_id > 0).filter(stands).map(|task| task.id).collect()
}

/// Tasks beside some others on days that are fuller than a wish allows.
pub(super) fn beside(tasks: &[TaskId], timetable: Option<&Timetable>, wishes: &[Wish]) -> Vec<TaskId> {
    let Some(timetable) = timetable.filter(|_| !tasks.is_empty()) else { return Vec::new() };
    let day = |task: &Task| task.slots.first().map(|slot| slot.day);
    let days: Vec<Day> = tasks.iter().filter_map(|task| day(timetable.task(*task)?)).collect();
    let caps = || wishes.iter().filter(|wish| wish.kind == WishKind::AtMost);
    let is_over = |task: &Task, slot: &Slot| caps().any(|wish| wish.forbids(task, slot, timetable));
    let is_beside =
        |task: &&Task| task.slots.first().is_some_and(|slot| days.contains(&slot.day) && is_over(task, slot));
    let others = timetable.tasks().iter().filter(|task| task.class_id > 0 && !tasks.contains(&task.id));
    others.filter(is_beside).map(|task| task.id).collect()
}

/// Forgets the exceptions of a class.
pub(super) fn forget(exceptions: &mut Vec<Exception>, timetable: &Timetable, class: u32) {
    let is_other = |item: i64| {
        let task = timetable.tasks().iter().find(|task| task.class_id > 0 && task.source_id == item);
        task.is_none_or(|task| task.class_id != class)
    };
    exceptions.retain(|one| is_other(one.item));
}
