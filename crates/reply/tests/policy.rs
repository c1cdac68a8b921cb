//! Policies by name.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use stepgate_reply::Kind;
use stepgate_reply::{Missing, NotFinite, Policy, Roots};

#[test]
fn options_are_answered_by_name() {
    let mut policy = Policy::default();
    for (option, answer) in [("missing_value", "empty"), ("roots", "last"), ("not_finite", "number"), ("trim", "false")]
    {
        policy.set(option, answer).unwrap();
    }
    let expected = Policy {
        missing_value: Missing::Empty,
        roots: Roots::Last,
        not_finite: NotFinite::Number,
        trim: false,
        ..Policy::default()
    };
    assert_eq!(policy, expected);
}

#[test]
fn what_is_not_known_is_refused_with_what_is_allowed() {
    let cases = [
        ("missing_value", "nothing", "null, empty, drop"),
        ("trim", "yes", "true, false"),
        ("colour", "red", "missing_value"),
        ("", "", "missing_value"),
    ];
    for (option, answer, allowed) in cases {
        let mut policy = Policy::default();
        let error = policy.set(option, answer).unwrap_err();
        assert_eq!((error.kind(), error.place()), (Kind::Unknown, option));
        assert!(error.to_string().contains(allowed), "{error}");
        assert_eq!(policy, Policy::default());
    }
    assert!(Policy::preset("jsonfixer").unwrap_err().to_string().contains("stepgate"));
}
