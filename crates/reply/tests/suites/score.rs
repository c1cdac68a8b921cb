//! Counts of cases with and without the expected result.

use serde_json::Value;

use crate::case::{Case, Outcome};

/// Results of one suite under one policy.
pub(crate) struct Score {
    name: String,
    passed: usize,
    missed: usize,
    misses: Vec<Miss>,
    left_out: usize,
}

struct Miss {
    id: String,
    input: String,
    expected: String,
    got: String,
}

impl Score {
    pub(crate) fn new(name: &str) -> Score {
        Score { name: name.to_owned(), passed: 0, missed: 0, misses: Vec::new(), left_out: 0 }
    }

    /// Counts a case. `expected` and `got` are only for the list of misses.
    pub(crate) fn count(&mut self, case: &Case, passed: bool, expected: impl ToString, got: impl ToString) {
        if passed {
            self.passed += 1;
            return;
        }
        self.missed += 1;
        self.misses.push(Miss {
            id: case.id.clone(),
            input: String::from_utf8_lossy(&case.input).into_owned(),
            expected: expected.to_string(),
            got: got.to_string(),
        });
    }

    /// Counts a case that must give its value or an alternative, or must be refused.
    pub(crate) fn compare(&mut self, case: &Case, got: &Outcome) {
        let expected = case.value().filter(|_| !case.is_refused());
        let passed = match got {
            Outcome::Refused => case.is_refused(),
            Outcome::Value(got) => {
                expected.into_iter().chain(case.alternatives()).any(|value| crate::same::same(got, value))
            }
        };
        self.count(case, passed, expected.map_or("an error".to_owned(), Value::to_string), got);
    }

    pub(crate) fn leave_out(&mut self) {
        self.left_out += 1;
    }

    pub(crate) fn passed(&self) -> usize {
        self.passed
    }

    pub(crate) fn total(&self) -> usize {
        self.passed + self.missed
    }

    /// Share of passed cases, in per cent.
    pub(crate) fn rate(&self) -> f64 {
        100.0 * self.passed as f64 / self.total().max(1) as f64
    }

    fn line(&self) -> String {
        let left_out = if self.left_out > 0 { format!("   ({} left out)", self.left_out) } else { String::new() };
        format!("  {:<28}{:>5} of {:>4}  {:>6.1} %{left_out}\n", self.name, self.passed, self.total(), self.rate())
    }

    /// One line per miss, or its full text if the environment variable names this suite.
    fn list(&self) -> String {
        let in_full = std::env::var("STEPGATE_SUITES")
            .is_ok_and(|names| names.split(',').any(|name| name == "all" || name == self.name));
        let line = |Miss { id, input, expected, got }: &Miss| {
            format!("\n  {id}\n    input    {input:?}\n    expected {expected}\n    got      {got}\n")
        };
        if in_full {
            self.misses.iter().map(line).collect()
        } else {
            String::new()
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Value(value) => value.fmt(f),
            Outcome::Refused => f.write_str("an error"),
        }
    }
}

/// Prints the figures and the requested misses.
pub(crate) fn print(title: &str, scores: &[Score]) {
    let (lines, lists): (String, String) = scores.iter().map(|score| (score.line(), score.list())).unzip();
    println!("\nsuites: {title}\n{lines}{lists}");
}

/// Prints like [`print`], and adds the reason of every miss from `misses.json`. Fails on a miss without a reason, and
/// on a reason without a miss.
pub(crate) fn print_with_reasons(title: &str, scores: &[Score]) {
    print(title, scores);
    let reasons = crate::case::file("misses.json");
    for score in scores {
        let misses: Vec<&String> = score.misses.iter().map(|miss| &miss.id).collect();
        for id in &misses {
            println!(
                "    {id:<30} {}",
                reasons[*id].as_str().unwrap_or_else(|| panic!("{id} is missed without a reason"))
            );
        }
        let ours = |id: &&String| id.rsplit_once('-').is_some_and(|(suite, _)| suite == score.name);
        let stale: Vec<&String> =
            reasons.as_object().unwrap().keys().filter(ours).filter(|id| !misses.contains(id)).collect();
        assert!(stale.is_empty(), "not missed any more: {stale:?}");
    }
}

/// Sum of all scores, without the list of misses.
pub(crate) fn sum(name: &str, scores: &[Score]) -> Score {
    let add = |mut all: Score, score: &Score| {
        all.passed += score.passed;
        all.missed += score.missed;
        all.left_out += score.left_out;
        all
    };
    scores.iter().fold(Score::new(name), add)
}
