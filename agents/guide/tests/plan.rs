//! The plan that the user changes by hand: tasks are added, dropped and moved.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{Event, Lang, Wait};
use stepgate_guide::Guide;

type Desk = stepgate_testkit::desk::Desk<Guide>;

fn resume() -> Value {
    let project = |id: &str, title: &str| json!({ "id": id, "title": title, "organization": "A", "highlights": ["a"] });
    json!({ "basics": { "name": "Jane" }, "sections": [
        { "id": "s1", "title": "Projects", "type": "experience", "items": [project("p1", "Shop"), project("p2", "Crawler")] },
        { "id": "s2", "title": "Skills", "type": "generic", "items": [{ "id": "k1", "title": "C++" }, { "id": "k2", "title": "Rust" }] },
        { "id": "s3", "title": "Summary", "type": "text", "content": "x" },
    ] })
}

/// A session with the tasks 1 to 4, of which 1 is the current one.
fn open(lang: Lang) -> Desk {
    let task = |(id, section): (usize, &str)| json!({ "id": id + 1, "section": section, "original_text": "o", "diagnosis": "d", "goal": "g" });
    let sections = ["Projects - Shop", "Projects - Crawler", "Skills", "Summary"];
    let tasks: Vec<Value> = sections.into_iter().enumerate().map(task).collect();
    Desk::open(Guide::new, json!({ "resume": resume(), "plan": { "tasks": tasks } }), lang)
}

fn ids(desk: &Desk) -> Vec<u64> {
    desk.view().data["tasks"].as_array().unwrap().iter().map(|task| task["id"].as_u64().unwrap()).collect()
}

fn current(desk: &Desk) -> u64 {
    desk.view().data["current_task"].as_u64().unwrap()
}

/// Code and text of the refusal of an edit, after which nothing has changed.
fn refused(desk: &mut Desk, change: Value) -> (String, String) {
    let before = desk.session.snapshot();
    let refusal = desk.send(Event::Edited { at_ms: 1, change }).unwrap_err();
    assert_eq!(desk.session.snapshot(), before);
    (refusal.code.clone(), refusal.text.clone())
}

fn next(action: &str, draft: Option<&str>) -> Value {
    json!({ "next_action": action, "reply_to_user": "well", "draft_content": draft })
}

#[test]
fn a_task_to_come_moves_past_its_neighbours_and_the_others_stay() {
    let mut desk = open(Lang::En);
    desk.edit(json!({ "skip": true })); // 1 is skipped, 2 is the current one
    desk.edit(json!({ "backtrack": 3 })); // 2 was interrupted, 3 is the current one
    assert_eq!(
        (&desk.view().data["can"]["move_up"], &desk.view().data["can"]["move_down"]),
        (&json!([4]), &json!([2]))
    );
    desk.edit(json!({ "move_up": 4 }));
    desk.reload();
    assert_eq!((ids(&desk), current(&desk)), (vec![1, 4, 3, 2], 3));
    assert_eq!(refused(&mut desk, json!({ "move_up": 4 })).0, "cannot_move");
    assert_eq!(refused(&mut desk, json!({ "move_down": 3 })).0, "cannot_move");
    desk.edit(json!({ "skip": true }));
    assert_eq!(current(&desk), 2, "what was interrupted comes first, wherever it stands");
}

#[test]
fn a_task_that_has_not_begun_can_be_dropped() {
    let mut desk = open(Lang::En);
    desk.edit(json!({ "backtrack": 3 }));
    assert_eq!(desk.view().data["can"]["drop_task"], json!([2, 4]), "1 was entered, 3 is the current one");
    desk.edit(json!({ "drop_task": 2 }));
    desk.reload();
    assert_eq!((ids(&desk), current(&desk)), (vec![1, 3, 4], 3));
    assert_eq!(desk.view().progress.unwrap().total, 3);
    let (code, text) = refused(&mut desk, json!({ "drop_task": 1 }));
    assert_eq!(code, "cannot_drop");
    assert!(text.contains("can be skipped"), "{text}");
    desk.edit(json!({ "skip": true }));
    assert_eq!(current(&desk), 1, "the interrupted task is found again");
}

#[test]
fn an_open_card_stays_while_the_plan_changes() {
    let mut desk = open(Lang::En);
    desk.say("it sells").reply(next("REQUEST_CONFIRM", Some("- Sells")));
    let card = desk.view().card;
    desk.edit(json!({ "move_down": 2 }))
        .edit(json!({ "drop_task": 2 }))
        .edit(json!({ "add_task": { "section": "Summary" } }));
    assert_eq!((desk.view().waiting, desk.view().card), (Wait::Card, card));
    desk.answer(true, None, None);
    assert_eq!((ids(&desk), current(&desk)), (vec![1, 3, 4, 2], 3));
}

