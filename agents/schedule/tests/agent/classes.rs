//! Task classes in a session: lengths and the total, what the card says, and what undo takes back.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::Lang;

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Session whose next round may call any tool.
fn open(lang: Lang) -> Desk {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T06:00");
    desk.execute(Value::Null);
    desk
}

fn upsert(desk: &mut Desk, args: Value) {
    desk.call("upsert_task_class", args);
}

/// Notes of the open card, one a line.
fn notes(desk: &Desk) -> String {
    let card = desk.view().card.expect("a card is open").data().clone();
    card["notes"].as_array().unwrap().iter().map(|note| format!("{}\n", note.as_str().unwrap())).collect()
}

/// Total of the class in the last write that the host got; null if it stays.
fn total(desk: &Desk) -> Value {
    let written = desk.calls.iter().rfind(|(name, _)| name == "upsert_task_class").unwrap();
    written.1["input"]["task_class"]["config"]["total_slots"].clone()
}

#[test]
fn an_item_with_a_length_raises_the_total_and_the_others_keep_theirs() {
    for lang in LANGS {
        for (items, raised) in [
            (json!([{ "content": "Long", "length": 3 }]), json!(7)),
            (json!([{ "order": 1, "length": 3 }]), json!(5)),
            (json!([{ "order": 1, "length": 2 }]), json!(null)),
            (json!([{ "content": "Any" }]), json!(6)),
        ] {
            let mut desk = open(lang);
            upsert(&mut desk, json!({ "id": 10, "items": items }));
            let others = if lang == Lang::En { "the other 2 items" } else { "另外 2 项" };
            assert!(!notes(&desk).contains(others), "{}", notes(&desk));
            desk.answer(true, None, None);
            assert_eq!(total(&desk), raised, "{items}");
        }
    }
}

#[test]
fn the_card_says_which_length_the_other_items_get() {
    for (lang, told) in [
        (Lang::En, "With a total of 2, the other 2 items without a length: 2 → 1 period."),
        (Lang::Zh, "总节数是 2 节，所以另外 2 项没写长度的任务：2 → 1 节。"),
    ] {
        let mut desk = open(lang);
        upsert(&mut desk, json!({ "id": 10, "task_class": { "config": { "total_slots": 2 } } }));
        assert!(notes(&desk).contains(told), "{}", notes(&desk));
    }
}

#[test]
fn a_class_without_its_id_is_not_made_twice() {
    let class = |name: &str| {
        json!({ "task_class": {
            "name": name, "mode": "manual", "subject_type": "mixed", "difficulty_level": "low",
            "cognitive_intensity": "low", "config": { "total_slots": 2, "strategy": "steady" }, "items": ["A"],
        } })
    };
    for (lang, told) in [
        (Lang::En, "id is missing; class 11 has this name: give id 11 to change it"),
        (Lang::Zh, "缺少 id；任务组 11 已经叫这个名字：要修改它，请给出 id 11"),
    ] {
        let mut desk = open(lang);
        upsert(&mut desk, class(" Class 11 "));
        assert!(desk.view().card.is_none() && desk.complaint().contains(told), "{}", desk.complaint());
        upsert(&mut desk, class("Class 12"));
        assert!(desk.view().card.is_some(), "another name makes another class");
    }
}

#[test]
fn a_total_that_is_refused_is_said_with_what_is_allowed() {
    for (lang, low, wrong) in [
        (Lang::En, "no less than 2, the periods of the items", ["found 1", "; found \"many\""]),
        (Lang::Zh, "不小于 2：items 的总节数", ["收到的是 1", "；收到的是 \"many\""]),
    ] {
        for (total, found) in [json!(1), json!("many")].into_iter().zip(wrong) {
            let mut desk = open(lang);
            let config = json!({ "config": { "total_slots": total } });
            upsert(&mut desk, json!({ "id": 10, "task_class": config, "items": ["Item 2"] }));
            let complaint = desk.complaint().replace("\\\"", "\"");
            assert!(complaint.contains("config.total_slots") && complaint.contains(found), "{complaint}");
            assert!(total == "many" || complaint.contains(low), "{complaint}");
        }
    }
}

