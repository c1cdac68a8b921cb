//! What came of the calls for proposals, simulations and judgements (content specification, 5.3 to 5.5).

use serde_json::Value;

use super::agent::{Content, Stage};
use super::sentences::{filled, sentence};
use super::work::Item;
use super::{evaluation, flow, proposals, simulation, talk};
use crate::engine::{Complaint, State, Step};

/// Designs have come: the user chooses.
pub(super) fn proposed(state: &mut State<Content>, value: &Value) -> Result<Step<Stage>, Complaint> {
    let lang = state.lang();
    proposals::take(&mut state.memory, value, lang)?;
    state.memory.work.pop();
    Ok(talk::say(state, sentence("proposals_ready", lang)))
}

/// A consumer has spoken, or judged.
pub(super) fn simulated(state: &mut State<Content>, value: &Value) -> Result<Step<Stage>, Complaint> {
    let lang = state.lang();
    let Some(Item::Simulate(mut simulation)) = state.memory.work.pop() else { return Ok(flow::next(state)) };
    if !simulation::take(&mut simulation, value, lang)? {
        state.memory.work.push(Item::Simulate(simulation));
        return Ok(flow::next(state));
    }
    let overall = simulation::keep(&mut state.memory, *simulation);
    Ok(talk::say(state, filled("simulated", &overall, lang)))
}

/// A section was judged, or suggestions have come.
pub(super) fn evaluated(state: &mut State<Content>, value: &Value) -> Result<Step<Stage>, Complaint> {
    let lang = state.lang();
    let Some(Item::Evaluate(mut grading)) = state.memory.work.pop() else { return Ok(flow::next(state)) };
    if !evaluation::take(&mut state.memory, &mut grading, value, lang)? {
        state.memory.work.push(Item::Evaluate(grading));
        return Ok(flow::next(state));
    }
    let text = evaluation::said(&state.memory, lang);
    Ok(talk::say(state, text))
}
