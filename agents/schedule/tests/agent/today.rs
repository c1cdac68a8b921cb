//! The present: what has begun counts as placed, and days and sections may be named by dates and clock times.

use crate::desk::{week, Desk};
use serde_json::{json, Value};
use stepgate_engine::Lang;

/// Session on the Tuesday of the week, at half past nine.
fn tuesday() -> Desk {
    let mut desk = Desk::usual().dated("2026-03-03T09:30");
    desk.execute(Value::Null);
    desk
}

/// Title of the card, or the complaint in words for the user.
fn title(desk: &Desk) -> Value {
    desk.view().card.expect("a card").data()["title"].clone()
}

#[test]
fn nothing_is_placed_before_now() {
    let mut desk = tuesday();
    desk.place(2, 1, 5);
    assert!(desk.view().card.is_none());
    assert!(desk.told().contains("The first period left is day 2, period 3"), "{}", desk.told());
    desk.place(2, 2, 2);
    assert!(desk.told().contains("has begun or is past"), "{}", desk.told());
    desk.place(2, 2, 3);
    assert_eq!(title(&desk), "Put “Item 2” on Tue, Mar 3, 09:50–11:30 (periods 3–4)");
}

#[test]
fn the_present_moves_on_with_the_engines_clock() {
    let mut desk = tuesday();
    desk.now += 3 * 60 * 60_000;
    desk.place(2, 2, 3);
    assert!(desk.told().contains("day 2, period 5"), "{}", desk.told());
    assert!(desk.told().contains("now: 2026-03-03 (Tue) 12:30, week 5, day 2"), "{}", desk.told());
    desk.now += 7 * 24 * 60 * 60_000;
    desk.place(2, 7, 11);
    assert!(desk.told().contains("has begun or is past"));
    assert!(desk.told().contains("2026-03-10 (Tue) 12:30, week 6, none of the days below"), "{}", desk.told());
}

#[test]
fn a_day_may_be_a_date_and_a_section_a_time() {
    let mut desk = tuesday();
    desk.call("place", json!({ "task_id": 2, "day": "2026-03-05", "slot_start": "14:00" }));
    assert_eq!(title(&desk), "Put “Item 2” on Thu, Mar 5, 14:00–15:40 (periods 5–6)");
    desk.answer(true, None, None);
    assert_eq!(desk.stands(2), Some((4, 5)));
    desk.call("batch_move", json!({ "moves": [{ "task_id": 4, "new_day": "2026-03-06", "new_slot_start": "8:00" }] }));
    desk.answer(true, None, None);
    assert_eq!(desk.stands(4), Some((5, 1)));
    for (day, start, told) in [
        (
            "2026-12-01",
            "08:00",
            "2026-12-01 lies outside of the days that can be planned, which are 2026-03-02 to 2026-03-08 (days 1-7)",
        ),
        ("Friday", "08:00", "the number of a day, or a date YYYY-MM-DD from 2026-03-02 to 2026-03-08"),
        ("2026-03-06", "12:40", "at which one begins; the nearest are 4 (10:45–11:30), 5 (14:00–14:45)."),
        ("2026-03-06", "22:40", "the nearest are 12 (21:45–22:30)."),
        ("2026-03-06", "2 pm", "the number of a period, or the time HH:MM at which one begins."),
    ] {
        let mut desk = tuesday();
        desk.call("move", json!({ "task_id": 4, "new_day": day, "new_slot_start": start }));
        assert!(desk.complaint().contains(told), "{}", desk.complaint());
    }
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.call("place", json!({ "task_id": 2, "day": "2026-03-05", "slot_start": 1 }));
    assert!(desk.complaint().contains("must be"), "{}", desk.complaint());
}

#[test]
fn people_read_dates_and_times_in_both_languages() {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), Lang::Zh).dated("2026-03-03T09:30");
    desk.execute(Value::Null);
    desk.place(2, 2, 5);
    assert_eq!(title(&desk), "把“Item 2”安排在3月3日周二 14:00–15:40（第5–6节）");
    desk.answer(false, None, None);
    desk.place(2, 2, 1);
    assert!(desk.told().contains("已经开始或过去"), "{}", desk.told());
}

#[test]
fn a_plan_and_free_places_begin_now() {
    let mut desk = Desk::usual().dated("2026-03-03T09:30");
    desk.execute(json!({ "task_class_ids": [10], "always_execute": true }));
    desk.call("arrange", json!({}));
    let places = [2, 3].map(|task| desk.stands(task).unwrap());
    assert!(places.iter().all(|place| *place >= (2, 3)), "{places:?}");
    let mut desk = tuesday();
    desk.call("find_free", json!({ "duration": 2, "limit": 1 }));
    let note = desk.note("tool_result").unwrap();
    assert_eq!(note["status"], "done");
    let told = desk.told();
    assert!(told.contains("day 2 (Tue"), "{told}");
}

