//! Wishes: days that stay as they are, wishes without more work, wishes that go, and weekdays.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::{Lang, Wait};

fn session(lang: Lang) -> Desk {
    let mut desk = Desk::open(json!({}), lang).dated("2026-03-02T07:00");
    desk.execute(Value::Null);
    desk
}

/// Session in which a plan of all tasks was saved.
fn planned(lang: Lang) -> Desk {
    let mut desk = session(lang);
    desk.call("arrange", json!({}));
    desk.answer(true, None, None);
    desk
}

fn card(desk: &Desk) -> Value {
    desk.view().card.map(|card| card.data().clone()).unwrap_or_default()
}

fn wishes(desk: &Desk) -> usize {
    desk.view().data["wishes"].as_array().unwrap().len()
}

fn days(desk: &Desk) -> Vec<u64> {
    [2, 3, 4].into_iter().filter_map(|task| desk.stands(task)).map(|(day, _)| day).collect()
}

#[test]
fn days_that_stay_as_they_are_lose_and_gain_nothing() {
    for kept in [
        json!({ "keep_weekdays": [3] }),
        json!({ "keep_weekdays": ["Wed"] }),
        json!({ "keep_weekdays": "周三" }),
        json!({ "keep_days": ["2026-03-04"] }),
        json!({ "keep_days": 3 }),
    ] {
        let mut desk = session(Lang::En);
        let mut args = json!({ "wishes": [{ "kind": "prefer", "weekdays": [3], "from": 5, "to": 8 }] });
        args["place_pending"] = json!(true);
        args.as_object_mut().unwrap().extend(kept.as_object().unwrap().clone());
        desk.call("arrange", args);
        desk.answer(true, None, None);
        assert_eq!(desk.stands(4), Some((3, 1)), "{kept}");
        assert_eq!(days(&desk).iter().filter(|day| **day == 3).count(), 1, "{kept}: {:?}", days(&desk));
    }
    for (lang, told) in [
        (Lang::En, "no free place of 2 periods; the free places are on days that stay as they are"),
        (Lang::Zh, "没有连续 2 节的空位；空位在保持不变的日子里"),
    ] {
        let mut desk = session(lang);
        desk.call("arrange", json!({ "day_start": 2, "day_end": 2, "keep_days": [2] }));
        assert!(desk.prompt().contains(told), "{}", desk.prompt());
    }
    for (args, told) in [
        (json!({ "keep_weekdays": [8] }), "keep_weekdays must be 1 to 7 (1 is Monday), or Mon to Sun"),
        (json!({ "keep_days": ["2027-01-01"] }), "2027-01-01 lies outside of the days that can be planned"),
        (json!({ "keep_days": [9] }), "There is no day 9"),
    ] {
        let mut desk = session(Lang::En);
        desk.call("arrange", args);
        assert!(desk.prompt().contains(told), "{}", desk.prompt());
    }
}

#[test]
fn wishes_alone_leave_pending_tasks_pending() {
    let free = json!([{ "kind": "free", "from": 1, "to": 2 }]);
    for (lang, left) in [(Lang::En, "Pending and left so: 2."), (Lang::Zh, "待安排的 2 项这次没有一起排。")]
    {
        let mut desk = session(lang);
        desk.call("arrange", json!({ "wishes": free }));
        assert!(card(&desk)["report"]["notes"].to_string().contains(left), "{}", card(&desk)["report"]);
        desk.answer(true, None, None);
        assert_eq!((desk.stands(2), desk.stands(3)), (None, None));
        assert!(desk.stands(4).unwrap().1 > 2, "what is placed follows the wish");
        desk.call("arrange", json!({ "forget_wishes": [1] }));
        assert!(desk.prompt().contains(left), "{}", desk.prompt());
    }
    for more in [json!({ "place_pending": true }), json!({ "task_class_ids": [10, 11] })] {
        let mut desk = session(Lang::En);
        let mut args = json!({ "wishes": free });
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        desk.call("arrange", args);
        desk.answer(true, None, None);
        assert_eq!(days(&desk).len(), 3, "{more}");
    }
    // The wish is about a plan that places them.
    let mut desk = session(Lang::En);
    desk.call("arrange", json!({}));
    desk.answer(false, None, Some("no early mornings"));
    desk.call("arrange", json!({ "wishes": free }));
    desk.answer(true, None, None);
    assert_eq!(days(&desk).len(), 3);
    // Nothing is placed yet: the request is about the pending tasks.
    let mut desk = Desk::usual();
    desk.state["tasks"].as_array_mut().unwrap().truncate(3);
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "wishes": free }));
    desk.answer(true, None, None);
    assert_eq!(desk.stands(2).map(|_| ()), Some(()));
}

