//! Timetables: effects and refusals of changes against a plain model; rough placement; calendar records.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "timetable/calendar.rs"]
mod calendar;
#[path = "timetable/dates.rs"]
mod dates;
#[path = "timetable/dice.rs"]
mod dice;
#[path = "timetable/loading.rs"]
mod loading;
#[path = "timetable/model.rs"]
mod model;
#[path = "timetable/random.rs"]
mod random;
#[path = "timetable/rough.rs"]
mod rough;
#[path = "timetable/round_trip.rs"]
mod round_trip;
#[path = "timetable/sequences.rs"]
mod sequences;
#[path = "timetable/table.rs"]
mod table;
#[path = "timetable/writing.rs"]
mod writing;
