//! The policies that refuse: JSON, and JSON that may be cut off.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use proptest::prelude::*;
use serde_json::Value;
use stepgate_reply::{repair_with, Policy, Repaired};

/// Value as JSON text, or `kind offset` of the error.
fn outcome(read: &Repaired) -> String {
    match (&read.value, read.error) {
        (Some(value), None) => value.to_string(),
        (None, Some(error)) => format!("{} {}", error.kind, error.offset),
        both => panic!("{both:?}"),
    }
}

/// Texts outside JSON, each with the strict reader's error.
#[rustfmt::skip]
const ERRORS: &[(&str, &str)] = &[
    ("", "empty 0"),
    (" \n", "empty 0"),
    ("[", "cut_off 1"),
    ("{\"a\": 1", "cut_off 7"),
    ("\"abc", "cut_off 4"),
    ("{\"a\": tru", "cut_off 9"),
    ("[1, 2.", "cut_off 6"),
    ("[1,]", "expected_value 3"),
    ("{\"a\": 1,}", "expected_key 8"),
    ("{a: 1}", "expected_key 1"),
    ("{\"a\" 1}", "expected_colon 5"),
    ("{\"a\": }", "expected_value 6"),
    ("[1 2]", "expected_comma 3"),
    ("{\"a\": 1]", "expected_comma 7"),
    ("[1] 2", "expected_end 4"),
    ("\"你\" x", "expected_end 6"),
    ("[truely]", "expected_comma 5"),
    ("['a']", "expected_value 1"),
    ("[01]", "bad_number 2"),
    ("[1.e3]", "bad_number 3"),
    ("[-a]", "bad_number 2"),
    ("[1e+]", "bad_number 4"),
    ("[NaN]", "expected_value 1"),
    ("[\"a\tb\"]", "control_character 3"),
    ("[\"a\\x41\"]", "bad_escape 3"),
    ("[\"a\\u12g4\"]", "bad_escape 3"),
    ("[1] // one", "expected_end 4"),
];

#[test]
fn strict_says_what_is_wrong_and_where() {
    for (text, expected) in ERRORS {
        assert_eq!(outcome(&repair_with(text, Policy::Strict)), *expected, "{text}");
    }
    let deep = "[".repeat(600);
    assert_eq!(outcome(&repair_with(&deep, Policy::Strict)), "too_deep 512");
}

/// Texts that are cut off, each with the result of `Policy::Partial`.
#[rustfmt::skip]
const CUT: &[(&str, &str)] = &[
    (r#"{"a": "hel"#, r#"{"a":"hel"}"#),
    (r#"{"a": "x\u00"#, r#"{"a":"x"}"#),
    (r#"{"a": "x\ud83d"#, r#"{"a":"x"}"#),
    (r#"{"a": 1, "b"#, r#"{"a":1}"#),
    (r#"{"a": 1, "b":"#, r#"{"a":1}"#),
    ("[1, tr", "[1,true]"),
    ("[1, 2.", "[1,2]"),
    ("[1, 23", "[1,23]"),
    ("[1, -", "[1]"),
    ("[1, ", "[1]"),
    ("\"hel", "\"hel\""),
    ("-", "cut_off 1"),
    ("[1, x", "expected_value 4"),
    ("[1, 2]]", "[1,2]"),
];

#[test]
fn what_has_begun_counts_in_a_text_that_is_cut_off() {
    for (text, expected) in CUT {
        assert_eq!(outcome(&repair_with(text, Policy::Partial)), *expected, "{text}");
    }
}

/// Whether `part` can be the beginning of `whole`: it adds nothing, except that its last scalar may be incomplete.
fn begins(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(part, whole)| begins(part, whole))
        }
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, part)| whole.get(key).is_some_and(|whole| begins(part, whole)))
        }
        (Value::String(part), Value::String(whole)) => whole.starts_with(part.as_str()),
        (Value::Number(_), Value::Number(_)) => true,
        _ => part == whole,
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-1e9..1e9).prop_map(|float: f64| Value::from(float)),
        "[a-z\"\\\\\n\u{e9}\u{1f600} ]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-c\"\u{4f60}]{0,3}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn strict_accepts_what_serde_json_accepts(value in any_value(), at: prop::sample::Index, with in "[\\[\\]{}:,\"\\\\0-9.eE+\\-tfn\u{e9} \n]{0,2}", cut in 0usize..3) {
        let mut chars: Vec<char> = value.to_string().chars().collect();
        let from = at.index(chars.len());
        let to = (from + cut).min(chars.len());
        chars.splice(from..to, with.chars());
        let text: String = chars.into_iter().collect();
        let read = repair_with(&text, Policy::Strict);
        match serde_json::from_str::<Value>(&text) {
            Ok(value) => prop_assert_eq!(read.value, Some(value)),
            // A number too large for a float is no mistake of the text, but serde_json stops there.
            Err(error) if error.to_string().starts_with("number out of range") => {}
            Err(_) => prop_assert!(read.error.is_some_and(|error| text.is_char_boundary(error.offset)), "{}", text),
        }
    }

    #[test]
    fn every_prefix_is_the_beginning_of_the_value(value in any_value()) {
        let text = value.to_string();
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let read = repair_with(&text[..end], Policy::Partial);
            if let Some(part) = &read.value {
                prop_assert!(begins(part, &value), "{}: {}", &text[..end], part);
                prop_assert_eq!(read.lossless, read.repairs.is_empty());
            }
            prop_assert_eq!(read.error.is_some(), read.value.is_none());
        }
    }
}
