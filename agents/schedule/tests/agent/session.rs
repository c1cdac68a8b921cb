use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_engine::{Event, Session, ToolError, Wait};
use stepgate_schedule::Schedule;

fn plan(steps: &[&str]) -> Value {
    let steps: Vec<Value> = steps.iter().map(|step| json!({ "content": step, "done_when": "seen" })).collect();
    json!({ "say": "A plan.", "plan": steps })
}

fn done() -> Value {
    json!({ "action": "done", "goal_check": "seen" })
}

#[test]
fn a_write_shows_what_it_changes_and_is_saved_once() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    let card = desk.view().card.unwrap();
    assert_eq!(card.calls[0].name, "place");
    assert_eq!(card.data()["summary"], "so");
    assert_eq!(
        card.data()["changes"][0]["to"][0]["day"].as_u64().or(card.data()["changes"][0]["to"]["day"].as_u64()),
        Some(2)
    );
    assert!(desk.persisted().is_empty(), "nothing is saved before the answer");
    desk.answer(true, None, None);
    assert_eq!(desk.stands(2), Some((2, 1)));
    let saved = desk.persisted();
    assert_eq!(saved.len(), 1);
    assert_eq!((&saved[0][0]["type"], &saved[0][0]["source_id"]), (&json!("place"), &json!(302)));
    desk.reply(done());
    assert_eq!(desk.persisted().len(), 1, "it is not saved again at the end");
    assert_eq!(desk.view().waiting, Wait::Nothing);
}

#[test]
fn the_user_may_drag_a_proposal_before_accepting_it() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    let call = desk.view().call.unwrap();
    let dragged = |day: u32| Event::Answered {
        at_ms: 3,
        call,
        accept: true,
        args: Some(json!({ "task_id": 2, "day": day, "slot_start": 1 })),
        reason: None,
        always: None,
        result: None,
        calls: None,
        after_failure: Default::default(),
    };
    // A course already stands there.
    let refusal = desk.session.handle(dragged(1)).unwrap_err();
    assert_eq!(refusal.code, "invalid_args");
    assert_eq!(
        refusal.text, "Mon of week 5, periods 1–2 is taken by “Calculus”.",
        "no id, no pointer, no number of a day"
    );
    let check = |day: u32, start: u32| json!({ "check": { "task_id": 2, "day": day, "slot_start": start } });
    assert_eq!(desk.session.read(&check(1, 1)).unwrap_err(), refusal, "the page knows before it asks");
    let checked = desk.session.read(&check(5, 3)).unwrap();
    assert_eq!(checked["preview"]["title"], "Put “Item 2” on Fri of week 5, periods 3–4");
    desk.answer(true, Some(json!({ "task_id": 2, "day": 5, "slot_start": 3 })), None);
    assert_eq!(desk.stands(2), Some((5, 3)));
}

#[test]
fn a_write_that_would_fail_is_no_card() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 1, 1);
    assert_eq!(desk.view().waiting, Wait::Model);
    assert_eq!(desk.view().usage.corrections, 0, "the timetable refuses: a fact");
    assert_eq!(desk.stands(2), None);
    desk.call("place", json!({ "task_id": 2, "day": 1 }));
    assert_eq!(desk.view().waiting, Wait::Model);
    assert_eq!(desk.view().usage.corrections, 1, "an argument is missing");
}

#[test]
fn what_cannot_be_saved_is_taken_back_and_told_to_the_model() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    desk.failures.push(ToolError::new("persist_failed", "the disk is full"));
    desk.answer(true, None, None);
    assert_eq!(desk.stands(2), None);
    assert!(desk.messages().iter().any(|message| message.content.contains("the disk is full")));
    let first = desk.calls.last().unwrap().1["change_set_id"].clone();
    desk.place(2, 2, 1);
    desk.answer(true, None, None);
    assert_eq!(desk.stands(2), Some((2, 1)));
    assert_eq!(desk.calls.last().unwrap().1["change_set_id"], first, "the same changes again have the same id");
}

#[test]
fn what_the_host_may_yet_take_back_is_saved_without_the_timetable() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    let call = desk.view().call.unwrap();
    let accept = Event::answered(3, call, true);
    assert!(desk.session.handle(accept).unwrap());
    assert_eq!(desk.view().waiting, Wait::Tool);
    let saved = desk.session.snapshot();
    assert!(!saved.head.contains("Calculus"), "what stays as it was is saved once: {}", saved.head);
    desk.session = Session::resume(Schedule::new(), saved.clone()).unwrap();
    assert_eq!((desk.stands(2), desk.session.snapshot()), (Some((2, 1)), saved));
    desk.failures.push(ToolError::new("persist_failed", "the disk is full"));
    desk.edit(json!({ "lang": "zh" }));
    assert_eq!(desk.stands(2), None);
}

