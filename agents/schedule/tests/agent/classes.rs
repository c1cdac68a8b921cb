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
    desk.call("confirm", "upsert_task_class", args);
}

/// Notes of the open card, one a line.
fn notes(desk: &Desk) -> String {
    let card = desk.view().card.expect("a card is open").preview;
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
            (json!([{ "content": "Any" }]), json!(null)),
        ] {
            let mut desk = open(lang);
            upsert(&mut desk, json!({ "id": 10, "items": items }));
            let others = if lang == Lang::En { "the other 2 items" } else { "另外 2 项" };
            assert_eq!(notes(&desk).contains(others), items == json!([{ "content": "Any" }]), "{}", notes(&desk));
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
        (Lang::Zh, "缺少 id；任务类 11 已经叫这个名字：要修改它，请给出 id 11"),
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
