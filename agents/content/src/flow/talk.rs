//! What the flow tells the page and the user: notes, and its own sentences (content specification, 3.9).

use super::{next, Next};
use crate::fields::Written;
use crate::texts::sentences::{filled, sentence};
use crate::Content;
use stepgate_engine::State;
use stepgate_json::value;

/// How the user's words were understood: a route, or a mode of the intent phase.
pub(crate) fn mode(state: &mut State<Content>, mode: &str, target: Option<&str>) {
    state.note("mode", value! { "mode": mode, "target": target });
}

/// A remark on how something was done; `about` names a field.
pub(crate) fn notice(state: &mut State<Content>, code: &str, about: Option<&str>) {
    state.note("notice", value! { "code": code, "about": about });
}

/// Why an operation did not come to its end.
pub(crate) fn error(state: &mut State<Content>, code: &str, text: &str) {
    state.note("error", value! { "code": code, "text": text });
}

/// The work is over.
pub(crate) fn say(state: &mut State<Content>, text: impl Into<String>) -> Next {
    state.say(text);
    next(state)
}

/// Nothing is done, for the reason the user reads.
pub(crate) fn refuse(state: &mut State<Content>, code: &'static str, text: &'static str) -> Next {
    notice(state, code, None);
    let text = sentence(text, state.lang());
    say(state, text)
}

/// A text was written.
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

/// The user hears of it.
pub(crate) fn announce(state: &mut State<Content>, written: &Written) {
    let code = if written.version == 1 { "generated" } else { "updated" };
    let text = filled(code, &written.name, state.lang());
    state.say(text);
}
