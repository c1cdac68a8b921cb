//! Test suites of other readers of damaged JSON, and our own, as data: the share of cases that give the expected
//! result.
//!
//! `cargo xtask suites` prints the figures. `STEPGATE_SUITES=jsonrepair` (or several names, or `all`) also prints the
//! text, the expected value and the actual value of each miss in those suites.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod adversarial;
mod case;
mod contract;
mod damage;
mod harm;
mod libraries;
mod nst;
mod probe;
mod repair;
mod same;
mod score;
