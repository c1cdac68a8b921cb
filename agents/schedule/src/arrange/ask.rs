//! From a call to the request for the timetable.

use serde_json::Value;

use stepgate_timetable::arrange::{Occasions, Preferences, Request, Scope, Stability, Wish, WishKind};
use stepgate_timetable::{Command, Day, Step, Task, TaskId, Window};

use super::job::{steps, Job, Proposal};
use super::plan::group;
use crate::memory::{Memory, Told};
use crate::tools::Asked;

/// Job for a call, and the scope that it asks for. Without a word about it, a plan is revised if a task of the scope has a place, and made anew otherwise; where wishes are
/// all that is given, what has a place is planned again and pending tasks stay pending, unless the plan that they are about places some. If
/// the wishes only keep times free, nothing moves that they do not concern. Other wishes in answer to a card are about its plan: they have its
/// scope.
pub(super) fn job(memory: &Memory, asked: Asked, at_ms: u64) -> (Job, Scope) {
    let is_forgotten = |index: usize| asked.forgotten.contains(&(index + 1));
    let told = memory.wishes_told().into_iter().enumerate();
    let (kept, lifted): (Vec<_>, Vec<_>) = told.partition(|(index, _)| !is_forgotten(*index));
    let kept = kept.into_iter().filter(|(_, (_, told))| *told != Told::Dropped);
    let mut wishes: Vec<Wish> = kept.map(|(_, (wish, _))| wish.clone()).collect();
    let wishes_only = !(asked.wishes.is_empty() && asked.forgotten.is_empty()) && asked.scope == Scope::default();
    let is_hard = |wish: &Wish| matches!(wish.kind, WishKind::Free | WishKind::AtMost);
    let says_more = |open: &Proposal| asked.wishes.iter().any(|wish| !open.wishes.contains(wish));
    let is_about_card =
        wishes_only && open_plan(memory).is_some_and(|open| says_more(open) || !asked.forgotten.is_empty());
    let mut named = Vec::new();
    for mut wish in asked.wishes {
        if wish.kind == WishKind::Free && wish.weekdays.is_empty() && wish.first.is_none() && wish.last.is_none() {
            wish.weekdays = weekdays_but(memory, &asked.scope.kept);
        }
        named.push(wish.clone());
        if !wishes.contains(&wish) {
            wishes.push(wish);
        }
    }
    let keeps = wishes_only && wishes.iter().filter(|wish| !memory.wishes.contains(wish)).all(is_hard);
    let earlier = if asked.adds { earlier(memory, &asked.scope, at_ms) } else { Value::Null };
    let mut scope = if is_about_card { memory.run.scope.clone() } else { asked.scope };
    let of_call = scope.clone();
    let placed = placed(memory, &scope);
    let usual = match (placed.is_empty(), keeps) {
        (true, _) => Stability::Fresh,
        (false, true) => Stability::Keep,
        (false, false) => Stability::Revise,
    };
    let stability = asked.stability.unwrap_or(usual);
    let usual = !wishes_only || proposes_places(memory);
    if !placed.is_empty() && !asked.places_pending.unwrap_or(usual) {
        // A missed task is placed again only where the call names it.
        let is_over = |id: &TaskId| has_begun(memory, *id, at_ms) && !scope.tasks.contains(id);
        let to_come: Vec<TaskId> = placed.into_iter().filter(|id| !is_over(id)).collect();
        scope.tasks = if to_come.is_empty() { vec![NO_TASK] } else { to_come };
    }
    let lifted = lifted.into_iter().map(|(_, (wish, _))| wish.clone()).collect();
    // A plan that the call wants to keep does not move tasks for their order.
    let settles = asked.stability != Some(Stability::Keep);
    let job = Job { scope, wishes, named, lifted, stability, settles, most_moved: asked.most_moved, earlier };
    (job, of_call)
}

/// Weekdays but those that stay as they are, if there are such: a wish that comes with them is not about them. Empty for all.
fn weekdays_but(memory: &Memory, kept: &[Day]) -> Vec<u8> {
    let window = memory.board.desk.timetable.as_ref().map(|timetable| timetable.window());
    let kept = window.map_or(Vec::new(), |window| whole_weekdays(window, kept));
    (1..=7).filter(|number| !kept.is_empty() && !kept.contains(number)).collect()
}

/// Weekdays of which all days of the window are among some days.
pub(super) fn whole_weekdays(window: &Window, days: &[Day]) -> Vec<u8> {
    let is_of = |day: Day, number: u8| window.weekday(day).is_some_and(|day| day.weekday == number);
    let has = |number: &u8| days.iter().any(|day| is_of(*day, *number));
    let whole = |number: &u8| window.days().filter(|day| is_of(*day, *number)).all(|day| days.contains(&day));
    (1..=7).filter(has).filter(whole).collect()
}

