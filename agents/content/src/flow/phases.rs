//! Runs a phase, stops at its checkpoint and goes on to the next (spec.md 3.4).

use super::{fail, making, next, Item, Next, Stage};
use crate::fields::{in_order, name_of, unmet, Cycle, DependencyType, FieldStatus};
use crate::project::{Memory, Phase, PhaseStatus};
use crate::texts::sentences::{filled, listed, sentence};
use crate::Content;
use stepgate_engine::State;
use stepgate_json::value;

/// Puts the current phase on the stack. A phase that is done goes to its checkpoint.
pub(crate) fn run(state: &mut State<Content>, text: &str) -> Next {
    enter(state, text);
    next(state)
}

fn enter(state: &mut State<Content>, text: &str) {
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
pub(super) fn go_on(state: &mut State<Content>) -> Option<Next> {
    let phase = state.memory.current_phase;
    if state.memory.work.last().is_some_and(|item| !item.field.is_empty()) {
        complete(state, phase);
        return None;
    }
    let ids = match declared(&state.memory, phase) {
        Ok(ids) => ids,
        Err(cycle) => return Some(in_a_ring(state, &cycle)),
    };
    let Some(id) = ids.first() else {
        if !state.memory.declared(phase).is_empty() {
            complete(state, phase);
            return None;
        }
        return push_default(state, phase, "");
    };
    let name = name_of(id, &state.memory.fields).to_owned();
    let refused = making::refused(state, &name);
    if refused.is_none() {
        making::push_field(state, &name, phase, "");
    }
    refused
}

/// Puts the default field of the phase on the stack, unless its dependencies are unmet.
fn push_default(state: &mut State<Content>, phase: Phase, text: &str) -> Option<Next> {
    let name = state.memory.default_name(phase, state.lang()).to_owned();
    if let Some(refused) = making::refused(state, &name) {
        return Some(refused);
    }
    if let Some(item) = state.memory.work.last_mut() {
        item.field.clone_from(&name);
    }
    making::push_default(state, phase, text);
    None
}

/// Does the work of a phase without running it: makes its declared fields that are open, or its default field if there is none.
pub(super) fn as_tool(state: &mut State<Content>, phase: Phase, text: &str) -> Next {
    let mut ids = Vec::new();
    if matches!(phase, Phase::Simulate | Phase::Evaluate) {
        match declared(&state.memory, phase) {
            Ok(open) => ids = open,
            Err(cycle) => return in_a_ring(state, &cycle),
        }
    }
    if ids.is_empty() {
        let name = state.memory.default_name(phase, state.lang()).to_owned();
        if let Some(refused) = making::refused(state, &name) {
            return refused;
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
    next(state)
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
fn in_a_ring(state: &mut State<Content>, cycle: &Cycle) -> Next {
    let lang = state.lang();
    let text = filled("cycle", &listed(&cycle.0, lang), lang);
    fail(state, "dependency_cycle", &text)
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

/// Waits for the user's approval of a completed phase, unless the phase is autonomous.
fn checkpoint(state: &mut State<Content>, phase: Phase) {
    if state.memory.station(phase).is_some_and(|station| station.autonomous) {
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
            let text = sentence("all_done", state.lang());
            state.say(text);
        }
        Some(next) => {
            state.memory.current_phase = next;
            state.switch_thread(thread(next));
            state.note("enter", value! { "phase": next });
            enter(state, "");
        }
    }
}

/// The transcript thread of a phase's dialogue.
pub(crate) fn thread(phase: Phase) -> u32 {
    phase as u32
}
