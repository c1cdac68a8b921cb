//! Budgets of a run.

use stepgate_json::object;

/// Longest pause between two ticks of a host that is working. Browsers wake a hidden tab once a minute.
pub(super) const LONGEST_BEAT_MS: u64 = 90_000;

/// Budget of a stage. When it runs out, the agent receives [`GaveUp`](super::Happened::GaveUp).
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

/// The budget that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Too many bad replies in a row.
    Corrections,
    /// Too many model calls since the user spoke.
    Rounds,
}

/// Counts of model calls, corrections and tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// Corrections in a row; an accepted reply or a move of the user resets it.
    pub(super) in_a_row: u32,
    /// Model calls of this run.
    pub(super) rounds: u32,
    /// Corrections in the whole session.
    pub(super) corrections: u32,
    pub(super) calls: u32,
    pub(super) input: u64,
    pub(super) output: u64,
}

object!(Counters {} optional { in_a_row, rounds, corrections, calls, input, output });
