//! What the guide tells the page and the trace.

use super::model::GuideState;
use serde_json::Value;
use stepgate_json::value;

/// Something that happened, for the page and the trace (guide specification, 3.7).
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What happened.
    pub code: &'static str,
    /// Its particulars.
    pub data: Value,
}

pub(super) fn note(code: &'static str, data: Value) -> Note {
    Note { code, data }
}

pub(super) fn note_state(from: GuideState, to: GuideState, notes: &mut Vec<Note>) {
    if from != to {
        notes.push(note("state", value! { "from": from.name(), "to": to.name() }));
    }
}
