//! Suites of other JSON repairers, read by the default policy and by an imitation of each of them.

use crate::case::{by_default, suite, Case, Outcome};
use crate::libraries;
use crate::score::{print, print_with_reasons, sum, Score};

/// Whether a case counts.
type Chosen = fn(&Case) -> bool;

/// Suites read by the default policy, each with the cases that count.
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

/// Whether the value is an object or array, for which the default policy needs no class of BAML.
fn objects(case: &Case) -> bool {
    case.value().is_some_and(|value| value.is_object() || value.is_array())
        && case.data["macro"] != "test_partial_deserializer_streaming"
}

/// Cases with a value that a JSON parser does not give.
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
    assert!(all >= 86.7, "{all:.1} % of the cases that need a repair");
}

/// Suites with the imitation that reads them, and the least share of expected results, in per cent.
const PRESETS: [(&str, &str, f64); 9] = [
    ("jsonrepair", "jsonrepair", 94.0),
    ("json_repair", "json_repair", 87.0),
    ("jaison", "jaison", 91.0),
    ("best-effort-json-parser", "best-effort", 95.0),
    ("ai-sdk-fixjson", "partial", 95.0),
    ("untruncate-json", "untruncate", 95.0),
    ("partial-json", "partial-json", 95.0),
    ("jiter", "jiter", 95.0),
    ("json5", "json5", 90.0),
];

/// Whether the case states a result.
fn has_outcome(case: &Case) -> bool {
    case.value().is_some() || case.is_refused()
}

#[test]
fn presets_read_as_the_libraries_they_are_named_after() {
    let read = |preset| move |case: &Case| libraries::outcome(preset, case);
    let scores: Vec<Score> = PRESETS.iter().map(|(name, preset, _)| score(name, read(preset), has_outcome)).collect();
    print_with_reasons("each suite under its preset", &scores);
    for (score, (name, preset, least)) in scores.iter().zip(PRESETS) {
        assert!(score.rate() >= least, "{:.1} % of {name} under {preset}", score.rate());
    }
}