#[test]
fn the_card_shows_each_member_before_and_after_and_undo_takes_it_back() {
    let change = json!({
        "id": 11,
        "task_class": { "end_date": "2026-05-01", "config": { "strategy": "steady", "total_slots": 4, "excluded_days_of_week": [6, 7] } },
        "items": [{ "order": 1, "priority": 3, "deadline": "2026-03-06T18:00", "length": 2 }, { "content": "New", "length": 1 }],
    });
    for (lang, made, back) in [
        (
            Lang::En,
            vec![
                "last day: none → 2026-05-01.",
                "spread: rapid → steady.",
                "weekdays kept free: none → Sat, Sun.",
                "“Item 4”, priority: 2 → 3.",
                "“Item 4”, deadline: none → 2026-03-06 18:00.",
                "“Item 4”, periods: 4 → 2.",
            ],
            vec!["last day: 2026-05-01 → none.", "“Item 4”, priority: 3 → 2.", "Removed: “New”."],
        ),
        (
            Lang::Zh,
            vec![
                "结束日期：无 → 2026-05-01。",
                "分布方式：尽快 → 均匀。",
                "“Item 4”的优先级：2 → 3。",
                "“Item 4”的节数：4 → 2。",
            ],
            vec!["结束日期：2026-05-01 → 无。", "“Item 4”的优先级：3 → 2。", "移除：“New”。"],
        ),
    ] {
        let mut desk = open(lang);
        desk.reverts = true;
        upsert(&mut desk, change.clone());
        let card = notes(&desk);
        made.iter().for_each(|line| assert!(card.contains(line), "{line}: {card}"));
        assert!(!card.contains("periods in all: ") && !card.contains("总节数："), "the total is the same: {card}");
        desk.answer(true, None, None);
        desk.call("undo_last_write", json!({}));
        let card = notes(&desk);
        back.iter().for_each(|line| assert!(card.contains(line), "{line}: {card}"));
        desk.answer(true, None, None);
        assert!(desk.told().contains(back[0]), "the model knows what went back: {}", desk.told());
    }
}

#[test]
fn the_notes_of_a_declined_card_reach_the_model() {
    for (lang, label) in
        [(Lang::En, "the card that the user has answered also said: "), (Lang::Zh, "用户刚回答的卡片上还写着: ")]
    {
        let mut desk = open(lang);
        upsert(&mut desk, json!({ "id": 10, "items": [{ "content": "Any" }] }));
        let told = notes(&desk).trim_end().replace('\n', " ");
        desk.answer(false, None, Some("no"));
        assert!(desk.told().contains(&[label, &told].concat()), "{told}: {}", desk.told());
        desk.place(2, 2, 1);
        desk.answer(true, None, None);
        assert!(!desk.told().contains(label), "another write takes their place");
    }
}

#[test]
fn an_item_that_outgrows_its_place_is_said_and_arranged_anew() {
    for (lang, said) in [
        (Lang::En, "“Item 4” needs 3 periods, stands on 2; `arrange` places it anew."),
        (Lang::Zh, "“Item 4”需要 3 节，现在占 2 节：用 arrange 重新安排。"),
    ] {
        let mut desk = open(lang);
        upsert(&mut desk, json!({ "id": 11, "items": [{ "order": 1, "length": 3 }] }));
        assert!(notes(&desk).contains(said), "{}", notes(&desk));
        desk.state["tasks"][3]["length"] = json!(3);
        desk.answer(true, None, None);
        assert!(desk.told().contains(said), "{}", desk.told());
        desk.call("arrange", json!({ "keep": "keep", "task_class_ids": [11] }));
        let change = desk.view().card.expect("a plan is proposed").data()["changes"][0].clone();
        assert_eq!((&change["task"], &change["from"]["slot_end"]), (&json!(4), &json!(2)), "{change}");
        let length = |place: &Value| place["slot_end"].as_u64().unwrap() + 1 - place["slot_start"].as_u64().unwrap();
        assert_eq!(length(&change["to"]), 3, "{change}");
        let report = desk.view().card.unwrap().data()["report"].to_string();
        assert!(!report.contains("0 → 1"), "it had a place before: {report}");
        desk.answer(true, None, None);
        desk.call("arrange", json!({ "keep": "keep", "task_class_ids": [11] }));
        assert!(desk.view().card.is_none(), "it fits now");
    }
}

#[test]
fn a_member_of_config_beside_it_counts_and_an_unknown_one_is_refused() {
    for (lang, line) in [(Lang::En, "weekdays kept free: none → Sun."), (Lang::Zh, "避开的星期：无 → 周日。")]
    {
        let mut desk = open(lang);
        upsert(&mut desk, json!({ "id": 10, "task_class": { "excluded_days_of_week": [7] } }));
        assert!(notes(&desk).contains(line), "{}", notes(&desk));
        desk.answer(true, None, None);
        let written = desk.calls.iter().rfind(|(name, _)| name == "upsert_task_class").unwrap();
        assert_eq!(written.1["input"]["task_class"]["config"]["excluded_days_of_week"], json!([7]));
        upsert(&mut desk, json!({ "id": 10, "task_class": { "free_days": [7] } }));
        assert!(
            desk.view().card.is_none() && desk.complaint().contains("task_class.free_days"),
            "{}",
            desk.complaint()
        );
        let both = json!({ "max_per_day": 1, "config": { "max_per_day": 2 } });
        upsert(&mut desk, json!({ "id": 10, "task_class": both }));
        assert!(desk.view().card.is_none() && desk.complaint().contains("max_per_day"), "{}", desk.complaint());
    }
}

