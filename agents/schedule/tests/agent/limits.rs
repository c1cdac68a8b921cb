//! Reasons why tasks have no place: limits of their class, the days asked for, wishes, deadlines and other tasks are told apart.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::{Lang, Wait};

/// Session about one day, a Sunday, after a change of the state.
fn sunday(lang: Lang, change: fn(&mut Value)) -> Desk {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 7 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 9, "slot_end": 12 }]);
    desk.state["tasks"].as_array_mut().unwrap().truncate(3);
    change(&mut desk.state);
    desk.execute(Value::Null);
    desk
}

fn excludes_sunday(state: &mut Value) {
    state["task_classes"][0]["excluded_days_of_week"] = json!([7]);
}

#[test]
fn prompts_name_what_each_class_excludes() {
    for (lang, line) in [
        (Lang::En, "Class 10: not on Sun, periods 1–2, periods 5–6; at most 1 a day"),
        (Lang::Zh, "Class 10: 不排周日、第1–2节、第5–6节；每天最多 1 项"),
    ] {
        let mut desk = Desk::open(json!({}), lang);
        let class = &mut desk.state["task_classes"][0];
        class["excluded_days_of_week"] = json!([7]);
        class["excluded_slots"] = json!([1, 3]);
        class["max_per_day"] = json!(1);
        desk.say("arrange it", Value::Null);
        let prompt = desk.prompt();
        assert!(prompt.contains(line) && !prompt.contains("Class 11: "), "{prompt}");
    }
}

#[test]
fn a_class_that_excludes_the_day_is_the_reason_even_where_a_wish_stands() {
    for (lang, reason) in
        [(Lang::En, "Item 2, Item 3: its class excludes Sun"), (Lang::Zh, "Item 2、Item 3：任务组排除了周日")]
    {
        let mut desk = sunday(lang, excludes_sunday);
        desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 2 }] }));
        assert!(desk.prompt().contains(reason), "{}", desk.prompt());
        assert!(desk.prompt().contains("Item 3"), "{}", desk.prompt());
    }
    let mut desk = sunday(Lang::En, |_| {});
    desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 8 }] }));
    assert!(desk.prompt().contains("Item 2, Item 3: your wish: no tasks on periods 1–8"), "{}", desk.prompt());
}

#[test]
fn room_is_found_beyond_the_limits_of_a_class_and_the_call_that_changes_them_is_named() {
    for (lang, way) in [
        (Lang::En, "with Class 10 also on Sun (upsert_task_class changes excluded_days_of_week): room for 2 more:"),
        (Lang::Zh, "Class 10 也可以排在周日（用 upsert_task_class 改 excluded_days_of_week）：可以多放 2 项："),
    ] {
        let mut desk = sunday(lang, excludes_sunday);
        desk.call("find_room", json!({}));
        assert!(desk.told().contains(way), "{}", desk.told());
    }
    let mut desk = sunday(Lang::En, |state| state["task_classes"][0]["excluded_slots"] = json!([1, 2, 3, 4]));
    desk.call("find_room", json!({}));
    let way = "with Class 10 also on periods 1–8 (upsert_task_class changes excluded_slots): room for 2 more:";
    assert!(desk.told().contains(way), "{}", desk.told());
    let why = json!({ "task_id": 2, "day": 1, "slot_start": 3 });
    desk.call("explain_place", why);
    assert!(desk.told().contains("its class excludes periods 3–4 (arrange keeps out of it"), "{}", desk.told());
}

#[test]
fn the_days_asked_for_are_the_reason_where_others_have_room() {
    for (lang, reason) in [
        (Lang::En, "Item 2, Item 3: the days asked for (Tue, Mar 3) have no free place of 2 periods"),
        (Lang::Zh, "Item 2、Item 3：指定的日期（3月3日周二）里没有连续 2 节的空位"),
    ] {
        let mut desk = Desk::open(json!({}), lang).dated("2026-03-02T07:00");
        desk.state["tasks"][0]["slots"] = json!([{ "day": 2, "slot_start": 1, "slot_end": 12 }]);
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "day_start": "2026-03-03", "day_end": "2026-03-03" }));
        assert_eq!(desk.view().waiting, Wait::Model);
        assert!(desk.prompt().contains(reason), "{}", desk.prompt());
    }
    // A class that excludes the days asked for is named behind them.
    let mut desk = Desk::open(json!({}), Lang::En).dated("2026-03-02T07:00");
    desk.state["task_classes"][0]["excluded_days_of_week"] = json!([2]);
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "day_start": 2, "day_end": 2 }));
    let reason = "its class excludes Tue; only Tue, Mar 3 is asked for";
    assert!(desk.prompt().contains(reason), "{}", desk.prompt());
}

