//! Explanations: why here, why not there, what would make room.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::{Lang, Wait};

/// Desk on which everything was arranged, with the first two periods kept free.
fn arranged() -> Desk {
    let mut desk = Desk::usual().dated("2026-03-02T07:00");
    desk.execute(json!({ "always_execute": true }));
    desk.call(
        "continue",
        "arrange",
        json!({ "wishes": [{ "kind": "free", "from": "07:30", "to": "09:40" }], "place_pending": true }),
    );
    desk
}

fn told(desk: &mut Desk, tool: &str, args: Value) -> String {
    desk.call("continue", tool, args);
    desk.told()
}

#[test]
fn a_place_is_weighed_against_others() {
    let mut desk = arranged();
    let text = told(&mut desk, "explain_place", json!({ "task_id": 2 }));
    assert!(
        text.contains("Less good there: ") && text.contains("the best first:") && text.contains(" worse ("),
        "{text}"
    );
    assert!(!text.contains("arrange can improve it"), "the optimiser found the best: {text}");
}

#[test]
fn without_a_place_to_compare_with_each_place_has_its_cost() {
    for (lang, costs, compared) in [
        (Lang::En, ": free; less good there: ", [" better (", " worse ("]),
        (Lang::Zh, "：可以放；不够好的：", ["好（", "差（"]),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        desk.execute(Value::Null);
        for args in [json!({ "task_id": 2 }), json!({ "task_id": 2, "day": 5 })] {
            let text = told(&mut desk, "explain_place", args.clone());
            assert!(text.contains(costs) && !compared.iter().any(|word| text.contains(word)), "{args}: {text}");
        }
    }
}

#[test]
fn what_keeps_a_task_out_is_named() {
    let mut desk = arranged();
    let ask = |desk: &mut Desk, day: &str, start: &str| {
        told(desk, "explain_place", json!({ "task_id": 2, "day": day, "slot_start": start }))
    };
    for (day, start, reason) in [
        ("2026-03-03", "08:00", "standing wish 1 (no tasks on periods 1–2) forbids it"),
        ("2026-03-03", "08:55", "tasks of two periods or more begin with an odd one"),
        ("2026-03-02", "08:00", "taken by [1]Calculus"),
        ("2026-03-08", "20:50", "it must come before [3]Item 3"),
    ] {
        let text = ask(&mut desk, day, start);
        assert!(text.contains(reason), "{day} {start}: {text}");
    }
    for start in [0, -1, 13, 300] {
        desk.call("continue", "explain_place", json!({ "task_id": 2, "day": 2, "slot_start": start }));
        assert!(desk.told().contains("slot_start"), "{start}: {}", desk.told());
    }
    let text = told(&mut desk, "explain_place", json!({ "task_id": 1 }));
    assert!(text.contains("is fixed where it is"), "{text}");
}

