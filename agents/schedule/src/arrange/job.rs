//! Data of an arrangement between the model's call and the user's answer.

use serde_json::Value;

use stepgate_json::object;
use stepgate_timetable::arrange::{Scope, Stability, Wish};

/// Search for a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Tasks that may move.
    pub scope: Scope,
    /// All wishes that hold, standing ones first.
    pub wishes: Vec<Wish>,
    /// How much of the present plan is kept.
    pub stability: Stability,
    /// Most tasks that may move.
    pub most_moved: Option<usize>,
}

object!(Job { stability } optional { scope, wishes, most_moved });

/// Plan that was found, while its card is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// Wishes that stand from its approval on.
    pub wishes: Vec<Wish>,
    /// Facts for the card and the closing words.
    pub report: Value,
}

object!(Proposal {} optional { wishes, report });
