//! Budgets of a run.

/// Budget of a stage. When it runs out, the agent receives [`GaveUp`](crate::Happened::GaveUp).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Corrections in a row. Default 2.
    pub corrections: u32,
    /// Model calls since the user last spoke. Default 30.
    pub rounds: u32,
    /// Whether a blank reply ends the run at once, without a correction. Default false.
    pub blank_fails: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { corrections: 2, rounds: 30, blank_fails: false }
    }
}
