//! Several reads or several writes in one decision: the user answers one card about writes, then they run one by one
//! (spec.md 3.15).

use serde_json::Value;

use super::action::{count_failure, fault, onward, onward_asking, refuse};
use super::decision::ActionDecision;
use super::flow;
use super::host_tools::title;
use super::memory::Memory;
use super::model::REJECTED;
use super::seen::{before, is_blind, path, unread};
use super::stage::Stage;
use super::stepper::Stepper;
use super::tools::READ;
use super::words;
use stepgate_engine::{Button, ButtonRole, Card, CardKind, State, Step, ToolError};
use stepgate_json::{text_of, value};

/// Most actions of a list that are carried out.
pub(super) const MOST: usize = 25;
/// Error code of the actions beyond that.
const NOT_RUN: &str = "not_run";

/// Acts on a list of actions, which counts as one.
pub(super) fn decide(state: &mut State<Stepper>, mut actions: Vec<ActionDecision>, asks: bool) -> Step<Stage> {
    state.memory.count();
    let over = actions.split_off(actions.len().min(MOST));
    if let Some(left_out) = left_out(&over) {
        state.note("notice", value! { "code": "list_cut" });
        refuse(state, &left_out, ToolError::new(NOT_RUN, ""));
    }
    propose(state, actions, asks)
}

/// Record of the actions that are not carried out, with all their paths.
fn left_out(over: &[ActionDecision]) -> Option<ActionDecision> {
    let first = over.first()?;
    let paths: Vec<&str> = over.iter().map(|action| path(&action.params)).collect();
    let params = value! { "paths": paths.join(", ") };
    Some(ActionDecision { tool: first.tool.clone(), description: format!("× {}", over.len()), params })
}

/// Checks the actions of a list. Reads run at once; if it `asks`, or the text of a file that a write replaces was not shown whole, the
/// user is asked about the writes that are valid. About one write alone the engine asks.
fn propose(state: &mut State<Stepper>, actions: Vec<ActionDecision>, asks: bool) -> Step<Stage> {
    for action in actions {
        if let Some(end) = check(state, action) {
            return end;
        }
    }
    let memory = &state.memory;
    let batch = &memory.run.batch;
    let asks = asks || batch.iter().any(|write| is_blind(memory, &write.tool, &write.params));
    if !asks || batch.len() < 2 || batch.iter().all(|action| action.tool == READ) {
        return onward_asking(state, asks);
    }
    state.memory.run.asks_batch = true;
    let lang = state.lang();
    let card = card(&state.memory, lang);
    Step::confirm(card, Step::Listen(Stage::Idle), Step::Listen(Stage::Idle))
}

/// Puts a valid action into the batch, and records another one. Returns the end of a task that has failed too often.
fn check(state: &mut State<Stepper>, action: ActionDecision) -> Option<Step<Stage>> {
    let params = match state.memory.validate(&action.tool, &action.params) {
        Ok(params) => params,
        Err(code) => {
            let error = ToolError::new(code, fault(&state.memory, &action.tool, code));
            refuse(state, &action, error);
            return count_failure(state);
        }
    };
    let action = ActionDecision { params, ..action };
    match unread(&state.memory, &action.tool, &action.params) {
        Some(code) => refuse(state, &action, ToolError::new(code, "")),
        None => state.memory.run.batch.push(action),
    }
    None
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
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title: [before, &count, after].concat(),
        text: Some(lines.join("\n")),
        yes: Some(Vec::new()),
        buttons: vec![Button::new(ButtonRole::Accept, yes), Button::new(ButtonRole::Decline, no)],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: value! { "writes": writes },
    }
}

fn preview(memory: &Memory, write: &ActionDecision) -> Value {
    let (replaces, before) = before(memory, path(&write.params));
    let content = text_of(write.params.get("content"));
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
    if kept.is_empty() {
        state.memory.uncount();
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
    state.memory.uncount();
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
