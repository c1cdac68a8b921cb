//! The seven laws, against random events. `STEPGATE_LAW_EVENTS` sets how many per agent (default 12,000).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "../bare/mod.rs"]
mod bare;
#[cfg(feature = "content")]
mod content;
#[cfg(feature = "guide")]
mod guide;
#[cfg(feature = "ledger")]
mod ledger;
#[cfg(feature = "schedule")]
mod schedule;
#[cfg(feature = "stepper")]
mod stepper;
mod world;