#[test]
fn a_deadline_is_the_reason_where_later_days_have_room() {
    for (lang, reason) in [
        (Lang::En, "Item 2: up to its deadline (Mon, Mar 2, that day included) there is no free place of 2 periods"),
        (Lang::Zh, "Item 2：截止（3月2日周一，当天也算）之前没有连续 2 节的空位"),
    ] {
        let mut desk = Desk::open(json!({}), lang).dated("2026-03-02T07:00");
        desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 12 }]);
        desk.state["tasks"][1]["deadline"] = json!("2026-03-02");
        desk.execute(Value::Null);
        desk.call("arrange", json!({}));
        desk.answer(false, None, Some("no"));
        assert!(desk.prompt().contains(reason), "{}", desk.prompt());
    }
}

/// Text that the model gets after a call of `arrange` on a desk with dates.
fn arranged(lang: Lang, change: fn(&mut Value), args: Value) -> String {
    let mut desk = Desk::open(json!({}), lang).dated("2026-03-02T07:00");
    change(&mut desk.state);
    desk.execute(Value::Null);
    desk.call("arrange", args);
    if desk.view().waiting == Wait::Approval {
        desk.answer(false, None, Some("no"));
    }
    desk.prompt()
}

#[test]
fn a_wish_that_closes_the_days_asked_for_is_the_reason_and_not_the_days() {
    for (lang, reason, days) in [
        (Lang::En, "; only Tue, Mar 3 is asked for", "have no free place"),
        (Lang::Zh, "；只能排在指定的日期（3月3日周二）", "没有连续"),
    ] {
        let args = json!({ "day_start": 2, "day_end": 2, "wishes": [{ "kind": "at_most", "most": 2 }] });
        let told = arranged(lang, |_| {}, args);
        assert!(told.contains(reason) && !told.contains(days), "{told}");
    }
}

#[test]
fn the_task_that_must_come_first_is_named() {
    for (lang, reason) in
        [(Lang::En, "Item 2: it must come before “Item 3”"), (Lang::Zh, "Item 2：必须排在“Item 3”之前")]
    {
        let first = |state: &mut Value| {
            state["tasks"][0]["slots"] = json!([{ "day": 2, "slot_start": 9, "slot_end": 12 }]);
            state["tasks"][2]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 2 }]);
        };
        let told = arranged(lang, first, json!({ "task_ids": [2] }));
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn each_task_without_a_place_has_a_reason() {
    let mut desk = sunday(Lang::En, |state| {
        excludes_sunday(state);
        let task = state["tasks"][1].clone();
        let more = |id: u64| {
            let mut task = task.clone();
            (task["state_id"], task["source_id"], task["task_order"]) = (json!(id), json!(id + 900), json!(id));
            task
        };
        let tasks = state["tasks"].as_array_mut().unwrap();
        tasks.extend((20..30).map(more));
    });
    desk.call("arrange", json!({}));
    assert!(desk.prompt().contains("12 could not be placed"), "{}", desk.prompt());
    assert!(desk.prompt().contains(" … (12): its class excludes Sun"), "{}", desk.prompt());
}

#[test]
fn room_is_sought_in_the_days_that_the_last_arrange_asked_for() {
    for (lang, inside, outside, two_days, fits) in [
        (
            Lang::En,
            "→ In Tue, Mar 3:\n",
            "outside of the days asked for: room for 2 more (arrange with task_ids: [2, 3] and without days",
            "→ In Tue, Mar 3 to Wed, Mar 4:\n",
            "There is room for 2 as things are",
        ),
        (
            Lang::Zh,
            "→ 在 3月3日周二 之内：\n",
            "排到这些日期之外：可以多放 2 项（arrange 只写 task_ids: [2, 3]，不写日期",
            "→ 在 3月3日周二至3月4日周三 之内：\n",
            "2 项不用放宽就放得下",
        ),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        desk.state["tasks"][0]["slots"] = json!([{ "day": 2, "slot_start": 1, "slot_end": 12 }]);
        desk.execute(Value::Null);
        let mut room = |tool: &str, args: Value| {
            desk.call(tool, args);
            desk.told().rsplit_once("\n# ").unwrap().0.to_owned()
        };
        let before = room("find_room", json!({}));
        assert!(before.contains(&["→ ", fits].concat()), "all days without an arrange: {before}");
        room("arrange", json!({ "day_start": 2, "day_end": 2 }));
        let text = room("find_room", json!({}));
        let text = text.rsplit_once("find_room").unwrap().1;
        assert!(text.contains(inside) && text.contains(outside) && !text.contains(fits), "{text}");
        let text = room("find_room", json!({ "day_start": 2, "day_end": 3 }));
        let text = text.rsplit_once("find_room").unwrap().1;
        assert!(text.contains(two_days) && text.contains(fits) && !text.contains(outside), "{text}");
    }
}

