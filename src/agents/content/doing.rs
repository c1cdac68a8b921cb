//! The work under way as the page shows it.

use super::agent::Stage;
use super::field::Field;
use super::model::Memory;
use super::page::Doing;
use super::phase::Phase;
use super::simulation;
use super::work::Item;
use crate::json::to_value;
use crate::Lang;

/// What is being done; none between operations.
pub(super) fn doing(memory: &Memory, stage: Stage, lang: Lang) -> Option<Doing> {
    let (first, last) = (memory.work.first()?, memory.work.last()?);
    let stage = asked(last, stage);
    let (done, total) = measured(memory, first, last, stage);
    let (phase, field) = about(memory, last, lang);
    Some(Doing {
        kind: kind(first),
        purpose: to_value(&stage).as_str().unwrap_or_default().to_owned(),
        phase: phase.or_else(|| matches!(first, Item::Phase { .. }).then_some(memory.current_phase)),
        field,
        done,
        total,
    })
}

/// The stage, or what the host does before the next one.
fn asked(item: &Item, stage: Stage) -> Stage {
    match item {
        Item::Research { pages, .. } if stage == Stage::PlanQueries && !pages.is_empty() => Stage::ReadPages,
        Item::Research { queries, .. } if stage == Stage::PlanQueries && !queries.is_empty() => Stage::Search,
        _ => stage,
    }
}

fn kind(first: &Item) -> &'static str {
    match first {
        Item::Route { .. } | Item::Question | Item::Chat { .. } => "chat",
        Item::Report { .. } | Item::Phase { .. } => "phase",
        Item::Generate { .. } | Item::Update { .. } => "field",
        Item::Research { .. } => "research",
        Item::Batch { .. } => "batch",
        Item::Look { .. } => "search",
        Item::Propose => "propose",
        Item::Simulate(_) => "simulate",
        Item::Evaluate(_) => "evaluate",
    }
}

/// The phase and the field the next call is about.
fn about(memory: &Memory, item: &Item, lang: Lang) -> (Option<Phase>, Option<String>) {
    let default = |phase| (Some(phase), Some(memory.default_name(phase, lang).to_owned()));
    match item {
        Item::Generate { field, phase, .. } => (Some(*phase), Some(field.clone())),
        Item::Update { field, .. } => (None, Some(field.clone())),
        Item::Research { .. } => default(Phase::Research),
        Item::Report { .. } => default(Phase::Intent),
        _ => (None, None),
    }
}

/// How far it is: fields of a batch or a phase, steps of a research, else one call.
fn measured(memory: &Memory, first: &Item, last: &Item, stage: Stage) -> (usize, usize) {
    match (first, last) {
        (Item::Batch { left, generated, failed, .. }, _) => {
            let done = generated.len() + failed.len();
            (done, done + left.len() + 1)
        }
        (_, Item::Research { .. }) => {
            let done = match stage {
                Stage::PlanQueries => 0,
                Stage::Search => 1,
                Stage::ReadPages => 2,
                _ => 3,
            };
            (done, 4)
        }
        (Item::Phase { .. }, _) => {
            let declared = |field: &&Field| field.phase == memory.current_phase && !field.is_default;
            let done = memory.fields.iter().filter(declared).filter(|field| field.is_done()).count();
            (done, memory.fields.iter().filter(declared).count().max(1))
        }
        (_, Item::Simulate(simulation)) => simulation::measured(simulation),
        (_, Item::Evaluate(grading)) => grading.measured(),
        _ => (0, 1),
    }
}
