//! Violations of the invariants of a timetable.

use super::vocabulary::{TaskId, MAX_SECTIONS};

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
