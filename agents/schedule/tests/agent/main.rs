//! The schedule agent in whole sessions: its questions, saves, rollbacks, refusals and prompts.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod arrange;
mod calendar;
mod classes;
mod desk;
mod limits;
mod packs;
mod plans;
mod prompts;
mod received;
mod records;
mod session;
mod talk;
mod today;
mod undo;
mod why;
mod wishes;
