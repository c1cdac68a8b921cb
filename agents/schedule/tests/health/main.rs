//! The diagnosis of timetables.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used)]

mod findings;
#[path = "../../../../benches/schedule/generator.rs"]
mod generator;
mod random;
mod reference;
mod tools;
mod vectors;
