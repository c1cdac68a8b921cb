//! Budgets of a run.

use serde::{Deserialize, Serialize};

/// How much a stage may spend before the agent is told that it [`GaveUp`](super::Happened::GaveUp).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Corrections in a row. Default 2.
    pub corrections: u32,
    /// Model calls since the user spoke last. Default 30.
    pub rounds: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { corrections: 2, rounds: 30 }
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Counters {
    /// Corrections in a row; only an accepted step resets it.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) in_a_row: u32,
    /// Model calls of this run.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) rounds: u32,
    /// Over the whole session.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) corrections: u32,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) calls: u32,
    #[serde(skip_serializing_if = "is_zero_64")]
    pub(super) input: u64,
    #[serde(skip_serializing_if = "is_zero_64")]
    pub(super) output: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero_64(n: &u64) -> bool {
    *n == 0
}