#[test]
fn a_timetable_that_is_stale_is_loaded_again() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    desk.failures.push(ToolError::new("stale_state", "day 2, section 1 is taken"));
    desk.answer(true, None, None);
    let loads = desk.calls.iter().filter(|(name, _)| name == "load_schedule").count();
    assert_eq!(loads, 2);
    assert_eq!(desk.view().waiting, Wait::Model);
}

#[test]
fn the_last_write_can_be_taken_back_once() {
    let mut desk = Desk::usual();
    desk.execute(json!({ "always_execute": true }));
    desk.place(2, 2, 1);
    desk.reply(done());
    desk.edit(json!({ "undo": true }));
    assert_eq!(desk.stands(2), None);
    let saved = desk.persisted();
    assert_eq!(saved.last().unwrap()[0]["type"], "unplace");
    assert_eq!(desk.refused(json!({ "undo": true })), "nothing_to_undo");
    assert_eq!(desk.view().waiting, Wait::Nothing, "the outcome stands");
}

#[test]
fn a_write_that_was_taken_back_can_be_made_again() {
    let mut desk = Desk::usual();
    desk.execute(json!({ "always_execute": true }));
    desk.place(2, 2, 1);
    assert_eq!(desk.refused(json!({ "redo": true })), "busy");
    desk.reply(done());
    let can = |desk: &Desk| (desk.view().data["can_undo"].clone(), desk.view().data["can_redo"].clone());
    assert_eq!(
        (can(&desk), desk.refused(json!({ "redo": true }))),
        ((json!(true), json!(false)), "nothing_to_redo".into())
    );
    desk.edit(json!({ "undo": true }));
    assert_eq!(can(&desk), (json!(false), json!(true)));
    desk.edit(json!({ "redo": true }));
    assert_eq!((desk.stands(2), can(&desk)), (Some((2, 1)), (json!(true), json!(false))));
    assert_eq!(desk.persisted().last().unwrap()[0]["type"], "place", "the calendar has it again");
    desk.edit(json!({ "undo": true }));
    desk.execute(json!({ "always_execute": true }));
    desk.place(2, 5, 3);
    desk.reply(done());
    assert_eq!(desk.refused(json!({ "redo": true })), "nothing_to_redo", "another write came since");
}

#[test]
fn a_preview_is_saved_only_when_it_is_applied() {
    let mut desk = Desk::open(json!({ "tool_visibility": "all", "persist_mode": "preview_only" }), Lang::En);
    desk.execute(json!({ "always_execute": true }));
    desk.place(2, 2, 1);
    desk.place(3, 2, 3);
    desk.reply(done());
    assert!(desk.persisted().is_empty(), "the host is not asked to write what is only shown");
    assert_eq!(desk.note("schedule_completed").unwrap()["change_set"].as_array().unwrap().len(), 2);
    desk.edit(json!({ "apply": true }));
    assert_eq!(desk.persisted().last().unwrap().as_array().unwrap().len(), 2);
    assert_eq!(desk.refused(json!({ "apply": true })), "nothing_to_apply");
}

#[test]
fn without_dates_there_is_nothing_to_arrange() {
    let mut desk = Desk::usual();
    // A request asks for the dates at once, goes on without them, and asks again when it needs them.
    desk.failures = vec![ToolError::new("window_missing", "no dates"); 2];
    desk.say("arrange all", json!({ "task_class_ids": [10] }));
    desk.call("get_overview", json!({}));
    assert_eq!(desk.view().output.unwrap()["code"], "window_missing");
    desk.failures = vec![ToolError::new("offline", "no connection"); 2];
    desk.execute(Value::Null);
    desk.call("get_overview", json!({}));
    assert_eq!(desk.view().output.unwrap()["code"], "load_failed");
    assert!(desk.said().contains("no connection"));
}

#[test]
fn the_model_may_say_that_it_cannot_be_done() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.reply(json!({ "say": "There is no room.", "action": "abort" }));
    assert_eq!(desk.said(), "There is no room.");
    assert_eq!(desk.view().output.unwrap()["status"], "aborted");
}

