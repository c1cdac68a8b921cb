//! Timetables: what a change does and why it is refused, against a plain model; rough placement; calendar records.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "timetable/dates.rs"]
mod dates;
#[path = "timetable/dice.rs"]
mod dice;
#[path = "timetable/model.rs"]
mod model;
#[path = "timetable/random.rs"]
mod random;
#[path = "timetable/records.rs"]
mod records;
#[path = "timetable/rough.rs"]
mod rough;
#[path = "timetable/sequences.rs"]
mod sequences;
#[path = "timetable/table.rs"]
mod table;
