//! One or a few texts for each of 49 features of a JSON repairer.

use std::collections::BTreeMap;

use crate::case::{by_default, suite, Case};
use crate::score::{print, Score};

#[test]
fn all_features_are_known() {
    let mut features: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in suite("probes") {
        features.entry(case.data["group"].as_str().unwrap().to_owned()).or_default().push(case);
    }
    let mut score = Score::new("probes");
    for cases in features.values() {
        let missed = cases.iter().find(|case| !passes(case));
        let case = missed.unwrap_or(&cases[0]);
        score.count(case, missed.is_none(), &case.data, by_default(case.text().unwrap()));
    }
    print("features", std::slice::from_ref(&score));
    assert_eq!((score.passed(), score.total()), (49, 49));
}

/// Whether the case gives the expected result; any result passes for a text that only tries to trap the reader.
fn passes(case: &Case) -> bool {
    let mut score = Score::new("");
    let got = by_default(case.text().unwrap());
    score.compare(case, &got);
    score.passed() == 1 || case.data["any_outcome"] == true
}
