//! Steps that a diagnosis may offer.

use super::text::push_number;
use crate::{Slot, TaskId};

/// Recommended operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Ask the user for a decision or for missing data.
    AskUser,
    /// Close the improvement.
    Close,
    /// Swap two tasks.
    Swap,
    /// Move a task.
    Move,
}

impl Operation {
    /// Name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Operation::AskUser => "ask_user",
            Operation::Close => "close",
            Operation::Swap => "swap",
            Operation::Move => "move",
        }
    }
}

/// Change that the write tools would accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Swap of two tasks.
    Swap {
        /// Id of one task.
        a: TaskId,
        /// Id of the other task.
        b: TaskId,
    },
    /// Move of a task.
    Move {
        /// Id of the task.
        task: TaskId,
        /// New place.
        to: Slot,
    },
}

impl Step {
    /// Operation of the step.
    pub fn operation(&self) -> Operation {
        match self {
            Step::Swap { .. } => Operation::Swap,
            Step::Move { .. } => Operation::Move,
        }
    }

    /// Name of the tool that makes the step.
    pub fn tool(&self) -> &'static str {
        self.operation().name()
    }

    /// Id of the step: `swap_A_B` or `move_T_D_S`.
    pub fn id(&self) -> String {
        let mut id = self.tool().to_owned();
        let numbers = match self {
            Step::Swap { a, b } => [Some(*a), Some(*b), None],
            Step::Move { task, to } => [Some(*task), Some(to.day.0), Some(to.start.into())],
        };
        for number in numbers.into_iter().flatten() {
            push_number(&mut id, "_", number);
        }
        id
    }
}
