//! Notes of the guide for the page and the trace (spec.md 3.7).

use super::model::GuideState;
use serde_json::Value;
use stepgate_json::value;

/// Code of a note that shows the open question of a task again. It is recorded as an `answer`.
pub(super) const ASKED_AGAIN: &str = "asked_again";

/// An event of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The kind of event.
    pub code: &'static str,
    /// Its details, an object.
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
