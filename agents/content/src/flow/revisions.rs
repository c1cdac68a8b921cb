//! Changed texts that the user keeps or reverts (spec.md 3.6). Until then the field has its old text.

use super::outdated;
use crate::content::Content;
use crate::fields::save;
use crate::model::{limits, Decision, Field, Item, Memory, Revision, Stage};
use crate::talk;
use crate::texts::prompts::{cut, indented};
use crate::texts::sentences::{filled, sentence};
use crate::texts::words;
use crate::trials::evaluation;
use stepgate_engine::State;
use stepgate_json::value;

/// Shows the user the changed text that `item` made of the field. It replaces the field's open revision; a change of that revision
/// carries its requests on.
pub(super) fn open(state: &mut State<Content>, id: &str, content: String, item: &Item) {
    let lang = state.lang();
    let memory = &state.memory;
    let Some(field) = memory.field(id) else { return };
    let name = field.name.clone();
    let is_change = item.stage == Stage::Update;
    if is_change && memory.latest(field) == content || memory.revision(id).is_none() && field.content == content {
        state.say(filled("unchanged", &name, lang));
        return;
    }
    if field.content == content {
        revert(state, id);
        return;
    }
    let open = take(state, id).filter(|_| is_change);
    let mut earlier: Vec<String> = open.iter().flat_map(Revision::requests).cloned().collect();
    let over = (earlier.len() + 1).saturating_sub(limits::DECISIONS);
    earlier.drain(..over);
    let revision = Revision { field: id.to_owned(), content, request: item.text.clone(), earlier };
    state.memory.revisions.push(revision);
    state.note("revision", value! { "name": name });
    state.say(filled("revised", &name, lang));
}

/// Writes the revision of the field. Returns false if there is none.
pub(super) fn keep(state: &mut State<Content>, id: &str) -> bool {
    let Some(revision) = take(state, id) else { return false };
    let (now, lang) = (state.now(), state.lang());
    let requests: Vec<String> = revision.requests().cloned().collect();
    let old = state.memory.field(id).map_or("", |field| &field.content);
    let outdated = outdated::named(&state.memory, id, old, &revision.content, lang);
    if let Some(written) = save(&mut state.memory, id, revision.content, now) {
        for request in &requests {
            evaluation::carried_out(&mut state.memory, request);
            decide(&mut state.memory, id, written.version, request);
        }
        talk::wrote(state, &written);
        let outdated = outdated.map_or(String::new(), |text| ["\n", &text].concat());
        state.say(filled("kept", &written.name, lang) + &outdated);
    }
    true
}

/// Notes the user's request for a kept change, or a fact that belongs to no field: other texts, the intent and the research may
/// still say otherwise.
pub(super) fn decide(memory: &mut Memory, id: &str, version: u32, request: &str) {
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

/// Keeps or reverts the newest revision, or all of them, if the whole text is a word for it.
pub(super) fn said(state: &mut State<Content>, text: &str) -> bool {
    let Some(id) = state.memory.revisions.last().map(|revision| revision.field.clone()) else { return false };
    match text {
        text if words::keeps_all(text) || words::drops_all(text) => {
            let ids: Vec<String> = state.memory.revisions.iter().map(|revision| revision.field.clone()).collect();
            let decide = if words::keeps_all(text) { keep } else { revert };
            for id in &ids {
                decide(state, id);
            }
            true
        }
        text if words::is_kept(text) => keep(state, &id),
        text if words::is_dropped(text) => revert(state, &id),
        _ => false,
    }
}

/// The field of the newest revision.
pub(crate) fn newest(state: &State<Content>) -> Option<&Field> {
    state.memory.field(&state.memory.revisions.last()?.field)
}

/// The text of a revision's card: the requests it carries out, if there are several, and that the user may ask for more.
pub(crate) fn card_text(state: &State<Content>) -> String {
    let lang = state.lang();
    let mut text = String::new();
    let requests: Vec<String> = state
        .memory
        .revisions
        .last()
        .into_iter()
        .flat_map(Revision::requests)
        .map(|request| ["\n- ", &indented(&cut(request.trim(), limits::DECISION))].concat())
        .collect();
    if requests.len() > 1 {
        text = [sentence("revision_requests", lang), &requests.concat(), "\n"].concat();
    }
    text.push_str(sentence("revision_text", lang));
    text
}
