#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
//! Reading replies: the guide's vectors, a table of repairs, and the laws of both readers.

use serde_json::Value;
use stepgate::reply::read;
use stepgate::schema::Schema;

fn vectors() -> Vec<Value> {
    let text = include_str!("vectors/guide.json");
    let file: Value = serde_json::from_str(text).unwrap();
    file["parse"].as_array().unwrap().clone()
}

#[test]
fn the_guides_parse_vectors_hold() {
    for case in vectors() {
        let reading = read(case["raw"].as_str().unwrap(), &Schema::any());
        match case.get("ok") {
            Some(value) => {
                assert!(reading.usable(), "{case}: {reading:?}");
                assert_eq!(reading.value.as_ref(), Some(value), "{case}");
            }
            None => {
                assert!(!reading.usable(), "{case}: {reading:?}");
                assert_eq!(reading.fault.map(|fault| fault.code()), case["bad"].as_str(), "{case}");
            }
        }
    }
}
