//! Tools that change the timetable.

use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_schedule::tools::{Desk, Settings};
use stepgate_timetable::{Day, MovePolicy, Rules};

use crate::desk::{call, codes_with, desk, desk_of, dry, place, run, week};

#[test]
fn each_refusal_has_its_code_and_leaves_everything_as_it_was() {
    let cases = [
        ("place", json!({ "day": 1, "slot_start": 3 }), "missing_arg"),
        ("place", json!({ "task_id": null, "day": 1, "slot_start": 3 }), "missing_arg"),
        ("place", json!({ "task_id": "x", "day": 1, "slot_start": 3 }), "invalid_args"),
        ("place", json!([1, 2]), "invalid_args"),
        ("place", json!({ "task_id": 99, "day": 1, "slot_start": 3 }), "task_not_found"),
        ("place", json!({ "task_id": 6, "day": 1, "slot_start": 3 }), "not_pending"),
        ("place", json!({ "task_id": 3, "day": 8, "slot_start": 3 }), "day_out_of_range"),
        ("place", json!({ "task_id": 3, "day": 1, "slot_start": 12 }), "slot_out_of_range"),
        ("place", json!({ "task_id": 3, "day": 1, "slot_start": 2 }), "conflict"),
        ("place", json!({ "task_id": 3, "day": 2, "slot_start": 2 }), "embed_partial"),
        ("move", json!({ "task_id": 3, "new_day": 1, "new_slot_start": 3 }), "is_pending"),
        ("move", json!({ "task_id": 1, "new_day": 1, "new_slot_start": 3 }), "locked"),
        ("move", json!({ "task_id": 2, "new_day": 1, "new_slot_start": 3 }), "not_movable"),
        ("move", json!({ "task_id": 6, "new_day": 5, "new_slot_start": 3 }), "order_violation"),
        ("swap", json!({ "task_a": 7, "task_b": 7 }), "same_task"),
        ("swap", json!({ "task_a": 7, "task_b": 3 }), "not_placed"),
        ("swap", json!({ "task_a": 6, "task_b": 7 }), "order_violation"),
        ("batch_move", json!({ "moves": [] }), "empty_moves"),
        ("batch_move", json!({ "moves": 3 }), "invalid_args"),
        ("batch_move", json!({ "moves": [{ "task_id": 6, "new_day": 1 }] }), "missing_arg"),
        ("batch_move", json!({ "moves": [step(6, 1, 3), step(6, 1, 5)] }), "duplicate_task"),
        ("batch_move", json!({ "moves": [step(6, 1, 3), step(7, 1, 3)] }), "order_violation"),
        ("batch_move", json!({ "moves": vec![step(6, 1, 3); 51] }), "too_many_moves"),
        ("unplace", json!({ "task_id": 4 }), "already_pending"),
        ("unplace", json!({ "task_id": 1 }), "locked"),
        ("unplace", json!({ "task_id": 2 }), "not_movable"),
        ("fly", json!({}), "unknown_tool"),
    ];
    for (tool, args, code) in cases {
        let mut desk = desk();
        let before = desk.timetable.clone();
        let outcome = call(&mut desk, tool, args.clone());
        assert_eq!(outcome.code, code, "{tool} {args}: {}", outcome.text);
        assert_eq!(desk.timetable, before, "{tool} {args}");
        assert_eq!(outcome.change, None);
        assert_eq!(dry(tool, &desk, &args, Lang::En).unwrap_err().code, code, "{tool} {args}");
    }
}

fn step(task: u32, day: u32, start: u32) -> Value {
    json!({ "task_id": task, "new_day": day, "new_slot_start": start })
}

#[test]
fn a_refusal_names_who_is_in_the_way() {
    let mut desk = desk();
    let blocked = call(&mut desk, "place", json!({ "task_id": 3, "day": 1, "slot_start": 2 }));
    assert_eq!(blocked.data, json!({ "blocker": 1 }));
    for part in [
        "[3]LA chapter 1",
        "[1]Calculus lecture (fixed; no task can be embedded in it)",
        "day 1 (Mon) now:",
        "used 2/12",
        "free: 3-12",
    ] {
        assert!(blocked.text.contains(part), "{part} in {}", blocked.text);
    }
    let crossed = call(&mut desk, "swap", json!({ "task_a": 6, "task_b": 8 }));
    assert_eq!((crossed.code, crossed.data), ("order_violation", json!({ "neighbour": 7 })));
    let batch = json!({ "moves": [step(9, 7, 1), step(6, 1, 1)] });
    let text = call(&mut desk, "batch_move", batch).text;
    assert!(text.starts_with("Move 2: ") && text.contains("Nothing was changed. Nearest places for [6]"), "{text}");
    let missing = json!({ "moves": [step(9, 7, 1), { "task_id": 6, "new_slot_start": 2 }] });
    assert!(call(&mut desk, "batch_move", missing).text.contains("moves[1].new_day"));
}

