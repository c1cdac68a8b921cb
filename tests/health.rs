//! The diagnosis of timetables.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used)]

#[path = "timetable/dice.rs"]
mod dice;
#[path = "health/findings.rs"]
mod findings;
#[path = "../benches/schedule/generator.rs"]
mod generator;
#[path = "health/random.rs"]
mod random;
#[path = "health/reference.rs"]
mod reference;
#[path = "health/tools.rs"]
mod tools;
#[path = "health/vectors.rs"]
mod vectors;
