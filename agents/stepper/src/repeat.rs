//! Detection of repeated actions (spec.md 3.6).

use serde_json::Value;

use super::model::{Action, DROPPED, REPEATED};

/// Digest of the tool and its normalised parameters; equal for equal actions.
pub fn signature(tool: &str, params: &Value) -> String {
    super::cache::digest(&[tool, &canonical(params)])
}

/// Whether an action with this signature repeats one of the step: one that succeeded with no write since, one that
/// succeeded and writes itself, or one that failed twice.
pub fn is_repeat(done: &[Action], signature: &str, writes: &dyn Fn(&str) -> bool) -> bool {
    let mut failures = 0;
    let mut written = false;
    for action in done.iter().rev() {
        let succeeded = action.error.is_none();
        if action.signature == signature {
            if succeeded && (!written || writes(&action.tool)) {
                return true;
            }
            failures += u32::from(action.error.as_deref().is_some_and(|code| ![REPEATED, DROPPED].contains(&code)));
        }
        written |= succeeded && writes(&action.tool);
    }
    failures >= 2
}

/// JSON text in which every object lists its members by sorted key.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let mut keys: Vec<&String> = members.keys().collect();
            keys.sort();
            let mut text = String::from("{");
            for key in keys {
                text.push_str(&stepgate_json::to_text(key));
                text.push(':');
                text.push_str(&canonical(members.get(key).unwrap_or(&Value::Null)));
                text.push(',');
            }
            text.push('}');
            text
        }
        Value::Array(items) => {
            let mut text = String::from("[");
            for item in items {
                text.push_str(&canonical(item));
                text.push(',');
            }
            text.push(']');
            text
        }
        scalar => stepgate_json::to_text(scalar),
    }
}
