//! Report of the cases that ran, failed, or could not be checked.

use crate::vector::list;
use serde_json::Value;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Cases of one file, or of several.
#[derive(Default)]
pub struct Report {
    passed: usize,
    failures: Vec<(String, String)>,
    /// Cases that could not be checked, with the reason.
    skipped: Vec<(String, String)>,
}

impl Report {
    /// Runs one case. A panic counts as a failure.
    pub(crate) fn case(&mut self, name: &str, run: impl FnOnce() -> Result<(), String>) {
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(())) => self.passed += 1,
            Ok(Err(why)) => self.failures.push((name.to_owned(), why)),
            Err(_) => self.failures.push((name.to_owned(), "panicked".to_owned())),
        }
    }

    /// Runs a case for each item of a part of the file, named by its id or its position.
    pub(crate) fn cases(&mut self, file: &Value, part: &str, mut run: impl FnMut(&Value) -> Result<(), String>) {
        for (index, case) in list(file, part).iter().enumerate() {
            let name = case["id"].as_str().map_or_else(|| format!("{part} {index}"), str::to_owned);
            self.case(&name, || run(case));
        }
    }

    /// Reports the parts of a file that no runner plays.
    pub(crate) fn skip_unknown(&mut self, file: &Value, known: &[&str]) {
        for part in file.as_object().into_iter().flat_map(|file| file.keys()) {
            if !known.contains(&part.as_str()) {
                self.skip(part, "this part of the file is not known");
            }
        }
    }

    /// Reports a case that could not be checked.
    fn skip(&mut self, name: &str, why: &str) {
        self.skipped.push((name.to_owned(), why.to_owned()));
    }

    /// Number of failures.
    pub fn failed(&self) -> usize {
        self.failures.len()
    }

    /// Adds the cases of another report.
    pub fn add(&mut self, other: Report) {
        self.passed += other.passed;
        self.failures.extend(other.failures);
        self.skipped.extend(other.skipped);
    }

    /// Prints a line for each failure and each case that could not be checked.
    pub fn print_details(&self) {
        for (name, why) in &self.failures {
            println!("  FAILED {name}: {why}");
        }
        for (name, why) in &self.skipped {
            println!("  skipped {name}: {why}");
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failures.len(), self.skipped.len())
    }
}