#[test]
fn a_request_is_heard_once() {
    let mut desk = Desk::usual();
    let with = json!({ "request_id": "a" });
    assert!(desk.say("hello", with.clone()));
    desk.reply(json!({ "say": "Hi." }));
    let before = desk.session.snapshot();
    assert!(!desk.say("hello", with));
    assert_eq!(desk.session.snapshot(), before);
    assert_eq!(desk.view().data["title"], "hello");
}

#[test]
fn an_answer_to_a_question_goes_on_with_the_request() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.reply(json!({ "action": "ask_user", "say": "Which day?" }));
    assert_eq!((desk.view().waiting, desk.said()), (Wait::User, "Which day?".to_owned()));
    desk.say("Friday", Value::Null);
    assert_eq!(desk.view().stage, "execute");
    assert_eq!(desk.view().data["round_used"], 2);
}

#[test]
fn a_plan_that_is_declined_is_made_again_along_the_users_words() {
    let mut desk = Desk::usual();
    desk.say("plan my week", Value::Null);
    desk.reply(plan(&["one", "two"]));
    let card = desk.view().card.unwrap().text.unwrap_or_default();
    assert_eq!(card, "1. one (done when: seen)\n2. two (done when: seen)");
    assert_eq!(desk.refused(json!({ "undo": true })), "answer_first");
    desk.answer(false, None, Some("only mornings"));
    assert_eq!(desk.view().stage, "execute");
    assert!(desk.messages().iter().any(|message| message.content.contains("only mornings")));
    desk.reply(plan(&["one"]));
    desk.say("no, only evenings", Value::Null);
    desk.reply(json!({ "about_card": "drop", "say": "Only evenings, then." }));
    assert_eq!(desk.view().stage, "execute", "words that do not want it decline it");
    let blocks = serde_json::to_value(desk.view()).unwrap()["blocks"].clone();
    let heard = blocks.as_array().unwrap().iter().filter(|block| block["text"] == "no, only evenings");
    assert_eq!(heard.count(), 1, "the words are there once");
}

#[test]
fn a_name_for_the_conversation_interrupts_nothing() {
    let mut desk = Desk::usual();
    desk.say("plan my week", Value::Null);
    let rename = |desk: &mut Desk, title: &str| {
        let before = (desk.view().waiting, desk.view().call, desk.view().usage.calls);
        desk.edit(json!({ "title": title }));
        assert_eq!((desk.view().waiting, desk.view().call, desk.view().usage.calls), before);
        assert_eq!(desk.view().data["title"], title);
    };
    rename(&mut desk, "While the model answers");
    assert_eq!(desk.refused(json!({ "undo": true })), "busy");
    desk.reply(plan(&["one", "two"]));
    rename(&mut desk, "While the plan waits");
    desk.answer(true, None, None);
    assert_eq!(desk.view().stage, "execute", "the plan that was on the card is the one that is carried out");
}

#[test]
fn a_long_conversation_is_summarised() {
    let mut desk = Desk::open(json!({ "tool_visibility": "all", "token_budget": 5_000 }), Lang::En);
    let long = "This is what I did last week, in every detail. ".repeat(170);
    for _ in 0..4 {
        desk.say(&long, Value::Null);
        if desk.view().stage == "compact" {
            break;
        }
        desk.reply(json!({ "say": "I see." }));
    }
    assert_eq!(desk.view().stage, "compact");
    desk.reply(json!("The user tells of last week."));
    assert_eq!(desk.view().stage, "execute");
    let asked = desk.messages();
    assert!(asked.iter().any(|message| message.content.contains("The user tells of last week.")));
    assert!(asked.iter().any(|message| message.content.contains("in every detail")), "the last words are whole");
}

#[test]
fn a_task_class_is_written_by_the_host_and_loaded() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    let class = json!({
        "name": "Probability", "mode": "manual", "subject_type": "quantitative", "difficulty_level": "high",
        "cognitive_intensity": "high", "config": { "total_slots": 4, "strategy": "steady" },
        "items": [{ "content": "one" }, { "content": "two" }],
    });
    desk.call("upsert_task_class", json!({ "task_class": class }));
    assert_eq!(desk.view().waiting, Wait::Approval);
    desk.answer(true, None, None);
    assert_eq!(desk.view().data["task_class_ids"], json!([12]));
    let names: Vec<&str> = desk.calls.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["load_schedule", "upsert_task_class", "load_schedule"]);
}