/// A session at half past nine on Tuesday, in which item 4 stood at eight: nobody did it.
fn missed() -> Desk {
    let mut state = week();
    state["tasks"][3]["slots"] = json!([{ "day": 2, "slot_start": 1, "slot_end": 2 }]);
    let mut desk = Desk::usual().dated("2026-03-03T09:30");
    (desk.state, desk.reverts) = (state, true);
    desk.execute(Value::Null);
    desk
}

#[test]
fn what_was_missed_gets_a_time_to_come() {
    for (tool, args) in [
        ("move", json!({ "task_id": 4, "new_day": 5, "new_slot_start": 1 })),
        ("batch_move", json!({ "moves": [{ "task_id": 4, "new_day": 5, "new_slot_start": 1 }] })),
        ("unplace", json!({ "task_id": 4 })),
        ("arrange", json!({ "task_ids": [4] })),
        ("arrange", json!({ "task_ids": [4], "day_start": 3, "day_end": 5 })),
    ] {
        let mut desk = missed();
        desk.call(tool, args.clone());
        assert!(desk.view().card.is_some(), "{tool}: {}", desk.told());
        desk.answer(true, None, None);
        match (tool, desk.stands(4)) {
            ("unplace", stands) => assert_eq!(stands, None),
            ("arrange", stands) => assert!(stands.is_some_and(|place| place > (2, 2)), "{args}: {stands:?}"),
            (_, stands) => assert_eq!(stands, Some((5, 1))),
        }
        desk.reply(json!({ "say": "Done.", "action": "done" }));
        desk.edit(json!({ "undo": true }));
        assert_eq!(desk.stands(4), Some((2, 1)), "{tool}: undo takes it back to where it stood");
    }
    let mut desk = missed();
    desk.call("move", json!({ "task_id": 4, "new_day": 1, "new_slot_start": 1 }));
    assert!(desk.view().card.is_none() && desk.told().contains("has begun or is past"), "{}", desk.told());
    desk.call("arrange", json!({}));
    assert_eq!(desk.stands(4), Some((2, 1)), "what nobody named stays");
}

#[test]
fn what_is_past_is_not_called_fixed() {
    let mut desk = missed();
    desk.call("explain_place", json!({ "task_id": 4 }));
    let told = desk.told();
    assert!(told.contains("[4]Item 4 lies in the past") && !told.contains("fixed where it is"), "{told}");
}

#[test]
fn a_class_does_not_end_in_the_past() {
    let mut desk = tuesday();
    let class = |start: &str, end: &str| {
        json!({ "task_class": {
            "name": "N", "mode": "auto", "start_date": start, "end_date": end, "subject_type": "mixed",
            "difficulty_level": "low", "cognitive_intensity": "low", "config": { "total_slots": 2, "strategy": "steady" },
            "items": [{ "content": "A", "deadline": end }],
        } })
    };
    desk.call("upsert_task_class", class("2024-03-01", "2024-03-09"));
    let told = desk.told();
    assert!(told.contains("start_date: must be no date before today, 2026-03-03 (2024-03-01 is past"), "{told}");
    assert!(told.contains("end_date") && told.contains("items[0].deadline"), "{told}");
    desk.call("upsert_task_class", class("2026-03-03", "2026-03-09"));
    assert_eq!(title(&desk), "Save the task group “N”");
}

#[test]
fn a_time_at_which_no_period_begins_is_taken_as_the_nearest_and_said() {
    let en = |time: &str, taken: &str| format!("No period begins at {time}: taken as the nearest, period {taken}.");
    let zh = |time: &str, taken: &str| {
        let (number, hours) = taken.split_once(' ').unwrap();
        format!("{time} 不是一节的开始：按最近的第 {number} 节（{}）算。", hours.trim_matches(['(', ')']))
    };
    for (time, taken, start) in [
        ("14:45", "6 (14:55–15:40)", 6),
        ("14:50", "6 (14:55–15:40)", 6),
        ("13:40", "5 (14:00–14:45)", 5),
        ("07:30", "1 (08:00–08:45)", 1),
    ] {
        for (lang, said) in [(Lang::En, en(time, taken)), (Lang::Zh, zh(time, taken))] {
            let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
            desk.execute(Value::Null);
            desk.call("place", json!({ "task_id": 2, "day": "2026-03-05", "slot_start": time }));
            assert_eq!(desk.view().card.unwrap().data()["notes"], json!([said]));
            desk.answer(true, None, None);
            assert_eq!(desk.stands(2), Some((4, start)));
            assert!(desk.told().contains(&said), "{}", desk.told());
            let moves = json!([{ "task_id": 4, "new_day": 5, "new_slot_start": time }]);
            desk.call("batch_move", json!({ "moves": moves }));
            assert_eq!(desk.view().card.unwrap().data()["notes"], json!([said]));
        }
    }
    // The long break is near to none.
    let mut desk = tuesday();
    desk.call("place", json!({ "task_id": 2, "day": 3, "slot_start": "12:40" }));
    assert!(desk.complaint().contains("the nearest are 4 (10:45–11:30), 5 (14:00–14:45)"), "{}", desk.complaint());
    // A range that is only read covers the sections that it touches.
    desk.call("query_range", json!({ "day": 3, "slot_start": "14:30", "slot_end": "18:00" }));
    assert!(desk.told().contains("14:00–17:30 (periods 5–8)"), "{}", desk.told());
    desk.call("query_range", json!({ "day": 3, "slot_start": "23:00", "slot_end": "23:30" }));
    assert!(desk.told().contains("slot_start"), "{}", desk.told());
}

