//! Budgets of a run.

use stepgate_json::object;

/// Longest pause between the ticks of a host at work. Browsers wake a hidden tab once a minute.
pub(super) const LONGEST_BEAT_MS: u64 = 90_000;

/// How much a stage may spend before the agent is told that it [`GaveUp`](super::Happened::GaveUp).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Corrections in a row. Default 2.
    pub corrections: u32,
    /// Model calls since the user spoke last. Default 30.
    pub rounds: u32,
    /// A blank reply is not corrected: it ends the run at once. Default false.
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

/// What has been spent. Call and revision numbers are elsewhere: they never go back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// Corrections in a row; only an accepted step resets it.
    pub(super) in_a_row: u32,
    /// Model calls of this run.
    pub(super) rounds: u32,
    /// Over the whole session.
    pub(super) corrections: u32,
    pub(super) calls: u32,
    pub(super) input: u64,
    pub(super) output: u64,
}

object!(Counters {} optional { in_a_row, rounds, corrections, calls, input, output });
