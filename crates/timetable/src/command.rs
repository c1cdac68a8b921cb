//! Commands: requests to change a timetable, and the rules by which they are checked.

use std::cmp::Ordering;
use stepgate_json::Json;

use super::vocabulary::{Day, Slot};

/// Target of a task: day and section as the caller gave them, not checked yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// Number of the day.
    pub day: i64,
    /// First section.
    pub start: i64,
}

/// One move of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Id of the task.
    pub task: i64,
    /// Target.
    pub to: At,
}

/// One step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Id of the task.
    pub task: i64,
    /// Place that it gets; none takes its place away.
    pub to: Option<At>,
}

/// Request to change a timetable (agents/schedule/spec-tools.md 5.1 to 5.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Gives a pending task a place.
    Place {
        /// Id of the task.
        task: i64,
        /// Target.
        at: At,
    },
    /// Gives a placed task another place.
    Move(Move),
    /// Exchanges the places of two tasks of equal length.
    Swap {
        /// Id of one task.
        a: i64,
        /// Id of the other task.
        b: i64,
    },
    /// Moves several tasks at once: all leave their places before any target is checked.
    Batch(Vec<Move>),
    /// Places, moves and takes out several tasks at once, however many.
    Plan(Vec<Step>),
    /// Takes a task's places away, but for those that have begun. The guest of a host loses its place too.
    Unplace {
        /// Id of the task.
        task: i64,
        /// Whether a task with several places, such as a weekly series, may lose them all.
        all: bool,
    },
}

/// Placed tasks that may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Json)]
pub enum MovePolicy {
    /// All unlocked tasks.
    #[default]
    Unlocked,
    /// Only proposed tasks.
    SuggestedOnly,
}

/// First section that has not begun. What stands before it is past: it counts as placed and does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Open {
    /// Day; the one after the window if all is past.
    pub day: Day,
    /// Section; above the last one if the day has none left.
    pub section: u8,
}

impl Open {
    /// Whether a slot has begun.
    pub fn has_begun(self, slot: &Slot) -> bool {
        (slot.day, slot.start) < (self.day, self.section)
    }

    /// Sections of a day that have begun, as bits.
    pub fn begun(self, day: Day) -> u64 {
        match day.cmp(&self.day) {
            Ordering::Less => u64::MAX,
            Ordering::Equal => Slot { day, start: 1, end: self.section.saturating_sub(1) }.bits(),
            Ordering::Greater => 0,
        }
    }
}

/// Rules that a check enforces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Placed tasks that may move.
    pub moves: MovePolicy,
    /// Maximum number of moves in a batch.
    pub max_batch: usize,
    /// Whether a task must stay between its neighbours in the order of its class.
    pub order: bool,
    /// Ids of the classes whose order does not bind all the same.
    pub unordered: Vec<u32>,
    /// Present; none if the timetable has no dates.
    pub open: Option<Open>,
}

impl Rules {
    /// Whether the order of a class binds its tasks.
    pub fn orders(&self, class: u32) -> bool {
        self.order && !self.unordered.contains(&class)
    }

    /// Whether a slot has begun.
    pub fn has_begun(&self, slot: &Slot) -> bool {
        self.open.is_some_and(|open| open.has_begun(slot))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { moves: MovePolicy::Unlocked, max_batch: 50, order: true, unordered: Vec::new(), open: None }
    }
}