#[test]
fn a_time_inside_of_a_period_is_that_period() {
    for time in ["14:10", "14:30", "14:44"] {
        for (lang, said) in [
            (Lang::En, "lies in period 5 (14:00–14:45): taken as that period."),
            (Lang::Zh, "在第 5 节（14:00–14:45）之内：按这一节算。"),
        ] {
            let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
            desk.execute(Value::Null);
            desk.call("place", json!({ "task_id": 2, "day": "2026-03-05", "slot_start": time }));
            assert_eq!(desk.view().card.unwrap().data()["notes"], json!([format!("{time} {said}")]));
            desk.answer(true, None, None);
            assert_eq!(desk.stands(2), Some((4, 5)));
        }
    }
}

#[test]
fn lists_have_dates_and_clock_times_as_cards_do() {
    let mut desk = tuesday();
    let ask = |desk: &mut Desk, tool: &str, args: Value| {
        desk.call(tool, args);
        desk.told()
    };
    let place = "day 3 (Wed, Mar 4) 08:00–09:40 (periods 1–2)";
    assert!(ask(&mut desk, "list_tasks", json!({})).contains(&format!("[4]Item 4 | Class 11 | {place}")));
    assert!(ask(&mut desk, "get_task_info", json!({ "task_id": 4 })).contains(&format!("place: {place}")));
    assert!(ask(&mut desk, "explain_place", json!({ "task_id": 4 })).contains(&format!("[4]Item 4 stands on {place}.")));
    let free = ask(&mut desk, "find_free", json!({ "duration": 2, "day": 3 }));
    assert!(free.contains("day 3 (Wed, Mar 4): 09:50–22:30 (periods 3–12)"), "{free}");
    let overview = ask(&mut desk, "get_overview", json!({}));
    assert!(overview.contains("day 3 (Wed, Mar 4): used 2/12"), "{overview}");
    assert!(overview.contains("[4]Item 4(suggested, 08:00–09:40 (periods 1–2))"), "{overview}");
    let free = ask(&mut desk, "find_free", json!({ "duration": 2, "day": 3, "limit": 1 }));
    assert!(free.contains("day 3 (Wed, Mar 4): 09:50–"), "{free}");
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), Lang::Zh).dated("2026-03-03T09:30");
    desk.execute(json!({ "always_execute": true }));
    let listed = ask(&mut desk, "list_tasks", json!({}));
    assert!(listed.contains("第3天（3月4日周三）08:00–09:40（第1–2节）"), "{listed}");
    desk.place(2, 3, 5);
    assert!(desk.told().contains("第3天（3月4日周三）14:00–15:40（第5–6节）"), "{}", desk.told());
}

#[test]
fn a_refusal_at_such_a_time_says_first_which_period_was_taken() {
    for (lang, told) in [
        (Lang::En, "08:20 lies in period 1 (08:00–08:45): taken as that period."),
        (Lang::Zh, "08:20 在第 1 节（08:00–08:45）之内：按这一节算。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T06:00");
        desk.execute(Value::Null);
        desk.call("place", json!({ "task_id": 2, "day": 1, "slot_start": "08:20" }));
        assert!(desk.view().card.is_none() && desk.told().contains(told), "{}", desk.told());
    }
}

#[test]
fn a_day_is_told_by_its_hours() {
    for (lang, told) in [
        (Lang::En, "09:50–11:30 (periods 3–4): free\n14:00–15:40 (periods 5–6): free"),
        (Lang::Zh, "09:50–11:30（第3–4节）：空闲\n14:00–15:40（第5–6节）：空闲"),
    ] {
        let mut desk = Desk::open(json!({}), lang).dated("2026-03-03T09:30");
        desk.execute(Value::Null);
        desk.call("query_range", json!({ "day": "2026-03-04" }));
        assert!(desk.told().contains(told), "{}", desk.told());
    }
}

#[test]
fn a_task_that_is_due_first_needs_no_earlier_tasks_before_it() {
    for (deadline, refused) in [(json!("2026-03-04"), false), (Value::Null, true)] {
        let mut desk = Desk::usual().dated("2026-03-02T07:00");
        desk.state["tasks"][2]["deadline"] = deadline;
        desk.execute(Value::Null);
        desk.place(3, 2, 5);
        let notes = desk.view().card.unwrap().data()["notes"].to_string();
        assert_eq!(notes.contains("1 before “Item 3” in its class"), refused, "{notes}");
        desk.answer(true, None, None);
        desk.place(2, 5, 5);
        assert_eq!(desk.view().card.is_none(), refused, "{}", desk.told());
    }
}
