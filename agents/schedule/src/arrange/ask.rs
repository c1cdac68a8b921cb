//! From a call to the request for the timetable.

use stepgate_timetable::arrange::{Request, Scope, Stability, Wish};
use stepgate_timetable::{Task, TaskId};

use super::job::{steps, Job};
use super::plan::group;
use crate::memory::{Memory, Told};
use crate::tools::Asked;

/// Job for a call. Without a word about it, a plan is revised if a task of the scope has a place, and made anew otherwise; where wishes are
/// all that is given, what has a place is planned again and pending tasks stay pending, unless the
/// plan that they are about places some.
pub(super) fn job(memory: &Memory, asked: Asked) -> Job {
    let is_forgotten = |index: usize| asked.forgotten.contains(&(index + 1));
    let told = memory.wishes_told().into_iter().enumerate();
    let (kept, lifted): (Vec<_>, Vec<_>) = told.partition(|(index, _)| !is_forgotten(*index));
    let kept = kept.into_iter().filter(|(_, (_, told))| *told != Told::Dropped);
    let mut wishes: Vec<Wish> = kept.map(|(_, (wish, _))| wish.clone()).collect();
    let wishes_only = !(asked.wishes.is_empty() && asked.forgotten.is_empty()) && asked.scope == Scope::default();
    for wish in asked.wishes {
        if !wishes.contains(&wish) {
            wishes.push(wish);
        }
    }
    let placed = placed(memory, &asked.scope);
    let stability = asked.stability.unwrap_or(if placed.is_empty() { Stability::Fresh } else { Stability::Revise });
    let mut scope = asked.scope;
    let usual = !wishes_only || proposes_places(memory);
    if !placed.is_empty() && !asked.places_pending.unwrap_or(usual) {
        scope.tasks = placed;
    }
    let lifted = lifted.into_iter().map(|(_, (wish, _))| wish.clone()).collect();
    Job { scope, wishes, lifted, stability, most_moved: asked.most_moved }
}

/// Whether the plan that was proposed last gives pending tasks places: wishes about it are about them, too.
fn proposes_places(memory: &Memory) -> bool {
    let Some((proposal, timetable)) = memory.run.proposal.as_ref().zip(memory.board.desk.timetable.as_ref()) else {
        return false;
    };
    steps(&proposal.moves).iter().any(|step| step.to.is_some() && group(timetable, step) == 0)
}

/// Tasks of a scope that have a place.
fn placed(memory: &Memory, scope: &Scope) -> Vec<TaskId> {
    let tasks = memory.board.desk.timetable.iter().flat_map(|timetable| timetable.tasks());
    let of_scope = |task: &&Task| {
        task.class_id > 0
            && !task.slots.is_empty()
            && (scope.classes.is_empty() || scope.classes.contains(&task.class_id))
            && (scope.tasks.is_empty() || scope.tasks.contains(&task.id))
    };
    tasks.filter(of_scope).map(|task| task.id).collect()
}

/// Request to the timetable at this time of the engine's clock.
pub(super) fn request(job: &Job, memory: &Memory, at_ms: u64) -> Request {
    let times = memory.times(at_ms);
    let window = memory.board.desk.timetable.as_ref().map(|timetable| timetable.window());
    let open = window.and_then(|window| times.open(window));
    Request {
        scope: job.scope.clone(),
        wishes: job.wishes.clone(),
        stability: job.stability,
        most_moved: job.most_moved,
        any_order: memory.run.allow_reorder,
        term: memory.term(),
        now: open,
        clock: times.clock,
    }
}
