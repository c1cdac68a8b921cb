//! Runs every vector file of a folder against the crate: `cargo xtask vectors [folder]`.
//!
//! A file names its format (`"format": "guide-vectors/1"`), which selects the runner. The output has a line for each
//! file, the failures, the cases that could not be checked with the reason, and a total. The exit code is 1 if anything
//! failed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod content;
mod guide;
mod report;
mod schedule;
mod stepper;
mod turn;
mod vector;

use report::Report;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "tests/vectors".into());
    let files = match files(Path::new(&folder)) {
        Ok(files) if !files.is_empty() => files,
        Ok(_) => return fail(&format!("{folder}: no .json file in this folder")),
        Err(error) => return fail(&format!("{folder}: {error}")),
    };
    let mut total = Report::default();
    for file in files {
        let report = run(&file);
        println!("{}: {report}", file.display());
        report.print_details();
        total.add(report);
    }
    println!("{total}");
    ExitCode::from(u8::from(total.failed() > 0))
}

fn fail(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(1)
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

fn run(file: &Path) -> Report {
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
            None if vectors.get("plan_decision_vectors").is_some() => schedule::run(&vectors, &mut report),
            format => report.case("format", || Err(format!("no runner for the format {format:?}"))),
        },
        Err(error) => report.case("file", || Err(error.to_string())),
    }
    report
}