#[test]
fn a_wish_in_the_way_is_found() {
    let mut desk = Desk::usual();
    // One day; the course leaves sections 3 and 4, and a wish closes them.
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"].as_array_mut().unwrap().truncate(2);
    desk.execute(json!({ "always_execute": true }));
    desk.call("continue", "arrange", json!({ "wishes": [{ "kind": "prefer", "from": 3, "to": 4 }] }));
    assert!(told(&mut desk, "find_room", json!({})).contains("All tasks have a place"));
    let mut desk = Desk::usual();
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"].as_array_mut().unwrap().truncate(3);
    desk.execute(json!({ "always_execute": true }));
    desk.call("continue", "arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 2 }] }));
    let text = told(&mut desk, "find_room", json!({}));
    assert!(
        text.contains(
            "without standing wish 1 (no tasks on periods 1–2): room for 1 more with 1 other task moved: [3]Item 3"
        ),
        "{text}"
    );
}

/// Observation of the last call.
fn answer(desk: &mut Desk, tool: &str) -> String {
    let text = told(desk, tool, json!({}));
    let text = text.rsplit("→ ").next().unwrap();
    text.split("\n# State").next().unwrap().to_owned()
}

#[test]
fn room_is_made_for_tasks_without_a_place_and_the_others_stay() {
    let mut desk = Desk::usual();
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"][3]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 2 }]);
    desk.execute(json!({ "always_execute": true }));
    let text = answer(&mut desk, "find_room");
    assert!(
        text.starts_with("There is room for 1 as things are, by arrange: [") && text.contains("The other 1: "),
        "{text}"
    );
    assert!(text.ends_with("nor if others move.") && !text.contains("Item 4"), "{text}");
    let free = json!([{ "kind": "free", "from": 3, "to": 4 }]);
    desk.call("continue", "arrange", json!({ "wishes": free, "keep": "keep" }));
    let text = answer(&mut desk, "find_room");
    assert!(
        text.starts_with("without standing wish 1 (no tasks on periods 3–4): room for 1 more: [")
            && !text.contains("Item 4"),
        "{text}"
    );
    // A place against the wish, made by hand, does not stop the explanation.
    desk.call("confirm", "move", json!({ "task_id": 4, "new_day": 1, "new_slot_start": 3 }));
    let text = answer(&mut desk, "find_room");
    assert!(text.starts_with("There is room for 1 as things are, by arrange: ["), "{text}");
}

/// Desk on which a plan with a wish is proposed that leaves item 3 without a place.
fn proposed(lang: Lang) -> Desk {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"].as_array_mut().unwrap().truncate(3);
    desk.execute(Value::Null);
    desk.call("continue", "arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 2 }] }));
    assert_eq!(desk.view().waiting, Wait::Approval);
    desk
}

#[test]
fn room_is_asked_for_about_the_plan_that_is_proposed() {
    let words = [
        (
            Lang::En,
            "which are not approved yet",
            "without wish 1 (no tasks on periods 1–2; not approved yet): room for 1 more with 1 other task moved: [3]Item 3",
        ),
        (Lang::Zh, "它们都还没有批准", "去掉第 1 条要求（第1–2节不安排任务，还没有批准）"),
    ];
    for (lang, opening, way) in words {
        for reason in ["what would make room?", "not like this"] {
            let mut desk = proposed(lang);
            desk.answer(false, None, Some(reason));
            let text = told(&mut desk, "find_room", json!({}));
            assert!(text.contains(opening) && text.contains(way), "{reason}: {text}");
        }
    }
}

#[test]
fn a_place_that_is_proposed_is_explained_as_a_proposal() {
    for (lang, opening) in [
        (Lang::En, "In the plan that is proposed and not approved yet: [2]Item 2 stands on "),
        (Lang::Zh, "按提出的方案（还没有批准）：[2]Item 2 在 "),
    ] {
        let mut desk = proposed(lang);
        desk.answer(false, None, Some("why there?"));
        let text = told(&mut desk, "explain_place", json!({ "task_id": 2 }));
        assert!(text.contains(opening), "{text}");
    }
}

#[test]
fn a_wish_that_is_only_proposed_does_not_stand_yet() {
    for (lang, reason) in [
        (Lang::En, "wish 1 (no tasks on periods 1–2; not approved yet) forbids it."),
        (Lang::Zh, "和第 1 条要求（第1–2节不安排任务，还没有批准）冲突。"),
    ] {
        let mut desk = proposed(lang);
        desk.answer(false, None, Some("why there?"));
        let text = told(&mut desk, "explain_place", json!({ "task_id": 3, "day": 1, "slot_start": 1 }));
        assert!(text.contains(reason) && !text.contains("standing wish 1"), "{text}");
    }
}

#[test]
fn a_part_of_a_day_is_told_by_its_free_ranges() {
    let state = |desk: &mut Desk| {
        // The course has periods 3 and 4 of Thursday, and the class keeps out of period 5 and 6.
        desk.state["tasks"][0]["slots"] = json!([{ "day": 4, "slot_start": 2, "slot_end": 3 }]);
        desk.state["task_classes"][0]["excluded_slots"] = json!([3]);
    };
    for (lang, short, fits, excluded, none) in [
        (
            Lang::En,
            "08:00–08:45 (period 1): too short, it needs 2 periods.",
            "16:45–17:30 (period 8): it fits.",
            "(periods 5–6): its class excludes period 5.",
            "Nothing is free on day 4 (Thu, Mar 5) 08:55–10:35 (periods 2–3).",
        ),
        (Lang::Zh, "太短，要 2 节。", "放得下。", "它的任务组排除了第5节。", "没有空闲。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        state(&mut desk);
        desk.execute(Value::Null);
        let mut ask = |args: Value| {
            let mut all = json!({ "task_id": 2, "day": "2026-03-05" });
            all.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
            told(&mut desk, "explain_place", all)
        };
        let morning = ask(json!({ "part": "morning" }));
        assert!(morning.contains(short), "{morning}");
        let afternoon = ask(json!({ "part": "afternoon" }));
        assert!(afternoon.contains(fits.split(": ").last().unwrap()), "{afternoon}");
        let range = ask(json!({ "slot_start": "14:00", "slot_end": "15:40" }));
        assert!(range.contains(excluded), "{range}");
        let taken = ask(json!({ "slot_start": "08:55", "slot_end": 3 }));
        assert!(taken.contains(none), "{taken}");
    }
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.call("continue", "explain_place", json!({ "task_id": 2, "day": 2, "part": "evening" }));
    assert!(desk.told().contains("periods 9-12: it fits."), "{}", desk.told());
    for (args, allowed) in [
        (json!({ "part": "evening", "slot_start": 1 }), "given without slot_start"),
        (json!({ "slot_start": 5, "slot_end": 4 }), "not before slot_start"),
        (json!({ "part": "night" }), "morning, afternoon or evening"),
    ] {
        let mut all = json!({ "task_id": 2, "day": 2 });
        all.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
        desk.call("continue", "explain_place", all);
        assert!(desk.told().contains(allowed), "{args}: {}", desk.told());
    }
}
