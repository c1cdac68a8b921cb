//! Helpers for the tests of agents.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod bare;
pub mod desk;
pub mod dice;
pub mod draw;
pub mod page;
pub mod reviewed;
