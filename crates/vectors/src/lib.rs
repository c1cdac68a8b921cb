//! Plays vector files through whole sessions of the agents. `cargo xtask vectors [folder]` runs the binary.
//!
//! A file names its format (`"format": "guide-vectors/1"`), which selects the runner.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod content;
mod guide;
mod report;
mod schedule;
mod stepper;
mod turn;
mod vector;

pub use report::Report;
pub use schedule::calendar;

use serde_json::Value;
use std::path::Path;

/// Plays all cases of a file.
pub fn run(file: &Path) -> Report {
    let mut report = Report::default();
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            report.case("file", || Err(error.to_string()));
            return report;
        }
    };
    match serde_json::from_str::<Value>(&text) {
        Ok(vectors) => match vectors["format"].as_str() {
            Some("content-vectors/1") => content::run(&vectors, &mut report),
            Some("guide-vectors/1") => guide::run(&vectors, &mut report),
            Some("schedule-vectors/1") => schedule::run(&vectors, &mut report),
            Some("stepper-vectors/1") => stepper::run(&vectors, &mut report),
            // These vectors were published without a name of their format.
            None if vectors.get("parse_vectors").is_some() => schedule::run(&vectors, &mut report),
            format => report.case("format", || Err(format!("no runner for the format {format:?}"))),
        },
        Err(error) => report.case("file", || Err(error.to_string())),
    }
    report
}
