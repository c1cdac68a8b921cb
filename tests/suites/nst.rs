//! What is JSON and what is not, by nst/JSONTestSuite.

use serde_json::Value;

use crate::case::{by_default, suite};
use crate::score::{print, Score};

#[test]
fn json_is_read_as_json() {
    let mut score = Score::new("jsontestsuite, accepted");
    for case in suite("jsontestsuite").iter().filter(|case| case.data["expect"] == "accept") {
        let text = case.text().unwrap();
        let expected: Value = serde_json::from_str(text).unwrap();
        let got = by_default(text);
        score.count(case, got == crate::case::Outcome::Value(expected.clone()), &expected, &got);
    }
    print("JSON by RFC 8259", std::slice::from_ref(&score));
    assert_eq!((score.passed(), score.total()), (95, 95));
}