#[test]
fn one_limit_that_makes_room_is_named_before_two() {
    // Three tasks, six free periods: the cap holds two tasks back, and periods 1 and 2 are needed for the third.
    let room = |wishes: Value| {
        let mut desk = sunday(Lang::En, |state| {
            state["tasks"][0]["slots"][0]["slot_start"] = json!(7);
            let mut third = state["tasks"][2].clone();
            (third["state_id"], third["source_id"], third["task_order"]) = (json!(5), json!(305), json!(3));
            state["tasks"].as_array_mut().unwrap().push(third);
        });
        desk.call("arrange", json!({ "wishes": wishes }));
        desk.answer(false, None, Some("why?"));
        desk.call("find_room", json!({}));
        desk.told().rsplit_once("find_room").unwrap().1.to_owned()
    };
    let cap = "without wish 1 (at most 2 periods of tasks a day; not approved yet)";
    let all = room(json!([{ "kind": "at_most", "most": 2 }]));
    assert!(all.contains(&[cap, ": room for 2 more"].concat()) && !all.contains(", and "), "{all}");
    let both = room(json!([{ "kind": "at_most", "most": 2 }, { "kind": "free", "from": 1, "to": 2 }]));
    let one = both.find(&[cap, ": room for 1 more"].concat());
    let two = both.find(&[cap, ", and without wish 2"].concat());
    assert!(one.zip(two).is_some_and(|(one, two)| one < two), "{both}");
    assert!(both.contains("not approved yet): room for 2 more"), "{both}");
}

#[test]
fn the_order_that_keeps_a_task_out_is_named_with_what_the_user_must_say() {
    for (lang, way) in [
        (Lang::En, "in any order (if the user says that the order does not matter: arrange with place_pending: true and wishes: [{\"kind\": \"any_order\"}]): room for 1 more: [2]Item 2"),
        (Lang::Zh, "不管先后顺序（用户说顺序无所谓时，arrange 加 place_pending: true 和 wishes: [{\"kind\": \"any_order\"}]）：可以多放 1 项：[2]Item 2"),
    ] {
        let mut desk = sunday(lang, |state| {
            state["tasks"][2]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 2 }]);
            state["tasks"][2]["locked"] = json!(true);
        });
        desk.call("find_room", json!({}));
        assert!(desk.told().contains(way), "{}", desk.told());
        desk.call("arrange", json!({ "place_pending": true, "wishes": [{ "kind": "any_order" }] }));
        desk.answer(true, None, None);
        assert!(desk.stands(2).is_some(), "the call that is named places it");
    }
}

#[test]
fn room_is_sought_for_the_classes_of_the_last_arrange_while_one_of_their_tasks_is_out() {
    let mut desk = Desk::usual().dated("2026-03-02T07:00");
    desk.state["tasks"][0]["slots"] = json!([{ "day": 2, "slot_start": 1, "slot_end": 12 }]);
    (desk.state["tasks"][3]["slots"], desk.state["tasks"][3]["status"]) = (json!([]), json!("pending"));
    desk.execute(json!({ "always_execute": true }));
    let mut room = |arrange: Value, args: Value| {
        desk.call("arrange", arrange);
        desk.call("find_room", args);
        desk.told().rsplit_once("find_room").unwrap().1.to_owned()
    };
    let text = room(json!({ "task_class_ids": [11], "day_start": 2, "day_end": 2 }), json!({}));
    assert!(text.contains("outside of the days asked for: room for 1 more"), "{text}");
    let text = room(json!({ "task_class_ids": [11], "keep_days": [4] }), json!({}));
    assert!(text.contains("→ There is room for 2 as things are") && !text.contains("[4]Item 4"), "{text}");
    let text = room(json!({ "task_class_ids": [10], "day_start": 2, "day_end": 2, "keep_days": [4] }), json!({}));
    assert!(text.contains("→ In Tue, Mar 3:\nThe days to keep stay as they are."), "{text}");
}

