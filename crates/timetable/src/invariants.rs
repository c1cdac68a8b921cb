//! Invariants of a timetable (agents/schedule/spec-tools.md 1.2):
//!
//! | | |
//! | --- | --- |
//! | I1 | task ids are above 0 and unique |
//! | I2 | every slot lies in the window, 1 ≤ start ≤ end ≤ sections |
//! | I3 | a pending task has no slots, any other task has some (in old data a proposal may be `pending`) |
//! | I4 | a host and its guest name each other; a host has one guest |
//! | I5 | a guest lies inside one slot of its host |
//! | I6 | no two tasks overlap, except a host and its guest |
//! | I7 | an item of a task class has at most one slot |

use super::{Source, Status, Task, TaskId, Timetable, Window, MAX_SECTIONS};

/// Violation of an invariant by data that was to become a timetable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // each sentence says what its fields are
pub enum Invalid {
    #[error("a day has 1 to {MAX_SECTIONS} sections, not {given}")]
    Sections { given: u8 },
    #[error("day {day}: week {week}, weekday {weekday}; weeks count from 1, weekdays from 1 to 7")]
    Weekday { day: u32, week: u32, weekday: u8 },
    #[error("day {day} is not behind the day before it")]
    DaysNotAscending { day: u32 },
    #[error("I1: task id {task} is 0 or given twice")]
    TaskId { task: TaskId },
    #[error("I2: task {task} has a slot outside of the window: day {day}, sections {start}-{end}")]
    Slot { task: TaskId, day: u32, start: u8, end: u8 },
    #[error("I3: task {task} is placed, but has no slot")]
    NoSlot { task: TaskId },
    #[error("I4: task {task} and task {other} are not host and guest of each other")]
    Link { task: TaskId, other: TaskId },
    #[error("I5: task {task} does not stand in one slot, inside of one of its host {host}")]
    OutsideHost { task: TaskId, host: TaskId },
    #[error("I6: task {task} is the guest of task {host}, which is itself the guest of task {third}")]
    GuestOfGuest { task: TaskId, host: TaskId, third: TaskId },
    #[error("I6: task {task} and task {other} overlap on day {day}")]
    Overlap { task: TaskId, other: TaskId, day: u32 },
    #[error("I7: task {task} is an item of a class and has more than one slot")]
    ManySlots { task: TaskId },
}

impl Invalid {
    /// Tasks that the violation concerns.
    pub fn tasks(&self) -> [Option<TaskId>; 2] {
        match *self {
            Invalid::Sections { .. } | Invalid::Weekday { .. } | Invalid::DaysNotAscending { .. } => [None, None],
            Invalid::TaskId { task }
            | Invalid::Slot { task, .. }
            | Invalid::NoSlot { task }
            | Invalid::ManySlots { task } => [Some(task), None],
            Invalid::OutsideHost { task, host } | Invalid::GuestOfGuest { task, host, .. } => [Some(task), Some(host)],
            Invalid::Link { task, other } | Invalid::Overlap { task, other, .. } => [Some(task), Some(other)],
        }
    }
}

/// Checks I1. Returns the ids in ascending order with their indexes.
pub(super) fn ids(tasks: &[Task]) -> Result<Vec<(TaskId, usize)>, Invalid> {
    let mut ids: Vec<(TaskId, usize)> = tasks.iter().enumerate().map(|(index, task)| (task.id, index)).collect();
    ids.sort();
    let mut before = 0;
    for &(id, _) in &ids {
        if id == before {
            return Err(Invalid::TaskId { task: id });
        }
        before = id;
    }
    Ok(ids)
}

/// Checks I2, I3 and I7.
pub(super) fn places(window: &Window, task: &Task) -> Result<(), Invalid> {
    for slot in &task.slots {
        let inside = window.weekday(slot.day).is_some();
        if !inside || slot.start == 0 || slot.is_empty() || slot.end > window.sections() {
            return Err(Invalid::Slot { task: task.id, day: slot.day.0, start: slot.start, end: slot.end });
        }
    }
    if task.slots.is_empty() && task.status != Status::Pending {
        return Err(Invalid::NoSlot { task: task.id });
    }
    if task.source == Source::TaskItem && task.slots.len() > 1 {
        return Err(Invalid::ManySlots { task: task.id });
    }
    Ok(())
}

/// Checks I4 and I5.
pub(super) fn embedding(timetable: &Timetable) -> Result<(), Invalid> {
    for task in timetable.tasks() {
        if let Some(other) = task.embedded_by {
            let guest = timetable.task(other).filter(|guest| guest.embed_host == Some(task.id));
            if guest.is_none() || !task.can_embed {
                return Err(Invalid::Link { task: task.id, other });
            }
        }
        if let Some(host) = task.embed_host {
            guest(timetable, task, host)?;
        }
    }
    Ok(())
}

/// Checks that a guest lies in one slot, inside one slot of its host.
fn guest(timetable: &Timetable, task: &Task, host: TaskId) -> Result<(), Invalid> {
    let Some(host) = timetable.task(host).filter(|host| host.embedded_by == Some(task.id)) else {
        return Err(Invalid::Link { task: task.id, other: host });
    };
    if let Some(third) = host.embed_host {
        return Err(Invalid::GuestOfGuest { task: task.id, host: host.id, third });
    }
    match &*task.slots {
        [slot] if host.slots.iter().any(|host_at| host_at.contains(slot)) => Ok(()),
        _ => Err(Invalid::OutsideHost { task: task.id, host: host.id }),
    }
}

/// Checks I6.
pub(super) fn overlaps(timetable: &Timetable) -> Result<(), Invalid> {
    for day in timetable.window().days() {
        let mut last: Option<&super::Entry> = None;
        for entry in timetable.entries(day).iter().filter(|entry| !entry.guest) {
            if let Some(before) = last.filter(|before| before.slot.overlaps(&entry.slot)) {
                let id = |entry: &super::Entry| timetable.of(entry).map_or(0, |task| task.id);
                return Err(Invalid::Overlap { task: id(before), other: id(entry), day: day.0 });
            }
            last = Some(entry);
        }
    }
    Ok(())
}
