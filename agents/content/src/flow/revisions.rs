//! Changed texts that the user keeps or reverts (spec.md 3.6). Until then the field has its old text.

use crate::content::Content;
use crate::fields::save;
use crate::model::{limits, Decision, Field, Memory, Revision};
use crate::talk;
use crate::texts::prompts::cut;
use crate::texts::sentences::filled;
use crate::texts::words;
use crate::trials::evaluation;
use stepgate_engine::State;
use stepgate_json::value;

/// Shows the user a changed text of the field. It replaces the field's open revision.
pub(super) fn open(state: &mut State<Content>, id: &str, content: String, request: &str) {
    let lang = state.lang();
    let Some(field) = state.memory.field(id) else { return };
    let name = field.name.clone();
    let is_same = field.content == content;
    state.memory.revisions.retain(|revision| revision.field != id);
    if is_same {
        state.say(filled("unchanged", &name, lang));
        return;
    }
    state.memory.revisions.push(Revision { field: id.to_owned(), content, request: request.to_owned() });
    state.note("revision", value! { "name": name });
    state.say(filled("revised", &name, lang));
}

/// Writes the revision of the field. Returns false if there is none.
pub(super) fn keep(state: &mut State<Content>, id: &str) -> bool {
    let Some(Revision { content, request, .. }) = take(state, id) else { return false };
    let now = state.now();
    evaluation::carried_out(&mut state.memory, &request);
    if let Some(written) = save(&mut state.memory, id, content, now) {
        decide(&mut state.memory, id, written.version, &request);
        talk::wrote(state, &written);
        state.say(filled("kept", &written.name, state.lang()));
    }
    true
}

/// Notes the user's request for a kept change: other texts, the intent and the research may still say otherwise.
fn decide(memory: &mut Memory, id: &str, version: u32, request: &str) {
    let text = cut(request.trim(), limits::DECISION);
    if text.is_empty() {
        return;
    }
    if memory.decisions.len() >= limits::DECISIONS {
        memory.decisions.remove(0);
    }
    memory.decisions.push(Decision { field: id.to_owned(), version, text });
}

/// Drops the revision of the field. Returns false if there is none.
pub(super) fn revert(state: &mut State<Content>, id: &str) -> bool {
    if take(state, id).is_none() {
        return false;
    }
    let name = state.memory.field(id).map_or("", |field| &field.name);
    let text = filled("reverted", name, state.lang());
    state.note("reverted", value! { "name": name });
    state.say(text);
    true
}

fn take(state: &mut State<Content>, id: &str) -> Option<Revision> {
    let at = state.memory.revisions.iter().position(|revision| revision.field == id)?;
    Some(state.memory.revisions.remove(at))
}

/// Keeps or reverts the newest revision, if the whole text is a word for it.
pub(super) fn said(state: &mut State<Content>, text: &str) -> bool {
    let Some(id) = state.memory.revisions.last().map(|revision| revision.field.clone()) else { return false };
    match text {
        text if words::is_kept(text) => keep(state, &id),
        text if words::is_dropped(text) => revert(state, &id),
        _ => false,
    }
}

/// The field of the newest revision.
pub(crate) fn newest(state: &State<Content>) -> Option<&Field> {
    state.memory.field(&state.memory.revisions.last()?.field)
}
