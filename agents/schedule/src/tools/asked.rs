//! Plan that a call asks for.

use stepgate_timetable::arrange::{Scope, Stability, Wish};

/// Request to arrange, as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Tasks that may move.
    pub scope: Scope,
    /// Whether pending tasks are placed, too; none if the model leaves it open.
    pub places_pending: Option<bool>,
    /// New wishes.
    pub wishes: Vec<Wish>,
    /// Numbers of standing wishes that no longer hold, from 1.
    pub forgotten: Vec<usize>,
    /// How much of the present plan is kept; none if the model leaves it open.
    pub stability: Option<Stability>,
    /// Whether what the last card proposed stays in the plan.
    pub adds: bool,
    /// Most tasks that may move.
    pub most_moved: Option<usize>,
}
