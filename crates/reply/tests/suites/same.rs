//! Equality of two values: numbers by value, keys in any order.

use serde_json::{Number, Value};

/// Whether `got` equals `expected`, where `{"$js": "NaN"}` and the like stand for values that JSON cannot write.
pub(crate) fn same(got: &Value, expected: &Value) -> bool {
    if let Some(tag) = expected.get("$js") {
        return same_as_tag(got, tag.as_str().unwrap_or_default(), &expected["value"]);
    }
    if let Some(digits) = expected.get("$py").and_then(Value::as_str) {
        return got.as_f64().is_some_and(|got| digits.parse() == Ok(got));
    }
    match (got, expected) {
        (Value::Number(got), Value::Number(expected)) => same_number(got, expected),
        (Value::Array(got), Value::Array(expected)) => {
            got.len() == expected.len() && got.iter().zip(expected).all(|(got, expected)| same(got, expected))
        }
        (Value::Object(got), Value::Object(expected)) => {
            let has = |(key, expected): (&String, &Value)| got.get(key).is_some_and(|got| same(got, expected));
            got.len() == expected.len() && expected.iter().all(has)
        }
        _ => got == expected,
    }
}

fn same_number(got: &Number, expected: &Number) -> bool {
    match (got.as_i128(), expected.as_i128()) {
        (Some(got), Some(expected)) => got == expected,
        _ => got.as_f64() == expected.as_f64(),
    }
}

/// In Rust `undefined` and numbers that are not finite become null, and an integer beyond 64 bits becomes the nearest
/// float.
fn same_as_tag(got: &Value, tag: &str, digits: &Value) -> bool {
    match tag {
        "undefined" | "NaN" | "Infinity" | "-Infinity" => got.is_null(),
        "-0" => got.as_f64() == Some(0.0),
        "bigint" => {
            let digits = digits.as_str().unwrap_or_default();
            got.as_str() == Some(digits) || got.as_f64().is_some_and(|got| digits.parse() == Ok(got))
        }
        _ => panic!("an unknown tag: {tag}"),
    }
}
