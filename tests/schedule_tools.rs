//! Tools of the schedule: their answers, the validity of every timetable they leave, and states as JSON.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "schedule_tools/answers.rs"]
mod answers;
#[path = "schedule_tools/classes.rs"]
mod classes;
#[path = "schedule_tools/context.rs"]
mod context;
#[path = "schedule_tools/desk.rs"]
mod desk;
#[path = "timetable/dice.rs"]
mod dice;
#[path = "schedule_tools/labels.rs"]
mod labels;
#[path = "timetable/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "schedule_tools/random_calls.rs"]
mod random_calls;
#[path = "schedule_tools/states.rs"]
mod states;
#[path = "schedule_tools/writes.rs"]
mod writes;