#[test]
fn an_added_task_knows_its_place_and_is_led_like_the_others() {
    let mut desk = open(Lang::En);
    desk.edit(json!({ "add_task": { "section": "Projects - Shop", "item_id": "p1", "goal": "shorter" } }));
    desk.edit(json!({ "add_task": { "section": "Skills" } }));
    let tasks = desk.view().data["tasks"].clone();
    let task = json!({ "id": 5, "status": "pending", "section": "Projects - Shop", "strategy": "STAR_STORYTELLING", "original_text": "a",
        "diagnosis": "Added by the user", "goal": "shorter", "item_id": "p1" });
    assert_eq!(tasks[4], task);
    assert_eq!((&tasks[5]["strategy"], &tasks[5]["original_text"]), (&json!("KEYWORD_FILTER"), &json!("C++\nRust")));
    desk.edit(json!({ "backtrack": 5 })).edit(json!({ "open": true }));
    assert!(desk.messages()[0].content.contains("shorter"));
    desk.reply(next("CONTINUE_ASKING", None)).say("it sells").reply(next("PROPOSE_DRAFT", Some("- Sells")));
    desk.edit(json!({ "confirm": true }));
    assert_eq!(desk.read(json!({ "resume": true }))["sections"][0]["items"][0]["highlights"], json!(["Sells"]));
}

#[test]
fn a_task_is_added_for_what_the_resume_does_not_have_when_it_says_so() {
    let mut desk = open(Lang::En);
    for _ in 0..4 {
        desk.edit(json!({ "skip": true }));
    }
    assert_eq!(desk.view().data["stage"], "completed");
    desk.edit(json!({ "add_task": { "section": "Projects", "adds": true } }));
    assert_eq!(
        (current(&desk), &desk.view().data["stage"]),
        (5, &json!("guiding")),
        "the new task is the only one to do"
    );
    assert_eq!(desk.view().opening, Some(json!({ "open": true })));
    desk.edit(json!({ "add_task": { "section": "Awards", "adds": true } }));
    assert_eq!((ids(&desk), current(&desk)), (vec![1, 2, 3, 4, 5, 6], 5));
}

#[test]
fn a_plan_can_begin_by_hand() {
    let mut desk = Desk::open(Guide::new, json!({ "resume": resume() }), Lang::En);
    assert_eq!(refused(&mut desk, json!({ "drop_task": 1 })).0, "no_plan");
    desk.edit(json!({ "add_task": { "section": "Summary" } }));
    assert_eq!((ids(&desk), current(&desk)), (vec![1], 1));
    desk.edit(json!({ "open": true })).reply(next("CONTINUE_ASKING", None));
    assert_eq!(desk.view().waiting, Wait::User);
}

#[test]
fn the_places_that_a_task_can_be_added_for_are_listed_and_each_is_taken() {
    let mut desk = open(Lang::En);
    let places = desk.read(json!({ "places": true }));
    let wanted = json!([{ "section": "Projects - Shop", "item_id": "p1" }, { "section": "Projects - Crawler", "item_id": "p2" },
        { "section": "Projects", "adds": true }, { "section": "Skills" }, { "section": "Summary" }]);
    assert_eq!(places, wanted);
    for place in places.as_array().unwrap() {
        desk.edit(json!({ "add_task": place }));
    }
    assert_eq!(ids(&desk), (1..=9).collect::<Vec<_>>());
}

#[test]
fn a_bad_value_is_refused_with_its_place_and_what_is_allowed() {
    for (change, en, zh) in [
        (json!({ "add_task": { "section": "Hobbies" } }), "“change”, “add_task”, “section”: the resume has no place \"Hobbies\", or several. Allowed: \"Projects - Shop\", \"Projects - Crawler\", \"Projects\", \"Skills\", \"Summary\"; something new with adds: true", "简历里没有“Hobbies”"),
        (json!({ "add_task": { "section": "Projects" } }), "Allowed: \"Projects - Shop\"", "要新增就加上 adds: true"),
        (json!({ "add_task": { "section": "Projects - Shop", "item_id": "p9" } }), "Allowed: \"Projects - Shop\"", "可以写"),
        (json!({ "add_task": { "section": " " } }), "“section”: must not be empty", "“section”"),
        (json!({ "add_task": { "section": "x".repeat(201), "adds": true } }), "has 201 characters; at most 200", "有 201 个字符，最多 200 个"),
        (json!({ "add_task": { "section": "Summary", "goal": "x".repeat(1001) } }), "at most 1000", "最多 1000 个"),
        (json!({ "add_task": "Summary" }), "“add_task”: must be an object", "“add_task”"),
        (json!({ "drop_task": 9 }), "“drop_task”: no task has the id 9; the plan has 1, 2, 3, 4", "没有编号是 9 的任务；现有：1、2、3、4"),
        (json!({ "move_up": "2" }), "no task has the id \"2\"", "没有编号是 \"2\" 的任务"),
        (json!({ "move_down": -1 }), "no task has the id -1", "没有编号是 -1 的任务"),
    ] {
        for (lang, words) in [(Lang::En, en), (Lang::Zh, zh)] {
            let (code, text) = refused(&mut open(lang), change.clone());
            assert_eq!(code, "invalid_edit");
            assert!(text.contains(words), "{text}");
        }
    }
    let mut desk = open(Lang::En);
    desk.say("hello");
    assert_eq!(refused(&mut desk, json!({ "move_up": 3 })).0, "busy");
}
