//! Budgets of a run.

/// Budget of a stage. When it runs out, the agent receives [`GaveUp`](crate::Happened::GaveUp).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Corrections in a row. Default 2.
    pub corrections: u32,
    /// Model calls since the user last spoke. Default 30.
    pub max_steps: u32,
    /// Times that the model may make a call that fails in the same way since the user spoke; three times as many failures of one tool in a row
    /// are enough, too. Default: no limit.
    pub failures: Option<usize>,
    /// Whether a write with the arguments of one that has succeeded is sent back once, and then asks, whatever its tool's rule and grants say.
    /// A read that has succeeded twice with the same arguments is sent back once, and then not made again, as long as the user says nothing and
    /// nothing is written. Default false.
    pub once: bool,
    /// Whether a blank reply ends the run at once, without a correction. Default false.
    pub blank_fails: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { corrections: 2, max_steps: 30, failures: None, once: false, blank_fails: false }
    }
}
