//! Several reads or several writes in one decision: the user answers one card about writes, then they run one by one
//! (spec.md 3.15).

use serde_json::Value;

use super::action::{count_failure, fault, onward, onward_asking, refuse};
use super::decision::ActionDecision;
use super::flow;
use super::host_tools::title;
use super::memory::Memory;
use super::model::REJECTED;
use super::seen::{before, is_unread, path, UNREAD};
use super::stage::Stage;
use super::stepper::Stepper;
use super::tools::READ;
use super::words;
use stepgate_engine::{Button, ButtonRole, Card, CardKind, State, Step, ToolError, Typed};
use stepgate_json::value;

/// Checks the actions of a list. Reads run at once; if it `asks`, the user is asked about the writes that are
/// valid. About one write alone the engine asks.
pub(super) fn propose(state: &mut State<Stepper>, actions: Vec<ActionDecision>, asks: bool) -> Step<Stage> {
    let room = state.memory.room();
    if actions.len() > room {
        state.note("notice", value! { "code": "writes_cut" });
    }
    for action in actions.into_iter().take(room) {
        match state.memory.validate(&action.tool, &action.params) {
            Ok(params) if is_unread(&state.memory, &action.tool, &params) => {
                refuse(state, &ActionDecision { params, ..action }, ToolError::new(UNREAD, ""));
            }
            Ok(params) => state.memory.run.batch.push(ActionDecision { params, ..action }),
            Err(code) => {
                let error = ToolError::new(code, fault(&state.memory, &action.tool, code));
                refuse(state, &action, error);
                if let Some(end) = count_failure(state) {
                    return end;
                }
            }
        }
    }
    let reads = state.memory.run.batch.iter().all(|action| action.tool == READ);
    if !asks || reads || state.memory.run.batch.len() < 2 {
        return onward_asking(state, asks);
    }
    state.memory.run.asks_batch = true;
    let lang = state.lang();
    let card = card(&state.memory, lang);
    Step::confirm(card, Step::Listen(Stage::Idle), Step::Listen(Stage::Idle))
}

/// Checks the writes on the open card again, after the session has learnt of files that are there. They still
/// wait for an answer, even if `auto` was turned on meanwhile.
pub(super) fn propose_again(state: &mut State<Stepper>) -> Step<Stage> {
    state.memory.run.asks_batch = false;
    let writes = std::mem::take(&mut state.memory.run.batch);
    propose(state, writes, true)
}

fn card(memory: &Memory, lang: stepgate_engine::Lang) -> Card {
    let count = memory.run.batch.len().to_string();
    let [before, after, yes, no] = [words::WRITES_TITLE, words::WRITES_TITLE_END, words::WRITES_YES, words::WRITES_NO]
        .map(|text| text.in_lang(lang));
    let writes: Vec<Value> = memory.run.batch.iter().map(|write| preview(memory, write)).collect();
    let lines: Vec<String> = memory.run.batch.iter().map(|write| title(memory, &write.params, lang)).collect();
    Card {
        call: None,
        kind: CardKind::Confirm,
        title: [before, &count, after].concat(),
        text: Some(lines.join("\n")),
        typed: Typed::Declines,
        buttons: vec![Button::new(ButtonRole::Accept, yes), Button::new(ButtonRole::Decline, no)],
        tool: None,
        preview: value! { "writes": writes },
    }
}

fn preview(memory: &Memory, write: &ActionDecision) -> Value {
    let (replaces, before) = before(memory, path(&write.params));
    let content = write.params.get("content").and_then(Value::as_str).unwrap_or_default();
    value! {
        "path": path(&write.params), "content": content, "description": write.description,
        "replaces": replaces, "before": before,
    }
}

/// Runs the writes at these places, one by one; the others count as rejected.
pub(super) fn approve(state: &mut State<Stepper>, chosen: &dyn Fn(usize) -> bool) -> Step<Stage> {
    let batch = std::mem::take(&mut state.memory.run.batch);
    state.memory.run.asks_batch = false;
    let mut kept = Vec::new();
    for (place, write) in batch.into_iter().enumerate() {
        match chosen(place) {
            true => kept.push(write),
            false => refuse(state, &write, ToolError::new(REJECTED, "")),
        }
    }
    state.memory.run.approved = !kept.is_empty();
    state.memory.run.batch = kept;
    onward(state)
}

/// Rejects all writes, for the user's reason.
pub(super) fn decline(state: &mut State<Stepper>, reason: &str) -> Step<Stage> {
    let batch = std::mem::take(&mut state.memory.run.batch);
    state.memory.run.asks_batch = false;
    flow::put_beside(state, reason);
    for write in &batch {
        refuse(state, write, ToolError::new(REJECTED, reason));
    }
    flow::next(state)
}

/// Places that an edit `approve` names; `None` if one is not on the card or is named twice.
pub(super) fn places(memory: &Memory, given: &[Value]) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    for place in given {
        let place = usize::try_from(place.as_u64()?).ok()?;
        if place >= memory.run.batch.len() || places.contains(&place) {
            return None;
        }
        places.push(place);
    }
    Some(places)
}
