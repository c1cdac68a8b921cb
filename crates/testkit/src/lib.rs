//! Helpers for the tests of agents.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod bare;
pub mod dice;
pub mod reviewed;
