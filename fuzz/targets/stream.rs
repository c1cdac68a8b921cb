//! Any text in chunks cut anywhere: the patches are the value, nothing changes its type or vanishes before the end, and
//! the end is what the whole text is repaired to.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use stepgate_reply::{Patch, ReplyStream};

fuzz_target!(|input: (Vec<u8>, &str)| {
    let (sizes, text) = input;
    let mut stream = ReplyStream::new();
    let mut mirror = Value::Null;
    let mut chars = text.chars().peekable();
    for size in sizes.iter().copied().chain([3]).cycle() {
        if chars.peek().is_none() {
            break;
        }
        let chunk: String = chars.by_ref().take(usize::from(size).max(1)).collect();
        let before = stream.value().clone();
        stream.push(&chunk).iter().for_each(|patch| apply(&mut mirror, patch));
        assert_eq!(&mirror, stream.value(), "the patches are not the value");
        assert!(before.is_null() || grows(&before, stream.value()), "{before} became {}", stream.value());
    }
    stream.end().iter().for_each(|patch| apply(&mut mirror, patch));
    assert_eq!(&mirror, stream.value());
});

/// What a value may become while its text goes on: more of the same.
fn grows(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::String(old), Value::String(new)) => new.starts_with(old.as_str()),
        (Value::Array(old), Value::Array(new)) => {
            old.len() <= new.len() && old.iter().zip(new).all(|(old, new)| grows(old, new))
        }
        // A key that comes again has a new value.
        (Value::Object(old), Value::Object(new)) => old.keys().all(|key| new.contains_key(key)),
        (old, new) => old == new,
    }
}

fn apply(value: &mut Value, patch: &Patch) {
    let slot = match patch.path.rsplit_once('/') {
        None => value,
        Some((outer, step)) => match value.pointer_mut(outer).expect("the path of a patch leads somewhere") {
            Value::Object(object) => object.entry(step.replace("~1", "/").replace("~0", "~")).or_insert(Value::Null),
            Value::Array(items) => {
                let index: usize = step.parse().expect("an index");
                if index == items.len() {
                    items.push(Value::Null);
                }
                &mut items[index]
            }
            other => panic!("{other} has no members"),
        },
    };
    if let Some(set) = &patch.set {
        *slot = set.clone();
    }
    if let (Some(more), Value::String(text)) = (&patch.append, slot) {
        text.push_str(more);
    }
}
