//! Any text under any policy: no panic, work bounded by the length, repairs inside the text, and a repaired text is left
//! as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepgate_reply::{repair, repair_with, Policy};

fuzz_target!(|input: (u8, &str)| {
    let (policy, text) = input;
    let policies = [Policy::Tolerant, Policy::Strict, Policy::Partial];
    let repaired = repair_with(text, policies[usize::from(policy) % policies.len()]);
    assert!(repaired.steps <= 4_000 * (text.len() + 10), "{} steps for {} bytes", repaired.steps, text.len());
    assert!(repaired.value.is_some() != repaired.error.is_some(), "a value or an error");
    for one in &repaired.repairs {
        assert!(text.get(one.offset..one.offset + one.length).is_some(), "{one:?} is not in the text");
    }
    assert_eq!(repaired.lossless, repaired.repairs.iter().all(|one| one.lossless));
    // What one JSON string holds may be read in its turn.
    if let Some(value) = repaired.value.filter(|value| !value.is_string()) {
        let again = repair(&value.to_string());
        assert!(again.repairs.is_empty(), "{:?} in {value}", again.repairs);
        assert_eq!(again.value, Some(value));
    }
});
