//! The operation in progress, as the page shows it.

use serde_json::Value;

use crate::model::{Item, Memory, Stage};
use crate::trials::simulation;
use stepgate_json::value;

/// The operation in progress: its kind, the stage, the phase and the field, and the number of pieces done and in all. Null
/// between operations.
pub(crate) fn doing(memory: &Memory) -> Value {
    let (Some(first), Some(last)) = (memory.work.first(), memory.work.last()) else { return Value::Null };
    let phase = match last {
        _ if first.stage == Stage::Phase => Some(memory.current_phase),
        item => Some(item.phase).filter(|_| !item.field.is_empty() && item.stage != Stage::Update),
    };
    let (done, total) = measured(memory, first, last);
    value! {
        "kind": kind(first.stage), "purpose": last.stage, "phase": phase,
        "field": Some(&last.field).filter(|field| !field.is_empty()), "done": done, "total": total,
    }
}

fn kind(stage: Stage) -> &'static str {
    match stage {
        Stage::Rest | Stage::Route | Stage::Question | Stage::Chat => "chat",
        Stage::IntentReport | Stage::Phase => "phase",
        Stage::Generate | Stage::Update => "field",
        Stage::Batch => "batch",
        Stage::Look => "search",
        Stage::Propose => "propose",
        Stage::Simulate => "simulate",
        Stage::Evaluate => "evaluate",
        _ => "research",
    }
}

/// Pieces done and in all: the fields of a batch or a phase, the steps of a research, or calls.
fn measured(memory: &Memory, first: &Item, last: &Item) -> (usize, usize) {
    if first.stage == Stage::Batch {
        let done = first.generated.len() + first.failed.len();
        return (done, done + first.left.len() + 1);
    }
    if let Some(done) = last.stage.of_research() {
        return (done, 4);
    }
    if first.stage == Stage::Phase {
        let declared = memory.declared(memory.current_phase);
        return (declared.iter().filter(|field| field.is_done()).count(), declared.len().max(1));
    }
    match (&last.simulation, &last.grading) {
        (Some(simulation), _) => simulation::measured(simulation),
        (_, Some(grading)) => grading.measured(),
        _ => (0, 1),
    }
}