#[test]
fn a_wish_without_a_plan_is_undone_on_its_own() {
    for (lang, title, gone) in [
        (Lang::En, "Undo: the change of wishes (the timetable stays)", "No longer a wish: at most 12 periods"),
        (Lang::Zh, "撤销：要求的改动（日程不变）", "不再要求：每天最多 12 节任务"),
    ] {
        let mut desk = planned(lang);
        let before = days(&desk);
        desk.call("arrange", json!({ "wishes": [{ "kind": "at_most", "most": 12 }] }));
        assert_eq!((desk.view().waiting, wishes(&desk)), (Wait::Model, 1));
        let saved = desk.persisted().len();
        desk.reload();
        desk.call("undo_last_write", json!({}));
        assert_eq!(card(&desk)["title"], title);
        assert!(card(&desk)["notes"].to_string().contains(gone), "{}", card(&desk));
        desk.answer(true, None, None);
        assert_eq!((wishes(&desk), days(&desk), desk.persisted().len()), (0, before, saved));
        // The plan is next.
        desk.call("undo_last_write", json!({}));
        assert_ne!(card(&desk)["title"], title);
        desk.answer(true, None, None);
        assert_eq!(days(&desk).len(), 1);
    }
}

#[test]
fn lifting_a_wish_says_that_the_plan_stays() {
    for (lang, told) in [
        (Lang::En, "No longer a wish: at most 12 periods of tasks a day. The plan itself is unchanged."),
        (Lang::Zh, "不再要求：每天最多 12 节任务。日程本身没有变。"),
    ] {
        let mut desk = planned(lang);
        desk.call("arrange", json!({ "wishes": [{ "kind": "at_most", "most": 12 }] }));
        desk.call("arrange", json!({ "forget_wishes": [1] }));
        assert_eq!(wishes(&desk), 0);
        assert!(desk.prompt().contains(told), "{}", desk.prompt());
    }
}

#[test]
fn a_wish_can_be_dropped_after_a_declined_card() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = session(lang);
        let free = json!([{ "kind": "free", "from": 1, "to": 4 }]);
        desk.call("arrange", json!({ "wishes": free, "place_pending": true }));
        desk.answer(true, None, None);
        desk.call("arrange", json!({ "forget_wishes": [1], "keep": "fresh" }));
        desk.answer(false, None, Some("drop the wish, but move nothing"));
        assert_eq!(wishes(&desk), 1);
        desk.call("arrange", json!({ "forget_wishes": [1], "keep": "keep" }));
        assert_eq!((desk.view().waiting, wishes(&desk)), (Wait::Model, 0));
    }
}