#[test]
fn a_change_is_told_with_its_days() {
    let mut desk = desk();
    let placed = call(&mut desk, "place", json!({ "task_id": 3, "day": 2.9, "slot_start": "3" }));
    assert_eq!(place(&desk, 3), json!([2, 3, 4]));
    assert_eq!(placed.change.unwrap().days(), [Day(2)]);
    for part in ["day 2 (Tue) periods 3-4", "inside of [2]Ethics lecture", "used 2/12", "2 still pending"] {
        assert!(placed.text.contains(part), "{part} in {}", placed.text);
    }
    let swapped = call(&mut desk, "swap", json!({ "task_a": 7, "task_b": 8 }));
    assert_eq!((place(&desk, 7), place(&desk, 8)), (json!([6, 1, 2]), json!([5, 1, 2])));
    assert!(swapped.text.contains("day 5 (Fri) now: [8]") && swapped.text.contains("day 6 (Sat) now: [7]"));
    let batch = json!({ "moves": [step(6, 1, 3), step(7, 1, 5)] });
    assert!(call(&mut desk, "batch_move", batch).text.starts_with("Moved 2 tasks."));
    assert_eq!((place(&desk, 6), place(&desk, 7)), (json!([1, 3, 4]), json!([1, 5, 6])));
    assert!(call(&mut desk, "unplace", json!({ "task_id": 3 })).text.contains("3 still pending"));
    assert_eq!(place(&desk, 3), json!(null));
}

#[test]
fn a_place_its_class_keeps_out_of_is_a_warning() {
    let mut state = week();
    state["task_classes"][0]["excluded_days_of_week"] = json!([3]);
    state["task_classes"][2]["excluded_slots"] = json!([2]);
    let mut desk = desk_of(&state);
    let place = call(&mut desk, "place", json!({ "task_id": 3, "day": 3, "slot_start": 1 }));
    assert_eq!(place.data, json!({ "warnings": [{ "code": "excluded_zone", "task": 3 }] }));
    assert!(place.ok && place.text.contains("Warning: [3]LA chapter 1"), "{}", place.text);
    let step = call(&mut desk, "move", step(6, 1, 4));
    assert_eq!(step.data, json!({ "warnings": [{ "code": "excluded_zone", "task": 6 }] }));
    assert_eq!(call(&mut desk, "move", self::step(6, 1, 5)).data, json!(null));
}

#[test]
fn a_rehearsal_shows_what_the_call_then_does() {
    let mut desk = desk();
    let args = json!({ "task_id": 3, "day": 2, "slot_start": 3 });
    let preview = dry("place", &desk, &args, Lang::En).unwrap();
    let to = json!({ "day": 2, "week": 5, "day_of_week": 2, "slot_start": 3, "slot_end": 4 });
    assert_eq!(preview, json!([{ "task": 3, "name": "LA chapter 1", "from": null, "to": to, "host": 2 }]));
    assert_eq!(place(&desk, 3), json!(null), "nothing is done");
    call(&mut desk, "place", args);
    let preview = dry("unplace", &desk, &json!({ "task_id": 3 }), Lang::Zh).unwrap();
    assert_eq!(preview, json!([{ "task": 3, "name": "LA chapter 1", "from": to, "to": null }]));
    let preview = dry("swap", &desk, &json!({ "task_a": 7, "task_b": 8 }), Lang::Zh).unwrap();
    assert_eq!(preview.as_array().unwrap().len(), 2);
    assert_eq!(dry("get_overview", &desk, &json!({}), Lang::En), Ok(json!([])));
}

#[test]
fn only_proposals_move_where_the_rules_say_so() {
    let mut desk = desk();
    let rules = Rules { moves: MovePolicy::SuggestedOnly, ..Rules::default() };
    codes_with(
        &Settings { rules, ..Settings::default() },
        &mut desk,
        &[("move", step(9, 7, 1), "not_movable"), ("move", step(6, 4, 3), "ok")],
    );
}

#[test]
fn tools_that_need_a_timetable_say_that_there_is_none() {
    let mut desk = Desk::default();
    for tool in ["place", "get_overview", "list_tasks"] {
        assert_eq!(run(tool, &mut desk, &json!({}), Lang::Zh).code, "state_missing");
    }
}