#[test]
fn room_that_others_leave_by_moving_needs_no_limit_to_go() {
    for (lang, way) in [
        (Lang::En, "→ There is room for 1 more if others may move: use arrange."),
        (Lang::Zh, "→ 别的任务可以移动时还能放下 1 项：用 arrange。"),
    ] {
        let mut desk = sunday(lang, |state| {
            state["tasks"][0]["slots"][0]["slot_start"] = json!(5);
            let mut other = state["tasks"][2].clone();
            (other["task_class_id"], other["status"]) = (json!(11), json!("suggested"));
            other["slots"] = json!([{ "day": 1, "slot_start": 2, "slot_end": 3 }]);
            state["tasks"][2] = other;
        });
        desk.call("find_room", json!({}));
        assert!(desk.told().contains(way), "{}", desk.told());
    }
}

#[test]
fn a_refusal_by_the_timetable_names_the_nearest_places_and_is_no_correction() {
    for (lang, same_day, other_day) in [
        (
            Lang::En,
            "Nearest places for [2]Item 2 on that day: day 1 (Mon, Mar 2) 09:50–11:30 (periods 3–4), day 1 (Mon, Mar 2) 14:00–15:40 (periods 5–6), day 1 (Mon, Mar 2) 15:50–17:30 (periods 7–8).",
            "The nearest other day: day 2 (Tue, Mar 3) 08:00–09:40 (periods 1–2).",
        ),
        (Lang::Zh, "[2]Item 2 那天可以放的最近位置：第1天（3月2日周一）09:50–11:30（第3–4节）", "最近的另一天：第2天（3月3日周二）08:00–09:40（第1–2节）。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        desk.execute(Value::Null);
        desk.place(2, 1, 1);
        let told = desk.told();
        assert!(told.contains(same_day) && told.contains(other_day), "{told}");
        // Different calls that the timetable refuses are observations, however many.
        for (day, start) in [(1, 2), (3, 1), (3, 2), (1, 12)] {
            desk.place(2, day, start);
            assert_eq!((desk.view().waiting, desk.view().usage.corrections), (Wait::Model, 0), "{day} {start}");
        }
        // The same call again is a correction, and three of them end the run.
        for count in 1..=3 {
            desk.place(2, 1, 1);
            assert_eq!(desk.view().usage.corrections, count);
        }
        assert_ne!(desk.view().waiting, Wait::Approval);
        assert_eq!(desk.stands(2), None);
    }
}

#[test]
fn refused_moves_name_places_too() {
    let mut desk = Desk::usual();
    desk.execute(json!({ "always_execute": true }));
    desk.call("move", json!({ "task_id": 4, "new_day": 1, "new_slot_start": 1 }));
    assert!(desk.told().contains("Nearest places for [4]Item 4 on that day: "), "{}", desk.told());
    let moves = json!([{ "task_id": 4, "new_day": 2, "new_slot_start": 12 }]);
    desk.call("batch_move", json!({ "moves": moves }));
    let told = desk.told();
    let place = "Nearest places for [4]Item 4 on that day: day 2 (Tue) periods 11-12";
    assert!(told.contains(place), "{told}");
    // Item 2 must come before item 3, which stands on the first free periods: only later days are left for none.
    desk.place(3, 1, 3);
    desk.place(2, 5, 1);
    let told = desk.told();
    assert!(
        told.contains("[2]Item 2 has no place on any day in the times that its class and the wishes leave."),
        "{told}"
    );
}

#[test]
fn a_refusal_of_the_task_itself_names_no_places() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.call("move", json!({ "task_id": 1, "new_day": 2, "new_slot_start": 1 }));
    assert!(!desk.told().contains("Nearest places"), "{}", desk.told());
}

#[test]
fn a_conflict_with_a_course_says_whether_tasks_may_be_embedded() {
    for (lang, texts) in [
        (
            Lang::En,
            [
                "(fixed; no task can be embedded in it)",
                "tasks of this group stay out of courses. Its class does not allow it",
                "A task lies wholly inside of a course",
                "already holds [4]Item 4. A course holds one task",
            ],
        ),
        (
            Lang::Zh,
            [
                "（固定，里面不能嵌入任务）",
                "这组任务不放进课程里。任务组没有开启嵌入",
                "任务要整个落在课的时间之内",
                "里已经放了[4]Item 4。一门课只能嵌入一项任务",
            ],
        ),
    ] {
        let told = |may_embed: bool, can_embed: bool, guest: bool, start: u32| {
            let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
            let course = &mut desk.state["tasks"][0];
            (course["locked"], course["can_embed"]) = (json!(!can_embed), json!(can_embed));
            if guest {
                course["embedded_by"] = json!(4);
                desk.state["tasks"][3]["embed_host"] = json!(1);
                desk.state["tasks"][3]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 2 }]);
            }
            for class in [0, 1] {
                desk.state["task_classes"][class]["allow_filler_course"] = json!(may_embed);
            }
            desk.execute(Value::Null);
            desk.place(2, 1, start);
            desk.told()
        };
        let cases = [
            told(true, false, false, 1),
            told(false, true, false, 1),
            told(true, true, false, 2),
            told(true, true, true, 1),
        ];
        for (text, expected) in cases.iter().zip(texts) {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        let partly = told(false, true, false, 2);
        assert!(partly.contains(texts[1]) && !partly.contains(texts[2]), "{partly}");
    }
}

