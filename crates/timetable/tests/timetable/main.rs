//! Timetables: effects and refusals of changes against a plain model; arranging; calendar records.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod arrange;
mod calendar;
mod dates;
mod loading;
mod model;
mod preferences;
mod random;
mod round_trip;
mod sequences;
mod table;
mod weeks;
mod writing;
