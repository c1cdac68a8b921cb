//! Tools of the schedule: their answers, the validity of every timetable they leave, and states as JSON.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod answers;
mod classes;
mod desk;
mod health;
mod labels;
#[path = "../../../../crates/timetable/tests/timetable/random.rs"]
#[allow(dead_code)]
mod random;
mod random_calls;
mod reasons;
mod states;
mod writes;
