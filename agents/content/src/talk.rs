//! Notes for the page and sentences for the user (spec.md 3.9).

use crate::content::Content;
use crate::fields::Written;
use crate::texts::sentences::{filled, sentence};
use serde_json::Value;
use stepgate_engine::{Entry, State};
use stepgate_json::value;

/// Code of the note about gaps that are named.
const LACKS: &str = "lacks";

/// Notes how the user's message was understood: as a route, or in a mode of the intent phase.
pub(crate) fn mode(state: &mut State<Content>, mode: &str, target: Option<&str>) {
    state.note("mode", value! { "mode": mode, "target": target });
}

/// Notes a remark about the turn; `about` names a field.
pub(crate) fn notice(state: &mut State<Content>, code: &str, about: Option<&str>) {
    state.note("notice", value! { "code": code, "about": about });
}

/// Notes the field whose gaps the words that follow name.
pub(crate) fn lacks(state: &mut State<Content>, field: &str) {
    state.note(LACKS, value! { "field": field });
}

/// The field of such a note.
pub(crate) fn lacking(entry: &Entry) -> Option<&str> {
    match entry {
        Entry::Note { code, data } if code == LACKS => data.get("field").and_then(Value::as_str),
        _ => None,
    }
}

/// Notes why an operation failed.
pub(crate) fn error(state: &mut State<Content>, code: &str, text: &str) {
    state.note("error", value! { "code": code, "text": text });
}

/// Refuses a request: notes the code and tells the user the reason.
pub(crate) fn refuse(state: &mut State<Content>, code: &'static str, text: &'static str) {
    notice(state, code, None);
    let text = sentence(text, state.lang());
    state.say(text);
}

/// Notes that a field's text was written, and its consequences.
pub(crate) fn wrote(state: &mut State<Content>, written: &Written) {
    let note = match written.restored {
        Some(restored) => value! { "name": written.name, "version": written.version, "restored": restored },
        None => value! { "name": written.name, "version": written.version },
    };
    state.note("field", note);
    if let Some(key) = written.golden {
        state.note("golden", value! { "key": key });
    }
    for name in &written.stale {
        state.note("stale", value! { "name": name });
    }
}

/// Tells the user that a field was generated or updated.
pub(crate) fn announce(state: &mut State<Content>, written: &Written) {
    let code = if written.version == 1 { "generated" } else { "updated" };
    let text = filled(code, &written.name, state.lang());
    state.say(text);
}
