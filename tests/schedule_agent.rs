//! The schedule agent in whole sessions: its questions, saves, rollbacks, refusals and prompts.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "schedule_agent/desk.rs"]
mod desk;
#[path = "schedule_agent/prompts.rs"]
mod prompts;
mod reviewed;
#[path = "schedule_agent/session.rs"]
mod session;
