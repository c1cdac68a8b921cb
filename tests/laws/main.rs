//! The seven laws, checked against random events for every agent. `STEPGATE_LAW_EVENTS` sets the number of events per
//! agent (default 12,000).
//!
//! 1. A session waits for one thing at a time.
//! 2. A session resumes from its snapshot in the same state.
//! 3. A late or refused event changes nothing.
//! 4. The same events lead to the same state.
//! 5. A reply that is sent back for correction leaves the memory unchanged.
//! 6. A reply that was cut off leads to no decision.
//! 7. The host runs no more writes than the user approved.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod content;
mod guide;
#[cfg(feature = "ledger")]
mod ledger;
mod schedule;
mod stepper;
mod world;