#[test]
fn weekdays_can_be_preferred_and_named() {
    for (lang, said) in
        [(Lang::En, "preferably in Tue, Thu (3 of 3 tasks)"), (Lang::Zh, "尽量安排在周二、周四（做到 3/3 项）")]
    {
        let mut desk = session(lang);
        let prefer = json!([{ "kind": "prefer", "weekdays": ["Tuesday", "周四"] }]);
        desk.call("arrange", json!({ "wishes": prefer, "place_pending": true }));
        assert!(card(&desk)["report"]["wishes"].to_string().contains(said), "{}", card(&desk)["report"]);
        desk.answer(true, None, None);
        assert!(days(&desk).iter().all(|day| [2, 4].contains(day)), "{:?}", days(&desk));
    }
    for (wish, told) in [
        (json!({ "kind": "prefer" }), "or weekdays: a prefer wish names"),
        (json!({ "kind": "free", "weekdays": ["Sometimes"] }), "or Mon to Sun"),
        (json!({ "kind": "at_most", "most": 2, "class_id": 10 }), "use max_per_day of upsert_task_class"),
    ] {
        let mut desk = session(Lang::En);
        desk.call("arrange", json!({ "wishes": [wish] }));
        assert!(desk.prompt().contains(told), "{}", desk.prompt());
    }
}

#[test]
fn under_a_cap_the_card_says_how_many_moves_the_wish_forces() {
    for (lang, told) in
        [(Lang::En, "3 of 3 moves are forced by the wish."), (Lang::Zh, "3 项移动里有 3 项是要求造成的。")]
    {
        let mut desk = planned(lang);
        desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 4 }], "most_moved": 5 }));
        assert!(card(&desk)["report"]["notes"].to_string().contains(told), "{}", card(&desk)["report"]);
    }
}

#[test]
fn a_daily_limit_below_the_length_of_every_task_is_refused_with_the_lengths() {
    for (lang, most, told) in [
        (Lang::En, json!(1), "must be at least 2 periods: the tasks have 2, and with less none fits"),
        (Lang::En, json!(0), "must be at least 2 periods: the tasks have 2, and with less none fits"),
        (Lang::Zh, json!(1), "至少 2 节：任务的长度是 2 节"),
        (Lang::En, json!("one"), "most must be a whole number"),
        (Lang::Zh, json!("one"), "most 应为整数"),
    ] {
        let mut desk = session(lang);
        desk.call("arrange", json!({ "wishes": [{ "kind": "at_most", "most": most }] }));
        assert!(desk.told().contains(told), "{}", desk.told());
    }
}

#[test]
fn unknown_arguments_are_refused_with_the_name_that_is_meant() {
    for (tool, args, told) in [
        ("list_tasks", json!({ "class_id": 10 }), "unknown arguments class_id. Allowed: category, status."),
        ("arrange", json!({ "weeks": [5] }), "unknown arguments weeks. Allowed: task_class_ids,"),
        (
            "find_free",
            json!({ "duration": 2, "week": 5 }),
            "unknown arguments week. Allowed: duration, day, day_start, day_end, limit.",
        ),
        ("find_room", json!({ "day_begin": 2 }), "Allowed: day_start, day_end. The nearest to day_begin is day_start."),
        ("get_overview", json!({ "week": 5 }), "unknown arguments week."),
        ("get_task_info", json!({ "task_id": 2, "id": 2 }), "unknown arguments id. Allowed: task_id."),
        ("explain_place", json!({ "task_id": 2, "start": "08:00" }), "The nearest to start is slot_start."),
        ("query_range", json!({ "day": 2, "slot_from": 1 }), "The nearest to slot_from is slot_start."),
    ] {
        let mut desk = session(Lang::En);
        desk.call(tool, args);
        assert!(desk.told().contains(told), "{}", desk.told());
    }
}

#[test]
fn what_a_plan_moves_is_named_before_what_it_places() {
    let mut desk = session(Lang::En);
    let wish = json!([{ "kind": "free", "weekdays": [1, 2, 3, 4, 5] }]);
    desk.call("arrange", json!({ "wishes": wish, "place_pending": true }));
    desk.answer(false, None, Some("no"));
    let prompt = desk.prompt();
    let at = |task: &str| prompt.rfind(&format!("[{task}]Item {task} ")).unwrap_or(usize::MAX);
    assert!(at("4") < at("2") && at("2") < usize::MAX, "{prompt}");
}

