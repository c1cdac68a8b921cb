//! Refusals of changes, as data from which a sentence can be made in any language.

use super::command::Open;
use super::vocabulary::{Slot, TaskId};

/// Refusal of a change. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Number of the refused element of a batch, from 1.
    pub element: Option<u32>,
    /// Reason.
    pub why: Why,
}

impl Refused {
    /// Error code of agents/schedule/spec-tools.md 2.4.
    pub fn code(&self) -> &'static str {
        self.why.code()
    }
}

impl From<Why> for Refused {
    fn from(why: Why) -> Self {
        Refused { element: None, why }
    }
}

/// Side on which a task's neighbour must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The neighbour must come before the task.
    Before,
    /// The neighbour must come after the task.
    After,
}

/// Reason why an unlocked task cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Courses never move.
    Course,
    /// The task has several places.
    ManyPlaces,
    /// Only proposals may move at present.
    Existing,
}

/// Reason for a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are what the sentence is about: ids as the model knows them, places
pub enum Why {
    /// There is no task with this id.
    TaskNotFound { id: i64 },
    /// The task to place already has a place.
    NotPending { task: TaskId },
    /// The task to move has no place.
    IsPending { task: TaskId },
    /// The task cannot move at all, or not at present.
    NotMovable { task: TaskId, held: Held },
    /// The task to swap has no place.
    NotPlaced { task: TaskId },
    /// The task to unplace has no place.
    AlreadyPending { task: TaskId },
    /// The task is locked.
    Locked { task: TaskId },
    /// The window has no such day.
    DayOutOfRange { given: i64, days: u32 },
    /// The day has no such sections.
    SlotOutOfRange { start: i64, end: i64, sections: u8 },
    /// The task would violate the order of its class.
    OrderViolation { task: TaskId, at: Slot, neighbour: TaskId, neighbour_at: Slot, side: Side },
    /// The target has begun. `open` is the first section that has not.
    Past { task: TaskId, at: Slot, open: Open },
    /// The task has several places, and the command does not say that all may go.
    Series { task: TaskId, places: usize },
    /// Another task occupies the place.
    Conflict { task: TaskId, at: Slot, with: TaskId, with_at: Slot },
    /// A filler course occupies the place and has a guest.
    EmbedOccupied { task: TaskId, at: Slot, with: TaskId, guest: TaskId },
    /// The place lies partly outside a filler course.
    EmbedPartial { task: TaskId, at: Slot, with: TaskId, with_at: Slot },
    /// The class of the task does not allow filler courses, or the task is one itself.
    EmbedNotAllowed { task: TaskId, at: Slot, with: TaskId },
    /// A host moves only without its guest.
    HostHasGuest { task: TaskId, guest: TaskId },
    /// Only tasks of equal length can be swapped.
    DurationMismatch { a: TaskId, a_sections: u32, b: TaskId, b_sections: u32 },
    /// A task cannot be swapped with itself.
    SameTask { task: TaskId },
    /// The batch has no moves.
    EmptyMoves,
    /// The batch has too many moves.
    TooManyMoves { given: usize, limit: usize },
    /// The batch names a task twice.
    DuplicateTask { task: TaskId },
}

impl Why {
    /// Error code of agents/schedule/spec-tools.md 2.4.
    pub fn code(&self) -> &'static str {
        match self {
            Why::TaskNotFound { .. } => "task_not_found",
            Why::NotPending { .. } => "not_pending",
            Why::IsPending { .. } => "is_pending",
            Why::NotMovable { .. } => "not_movable",
            Why::NotPlaced { .. } => "not_placed",
            Why::AlreadyPending { .. } => "already_pending",
            Why::Locked { .. } => "locked",
            Why::DayOutOfRange { .. } => "day_out_of_range",
            Why::SlotOutOfRange { .. } => "slot_out_of_range",
            Why::OrderViolation { .. } => "order_violation",
            Why::Past { .. } => "past",
            Why::Series { .. } => "series",
            Why::Conflict { .. } => "conflict",
            Why::EmbedOccupied { .. } => "embed_occupied",
            Why::EmbedPartial { .. } => "embed_partial",
            Why::EmbedNotAllowed { .. } => "embed_not_allowed",
            Why::HostHasGuest { .. } => "host_has_guest",
            Why::DurationMismatch { .. } => "duration_mismatch",
            Why::SameTask { .. } => "same_task",
            Why::EmptyMoves => "empty_moves",
            Why::TooManyMoves { .. } => "too_many_moves",
            Why::DuplicateTask { .. } => "duplicate_task",
        }
    }
}
