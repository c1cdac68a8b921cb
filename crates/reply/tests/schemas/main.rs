//! JSON Schemas as people write them, with instances: the share that compiles, and the instances that are judged wrongly.
//!
//! A sample runs with the tests (`sample/SOURCES.md`). `cargo xtask schemas <folder>` runs all `.json` files under a folder, in the form
//! of JSON-Schema-Test-Suite (`tests/draft2020-12`) or of JSONSchemaBench (`maskbench/data`), and prints
//!
//! - how many schemas compile, and for the others the keyword and the reason, most frequent first, each with an example,
//! - how many instances are accepted or rejected against the file's own verdict, each with its place. [Accepted](judge::is_accepted)
//!   means that the check finds no problem and converts nothing: a dropped key counts as rejected,
//! - how many of these are set apart, because a [documented reading](readings) explains them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod judge;
mod readings;
mod report;

use std::path::{Path, PathBuf};

use report::Report;

/// Runs every group in the files under a folder.
fn run(folder: &Path) -> Report {
    let mut report = Report::default();
    for path in files(folder) {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix(folder).unwrap().display().to_string();
        report.file(&name, &json);
    }
    report
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn the_sample_compiles_and_is_judged_as_validators_judge_it() {
    let report = run(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas/sample"));
    assert!(report.refused.is_empty() && report.wrong.is_empty(), "{report}");
    // Only this reading may set instances of the sample apart: any other could hide a fault.
    assert_eq!(report.departures.keys().collect::<Vec<_>>(), [&"a schema without `type` gets one from its keywords"]);
    assert!(report.valid > 300 && report.invalid > 250, "{report}");
}

#[test]
fn schemas_of_a_folder() {
    let Some(folder) = std::env::var_os("STEPGATE_SCHEMAS") else { return };
    println!("{}", run(Path::new(&folder)));
}