/// Whether the model may move item 3 to day 3, before item 2 of its class.
fn goes_first(desk: &mut Desk, start: u8) -> bool {
    desk.call("move", json!({ "task_id": 3, "new_day": 3, "new_slot_start": start }));
    let asked = desk.view().waiting == Wait::Approval;
    if asked {
        desk.answer(false, None, Some("later"));
    }
    asked
}

#[test]
fn any_order_is_a_wish_that_stands_until_it_is_forgotten() {
    for (lang, said, of_all) in [
        (Lang::En, "“Class 10”: tasks in any order", "1. tasks in any order"),
        (Lang::Zh, "“Class 10”：任务可以不按顺序", "1. 任务可以不按顺序"),
    ] {
        let mut desk = session(lang);
        for (task, day) in [(2, 4), (3, 5)] {
            desk.place(task, day, 5);
            desk.answer(true, None, None);
        }
        assert!(!goes_first(&mut desk, 5), "the order binds");
        let wish = json!([{ "kind": "any_order", "class_id": 10 }]);
        desk.call("arrange", json!({ "wishes": wish, "keep": "keep" }));
        assert_eq!((desk.view().waiting, wishes(&desk)), (Wait::Model, 1));
        assert!(desk.prompt().contains(said), "{}", desk.prompt());
        desk.reply(json!({ "action": "done", "say": "Noted." }));
        desk.reload();
        desk.execute(Value::Null);
        assert!(desk.prompt().contains(said), "{}", desk.prompt());
        let lifted = ["but where a standing wish lifts it", "长期要求里说可以不按顺序的除外"];
        assert!(desk.told().contains(lifted[usize::from(lang == Lang::Zh)]), "{}", desk.told());
        assert!(goes_first(&mut desk, 5), "the wish stands in the next request");
        desk.call("arrange", json!({ "forget_wishes": [1], "keep": "keep" }));
        assert_eq!(wishes(&desk), 0);
        assert!(!goes_first(&mut desk, 7), "it is forgotten");
        desk.call("undo_last_write", json!({}));
        desk.answer(true, None, None);
        assert!(goes_first(&mut desk, 9), "and stands again");
        desk.call("arrange", json!({ "forget_wishes": [1], "wishes": [{ "kind": "any_order" }], "keep": "keep" }));
        assert!(desk.prompt().contains(of_all), "{}", desk.prompt());
    }
}

#[test]
fn a_plan_in_any_order_is_saved_with_its_wish() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = session(lang);
        // Item 3 is before item 2 only in any order.
        desk.placement = Ok(json!([{ "day": 4, "start": 5 }, { "day": 1, "start": 5 }, { "day": 2, "start": 1 }]));
        let args =
            json!({ "wishes": [{ "kind": "any_order", "class_id": 10 }], "keep": "fresh", "place_pending": true });
        desk.call("arrange", args);
        assert!(!card(&desk)["report"]["wishes"].as_array().unwrap().is_empty(), "{}", card(&desk));
        desk.answer(true, None, None);
        assert_eq!((desk.stands(2), desk.stands(3), wishes(&desk)), (Some((5, 5)), Some((2, 5)), 1));
    }
}

#[test]
fn any_order_takes_a_class_and_nothing_else() {
    for (wish, told) in [
        (json!({ "kind": "any_order", "weekdays": [1] }), "Members: kind, class_id."),
        (json!({ "kind": "order" }), "free | at_most | prefer | any_order"),
    ] {
        let mut desk = session(Lang::En);
        desk.call("arrange", json!({ "wishes": [wish] }));
        assert!(desk.told().contains(told), "{}", desk.told());
    }
}