/// Plan on the card that the user answered last in words.
pub(super) fn open_plan(memory: &Memory) -> Option<&Proposal> {
    memory.run.proposal.as_ref().filter(|_| !memory.run.declined_words.is_empty())
}

/// Write of the plan on the card that the user answered last, for a call that adds to it: it names tasks or classes that this plan leaves out.
/// Null for none.
fn earlier(memory: &Memory, asked: &Scope, at_ms: u64) -> Value {
    let open = open_plan(memory).zip(memory.board.desk.timetable.as_ref());
    let Some((proposal, timetable)) = open else { return Value::Null };
    let steps = steps(&proposal.moves);
    let is_left_out = |id: &TaskId| {
        let is_pending = timetable.task(*id).is_some_and(Task::is_pending);
        is_pending && steps.iter().all(|step| step.task != i64::from(*id))
    };
    let is_asked = |step: &Step| {
        let task = TaskId::try_from(step.task).ok().and_then(|id| timetable.task(id));
        task.is_none_or(|task| asked.names(task))
    };
    let is_more = match asked.tasks.is_empty() {
        false => asked.tasks.iter().all(is_left_out),
        true => !asked.classes.is_empty() && !steps.iter().any(is_asked),
    };
    match is_more && !steps.is_empty() && timetable.check(&Command::Plan(steps), &memory.settings(at_ms).rules).is_ok()
    {
        true => proposal.moves.clone(),
        false => Value::Null,
    }
}

/// Whether the plan that was proposed last gives pending tasks places: wishes about it are about them, too.
fn proposes_places(memory: &Memory) -> bool {
    let Some((proposal, timetable)) = memory.run.proposal.as_ref().zip(memory.board.desk.timetable.as_ref()) else {
        return false;
    };
    steps(&proposal.moves).iter().any(|step| step.to.is_some() && group(timetable, step) == 0)
}

/// An id that no task has: a scope that names it alone names none.
const NO_TASK: TaskId = 0;

/// Whether the place of a task has begun.
fn has_begun(memory: &Memory, id: TaskId, at_ms: u64) -> bool {
    let timetable = memory.board.desk.timetable.as_ref();
    let open = timetable.and_then(|timetable| memory.times(at_ms).open(timetable.window()));
    let slot = timetable.and_then(|timetable| timetable.task(id)?.slots.first());
    slot.zip(open).is_some_and(|(slot, open)| open.has_begun(slot))
}

/// Tasks of a scope that have a place.
fn placed(memory: &Memory, scope: &Scope) -> Vec<TaskId> {
    let tasks = memory.board.desk.timetable.iter().flat_map(|timetable| timetable.tasks());
    let of_scope = |task: &&Task| task.class_id > 0 && !task.slots.is_empty() && scope.names(task);
    tasks.filter(of_scope).map(|task| task.id).collect()
}

/// Tasks that stay where the user let them stand, unless the call names them or a wish about their time, or a wish is new.
fn held(job: &Job, memory: &Memory) -> Vec<TaskId> {
    let (named, timetable) = (&memory.run.scope.tasks, memory.board.desk.timetable.as_ref());
    let is_said = |wish: &&Wish| job.named.contains(wish) || !memory.wishes.contains(wish);
    let is_meant = |id: TaskId| {
        let task = timetable.and_then(|timetable| timetable.task(id));
        let stands = timetable.zip(task).and_then(|(timetable, task)| Some((timetable, task, task.slots.first()?)));
        stands.is_some_and(|(timetable, task, slot)| {
            job.wishes.iter().filter(is_said).any(|wish| wish.forbids(task, slot, timetable))
        })
    };
    let mut held: Vec<TaskId> =
        memory.held().into_iter().filter(|task| !named.contains(task) && !is_meant(*task)).collect();
    // A day that the user let be too full stays so, unless the call is about some tasks or classes.
    if memory.run.scope == Scope::default() {
        held.extend(memory.beside(&held));
    }
    held
}

/// Cap of changes for a plan that is revised: any task may move, but none loses its place for others. None for a new plan.
fn keeps_places(job: &Job, memory: &Memory) -> Option<usize> {
    let timetable = memory.board.desk.timetable.as_ref()?;
    (job.stability != Stability::Fresh).then(|| timetable.tasks().len())
}

/// Request to the timetable at this time of the engine's clock.
pub(super) fn request(job: &Job, memory: &Memory, at_ms: u64) -> Request {
    let times = memory.times(at_ms);
    let window = memory.board.desk.timetable.as_ref().map(|timetable| timetable.window());
    let open = window.and_then(|window| times.open(window));
    Request {
        scope: job.scope.clone(),
        held: held(job, memory),
        wishes: job.wishes.clone(),
        stability: job.stability,
        most_moved: job.most_moved.or(keeps_places(job, memory)),
        any_order: memory.run.allow_reorder,
        term: memory.term(),
        now: open,
        clock: times.clock,
        preferences: Preferences::default(),
        occasions: Occasions::default(),
    }
}
