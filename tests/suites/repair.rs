//! The suites of the repairers, under the default policy and each under the preset that is named after it.

use crate::case::{by_default, suite, Case, Outcome};
use crate::score::{print, sum, Score};

/// Whether a case counts.
type Chosen = fn(&Case) -> bool;

/// The suites whose cases that need a repair are read by the default policy, and which cases of them.
const SUITES: [(&str, Chosen); 9] = [
    ("jsonrepair", any),
    ("json_repair", without_schema_or_log),
    ("jaison", any),
    ("best-effort-json-parser", any),
    ("ai-sdk-fixjson", any),
    ("untruncate-json", any),
    ("jiter", with_trailing_strings),
    ("baml", objects),
    ("zh_llm", any),
];

fn any(_: &Case) -> bool {
    true
}

fn without_schema_or_log(case: &Case) -> bool {
    !case.has("schema") && case.data["opts"]["logging"] != true
}

fn with_trailing_strings(case: &Case) -> bool {
    case.data["opts"]["partial_mode"] == "trailing-strings"
}

/// Whole replies that are read as objects or arrays, whatever the class BAML reads them for.
fn objects(case: &Case) -> bool {
    case.value().is_some_and(|value| value.is_object() || value.is_array())
        && case.data["macro"] != "test_partial_deserializer_streaming"
}

/// The cases of a suite that have a value which a JSON parser does not give.
fn needs_repair(case: &Case) -> bool {
    case.value().is_some() && !case.is_refused() && case.text().is_some() && !case.is_json()
}

fn score(name: &str, read: impl Fn(&Case) -> Option<Outcome>, chosen: impl Fn(&Case) -> bool) -> Score {
    let mut score = Score::new(name);
    for case in suite(name).iter().filter(|case| chosen(case)) {
        match read(case).filter(|_| case.is_verified()) {
            Some(got) => score.compare(case, &got),
            None => score.leave_out(),
        }
    }
    score
}

#[test]
fn default_policy_mends_what_the_repairers_mend() {
    let mut scores: Vec<Score> = SUITES
        .iter()
        .map(|(name, chosen)| {
            score(name, |case| case.text().map(by_default), |case| chosen(case) && needs_repair(case))
        })
        .collect();
    scores.push(sum("all", &scores));
    print("cases that need a repair, default policy", &scores);
    let all = scores.last().map_or(0.0, Score::rate);
    assert!(all >= 79.0, "{all:.1} % of the cases that need a repair");
}
