//! What the calendar is told of a change (schedule tools specification, 8).

use crate::records::ChangeForm;
use serde_json::Value;

use super::memory::Memory;
use stepgate_engine::Internal;
use stepgate_json::{to_value, value};
use stepgate_timetable::records::diff;
use stepgate_timetable::{Edit, Timetable};

/// The host call that makes edits durable.
///
/// Its arguments are `{ change_set_id, changes }`. The same changes after the same history have the same id, so that a
/// host that has applied it already answers at once. Without changes there is no call.
pub(super) fn persist(memory: &Memory, edits: &[Edit]) -> Option<Internal> {
    let changes = of(memory.board.desk.timetable.as_ref(), edits);
    if changes.as_array().is_none_or(Vec::is_empty) {
        return None;
    }
    let id = change_set_id(memory, &changes);
    Some(Internal { name: "persist_changes".into(), args: value! { "change_set_id": id, "changes": changes } })
}

/// The changes of the calendar that edits make: a list, in the order of the edits.
pub(super) fn of(timetable: Option<&Timetable>, edits: &[Edit]) -> Value {
    let changes = timetable.map_or_else(Vec::new, |timetable| diff(timetable, edits));
    to_value(&changes.into_iter().map(ChangeForm).collect::<Vec<_>>())
}

/// A name for a set of changes, from the session, what was saved before, and the changes themselves (8).
///
/// The nonce (or the seed) stands for the conversation and the number of saves for the call, so that a call that is made again after an unknown outcome
/// has the same name.
pub(super) fn change_set_id(memory: &Memory, changes: &Value) -> String {
    let own = if memory.nonce.is_empty() { memory.seed.to_string() } else { memory.nonce.clone() };
    digest(&[&own, &memory.saves.to_string(), &stepgate_json::to_text(changes)])
}

/// The SHA-256 of texts with bars between them, in hexadecimal digits.
pub(super) fn digest(texts: &[&str]) -> String {
    let mut hex = String::new();
    for byte in hmac_sha256::Hash::hash(texts.join("|").as_bytes()) {
        hex.extend([byte >> 4, byte & 15].into_iter().filter_map(|digit| char::from_digit(digit.into(), 16)));
    }
    hex
}
