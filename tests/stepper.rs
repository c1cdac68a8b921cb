//! The stepper: its pure parts against naive models, its sessions and its prompts.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "stepper/adjusting.rs"]
mod adjusting;
mod bare;
#[path = "stepper/desk.rs"]
mod desk;
#[path = "stepper/history.rs"]
mod history;
#[path = "stepper/limits.rs"]
mod limits;
#[path = "stepper/opening.rs"]
mod opening;
#[path = "stepper/paths.rs"]
mod paths;
#[path = "stepper/prompts.rs"]
mod prompts;
#[path = "stepper/repeating.rs"]
mod repeating;
#[path = "stepper/replies.rs"]
mod replies;
mod reviewed;
#[path = "stepper/saving.rs"]
mod saving;
#[path = "stepper/session.rs"]
mod session;
#[path = "stepper/time.rs"]
mod time;
