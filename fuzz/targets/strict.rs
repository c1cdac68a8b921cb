//! The policy `Strict` reads what serde_json reads, and refuses what it refuses, at a place in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use stepgate_reply::{repair_with, Policy};

fuzz_target!(|text: &str| {
    let read = repair_with(text, Policy::Strict);
    match serde_json::from_str::<Value>(text) {
        Ok(value) => assert_eq!(read.value, Some(value)),
        Err(error) => {
            // JSON by its grammar, but not for serde_json.
            let beyond = ["out of range", "surrogate", "recursion", "end of hex escape"];
            let known = beyond.iter().any(|limit| error.to_string().contains(limit));
            let refused = read.error.is_some_and(|error| text.is_char_boundary(error.offset));
            assert!(known || refused, "{error}: {read:?}");
        }
    }
});