#[test]
fn a_wish_about_what_is_past_is_not_noted_without_a_card() {
    for (lang, told, how) in [
        (
            Lang::En,
            "Not noted: no tasks at 08:00–09:40 (periods 1–2). No task that it could be about has a place",
            "place_pending: true",
        ),
        (Lang::Zh, "没有记下：", "place_pending: true"),
    ] {
        let mut desk = Desk::open(json!({}), lang).dated("2026-03-04T12:00");
        desk.execute(Value::Null);
        let free = json!([{ "kind": "free", "from": 1, "to": 2 }]);
        desk.call("arrange", json!({ "wishes": free }));
        assert_eq!((desk.view().waiting, wishes(&desk)), (Wait::Model, 0));
        assert!(desk.told().contains(told) && desk.told().contains(how), "{}", desk.told());
        desk.call("arrange", json!({ "wishes": free, "place_pending": true }));
        desk.answer(true, None, None);
        assert_eq!(wishes(&desk), 1, "it stands with the plan");
    }
}

#[test]
fn a_wish_that_leaves_tasks_out_is_not_noted_without_a_card() {
    for (lang, told) in [
        (Lang::En, "Not noted, because it leaves tasks without a place: “Class 10”: no tasks on"),
        (Lang::Zh, "没有记下，因为它让任务放不下：“Class 10”"),
    ] {
        let mut desk = session(lang);
        let free = json!([{ "kind": "free", "weekdays": [1, 2, 3, 4, 5, 6, 7], "class_id": 10 }]);
        desk.call("arrange", json!({ "wishes": free, "place_pending": true, "keep": "keep" }));
        assert_eq!((desk.view().waiting, wishes(&desk)), (Wait::Model, 0));
        assert!(desk.told().contains(told), "{}", desk.told());
        desk.call("arrange", json!({ "wishes": free, "place_pending": false }));
        assert_eq!(wishes(&desk), 1, "the call that is named keeps it");
    }
}

#[test]
fn a_wish_is_noted_where_tasks_would_be_left_out_without_it_too() {
    let mut desk = session(Lang::En);
    // All days stay as they are: no task could come there anyway.
    let days = json!([1, 2, 3, 4, 5, 6, 7]);
    let free = json!([{ "kind": "free", "weekdays": days, "class_id": 10 }]);
    let scope = json!({ "keep_weekdays": days, "wishes": free, "place_pending": true });
    desk.call("arrange", scope);
    assert_eq!((desk.view().waiting, wishes(&desk)), (Wait::Model, 1));
    assert!(desk.told().contains("2 could not be placed"), "{}", desk.told());
}

#[test]
fn wishes_are_said_in_clock_times_beside_periods() {
    for (lang, all) in [
        (
            Lang::En,
            [
                "no tasks at 08:00–09:40 (periods 1–2)",
                "no tasks on Tue, 19:00–22:30 (periods 9–12)",
                "preferably at 14:00–15:40 (periods 5–6)",
            ],
        ),
        (
            Lang::Zh,
            [
                "08:00–09:40（第1–2节）不安排任务",
                "周二的19:00–22:30（第9–12节）不安排任务",
                "尽量安排在14:00–15:40（第5–6节）",
            ],
        ),
    ] {
        let mut desk = session(lang);
        let wishes = json!([
            { "kind": "free", "to": "09:45" },
            { "kind": "free", "weekdays": [2], "from": 9 },
            { "kind": "prefer", "from": 5, "to": "15:30" },
        ]);
        desk.call("arrange", json!({ "wishes": wishes, "place_pending": true }));
        let shown = card(&desk).to_string();
        for said in all {
            assert!(shown.contains(said), "{said}: {shown}");
        }
        desk.answer(true, None, None);
        for said in all {
            assert!(desk.prompt().contains(said), "{said}: {}", desk.prompt());
        }
    }
}

#[test]
fn a_part_of_a_declined_plan_is_placed_by_its_tasks() {
    for (lang, words, told) in [
        (Lang::En, "only the first one", "Only these tasks, also after a card was declined → task_ids"),
        (Lang::Zh, "只排第一项", "只排这几项，卡片被拒绝之后也一样 → task_ids"),
    ] {
        let mut desk = session(lang);
        desk.call("arrange", json!({}));
        desk.answer(false, None, Some(words));
        assert!(desk.prompt().contains(told), "{}", desk.prompt());
        desk.call("arrange", json!({ "task_ids": [2] }));
        let changes = card(&desk)["changes"].as_array().unwrap().clone();
        assert_eq!(changes.iter().map(|change| change["task"].clone()).collect::<Vec<_>>(), [json!(2)]);
        desk.answer(true, None, None);
        assert!(desk.stands(2).is_some() && desk.stands(3).is_none());
    }
}

