//! How many tests passed, as the test tools' own summaries say (docs/decisions/038-a-count-cannot-hide-a-failure.md).

use crate::task::Ended;
use anyhow::{ensure, Result};
use std::fmt;
use std::ops::AddAssign;

/// Counted tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u32,
    /// Tests that failed, the ones that were cancelled included.
    pub failed: u32,
    /// Tests that were not run.
    pub skipped: u32,
}

/// A tool's summary lines, read from everything it printed.
pub type Reader = fn(&str) -> Tally;

impl Tally {
    /// One check that has passed.
    pub const PASSED: Self = Self { passed: 1, failed: 0, skipped: 0 };
    /// One check that has failed.
    pub const FAILED: Self = Self { passed: 0, failed: 1, skipped: 0 };
    /// One check that was not made.
    pub const SKIPPED: Self = Self { passed: 0, failed: 0, skipped: 1 };

    /// The tests that a command counted. That it ran no test at all is an error; that it failed without a failed test (it
    /// did not compile, it crashed) counts as one.
    pub fn of(ended: &Ended, read: Reader) -> Result<Self> {
        let mut tally = read(&ended.text);
        if !ended.success {
            tally.failed = tally.failed.max(1);
            failures(&ended.text).for_each(|line| println!("  {line}"));
            println!("{}", ended.tail());
        }
        ensure!(tally != Self::default(), "no test was run\n{}", ended.tail());
        Ok(tally)
    }

    /// One check: whether a command succeeded.
    pub fn check(ended: &Ended) -> Self {
        if ended.success {
            return Self::PASSED;
        }
        println!("{}", ended.tail());
        Self::FAILED
    }

    fn count(&mut self, number: u32, word: &str) {
        match word {
            "passed" | "pass" => self.passed += number,
            "failed" | "fail" | "cancelled" => self.failed += number,
            "skipped" | "ignored" | "todo" => self.skipped += number,
            _ => {}
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// Rust's harness, native or in a browser: `test result: ok. 3 passed; 0 failed; 1 ignored; …` for every binary.
pub fn rust(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("test result: ")) {
        tally += numbers_before_words(line);
    }
    tally
}

/// Node's runner, TAP (`# pass 3`) or spec (`ℹ pass 3`).
pub fn node(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines().filter_map(|line| line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ "))) {
        if let Some((word, Ok(number))) = line.split_once(' ').map(|(word, number)| (word, number.parse())) {
            tally.count(number, word);
        }
    }
    tally
}

/// The vector runner: its last line is the total, `12 passed, 0 failed, 1 skipped`.
pub fn vectors(text: &str) -> Tally {
    text.trim_end().lines().last().map(numbers_before_words).unwrap_or_default()
}

/// The lines that name a failed test, in any tool's output.
fn failures(text: &str) -> impl Iterator<Item = &str> {
    let named = |line: &&str| {
        (line.starts_with("test ") && line.ends_with("FAILED")) || line.starts_with("not ok ") || line.starts_with("✖ ")
    };
    text.lines().map(str::trim).filter(named)
}

fn numbers_before_words(line: &str) -> Tally {
    let mut tally = Tally::default();
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    for pair in words.windows(2) {
        let [number, word] = pair else { continue };
        if let Ok(number) = number.parse() {
            tally.count(number, word);
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_s_summary_is_read() {
        let table: [(Reader, &str, [u32; 3]); 8] = [
            (rust, "running 2 tests\n\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out", [2, 0, 1]),
            (rust, "test result: ok. 2 passed; 0 failed; 0 ignored\nx\n  test result: FAILED. 1 passed; 3 failed; 0 ignored", [3, 3, 0]),
            (rust, "a test said 5 passed", [0, 0, 0]),
            (node, "ok 1 - x\n# tests 4\n# pass 2\n# fail 1\n# cancelled 1\n# skipped 3\n# todo 1\n# duration_ms 9.5", [2, 2, 4]),
            (node, "ℹ tests 3\nℹ suites 0\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0", [3, 0, 0]),
            (node, "# pass the salt", [0, 0, 0]),
            (vectors, "guide.json: 126 passed, 0 failed\n145 passed, 1 failed, 2 skipped\n", [145, 1, 2]),
            (vectors, "", [0, 0, 0]),
        ];
        for (read, text, [passed, failed, skipped]) in table {
            assert_eq!(read(text), Tally { passed, failed, skipped }, "{text}");
        }
    }
}