#[test]
fn a_refused_time_is_offered_in_another_week() {
    for (lang, other_week) in [
        (Lang::En, "The same weekday and time in another week: day 8 (Mon, Mar 9) 08:00–09:40 (periods 1–2). The nearest other day: day 2"),
        (Lang::Zh, "别的周的同一天同一时间：第8天（3月9日周一）08:00–09:40（第1–2节）。最近的另一天：第2天"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        let days: Vec<Value> = (0..14).map(|day| json!({ "day_index": day + 1, "week": 5 + day / 7, "day_of_week": day % 7 + 1 })).collect();
        desk.state["window"] = json!({ "total_days": 14, "day_mapping": days });
        desk.execute(Value::Null);
        desk.place(2, 1, 1);
        assert!(desk.told().contains(other_week), "{}", desk.told());
    }
}

#[test]
fn a_class_that_excludes_most_times_is_told_by_what_it_leaves() {
    for (lang, told) in [(Lang::En, "Class 10: only on Sat, periods 1–4"), (Lang::Zh, "Class 10: 只排周六、第1–4节")]
    {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.state["task_classes"][0]["excluded_days_of_week"] = json!([1, 2, 3, 4, 5, 7]);
        desk.state["task_classes"][0]["excluded_slots"] = json!([3, 4, 5, 6]);
        desk.execute(Value::Null);
        assert!(desk.prompt().contains(told), "{}", desk.prompt());
        let add = json!({ "id": 10, "task_class": { "config": { "excluded_days_of_week": [1, 2, 4, 5, 7] } } });
        desk.call("upsert_task_class", add);
        let notes = desk.view().card.expect("a card").data()["notes"].to_string();
        let after = if lang == Lang::En {
            "Its limits are then: only on Wed, Sat, periods 1–4."
        } else {
            "改完后的限制：只排周三、周六、第1–4节。"
        };
        assert!(notes.contains(after), "{notes}");
        desk.answer(false, None, Some("no"));
        desk.call("explain_place", json!({ "task_id": 2, "day": 3, "part": "afternoon" }));
        let excluded = if lang == Lang::En {
            "its class excludes Wed, periods 5–8"
        } else {
            "它的任务组排除了周三、第5–8节"
        };
        assert!(desk.told().contains(excluded), "{}", desk.told());
    }
}

#[test]
fn a_move_past_the_deadline_is_said_on_its_card_and_no_such_place_is_offered() {
    for (lang, told, deadline) in [
        (Lang::En, "“Item 4” would end after its deadline (2026-03-04 12:00).", "deadline: 2026-03-04 12:00"),
        (Lang::Zh, "“Item 4”会排到截止时间（2026-03-04 12:00）之后。", "截止时间：2026-03-04 12:00"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        desk.state["tasks"][3]["deadline"] = json!("2026-03-04T12:00");
        desk.execute(Value::Null);
        desk.call("move", json!({ "task_id": 4, "new_day": 5, "new_slot_start": 1 }));
        let notes = desk.view().card.expect("a card").data()["notes"].to_string();
        assert!(notes.contains(told), "{notes}");
        desk.answer(false, None, Some("no"));
        desk.call("get_task_info", json!({ "task_id": 4 }));
        assert!(desk.told().contains(deadline), "{}", desk.told());
        // Monday at 8 is taken: the days before the deadline are offered, and no place behind it.
        desk.call("move", json!({ "task_id": 4, "new_day": 1, "new_slot_start": 1 }));
        let refused = desk.told();
        let offered = refused.rsplit_once("conflict: ").expect("a conflict").1;
        assert!(offered.contains("Mar 2") || offered.contains("3月2日"), "{offered}");
        assert!(
            ["Mar 5", "Mar 6", "3月5日", "3月6日"].iter().all(|day| !offered.split('#').next().unwrap().contains(day)),
            "{offered}"
        );
    }
}