#[test]
fn a_place_against_a_wish_is_said_on_its_card_and_outlives_later_plans() {
    for (lang, against, held) in [
        (
            Lang::En,
            "The new time of “Item 2” is against your wish: no tasks on Sun.",
            "“Item 2” stays where you approved it, against a limit of its group or a wish.",
        ),
        (
            Lang::Zh,
            "“Item 2”的新时间不符合你的要求：周日不安排任务。",
            "“Item 2”和限制或要求冲突，但位置是你同意过的，没有动。",
        ),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        let free = |day: u8| json!([{ "kind": "free", "weekdays": [day] }]);
        desk.call("arrange", json!({ "wishes": free(7), "place_pending": true }));
        desk.answer(true, None, None);
        let notes = |desk: &Desk| desk.view().card.expect("a card").data().to_string();
        desk.call("move", json!({ "task_id": 3, "new_day": 7, "new_slot_start": 3 }));
        desk.answer(true, None, None);
        desk.call("move", json!({ "task_id": 2, "new_day": 7, "new_slot_start": 1 }));
        assert!(notes(&desk).contains(against), "{}", notes(&desk));
        desk.answer(true, None, None);
        desk.call("explain_place", json!({ "task_id": 4 }));
        assert!(desk.told().contains("[4]Item 4"), "places are explained: {}", desk.told());
        desk.call("arrange", json!({ "wishes": free(3) }));
        assert!(notes(&desk).contains(held), "{}", notes(&desk));
        desk.answer(true, None, None);
        assert_eq!((desk.stands(2), desk.stands(3)), (Some((7, 1)), Some((7, 3))));
        // The wish said again means them, too.
        desk.call("arrange", json!({ "wishes": [{ "kind": "free", "weekdays": [6, 7] }] }));
        desk.answer(true, None, None);
        assert!([2, 3].iter().all(|task| desk.stands(*task).unwrap().0 < 6), "{}", desk.told());
    }
}

#[test]
fn a_day_that_gets_fuller_than_the_user_wants_is_said_on_the_card() {
    for (lang, against, later) in [
        (
            Lang::En,
            "is against your wish: at most 2 periods of tasks a day.",
            "“Item 3” stays where you approved it, against a limit of its group or a wish.",
        ),
        (Lang::Zh, "不符合你的要求：每天最多 2 节任务。", "“Item 3”和限制或要求冲突，但位置是你同意过的，没有动。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "wishes": [{ "kind": "at_most", "most": 2 }], "place_pending": true }));
        desk.answer(true, None, None);
        let day = desk.stands(4).unwrap().0;
        desk.call("move", json!({ "task_id": 3, "new_day": day, "new_slot_start": 9 }));
        let shown = |desk: &Desk| desk.view().card.expect("a card").data().to_string();
        assert!(shown(&desk).contains(against), "{}", shown(&desk));
        desk.answer(true, None, None);
        let others = (desk.stands(4), desk.stands(2).unwrap().0);
        desk.call("arrange", json!({ "wishes": [{ "kind": "free", "weekdays": [others.1] }] }));
        assert!(shown(&desk).contains(later), "{}", shown(&desk));
        desk.answer(true, None, None);
        assert_eq!((desk.stands(3), desk.stands(4)), (Some((day, 9)), others.0), "the day stays as the user let it be");
    }
}

#[test]
fn what_a_wish_left_alone_by_name_stays_when_all_is_planned_again() {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), Lang::En);
    desk.execute(Value::Null);
    desk.call("arrange", json!({}));
    desk.answer(true, None, None);
    // Items 2 and 3 leave the morning; item 4, which stands there too, was not meant.
    let wish = json!([{ "kind": "free", "from": 1, "to": 4 }]);
    desk.call("arrange", json!({ "wishes": wish, "task_ids": [2, 3] }));
    let shown = desk.view().card.expect("a card").data().to_string();
    assert!(shown.contains("(“Item 4” left there)"), "{shown}");
    desk.answer(true, None, None);
    let stands = desk.stands(4);
    desk.call("arrange", json!({}));
    assert_eq!(desk.stands(4), stands);
    assert!(desk.view().card.is_none(), "{:?}", desk.view().card);
}