#[test]
fn a_class_that_would_stay_as_it_is_is_no_write() {
    for (lang, told) in [(Lang::En, "nothing would change"), (Lang::Zh, "什么都不会改变")] {
        let mut desk = open(lang);
        for same in [json!({ "name": "Class 10" }), json!({ "config": { "strategy": "rapid", "total_slots": 4 } })] {
            upsert(&mut desk, json!({ "id": 10, "task_class": same }));
            assert!(desk.view().card.is_none() && desk.complaint().contains(told), "{}", desk.complaint());
        }
        upsert(&mut desk, json!({ "id": 10, "task_class": { "config": { "excluded_slots": [3] } } }));
        let blocks = if lang == Lang::En { "3 (periods 5–6)" } else { "3（第5–6节）" };
        assert!(notes(&desk).contains(blocks), "{}", notes(&desk));
    }
}

#[test]
fn the_card_of_a_new_class_says_what_the_model_chose_and_its_items() {
    let class = json!({ "task_class": {
        "name": "Class 12", "mode": "auto", "start_date": "2026-03-02", "end_date": "2026-03-15", "subject_type": "memory",
        "difficulty_level": "medium", "cognitive_intensity": "low",
        "config": { "total_slots": 4, "strategy": "steady", "excluded_days_of_week": [7] },
        "items": [{ "order": 1, "content": "One" }, { "order": 2, "content": "Two" }],
    } });
    for (lang, told) in [
        (
            Lang::En,
            [
                "New group: first day 2026-03-02, last day 2026-03-15, kind of subject memory, difficulty medium, intensity low",
                "periods in all 4, spread steady",
                "weekdays kept free Sun",
                "New tasks: “One”, “Two”.",
            ],
        ),
        (
            Lang::Zh,
            [
                "新任务组：开始日期2026-03-02，结束日期2026-03-15，科目类型记忆，难度中，用脑强度低",
                "总节数4，分布方式均匀",
                "避开的星期周日",
                "新任务：“One”，“Two”。",
            ],
        ),
    ] {
        let mut desk = open(lang);
        upsert(&mut desk, class.clone());
        assert!(told.iter().all(|told| notes(&desk).contains(told)), "{}", notes(&desk));
    }
}

#[test]
fn an_item_with_a_member_that_it_cannot_have_is_refused_with_those_that_it_can() {
    for (lang, allowed) in
        [(Lang::En, "one of the members order, content, minutes"), (Lang::Zh, "这些成员之一：order、content")]
    {
        for (item, place) in [
            (json!({ "content": "Paper", "due": "2026-10-02T12:00" }), "items[0].due"),
            (json!({ "content": "Paper", "duration": 2 }), "items[0].duration"),
        ] {
            let mut desk = open(lang);
            upsert(&mut desk, json!({ "id": 10, "items": [item] }));
            assert!(desk.view().card.is_none() && desk.complaint().contains(place), "{}", desk.complaint());
            assert!(
                desk.complaint().replace(", ", "、").contains(&allowed.replace(", ", "、")),
                "{}",
                desk.complaint()
            );
        }
    }
}

#[test]
fn a_class_that_was_saved_is_named_with_the_call_that_arranges_it_alone() {
    for (lang, told) in [
        (Lang::En, "To arrange the class: arrange with task_class_ids: [12]; only its new tasks: with their task_ids."),
        (Lang::Zh, "arrange 写 task_class_ids: [12]"),
    ] {
        let mut desk = open(lang);
        upsert(&mut desk, json!({ "id": 10, "items": [{ "content": "Item 9" }] }));
        desk.answer(true, None, None);
        assert!(desk.told().contains(told), "{}", desk.told());
    }
}

#[test]
fn a_list_that_drops_what_stood_in_it_says_so_on_the_card() {
    for (lang, line) in [
        (Lang::En, "weekdays kept free: Fri, Sun → Fri, Sat. No longer among them: Sun."),
        (Lang::Zh, "避开的星期：周五、周日 → 周五、周六。其中不再有：周日。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.state["task_classes"][0]["excluded_days_of_week"] = json!([5, 7]);
        desk.execute(Value::Null);
        upsert(&mut desk, json!({ "id": 10, "task_class": { "excluded_days_of_week": [5, 6] } }));
        assert!(notes(&desk).contains(line), "{}", notes(&desk));
    }
}

#[test]
fn tasks_in_times_that_their_class_now_keeps_free_are_named_on_its_card() {
    for (lang, told) in [
        (Lang::En, "These tasks stand in times that it then keeps free, until the next plan moves them: “Item 4”."),
        (Lang::Zh, "这些任务现在排在它避开的时间里，重新安排时才会移走：“Item 4”。"),
    ] {
        let mut desk = open(lang);
        upsert(&mut desk, json!({ "id": 11, "task_class": { "excluded_days_of_week": [3] } }));
        assert!(notes(&desk).contains(told), "{}", notes(&desk));
    }
}
