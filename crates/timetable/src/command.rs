//! Commands: requests to change a timetable, and the rules by which they are checked.

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
    /// Takes a task's place away. The guest of a host loses its place too.
    Unplace {
        /// Id of the task.
        task: i64,
    },
}

/// Placed tasks that may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MovePolicy {
    /// All unlocked tasks.
    #[default]
    Unlocked,
    /// Only proposed tasks.
    SuggestedOnly,
}

/// Rules that a check enforces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Placed tasks that may move.
    pub moves: MovePolicy,
    /// Maximum number of moves in a batch.
    pub max_batch: usize,
    /// Whether a task must stay between its neighbours in the order of its class.
    pub order: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { moves: MovePolicy::Unlocked, max_batch: 50, order: true }
    }
}