#[test]
fn a_note_about_a_full_day_counts_what_the_same_card_moves_away() {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), Lang::En);
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "wishes": [{ "kind": "at_most", "most": 2 }], "place_pending": true }));
    desk.answer(true, None, None);
    let (there, here) = (desk.stands(4).unwrap(), desk.stands(3).unwrap());
    let swap = json!({ "moves": [
        { "task_id": 3, "new_day": there.0, "new_slot_start": 9 }, { "task_id": 4, "new_day": here.0, "new_slot_start": 9 },
    ] });
    desk.call("batch_move", swap);
    let shown = desk.view().card.expect("a card").data()["notes"].to_string();
    assert!(!shown.contains("against your wish"), "{shown}");
}

#[test]
fn days_that_stay_fuller_than_a_new_wish_allows_are_named() {
    for (lang, told) in [
        (Lang::En, "at most 2 periods of tasks a day (more on Wed of week 5)"),
        (Lang::Zh, "每天最多 2 节任务（第5周周三超过了）"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        for (task, start) in [(1, 3), (2, 5)] {
            desk.state["tasks"][task]["status"] = json!("suggested");
            desk.state["tasks"][task]["slots"] = json!([{ "day": 3, "slot_start": start, "slot_end": start + 1 }]);
        }
        desk.execute(Value::Null);
        let wish = json!([{ "kind": "at_most", "most": 2 }]);
        desk.call("arrange", json!({ "wishes": wish, "task_ids": [3] }));
        let shown = desk.view().card.map_or_else(|| desk.told(), |card| card.data().to_string());
        assert!(shown.contains(told), "{shown}");
    }
}

#[test]
fn a_changed_task_of_an_open_plan_is_judged_by_the_wishes_of_the_plan() {
    for (lang, against) in [
        (Lang::En, "The new time of “Item 3” is against your wish: no tasks on Sun."),
        (Lang::Zh, "“Item 3”的新时间不符合你的要求：周日不安排任务。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        let free = json!([{ "kind": "free", "weekdays": [7] }]);
        desk.call("arrange", json!({ "wishes": free, "place_pending": true }));
        desk.answer(false, None, Some("item 3 on Sunday"));
        desk.call("place", json!({ "task_id": 3, "day": 7, "slot_start": 1 }));
        let shown = desk.view().card.expect("a card").data().clone();
        assert!(shown["notes"].to_string().contains(against), "{shown}");
        assert_eq!(shown["report"]["wishes"].as_array().map(Vec::len), Some(1), "{shown}");
        // Undo takes the wish away, so that no place is against it.
        desk.answer(true, None, None);
        desk.call("move", json!({ "task_id": 2, "new_day": 5, "new_slot_start": 3 }));
        desk.answer(true, None, None);
        desk.call("undo_last_write", json!({}));
        desk.answer(true, None, None);
        desk.call("undo_last_write", json!({}));
        let notes = desk.view().card.expect("a card").data()["notes"].to_string();
        assert!(!notes.contains("against your wish") && !notes.contains("不符合你的要求"), "{notes}");
    }
}

#[test]
fn courses_are_no_tasks_to_arrange() {
    for (lang, told) in [(Lang::En, "[1]Calculus is a course"), (Lang::Zh, "[1]Calculus 是课程")] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "task_ids": [1] }));
        assert!(desk.told().contains(told), "{}", desk.told());
    }
}
