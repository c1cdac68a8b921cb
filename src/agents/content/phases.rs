//! Running a phase, and what follows it (content specification, 3.4).

use super::agent::{Content, Stage};
use super::field::{DependencyType, Field, FieldStatus};
use super::fields::{self, Cycle};
use super::model::Memory;
use super::phase::{Phase, PhaseStatus};
use super::sentences::{filled, listed, sentence};
use super::work::Item;
use super::{flow, making, talk};
use crate::engine::{State, Step};
use crate::json::value;

/// Puts the current phase on the pile; one that is done goes to its checkpoint.
pub(super) fn run(state: &mut State<Content>, text: &str) {
    let phase = state.memory.current_phase;
    match state.memory.status(phase) {
        PhaseStatus::Completed => return checkpoint(state, phase),
        PhaseStatus::Pending => begin(state, phase),
        PhaseStatus::InProgress => {}
    }
    let is_intent = phase == Phase::Intent;
    state.memory.work.push(Item::Phase { made: is_intent });
    if is_intent {
        state.memory.work.push(Item::Report { text: text.to_owned() });
    }
}

/// The phase has begun.
pub(super) fn begin(state: &mut State<Content>, phase: Phase) {
    state.memory.set_status(phase, PhaseStatus::InProgress);
    talk::phase(state, phase);
}

/// What the phase on top of the pile needs next: declared fields in their order, else its default field; then it is done.
pub(super) fn go_on(state: &mut State<Content>) -> Option<Step<Stage>> {
    let phase = state.memory.current_phase;
    let Some(Item::Phase { made }) = state.memory.work.last() else { return None };
    let made = *made;
    match declared(&state.memory, phase) {
        _ if made => complete(state, phase),
        Err(cycle) => return Some(in_a_ring(state, &cycle)),
        Ok(ids) => match ids.first().and_then(|id| state.memory.field(id)) {
            Some(field) if !fields::unmet(field, &state.memory.fields).is_empty() => {
                let name = field.name.clone();
                state.memory.work.clear();
                return Some(making::unmet(state, &name));
            }
            Some(field) => {
                let name = field.name.clone();
                making::push(state, &name, phase, "");
            }
            None if has_declared(&state.memory, phase) => complete(state, phase),
            None => {
                if let Some(Item::Phase { made }) = state.memory.work.last_mut() {
                    *made = true;
                }
                making::push_default(state, phase, "");
            }
        },
    }
    None
}

/// The work of a phase that is not run: fields that were declared for it and are still to be made, else its default text.
pub(super) fn as_tool(state: &mut State<Content>, phase: Phase, text: &str) -> Step<Stage> {
    let is_last = matches!(phase, Phase::Simulate | Phase::Evaluate);
    let ids = match declared(&state.memory, phase) {
        Ok(ids) if is_last => ids,
        Err(cycle) if is_last => return in_a_ring(state, &cycle),
        _ => Vec::new(),
    };
    if ids.is_empty() {
        making::push_default(state, phase, text);
    }
    if let Some(name) = blocked(&state.memory, &ids) {
        return making::unmet(state, &name);
    }
    for id in ids.iter().rev() {
        let name = fields::name_of(id, &state.memory.fields).to_owned();
        making::push(state, &name, phase, text);
    }
    flow::next(state)
}

/// Name of the first of these fields that needs one which is neither there nor among those made before it.
fn blocked(memory: &Memory, ids: &[String]) -> Option<String> {
    for (at, id) in ids.iter().enumerate() {
        let field = memory.field(id)?;
        let open = fields::unmet(field, &memory.fields);
        let is_made = |need: &&str| ids.iter().take(at).any(|id| id == need);
        let made = open.iter().filter(|need| is_made(need)).count();
        if made < open.len() && (made == 0 || field.dependency_type == DependencyType::All) {
            return Some(field.name.clone());
        }
    }
    None
}

/// Whether fields were declared for the phase.
pub(super) fn has_declared(memory: &Memory, phase: Phase) -> bool {
    memory.fields.iter().any(|field| field.phase == phase && !field.is_default)
}

/// The declared fields of a phase that are still to be made, in the order they can be made in.
fn declared(memory: &Memory, phase: Phase) -> Result<Vec<String>, Cycle> {
    let is_open = |field: &&Field| field.phase == phase && !field.is_default && field.status != FieldStatus::Completed;
    let open: Vec<&Field> = memory.fields.iter().filter(is_open).collect();
    fields::in_order(&open)
}

/// Fields that wait for each other are named, and the phase stops.
fn in_a_ring(state: &mut State<Content>, cycle: &Cycle) -> Step<Stage> {
    let lang = state.lang();
    let text = filled("cycle", &listed(&cycle.0, lang), lang);
    flow::fail(state, "dependency_cycle", &text)
}

/// The phase is done.
fn complete(state: &mut State<Content>, phase: Phase) {
    state.memory.work.pop();
    state.memory.set_status(phase, PhaseStatus::Completed);
    talk::phase(state, phase);
    let lang = state.lang();
    let text = filled("generated", state.memory.default_name(phase, lang), lang);
    state.say(text);
    checkpoint(state, phase);
}

/// A design was chosen by hand: where the design is the current phase, it is done.
pub(super) fn designed(state: &mut State<Content>) {
    let phase = Phase::DesignInner;
    if state.memory.current_phase == phase && state.memory.status(phase) != PhaseStatus::Completed {
        state.memory.work.push(Item::Phase { made: true });
    }
}

/// A person looks at what a phase made, unless it goes on by itself.
fn checkpoint(state: &mut State<Content>, phase: Phase) {
    if state.memory.needs_confirm(phase) {
        state.memory.waiting_for_human = true;
        state.note("waiting", value! { "phase": phase });
    } else {
        leave(state);
    }
}

/// On to the next phase, which is run; after the last one the project is done.
pub(super) fn leave(state: &mut State<Content>) {
    state.memory.waiting_for_human = false;
    match state.memory.next_phase(state.memory.current_phase) {
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
            run(state, "");
        }
    }
}

/// Each phase has a dialogue of its own.
pub(super) fn thread(phase: Phase) -> u32 {
    phase as u32
}