#[test]
fn of_a_class_only_the_items_named_change() {
    let counts = [
        (
            Lang::En,
            "Items: 2 added, 1 changed, 1 removed.",
            "Removed: “Item 3”.",
            "periods in all: 4 → 6.",
            "“Item 2”, content: Item 2 → First.",
            "New tasks: “New”, “Fifth”.",
        ),
        (
            Lang::Zh,
            "任务：新增 2 项，修改 1 项，移除 1 项。",
            "移除：“Item 3”。",
            "总节数：4 → 6。",
            "“Item 2”的内容：Item 2 → First。",
            "新任务：“New”，“Fifth”。",
        ),
    ];
    for (lang, said, gone, total, content, new) in counts {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        let items = json!(["New", { "order": 1, "content": "First", "length": 2 }, { "order": 5, "content": "Fifth" }]);
        let args = json!({ "id": 10, "items": items, "remove_items": [2] });
        desk.call("upsert_task_class", args);
        assert_eq!(desk.view().card.unwrap().data()["notes"], json!([said, gone, total, content, new]));
        desk.answer(true, None, None);
        let input = desk.calls.iter().find(|(name, _)| name == "upsert_task_class").unwrap().1["input"].clone();
        assert_eq!((&input["items"][0], &input["remove_items"]), (&json!({ "content": "New" }), &json!([2])));
    }
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.call("upsert_task_class", json!({ "id": 10, "items": ["New", "Item 3"] }));
    assert_eq!(desk.view().card.unwrap().data()["notes"][0], "Items: 1 added, 1 changed, 1 unchanged.");
}

#[test]
fn an_item_that_has_a_place_is_not_removed() {
    let cures = [
        (Lang::En, "remove_items: must be items without a place: [4]Item 4 has one; take it out with unplace first"),
        (Lang::Zh, "remove_items：应为还没有安排的任务：[4]Item 4 已经安排好，先用 unplace 取消它的安排，再移除"),
    ];
    for (lang, cure) in cures {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        desk.call("upsert_task_class", json!({ "id": 11, "remove_items": [1] }));
        assert!(desk.complaint().contains(cure), "{}", desk.complaint());
    }
}

#[test]
fn every_reply_can_be_seen_as_it_came() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.reply(json!("not a decision"));
    desk.reply(done());
    let seen = desk.session.read(&json!({ "debug": true })).unwrap();
    let raws: Vec<&str> = seen.as_array().unwrap().iter().map(|reply| reply["raw"].as_str().unwrap()).collect();
    assert_eq!(raws.len(), 2);
    assert_eq!((raws[0], &seen[0]["accepted"], &seen[1]["accepted"]), ("not a decision", &json!(false), &json!(true)));
    assert_eq!((&seen[0]["parsed"], &seen[1]["parsed"]["action"]), (&Value::Null, &json!("done")));
}

#[test]
fn a_request_about_other_classes_loads_them() {
    let mut desk = Desk::usual();
    let loads = |desk: &Desk| desk.calls.iter().filter(|(name, _)| name == "load_schedule").count();
    for (ids, count) in [([10, 11].as_slice(), 1), (&[11], 1), (&[11, 12], 2), (&[11, 12], 2)] {
        desk.execute(json!({ "task_class_ids": ids }));
        assert_eq!((loads(&desk), &desk.view().data["task_class_ids"]), (count, &json!(ids)));
        desk.reply(done());
    }
    assert_eq!(desk.calls.last().unwrap().1["task_class_ids"], json!([11, 12]));
}

#[test]
fn what_is_not_allowed_is_named() {
    for (input, place) in [
        (json!({ "config": { "max_rounds": "many" } }), "/input/config/max_rounds"),
        (json!({ "config": { "colour": 1 } }), "/input/config/colour"),
        (json!({ "config": { "move_scan": "nearest" } }), "/input/config/move_scan"),
        (json!({ "state": { "tasks": [] } }), "/input/state"),
        (json!({ "task_class_ids": ["x"] }), "/input/task_class_ids/0"),
    ] {
        let opening =
            stepgate_engine::Opening { input, seed: 1, lang: Lang::En.into(), at_ms: 0, ..Default::default() };
        let error = stepgate_engine::Session::open(Schedule::new(), opening).err().unwrap();
        assert!(error.place().starts_with(place), "{error}");
    }
    let mut desk = Desk::usual();
    let event = Event::Said {
        at_ms: 1,
        text: "x".into(),
        with: json!({ "thinking_mode": "perhaps" }),
        card: None,
        parts: vec![],
    };
    assert_eq!(desk.session.handle(event).unwrap_err().code, "invalid_option");
}
