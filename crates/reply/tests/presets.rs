//! Presets that refuse: JSON, JSON5, and both with a text that is cut off.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use proptest::prelude::*;
use serde_json::Value;
use stepgate_reply::{repair_with, Allow, Policy, Repaired};

fn by(preset: &str, text: &str) -> Repaired {
    repair_with(text, &Policy::named(preset).unwrap())
}

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
        assert_eq!(outcome(&by("strict", text)), *expected, "{text}");
    }
    let deep = "[".repeat(600);
    assert_eq!(outcome(&by("strict", &deep)), "too_deep 512");
}

/// JSON5 texts, their values, and the repairs that turn them into JSON.
#[rustfmt::skip]
const JSON5: &[(&str, &str, &str)] = &[
    ("{a: 1, $b_: 2, 'c': 3, \\u0064: 4, é: 5}", r#"{"a":1,"$b_":2,"c":3,"d":4,"é":5}"#, "unquoted_key unquoted_key quotes unquoted_key unquoted_key"),
    ("[+1, .5, 5., -.5e1, 0x1F, -0X0a]", "[1,0.5,5,-0.5e1,31,-10]", "literal literal literal literal literal literal"),
    ("'a\\\nb\\x41\\v\\0\\'\"'", "\"abA\\u000b\\u0000'\\\"\"", "quotes bad_escape bad_escape bad_escape bad_escape"),
    ("[1, /* two */ 2, // three\n]", "[1,2]", "comment comment trailing_comma"),
    ("\u{feff}{\u{a0}\"a\":\u{3000}[]\u{2028}}", r#"{"a":[]}"#, "odd_space odd_space odd_space odd_space"),
    ("[0xFFFFFFFFFFFFFFFF, 0x0001]", "[18446744073709551615,1]", "literal literal"),
    ("[0x10000000000000800, 0x10000000000000801]", "[18446744073709551616.0,18446744073709555712.0]", "literal literal"),
    ("[1e400]", "[null]", ""),
];

#[test]
fn json5_is_read_and_what_is_not_json_in_it_is_reported() {
    for (text, expected, repairs) in JSON5 {
        let read = by("json5", text);
        let expected: Value = serde_json::from_str(expected).unwrap();
        let kinds: Vec<&str> = read.repairs.iter().map(|repair| repair.kind.as_str()).collect();
        assert_eq!((read.value.as_ref(), kinds.join(" ").as_str()), (Some(&expected), *repairs), "{text}");
        assert!(read.lossless);
    }
}

#[test]
fn json5_refuses_what_it_does_not_know() {
    let refused = [
        ("{1a: 1}", "expected_key 1"),
        ("[,]", "expected_value 1"),
        ("['a\nb']", "control_character 3"),
        ("['\\1']", "bad_escape 2"),
        ("[010]", "bad_number 2"),
        ("[0x]", "bad_number 3"),
        ("[.]", "bad_number 2"),
        ("[1] /* open", "cut_off 11"),
        ("{a: 1", "cut_off 5"),
        ("[truth]", "expected_value 1"),
    ];
    for (text, expected) in refused {
        assert_eq!(outcome(&by("json5", text)), expected, "{text}");
    }
}

/// Texts that are cut off, with the result of each preset: `ai-sdk`, `untruncate`, `jiter-trailing-strings`, `jiter`.
#[rustfmt::skip]
const CUT: &[(&str, [&str; 4])] = &[
    (r#"{"a": "hel"#, [r#"{"a":"hel"}"#, r#"{"a":"hel"}"#, r#"{"a":"hel"}"#, "{}"]),
    (r#"{"a": "x\u00"#, [r#"{"a":"x"}"#, r#"{"a":"x"}"#, r#"{"a":"x"}"#, "{}"]),
    (r#"{"a": "x\ud83d"#, [r#"{"a":"x"}"#, r#"{"a":"x"}"#, r#"{"a":"x"}"#, "{}"]),
    (r#"{"a": 1, "b"#, [r#"{"a":1}"#, r#"{"a":1}"#, r#"{"a":1}"#, r#"{"a":1}"#]),
    (r#"{"a": 1, "b":"#, [r#"{"a":1}"#, r#"{"a":1}"#, r#"{"a":1}"#, r#"{"a":1}"#]),
    ("[1, tr", ["[1,true]", "[1,true]", "[1]", "[1]"]),
    ("[1, 2.", ["[1,2]", "[1,2]", "[1]", "[1]"]),
    ("[1, 23", ["[1,23]", "[1,23]", "[1,23]", "[1,23]"]),
    ("[1, -", ["[1]", "[1,-0.0]", "[1]", "[1]"]),
    ("[1, ", ["[1]", "[1]", "[1]", "[1]"]),
    ("\"hel", ["\"hel\"", "\"hel\"", "\"hel\"", "cut_off 4"]),
    ("-", ["cut_off 1", "-0.0", "cut_off 1", "cut_off 1"]),
    ("[1, x", ["expected_value 4", "expected_value 4", "expected_value 4", "expected_value 4"]),
    ("[1, 2]]", ["[1,2]", "expected_end 6", "expected_end 6", "expected_end 6"]),
];

#[test]
fn what_is_cut_off_counts_as_the_preset_says() {
    for (text, expected) in CUT {
        let presets = ["ai-sdk", "untruncate", "jiter-trailing-strings", "jiter"];
        assert_eq!(presets.map(|preset| outcome(&by(preset, text))), *expected, "{text}");
    }
}

#[test]
fn partial_json_takes_what_it_is_allowed_to() {
    let cases = [
        (r#"{"a": [1, "x"#, Allow::ALL, r#"{"a":[1,"x"]}"#),
        (r#"{"a": [1, "x"#, Allow::ALL.without(Allow::STRING), r#"{"a":[1]}"#),
        (r#"{"a": [1, "x"#, Allow::ALL.without(Allow::ARRAY), "{}"),
        (r#"{"a": [1, "x"#, Allow::ALL.without(Allow::OBJECT), "cut_off 12"),
        (r#"{"a": [1, "x"#, Allow::NONE, "cut_off 12"),
        ("[12", Allow::ARRAY, "[]"),
        ("[12", Allow::ARRAY.with(Allow::NUMBER), "[12]"),
        ("12", Allow::NONE, "12"),
        ("[null, nu", Allow::ARRAY.with(Allow::BOOL), "[null]"),
        ("\" \\x12", Allow::STRING, "\" \""),
    ];
    for (text, cut_off, expected) in cases {
        let policy = Policy { cut_off, ..Policy::named("partial-json").unwrap() };
        assert_eq!(outcome(&repair_with(text, &policy)), expected, "{text} {cut_off:?}");
    }
}

#[test]
fn the_tolerant_reader_leaves_out_what_may_not_be_cut_off() {
    let cases = [
        (r#"{a: [1, "x"#, Allow::ALL, r#"{"a":[1,"x"]}"#),
        (r#"{a: [1, "x"#, Allow::ALL.without(Allow::STRING), r#"{"a":[1]}"#),
        (r#"{a: [1, tru"#, Allow::ALL.without(Allow::BOOL), r#"{"a":[1]}"#),
        ("{'a\\n': 1, 'b\\n': [2", Allow::ALL.without(Allow::ARRAY), r#"{"a\n":1}"#),
        ("{a: 1, b: 2.", Allow::OBJECT.with(Allow::WHOLE_NUMBER), r#"{"a":1}"#),
        ("{a: 1, b: 2", Allow::OBJECT.with(Allow::WHOLE_NUMBER), r#"{"a":1,"b":2}"#),
        ("{a: 1, b: 2", Allow::OBJECT, r#"{"a":1}"#),
        ("{a: 1, b: x", Allow::OBJECT, r#"{"a":1}"#),
        ("{a: 1, b: {c: 2}", Allow::NONE, "cut_off 16"),
        ("{a: 1}", Allow::NONE, r#"{"a":1}"#),
    ];
    for (text, cut_off, expected) in cases {
        assert_eq!(
            outcome(&repair_with(text, &Policy { cut_off, ..Policy::default() })),
            expected,
            "{text} {cut_off:?}"
        );
    }
}

/// Options of a policy: the option, its value, a text, and the result. All other options are those of `stepgate`.
#[rustfmt::skip]
const ANSWERS: &[(&str, &str, &str, &str)] = &[
    ("missing_value", "null", "{a: , b: 1}", r#"{"a":null,"b":1}"#),
    ("missing_value", "empty", "{a: , b: 1}", r#"{"a":"","b":1}"#),
    ("missing_value", "drop", "{a: , b: 1}", r#"{"b":1}"#),
    ("missing_value", "undefined", "{a: , b: 1}", r#"{"a":null,"b":1}"#),
    ("missing_value", "refuse", "{a: , b: 1}", "missing_value 4"),
    ("dangling_key", "null", "{a: 1, 'b'}", r#"{"a":1,"b":null}"#),
    ("dangling_key", "drop", "{a: 1, 'b'}", r#"{"a":1}"#),
    ("dangling_key", "refuse", "{a: 1, 'b'}", "missing_value 10"),
    ("missing_item", "null", "[1, , 2]", "[1,null,2]"),
    ("missing_item", "drop", "[1, , 2]", "[1,2]"),
    ("missing_item", "refuse", "[1, , 2]", "missing_value 4"),
    ("bare_text", "text", "no JSON", "\"no JSON\""),
    ("bare_text", "empty", "no JSON", "\"\""),
    ("bare_text", "refuse", " no JSON", "no_json_object 1"),
    ("prose", "skip", "So: {a: 1}", r#"{"a":1}"#),
    ("prose", "refuse", "So: {a: 1}", "prose 0"),
    ("prose", "refuse", "{a: 1} ok", "prose 7"),
    ("roots", "all", "{a: 1} and {b: 2}", r#"[{"a":1},{"b":2}]"#),
    ("roots", "first", "{a: 1} and {b: 2}", r#"{"a":1}"#),
    ("roots", "last", "{a: 1} and {b: 2}", r#"{"b":2}"#),
    ("roots", "refuse", "{a: 1} and {b: 2}", "several_values 11"),
    ("duplicate_keys", "last", "{a: 1, b: {}, 'a': 2}", r#"{"a":2,"b":{}}"#),
    ("duplicate_keys", "refuse", "{a: 1, b: {}, 'a': 2}", "duplicate_key 15"),
    ("duplicate_keys", "refuse", r#"[{"a": 1}, {"a": 1, "\u0061": 2}]"#, "duplicate_key 20"),
    ("leading_zeros", "text", "[007, -01]", r#"["007","-01"]"#),
    ("leading_zeros", "number", "[007, -01, 00]", "[7,-1,0]"),
    ("leading_zeros", "refuse", "[1, 007]", "literal 4"),
    ("undefined", "null", "[undefined]", "[null]"),
    ("undefined", "empty", "{a: undefined}", r#"{"a":""}"#),
    ("undefined", "drop", "{a: undefined, b: 1}", r#"{"b":1}"#),
    ("undefined", "refuse", "{a: undefined}", "missing_value 13"),
    ("not_finite", "null", "[NaN, -Infinity]", "[null,null]"),
    ("not_finite", "text", "[NaN, -Infinity]", r#"["NaN","-Infinity"]"#),
    ("not_finite", "refuse", "[1, NaN]", "literal 4"),
    ("keep_backslash", "true", r#"{a: "\d"}"#, r#"{"a":"\\d"}"#),
    ("keep_backslash", "false", r#"{a: "\d"}"#, r#"{"a":"d"}"#),
    ("trim", "true", "{a: 'x\n'}", r#"{"a":"x"}"#),
    ("trim", "false", "{a: 'x\n'}", r#"{"a":"x\n"}"#),
    ("concatenation", "true", "['a' + 'b']", r#"["ab"]"#),
    ("concatenation", "false", "['a' + 'b']", r#"["a' + 'b"]"#),
    ("wrappers", "true", "{a: (1, 2), b: ObjectId('x')}", r#"{"a":[1,2],"b":"x"}"#),
    ("wrappers", "false", "{a: ObjectId('x')}", r#"{"a":"ObjectId('x')"}"#),
    ("double_encoded", "true", r#""{\"a\": 1}""#, r#"{"a":1}"#),
    ("double_encoded", "false", r#""{\"a\": 1}""#, r#""{\"a\": 1}""#),
    ("max_depth", "2", "[[1]]", "[[1]]"),
    ("max_depth", "2", "[[[1]]]", "too_deep 2"),
    ("cut_off", "object,number", "{a: [1, 2", "{}"),
    ("cut_off", "", "{a: [1, 2", "cut_off 9"),
    ("grammar", "json", "{a: 1}", "expected_key 1"),
    ("grammar", "json5", "{a: 1}", r#"{"a":1}"#),
];

#[test]
fn every_answer_is_followed() {
    for (option, answer, text, expected) in ANSWERS {
        let mut policy = Policy::default();
        policy.set(option, answer).unwrap();
        assert_eq!(outcome(&repair_with(text, &policy)), *expected, "{option} {answer}: {text}");
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
        let read = by("strict", &text);
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
        for preset in ["untruncate", "jiter", "jiter-trailing-strings", "ai-sdk", "partial-json"] {
            for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
                let read = by(preset, &text[..end]);
                if let Some(part) = &read.value {
                    prop_assert!(begins(part, &value), "{} {}: {}", preset, &text[..end], part);
                    prop_assert_eq!(read.lossless, read.repairs.is_empty());
                }
                prop_assert_eq!(read.error.is_some(), read.value.is_none());
            }
        }
    }
}
