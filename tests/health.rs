//! The diagnosis of timetables.
#![cfg(all(not(target_arch = "wasm32"), feature = "schedule"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "health/tools.rs"]
mod tools;
#[path = "health/vectors.rs"]
mod vectors;
