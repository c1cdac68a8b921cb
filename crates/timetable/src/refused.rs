//! Why a change is refused: data, from which a sentence can be made in any language.

use super::{Slot, TaskId};

/// A change that is refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which element of a batch it is about, from 1.
    pub element: Option<u32>,
    /// Why.
    pub why: Why,
}

impl Refused {
    /// The code of spec: schedule tools 2.4.
    pub fn code(&self) -> &'static str {
        self.why.code()
    }
}

impl From<Why> for Refused {
    fn from(why: Why) -> Self {
        Refused { element: None, why }
    }
}

/// On which side of a task its neighbour has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The neighbour comes before it.
    Before,
    /// The neighbour comes after it.
    After,
}

/// Why a task cannot be moved although it is not locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Courses never move.
    Course,
    /// It has several places.
    ManyPlaces,
    /// Only proposals may be moved at this point.
    Existing,
}

/// Why a change is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are what the sentence is about: ids as the model knows them, places
pub enum Why {
    /// There is no task with this id.
    TaskNotFound { id: i64 },
    /// It is to be placed, but has a place.
    NotPending { task: TaskId },
    /// It is to be moved, but has no place.
    IsPending { task: TaskId },
    /// It never moves, or not now.
    NotMovable { task: TaskId, held: Held },
    /// It is to be swapped, but has no place.
    NotPlaced { task: TaskId },
    /// It is to be taken out, but has no place.
    AlreadyPending { task: TaskId },
    /// It is locked.
    Locked { task: TaskId },
    /// The window has no such day.
    DayOutOfRange { given: i64, days: u32 },
    /// The day has no such sections.
    SlotOutOfRange { start: i64, end: i64, sections: u8 },
    /// A task of the same class would stand on the wrong side.
    OrderViolation { task: TaskId, at: Slot, neighbour: TaskId, neighbour_at: Slot, side: Side },
    /// Another task stands there.
    Conflict { task: TaskId, at: Slot, with: TaskId, with_at: Slot },
    /// A filler course stands there and has a guest.
    EmbedOccupied { task: TaskId, at: Slot, with: TaskId, guest: TaskId },
    /// The place lies partly outside of a filler course.
    EmbedPartial { task: TaskId, at: Slot, with: TaskId, with_at: Slot },
    /// The task's class keeps out of filler courses, or the task is one itself.
    EmbedNotAllowed { task: TaskId, at: Slot, with: TaskId },
    /// A host moves only without its guest.
    HostHasGuest { task: TaskId, guest: TaskId },
    /// Only tasks of one length are swapped.
    DurationMismatch { a: TaskId, a_sections: u32, b: TaskId, b_sections: u32 },
    /// A task is to be swapped with itself.
    SameTask { task: TaskId },
    /// A batch without moves.
    EmptyMoves,
    /// A batch with too many moves.
    TooManyMoves { given: usize, limit: usize },
    /// A batch names a task twice.
    DuplicateTask { task: TaskId },
}

impl Why {
    /// The code of spec: schedule tools 2.4.
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
