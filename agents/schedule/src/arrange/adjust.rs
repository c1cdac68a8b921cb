//! Call for single tasks of a plan whose card the user answered in words: the plan with that change.

use serde_json::Value;

use stepgate_engine::{Call, State};
use stepgate_json::value;
use stepgate_timetable::{At, Command, Edit, Step, TaskId};

use super::ask::open_plan;
use super::job::{steps, PlanReport, Proposal};
use super::plan::arguments;
use crate::schedule::Schedule;
use crate::tools::{self, Desk, Effect, Failure, Rehearsed};
use crate::words::sentence;

/// The open plan with the change of a call. `None`: no plan is open, or the call is about none of its tasks.
pub(crate) fn adjusted(state: &State<Schedule>, name: &str, args: &Value) -> Option<Result<Proposal, Box<Failure>>> {
    let (memory, lang) = (&state.memory, state.lang());
    let (open, timetable) = open_plan(memory).zip(memory.board.desk.timetable.as_ref())?;
    let planned = steps(&open.moves);
    if !named(args).iter().any(|task| planned.iter().any(|step| step.task == *task)) {
        return None;
    }
    let settings = memory.settings(state.now());
    let mut there = timetable.clone();
    there.change(&Command::Plan(planned.clone()), &settings.rules).ok()?;
    let desk = Desk { timetable: Some(there) };
    // In the plan the task has a place: to place it is to move it.
    let moved = if name == PLACE { as_move(args) } else { args.clone() };
    let name = if name == PLACE { MOVE } else { name };
    let call = Call { name, args: &moved, now: state.now(), lang, seed: 0 };
    let change = match tools::dry(&call, &desk, &settings) {
        Ok(Rehearsed { effect: Effect::Change(change), .. }) => change,
        Ok(_) => return None,
        Err(failure) => return Some(Err(failure)),
    };
    let changed: Vec<Step> = change.edits.iter().filter(|edit| tools::is_moved(edit)).map(step).collect();
    let stays = |step: &Step| changed.iter().all(|other| other.task != step.task);
    // A task that the calendar does not have either is no longer part of the plan.
    let is_change = |step: &Step| {
        let id = TaskId::try_from(step.task).ok();
        step.to.is_some() || id.and_then(|id| timetable.task(id)).is_some_and(|task| !task.is_pending())
    };
    let all: Vec<Step> =
        planned.iter().filter(|step| stays(step)).chain(&changed).filter(|step| is_change(step)).cloned().collect();
    if all.is_empty() {
        return None;
    }
    let moves = arguments(&all);
    let told = sentence("plan_adjusted", lang).to_owned();
    let old = open.report.lines.iter().filter(|line| **line != told).cloned();
    let lines = std::iter::once(told.clone()).chain(old).collect();
    let report = PlanReport { notes: vec![told], lines, ..open.report.clone() };
    Some(Ok(Proposal { moves, wishes: open.wishes.clone(), report, is_adjusted: true }))
}

/// Ids of the tasks that a write names.
fn named(args: &Value) -> Vec<i64> {
    let of = |value: &Value, key: &str| value.get(key).and_then(Value::as_i64);
    let moves = args.get("moves").and_then(Value::as_array).into_iter().flatten();
    let single = ["task_id", "task_a", "task_b"].into_iter().filter_map(|key| of(args, key));
    single.chain(moves.filter_map(|one| of(one, "task_id"))).collect()
}

fn as_move(args: &Value) -> Value {
    let of = |key: &str| args.get(key).cloned().unwrap_or(Value::Null);
    value! { "task_id": of("task_id"), "new_day": of("day"), "new_slot_start": of("slot_start") }
}

/// Step that makes the change of a task.
fn step(edit: &Edit) -> Step {
    let to = edit.after.slots.first().map(|slot| At { day: slot.day.0.into(), start: slot.start.into() });
    Step { task: edit.task.into(), to }
}

/// Tools that give a pending task a place, and a task with one another.
const PLACE: &str = "place";
const MOVE: &str = "move";
