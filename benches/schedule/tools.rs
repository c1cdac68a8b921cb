//! The same operations as tool calls of the model: arguments as JSON in, a text out.

use std::hint::black_box;

use serde_json::{json, Value};
use stepgate::agents::schedule::tools::{run, Desk, Settings};
use stepgate::engine::Call;
use stepgate::timetable::{Rules, Task, Timetable};
use stepgate::Lang;

use super::generator::{timetable, Size, Variant};
use super::operations::{duration, id, latest_free, place_of, Operation};

/// Calls of the tools on the dense timetable of a size.
pub(crate) fn tools(size: Size) -> Vec<Operation> {
    let dense = timetable(size, Variant::Dense);
    let desk = desk(dense.clone());
    let health = |name, variant| each(name, &self::desk(timetable(size, variant)), vec![("analyze_health", json!({}))]);
    let suggested: Vec<&Task> = dense.tasks().iter().filter(|task| task.is_suggested()).collect();
    let pending = id(dense.tasks().iter().rfind(|task| task.is_pending()));
    let free = latest_free(&dense, duration(&dense, pending)).expect("a free place");
    let moves: Value =
        suggested.iter().take(20).map(|task| step(task, place_of(task).day, place_of(task).start)).collect();
    let last = suggested[suggested.len() - 1];
    let there = latest_free(&dense, last.slots[0].len()).expect("a free place");
    let to_and_fro = [step(last, there.day, there.start), step(last, place_of(last).day, place_of(last).start)];
    let place = json!({ "task_id": pending, "day": free.day, "slot_start": free.start });
    vec![
        each("get_overview", &desk, vec![("get_overview", json!({}))]),
        each("query_range", &desk, vec![("query_range", json!({ "day": size.days / 2 + 1 }))]),
        each("find_free", &desk, vec![("find_free", json!({ "duration": 2, "limit": 12 }))]),
        all("place + unplace", &desk, vec![("place", place), ("unplace", json!({ "task_id": pending }))]),
        unordered("move", &desk, to_and_fro.map(|args| ("move", args)).to_vec()),
        each("swap", &desk, vec![("swap", json!({ "task_a": suggested[0].id, "task_b": suggested[1].id }))]),
        each("batch_move", &desk, vec![("batch_move", json!({ "moves": moves }))]),
        health("health, calm", Variant::Calm),
        health("health, hot1", Variant::Hot1),
        health("health, dense", Variant::Dense),
    ]
}

fn desk(timetable: Timetable) -> Desk {
    Desk { timetable: Some(timetable) }
}

fn step(task: &Task, day: i64, start: i64) -> Value {
    json!({ "task_id": task.id, "new_day": day, "new_slot_start": start })
}

type Given = (&'static str, Value);

/// Operation that makes one of the calls at a time, in turn.
fn each(name: &'static str, desk: &Desk, calls: Vec<Given>) -> Operation {
    in_turn(name, desk, Settings::default(), calls)
}

/// [`each`], where the order within classes may change.
fn unordered(name: &'static str, desk: &Desk, calls: Vec<Given>) -> Operation {
    let rules = Rules { order: false, ..Rules::default() };
    in_turn(name, desk, Settings { rules, ..Settings::default() }, calls)
}

fn in_turn(name: &'static str, desk: &Desk, settings: Settings, calls: Vec<Given>) -> Operation {
    let (mut desk, mut next) = (desk.clone(), 0);
    let call = move || {
        next += 1;
        call(&mut desk, &settings, &calls[(next - 1) % calls.len()])
    };
    Operation { name, call: Box::new(call) }
}

/// Operation that makes all calls and returns the text of the last.
fn all(name: &'static str, desk: &Desk, calls: Vec<Given>) -> Operation {
    let mut desk = desk.clone();
    let call = move || {
        calls.iter().map(|one| black_box(call(&mut desk, &Settings::default(), one))).last().unwrap_or_default()
    };
    Operation { name, call: Box::new(call) }
}

fn call(desk: &mut Desk, settings: &Settings, (tool, args): &Given) -> String {
    let call = Call { name: tool, args: black_box(args), lang: Lang::En, now: 0, seed: 0 };
    let outcome = run(&call, desk, settings);
    assert!(outcome.ok, "{tool}: {}", outcome.text);
    outcome.text
}
