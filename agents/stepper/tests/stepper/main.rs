//! The stepper: its pure parts against naive models, its sessions and its prompts.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod adjusting;
mod agreeing;
mod desk;
mod files;
mod history;
mod images;
mod limits;
mod opening;
mod paths;
mod prompts;
mod repeating;
mod replies;
mod saving;
mod session;
mod single;
mod time;
