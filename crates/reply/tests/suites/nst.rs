//! Texts that are JSON and texts that are not, from nst/JSONTestSuite.

use serde_json::Value;
use stepgate_reply::{repair_with, Policy};

use crate::case::{by_default, suite, Outcome};
use crate::score::{print, Score};

#[test]
fn json_is_read_as_json() {
    let mut score = Score::new("jsontestsuite, accepted");
    for case in suite("jsontestsuite").iter().filter(|case| case.data["expect"] == "accept") {
        let text = case.text().unwrap();
        let expected: Value = serde_json::from_str(text).unwrap();
        let got = by_default(text);
        score.count(case, got == Outcome::Value(expected.clone()), &expected, &got);
    }
    print("JSON by RFC 8259", std::slice::from_ref(&score));
    assert_eq!((score.passed(), score.total()), (95, 95));
}

fn strictly(text: &str) -> (Outcome, Option<usize>) {
    let read = repair_with(text, Policy::Strict);
    let offset = read.error.map(|error| error.offset).filter(|offset| *offset <= text.len());
    (read.value.map_or(Outcome::Refused, Outcome::Value), offset)
}

#[test]
fn the_strict_reader_accepts_json_and_nothing_else() {
    let mut scores = ["accepted by strict", "refused by strict"].map(Score::new);
    for case in suite("jsontestsuite") {
        let (got, offset) = strictly(&case.decoded());
        match case.data["expect"].as_str() {
            Some("accept") => {
                let expected: Value = serde_json::from_slice(&case.input).unwrap();
                scores[0].count(&case, got == Outcome::Value(expected.clone()), &expected, &got);
            }
            Some("reject") => {
                let refused = got == Outcome::Refused && offset.is_some();
                scores[1].count(&case, refused, "an error with its offset", &got);
            }
            _ => {}
        }
    }
    print("JSON by RFC 8259", &scores);
    let counts = scores.each_ref().map(|score| (score.passed(), score.total()));
    assert_eq!(counts, [(95, 95), (188, 188)]);
}
