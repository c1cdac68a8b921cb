//! Functions that the vectors of all agents share.

use serde_json::Value;
use stepgate_engine::Event;
use stepgate_engine::Lang;

/// The text of a member that a case must have.
#[track_caller]
pub(crate) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} must be a text in {value}"))
}

/// A text that a case must have.
#[track_caller]
pub(crate) fn as_text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("must be a text: {value}"))
}

/// The items of a list; none where the case leaves the list out.
#[track_caller]
pub(crate) fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    match &value[key] {
        Value::Array(items) => items,
        Value::Null => &[],
        _ => panic!("{key} must be a list in {value}"),
    }
}

/// The text of a member; blank where the case leaves it out.
#[track_caller]
pub(crate) fn text_if_given<'v>(value: &'v Value, key: &str) -> &'v str {
    if value[key].is_null() {
        ""
    } else {
        text(value, key)
    }
}

pub(crate) fn lang(scenario: &Value) -> Lang {
    if scenario["lang"] == "en" {
        Lang::En
    } else {
        Lang::Zh
    }
}

pub(crate) fn said(text: &Value) -> Event {
    Event::said(1, as_text(text))
}

/// Event of the model's answer to a call: the text `raw`, or a failure with the code `fail`.
pub(crate) fn answered(at_ms: u64, call: u32, raw: &Value, fail: &Value) -> Result<Event, String> {
    match (raw, fail) {
        (Value::String(text), _) => Ok(Event::replied(at_ms, call, text.clone())),
        (_, Value::String(code)) => {
            Ok(Event::Failed { at_ms, call, code: code.clone(), text: code.clone(), detail: None })
        }
        _ => Err(format!("neither {raw} nor {fail} is an answer")),
    }
}

/// Plays the steps of a scenario.
pub(crate) fn each_step(scenario: &Value, mut play: impl FnMut(&Value) -> Result<(), String>) -> Result<(), String> {
    for (index, step) in list(scenario, "steps").iter().enumerate() {
        play(step).map_err(|why| format!("step {}: {why}", index + 1))?;
    }
    Ok(())
}

/// Compares each expected member with the value that `found` gives for its name; `None` means an unknown name.
pub(crate) fn compare(expect: &Value, mut found: impl FnMut(&str) -> Option<Value>) -> Result<(), String> {
    for (key, expected) in expect.as_object().into_iter().flatten() {
        let found = found(key).ok_or_else(|| format!("{key:?} is not a key this runner knows"))?;
        equal(key, &found, expected)?;
    }
    Ok(())
}

pub(crate) fn equal(what: &str, found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: found {found}, expected {expected}"))
}

/// Checks that the expected values are there: members of objects, items of lists in order, numbers by value.
pub(crate) fn holds(what: &str, found: &Value, expected: &Value) -> Result<(), String> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected.iter().try_for_each(|(key, value)| {
            holds(&format!("{what}.{key}"), found.get(key).unwrap_or(&Value::Null), value)
        }),
        (Value::Array(found), Value::Array(expected)) => {
            if found.len() != expected.len() {
                return Err(format!("{what}: found {} items, expected {}: {found:?}", found.len(), expected.len()));
            }
            let pairs = found.iter().zip(expected).enumerate();
            pairs
                .into_iter()
                .try_for_each(|(index, (found, expected))| holds(&format!("{what}[{index}]"), found, expected))
        }
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            ((one - other).abs() < 1e-9).then_some(()).ok_or_else(|| format!("{what}: found {one}, expected {other}"))
        }
        _ => equal(what, found, expected),
    }
}
