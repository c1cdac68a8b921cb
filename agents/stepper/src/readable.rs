//! Results that the model can read in its prompt, whole as far as there is room (spec.md 3.6, 4).

use serde_json::{Map, Value};

use super::context;
use super::memory::Memory;
use super::model::{Action, DROPPED, REJECTED};
use super::seen::{EXISTS, IN_PART, UNREAD};
use super::tools::{ASK, READ, WRITE};
use super::visible::is_whole;

/// Characters shown of a parameter, and of a result for which there is no room.
pub(super) const LINE: usize = 100;
/// Characters that the results of a step's actions may take in a prompt.
const ROOM: usize = 4_000;

/// Characters shown of each action's result: the newest results whole, older ones in one line. The text of a file that
/// was read stands among the files, and an answer among the answers, so that they take no room here. A draft that did
/// not become a file stands nowhere else, so that it counts as a result.
pub(super) fn shown(known: &Map<String, Value>, actions: &[Action]) -> Vec<usize> {
    let mut room = ROOM;
    let mut shown = vec![0; actions.len()];
    for (shown, action) in shown.iter_mut().zip(actions).rev() {
        let length = length(action);
        *shown = match is_elsewhere(known, action) {
            true => 0,
            false if length <= room => length,
            false => LINE.min(length),
        };
        room = room.saturating_sub(*shown);
    }
    shown
}

/// Characters of what an action leaves to read.
fn length(action: &Action) -> usize {
    let text = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
    text(action.result.as_deref()) + if is_draft(action) { text(content(action)) } else { 0 }
}

/// Whether a write did not take place for a reason that is no fault of its text.
pub(super) fn is_draft(action: &Action) -> bool {
    let spares_the_text = |code| [REJECTED, DROPPED, UNREAD, IN_PART, EXISTS].contains(&code);
    action.tool == WRITE && action.error.as_deref().is_some_and(spares_the_text)
}

fn content(action: &Action) -> Option<&str> {
    action.params.get("content").and_then(Value::as_str)
}

/// Whether the result stands in another block of the prompt.
fn is_elsewhere(known: &Map<String, Value>, action: &Action) -> bool {
    let is_answer = action.tool == ASK && action.error.is_none();
    is_answer || read_path(action).is_some_and(|path| context::has_file(known, path))
}

/// Whether the result of the newest successful action with this signature is no longer shown whole, so that the model
/// may ask for it again.
pub(super) fn is_lost(memory: &Memory, actions: &[Action], signature: &str) -> bool {
    let known = &memory.context;
    let shown = shown(known, actions);
    let done = |(action, _): &(&Action, usize)| action.signature == signature && action.error.is_none();
    let Some((action, shown)) = actions.iter().zip(shown).rev().find(done) else { return false };
    match read_path(action).filter(|path| context::has_file(known, path)) {
        Some(path) => !is_whole(memory, path),
        None if is_elsewhere(known, action) => false,
        None => action.result.as_deref().is_some_and(|result| result.chars().count() > shown),
    }
}

/// Path of the file that the action read.
fn read_path(action: &Action) -> Option<&str> {
    let read = action.tool == READ && action.error.is_none();
    action.params.get("path").and_then(Value::as_str).filter(|_| read)
}
