//! From a call to the request for the timetable.

use stepgate_timetable::arrange::{Request, Stability, Wish};

use super::job::Job;
use crate::memory::{Memory, Told};
use crate::tools::Asked;

/// Job for a call. Without a word about it, a plan is revised if a task of the scope has a place, and made anew otherwise.
pub(super) fn job(memory: &Memory, asked: Asked) -> Job {
    let told = memory.wishes_told().into_iter().enumerate();
    let kept = told.filter(|(index, (_, told))| *told != Told::Dropped && !asked.forgotten.contains(&(index + 1)));
    let mut wishes: Vec<Wish> = kept.map(|(_, (wish, _))| wish.clone()).collect();
    for wish in asked.wishes {
        if !wishes.contains(&wish) {
            wishes.push(wish);
        }
    }
    let placed = memory.board.desk.timetable.iter().flat_map(|timetable| timetable.tasks()).any(|task| {
        task.class_id > 0
            && !task.slots.is_empty()
            && (asked.scope.classes.is_empty() || asked.scope.classes.contains(&task.class_id))
    });
    let stability = asked.stability.unwrap_or(if placed { Stability::Revise } else { Stability::Fresh });
    Job { scope: asked.scope, wishes, stability, most_moved: asked.most_moved }
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
