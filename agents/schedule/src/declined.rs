//! Writes that the user declined in this request: none is proposed again as it was, until the user says something new.

use serde_json::Value;

use super::phrases::{is_question, is_refusal};
use super::schedule::Schedule;
use super::{history, names, words};
use stepgate_engine::{Entry, State, ToolError, ToolResult};

/// Complaint about a write that the user declined since the request began, with the user's reason; none if it is new, or if the user has
/// said anything but the reason since: the words may ask for it after all. A question is no reason.
pub(super) fn before(state: &State<Schedule>, name: &str, args: &Value) -> Option<String> {
    let mut found: Option<(u32, &ToolError)> = None;
    let mut is_last = false;
    for (seq, stored) in history::entries(state, state.memory.run.from) {
        match &stored.entry {
            Entry::Tool { name: known, args: given, result: ToolResult::Error(error), .. }
                if error.code == "rejected" && known == name && same(given, args) =>
            {
                found = Some((seq, error));
                is_last = true;
            }
            // A write that was carried out, or declined for a reason, is another state of things.
            Entry::Tool { name, result, .. } if names::writes(name) && changes_the_case(result) => {
                (found, is_last) = (None, false);
            }
            Entry::Tool { .. } => is_last = false,
            // The question was asked on the card of the last call.
            Entry::User { cue: Some(cue), .. } if is_last && words::CARD_CUES.iter().any(|code| cue.is(code)) => {
                found = None;
            }
            Entry::User { text, cue: None } => {
                // A reason may be said again right behind the refusal. Words that only refuse change nothing.
                let is_reason =
                    |error: &ToolError| error.reason.as_ref().is_some_and(|reason| reason.trim() == text.trim());
                found = found.filter(|(at, error)| seq == at + 1 && is_reason(error) || is_refusal(text));
            }
            _ => {}
        }
    }
    found.map(|(_, error)| [words::sentence("declined_before", state.lang()), &error.text].concat())
}

/// Whether a call with these arguments has failed in this request.
pub(super) fn has_failed(state: &State<Schedule>, name: &str, args: &Value) -> bool {
    history::entries(state, state.memory.run.from).any(|(_, stored)| match &stored.entry {
        Entry::Tool { name: known, args: given, result: ToolResult::Error(_), .. } => {
            known == name && same(given, args)
        }
        _ => false,
    })
}

/// Whether a result is that of a write that was carried out, or that the user declined with a reason.
fn changes_the_case(result: &ToolResult) -> bool {
    match result {
        ToolResult::Ok(_) => true,
        ToolResult::Error(_) => history::reason(result).is_some_and(|reason| !is_question(reason)),
    }
}

/// Whether the last write of this request was answered in words that may ask for another one: no question and no plain no.
pub(super) fn is_last_in_words(state: &State<Schedule>) -> bool {
    let run = &state.memory.run;
    let writes = history::entries(state, run.from).filter_map(|(_, stored)| match &stored.entry {
        Entry::Tool { name, result, .. } if names::writes(name) => Some(result),
        _ => None,
    });
    let rejected = matches!(writes.last(), Some(ToolResult::Error(error)) if error.code == "rejected");
    let words = run.declined_words.trim();
    rejected && !words.is_empty() && !is_question(words) && !is_refusal(words)
}

/// Whether two calls have the same arguments; absent and null are one, and so are a number and its text.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let null = Value::Null;
            a.keys().chain(b.keys()).all(|key| same(a.get(key).unwrap_or(&null), b.get(key).unwrap_or(&null)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Number(a), Value::String(b)) | (Value::String(b), Value::Number(a)) => a.to_string() == b.trim(),
        _ => one == other,
    }
}
