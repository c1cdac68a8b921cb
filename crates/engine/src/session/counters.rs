//! Counts of model calls, corrections and tokens.

use stepgate_json::object;

/// Counts of model calls, corrections and tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    /// Corrections in a row; an accepted reply or a move of the user resets it.
    pub(crate) in_a_row: u32,
    /// Model calls of this run.
    pub(crate) rounds: u32,
    /// Corrections in the whole session.
    pub(crate) corrections: u32,
    pub(crate) calls: u32,
    pub(crate) input: u64,
    pub(crate) output: u64,
}

object!(Counters {} optional { in_a_row, rounds, corrections, calls, input, output });
