//! Changes in the form that the host saves in the calendar (spec-tools.md 8).

use serde_json::Value;

use super::hash::sha256;
use super::memory::Memory;
use super::records::ChangeForm;
use stepgate_engine::Internal;
use stepgate_json::{to_value, value};
use stepgate_timetable::records::diff;
use stepgate_timetable::{Edit, Timetable};

/// Host call that saves edits; none if they change nothing.
///
/// Its arguments are `{ change_set_id, changes }`. The id depends only on the session, the number of earlier saves and the changes, so
/// that a host that has already applied a set recognises it.
pub(super) fn persist(memory: &Memory, edits: &[Edit]) -> Option<Internal> {
    let changes = of(memory.board.desk.timetable.as_ref(), edits);
    if changes.as_array().is_none_or(Vec::is_empty) {
        return None;
    }
    let id = change_set_id(memory, &changes);
    Some(Internal { name: "persist_changes".into(), args: value! { "change_set_id": id, "changes": changes } })
}

/// Host call that takes a change set back: it restores the records as they were, or makes the changes if it no longer has them.
pub(super) fn revert(memory: &Memory, edits: &[Edit], set: &str) -> Internal {
    let changes = of(memory.board.desk.timetable.as_ref(), edits);
    let id = change_set_id(memory, &changes);
    Internal {
        name: "persist_changes".into(),
        args: value! { "change_set_id": id, "changes": changes, "reverts": set },
    }
}

/// Id of the change set that a host call saves.
pub(super) fn set_of(call: Option<&Internal>) -> String {
    let id = call.and_then(|call| call.args.get("change_set_id")?.as_str());
    id.unwrap_or_default().to_owned()
}

/// List of calendar changes for the edits, in their order.
pub(super) fn of(timetable: Option<&Timetable>, edits: &[Edit]) -> Value {
    let changes = timetable.map_or_else(Vec::new, |timetable| diff(timetable, edits));
    to_value(&changes.into_iter().map(ChangeForm).collect::<Vec<_>>())
}

/// Id of a change set: a hash of the session, the number of earlier saves and the changes (spec-tools.md 8).
///
/// The nonce (without one, the seed) stands for the conversation and the number of saves for the call, so that a call repeated after an
/// unknown outcome has the same id.
pub(super) fn change_set_id(memory: &Memory, changes: &Value) -> String {
    let own = if memory.nonce.is_empty() { memory.seed.to_string() } else { memory.nonce.clone() };
    sha256(&[&own, &memory.saves.to_string(), &stepgate_json::to_text(changes)])
}
