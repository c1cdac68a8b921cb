//! Runs a phase, stops at its checkpoint and goes on to the next (spec.md 3.4).

use super::failure::give_up;
use super::{making, questions};
use crate::content::Content;
use crate::fields::{in_order, name_of, say_with_open_points, unmet, Cycle};
use crate::model::{Asking, DependencyType, FieldStatus, Item, Memory, Phase, PhaseStatus, Stage};
use crate::texts::sentences::{filled, listed, sentence};
use stepgate_engine::State;
use stepgate_json::value;

/// Puts the current phase on the stack. A phase that is done goes to its checkpoint.
pub(crate) fn run(state: &mut State<Content>, text: &str) {
    let phase = state.memory.current_phase;
    match state.memory.status(phase) {
        PhaseStatus::Completed => return checkpoint(state, phase),
        PhaseStatus::Pending => put_status(state, phase, PhaseStatus::InProgress),
        PhaseStatus::InProgress => {}
    }
    state.memory.work.push(Item::new(Stage::Phase, ""));
    if phase == Phase::Intent {
        push_default(state, phase, text);
    }
}

/// Sets the status of a phase and notes it.
pub(super) fn put_status(state: &mut State<Content>, phase: Phase, status: PhaseStatus) {
    if let Some(station) = state.memory.station_mut(phase) {
        station.status = status;
    }
    state.note("phase", value! { "phase": phase, "status": status });
}

/// Puts what the phase on top of the stack makes next on the stack: its declared fields in order, or its default field if none is
/// declared. Then the phase is complete.
pub(super) fn go_on(state: &mut State<Content>) {
    let phase = state.memory.current_phase;
    if state.memory.work.last().is_some_and(|item| !item.field.is_empty()) {
        return complete(state, phase);
    }
    let ids = match declared(&state.memory, phase) {
        Ok(ids) => ids,
        Err(cycle) => return in_a_cycle(state, &cycle),
    };
    let Some(id) = ids.first() else {
        if state.memory.declared(phase).is_empty() {
            push_default(state, phase, "");
        } else {
            complete(state, phase);
        }
        return;
    };
    let name = name_of(id, &state.memory.fields).to_owned();
    let asking = Asking { field: id.clone(), in_phase: true, ..Asking::default() };
    if !making::refused(state, &name) && !questions::ask(state, asking) {
        making::push_field(state, &name, phase, "");
    }
}

/// Puts the default field of the phase on the stack, unless its dependencies are unmet.
fn push_default(state: &mut State<Content>, phase: Phase, text: &str) {
    let name = state.memory.default_name(phase, state.lang()).to_owned();
    if making::refused(state, &name) {
        return;
    }
    if let Some(item) = state.memory.work.last_mut() {
        item.field.clone_from(&name);
    }
    making::push_default(state, phase, text);
}

/// Does the work of a phase without running it: makes its declared fields that are open, or its default field if there is none.
pub(super) fn as_tool(state: &mut State<Content>, phase: Phase, text: &str) {
    let mut ids = Vec::new();
    if matches!(phase, Phase::Simulate | Phase::Evaluate) {
        match declared(&state.memory, phase) {
            Ok(open) => ids = open,
            Err(cycle) => return in_a_cycle(state, &cycle),
        }
    }
    if ids.is_empty() {
        let name = state.memory.default_name(phase, state.lang()).to_owned();
        if making::refused(state, &name) {
            return;
        }
        making::push_default(state, phase, text);
    }
    if let Some(name) = blocked(&state.memory, &ids) {
        return making::refuse(state, &name);
    }
    for id in ids.iter().rev() {
        let name = name_of(id, &state.memory.fields).to_owned();
        making::push_field(state, &name, phase, text);
    }
}

/// Name of the first of these fields with a dependency that is neither done nor made by a field before it.
fn blocked(memory: &Memory, ids: &[String]) -> Option<String> {
    for (at, id) in ids.iter().enumerate() {
        let field = memory.field(id)?;
        let open = unmet(field, &memory.fields);
        let made = open.iter().filter(|need| ids.iter().take(at).any(|id| id == *need)).count();
        if made < open.len() && (made == 0 || field.dependency_type == DependencyType::All) {
            return Some(field.name.clone());
        }
    }
    None
}

/// Ids of a phase's declared fields that are not completed, in an order in which they can be made.
fn declared(memory: &Memory, phase: Phase) -> Result<Vec<String>, Cycle> {
    let mut open = memory.declared(phase);
    open.retain(|field| field.status != FieldStatus::Completed);
    in_order(&open)
}

/// Stops the phase because fields depend on each other in a cycle, and names them.
fn in_a_cycle(state: &mut State<Content>, cycle: &Cycle) {
    let lang = state.lang();
    let text = filled("cycle", &listed(&cycle.0, lang), lang);
    give_up(state, "dependency_cycle", &text);
}

/// Completes the phase and goes to its checkpoint.
fn complete(state: &mut State<Content>, phase: Phase) {
    state.memory.work.pop();
    put_status(state, phase, PhaseStatus::Completed);
    let text = filled("generated", state.memory.default_name(phase, state.lang()), state.lang());
    state.say(text);
    checkpoint(state, phase);
}

/// Completes the design phase after the user chose a proposal, if it is the current phase.
pub(crate) fn designed(state: &mut State<Content>) {
    let memory = &mut state.memory;
    if memory.current_phase == Phase::DesignInner && !memory.is_done() {
        let design = memory.default_field(Phase::DesignInner).map_or("", |field| &field.name);
        let made = Item::about(Stage::Phase, design, Phase::DesignInner, "");
        memory.work.push(made);
    }
}

/// Waits for the user's approval of a completed phase, unless the phase is autonomous and none of its fields needs a review.
fn checkpoint(state: &mut State<Content>, phase: Phase) {
    let is_autonomous = state.memory.station(phase).is_some_and(|station| station.autonomous);
    if is_autonomous && !state.memory.fields.iter().any(|field| field.phase == phase && field.need_review) {
        return leave(state);
    }
    state.memory.waiting_for_human = true;
    state.note("waiting", value! { "phase": phase });
}

/// Leaves the current phase and runs the next one; after the last phase the project is finished.
pub(super) fn leave(state: &mut State<Content>) {
    state.memory.waiting_for_human = false;
    match state.memory.next_phase() {
        None => {
            state.memory.finished = true;
            state.note("all_done", value! {});
            say_with_open_points(state, sentence("all_done", state.lang()));
        }
        Some(next) => {
            state.memory.current_phase = next;
            state.switch_thread(next.thread());
            state.note("enter", value! { "phase": next });
            run(state, "");
        }
    }
}
