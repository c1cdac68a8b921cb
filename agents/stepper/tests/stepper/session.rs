//! The stepper in whole sessions: approvals, doubtful writes, questions, settings, retries.

use super::desk::{uncached, write, Desk};
use serde_json::{json, Value};
use stepgate_engine::{CardKind, Content, Event, ToolResult, Wait};

#[test]
fn a_write_shows_what_it_would_do_before_it_is_done() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("write_file", write("./new.txt", "x"));
    let card = desk.view().card.unwrap();
    assert_eq!(
        (card.kind, card.preview),
        (CardKind::Approval, json!({ "title": "Write new.txt", "path": "new.txt", "replaces": false, "before": null }))
    );
    assert_eq!(desk.session.effect(), None, "nothing runs before the approval");
    assert_eq!(desk.answer(true, None, None), Ok(true));
    assert_eq!(desk.host().args, write("new.txt", "x"));
    desk.text("File written: new.txt");
    desk.act("write_file", write("new.txt", "y"));
    let card = desk.view().card.unwrap();
    assert_eq!((card.title.as_str(), &card.preview["before"]), ("Write new.txt", &json!("x")));
}

#[test]
fn what_the_user_changed_on_the_card_is_what_was_done() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("write_file", write("a", "x"));
    for outside in ["../a", " ", ""] {
        let refusal = desk.answer(true, Some(write(outside, "z")), None).unwrap_err();
        assert_eq!(refusal.code, "invalid_args", "{outside:?}");
    }
    assert_eq!(desk.answer(true, Some(write("b", "z")), None), Ok(true));
    desk.text("File written: b");
    let action = &desk.task()["steps"][0]["actions"][0];
    assert_eq!((&action["params"], &action["error"]), (&write("b", "z"), &Value::Null));
    assert_eq!(desk.data()["files"], json!([{ "path": "b", "created": true }]));
}

#[test]
fn a_rejected_write_is_no_failure_and_the_model_reads_why() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    for (reason, path) in [(Some("keep the old one"), "a"), (None, "b")] {
        desk.act("write_file", write(path, "x"));
        assert_eq!(desk.answer(false, None, reason), Ok(true));
    }
    desk.act("write_file", write("c", "x"));
    desk.say("rather as a list");
    assert_eq!(desk.errors(0), [json!("rejected"), json!("rejected"), json!("rejected")]);
    assert_eq!(
        (desk.data()["counters"]["failures"].clone(), desk.data()["state"].clone()),
        (json!(0), json!("thinking"))
    );
    let told = desk.told();
    assert!(told.contains("keep the old one") && told.contains("rather as a list"), "{told}");
}

#[test]
fn a_host_cannot_speak_for_the_user() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("read_file", json!({ "path": "a" }));
    desk.failure("rejected");
    assert_eq!((desk.errors(0), desk.data()["counters"]["failures"].clone()), (vec![json!("refused")], json!(1)));
    assert!(desk.told().contains("<data from=\"action 1\">\nit did not work\n</data>"));
}

#[test]
fn retries_do_not_wear_out() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    for round in 0..200 {
        let (at_ms, call) = (0, desk.view().call.unwrap());
        desk.send(Event::Failed { at_ms, call, code: "timeout".into(), text: "no answer".into() }).unwrap();
        assert_eq!(desk.task()["error"], "llm_failed", "round {round}");
        desk.send(Event::Edited { at_ms, change: json!({ "retry_step": true }) }).unwrap();
        assert_eq!((desk.data()["state"].clone(), desk.view().error), (json!("thinking"), None));
    }
}

#[test]
fn why_the_model_did_not_answer_is_told() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let (at_ms, call, text) = (0, desk.view().call.unwrap(), "the key was refused".to_owned());
    desk.send(Event::Failed { at_ms, call, code: "unauthorized".into(), text: text.clone() }).unwrap();
    let tells = |content: &Content| matches!(content, Content::Note { code, data } if code == "reason" && data["text"] == *text);
    assert!(desk.view().blocks.iter().any(|block| tells(&block.content)));
}

#[test]
fn a_write_that_was_interrupted_asks_the_user_and_is_not_repeated() {
    let mut desk = Desk::planned(json!({ "auto": true }), &["A"]);
    desk.act("write_file", write("a", "x"));
    let (at_ms, call) = (desk.clock, desk.view().call.unwrap());
    assert_eq!(desk.send(Event::Doubted { at_ms, call }), Ok(true));
    assert_eq!(desk.view().waiting, Wait::Card, "the user is asked whether it took effect");
    assert_eq!(desk.answer(false, None, None), Ok(true));
    assert_eq!(desk.view().waiting, Wait::Card, "and whether to do it again");
    assert_eq!(desk.answer(false, None, None), Ok(true));
    assert_eq!(desk.errors(0), [json!("interrupted")]);
    assert_eq!(desk.view().waiting, Wait::Model);
    assert!(desk.told().contains("interrupted"));
}

#[test]
fn a_write_in_doubt_that_was_done_counts_as_done() {
    let mut desk = Desk::planned(json!({ "auto": true }), &["A"]);
    desk.act("write_file", write("a", "x"));
    let (at_ms, call) = (desk.clock, desk.view().call.unwrap());
    desk.send(Event::Doubted { at_ms, call }).unwrap();
    assert_eq!(desk.answer(true, None, None), Ok(true));
    assert_eq!(desk.errors(0), [Value::Null]);
    assert_eq!(desk.view().waiting, Wait::Model);
}

#[test]
fn auto_is_a_setting_of_the_users() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("write_file", write("a", "x"));
    assert_eq!(desk.view().waiting, Wait::Approval);
    let call = desk.view().call;
    assert_eq!(desk.edit(json!({ "auto": true })), Ok(true));
    assert_eq!(
        (desk.view().waiting, desk.view().call),
        (Wait::Approval, call),
        "the card on the table is not answered"
    );
    assert_eq!(desk.answer(true, None, None), Ok(true));
    desk.text("File written: a");
    desk.act("write_file", write("b", "x"));
    assert_eq!(desk.host().args, write("b", "x"), "from the next write on");
    let runs = desk.session.effect();
    assert_eq!(
        (desk.edit(json!({ "auto": false })), desk.session.effect()),
        (Ok(true), runs),
        "what runs is not asked about again"
    );
    desk.text("File written: b");
    desk.act("write_file", write("c", "x"));
    assert_eq!(desk.view().waiting, Wait::Approval);
}

#[test]
fn a_setting_does_not_ask_the_model_anew() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let (call, calls) = (desk.view().call, desk.view().usage.calls);
    let config = json!({ "max_actions_per_step": 3, "think_mode": "inline" });
    for change in [json!({ "auto": true }), json!({ "config": config })] {
        assert_eq!(desk.edit(change), Ok(true));
    }
    assert_eq!((desk.view().call, desk.view().usage.calls), (call, calls));
    assert_eq!(
        (desk.data()["limits"]["actions"].clone(), desk.data()["think_mode"].clone()),
        (json!(3), json!("inline"))
    );
    desk.reply(json!("the thought that was asked for"));
    desk.reply(json!({ "reason": "", "is_complete": false }));
    desk.reply(json!({ "tool_name": "list_files" }));
    desk.text("");
    assert_eq!(desk.data()["state"], "deciding_step", "from here on it thinks in the decision");
}

#[test]
fn a_question_is_answered_by_talking_or_not_at_all() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("ask_user", json!({ "question": "Which colour?" }));
    assert_eq!(
        (desk.data()["state"].clone(), desk.data()["question"].clone()),
        (json!("asking"), json!("Which colour?"))
    );
    desk.say("red");
    assert_eq!(desk.session.state().memory.context["answer:Which colour?"], "red");
    desk.act("ask_user", json!({ "question": "And the font?" }));
    assert_eq!(desk.edit(json!({ "no_answer": true })), Ok(true));
    assert_eq!(desk.errors(0), [Value::Null, json!("cancelled")]);
    assert_eq!(desk.edit(json!({ "no_answer": true })).unwrap_err().code, "unexpected_input");
}

#[test]
fn a_failed_step_is_tried_again_with_a_hint() {
    let mut desk = Desk::planned(uncached(), &["A", "B"]);
    for path in ["a", "b", "c"] {
        desk.act("read_file", json!({ "path": path }));
        desk.failure("not_found");
    }
    assert_eq!(desk.data()["can"], json!({ "cancel": false, "retry": true }));
    assert_eq!(desk.edit(json!({ "cancel": true })).unwrap_err().code, "unexpected_input");
    assert_eq!(desk.edit(json!({ "retry_step": { "hint": "look into docs" } })), Ok(true));
    let told = desk.told();
    assert!(told.contains("look into docs") && told.contains("it did not work"), "{told}");
    assert_eq!(desk.data()["counters"]["failures"], 0);
    desk.done();
    assert!(!desk.told().contains("look into docs"), "the hint was for the step");
    assert_eq!(desk.edit(json!({ "retry_step": true })).unwrap_err().code, "not_failed");
}

#[test]
fn cancelling_drops_what_is_under_way() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("read_file", json!({ "path": "a" }));
    let call = desk.view().call.unwrap();
    assert_eq!(desk.edit(json!({ "cancel": true })), Ok(true));
    let late = Event::Returned { at_ms: 0, call, results: vec![ToolResult::Ok("text".into())] };
    assert_eq!(desk.send(late), Ok(false));
    let task = desk.task();
    assert_eq!((&task["status"], &task["steps"][0]["status"]), (&json!("cancelled"), &json!("pending")));
    assert_eq!(desk.errors(0), [json!("cancelled")]);
    desk.say("another task");
    assert_eq!(desk.data()["state"], "planning");
    assert!(desk.send(Event::Stopped { at_ms: 0 }).unwrap(), "stopping gives the task up too");
    assert_eq!(desk.data()["state"], "cancelled");
}

#[test]
fn words_while_it_works_are_refused() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let event = Event::Said { at_ms: 0, text: "faster".into(), with: Value::Null };
    assert_eq!(desk.send(event).unwrap_err().code, "busy");
    assert_eq!(desk.edit(json!({ "retry_step": true })).unwrap_err().code, "not_failed");
    assert_eq!(desk.edit(json!({ "paint": true })).unwrap_err().code, "unknown_edit");
    for several in [json!({ "auto": true, "config": {} }), json!({ "lang": "zh", "auto": true })] {
        assert_eq!(desk.edit(several).unwrap_err().code, "unknown_edit", "none of them is left out in silence");
    }
    let refusal = desk.edit(json!({ "config": { "max_steps": 0 } })).unwrap_err();
    assert_eq!(refusal.code, "invalid_config");
    assert!(refusal.text.contains("“max_steps”"), "a person reads no JSON pointer: {}", refusal.text);
}

#[test]
fn queries_that_nobody_knows_are_refused() {
    let desk = Desk::usual();
    for (query, code) in [
        (json!({ "weather": true }), "unknown_query"),
        (json!({ "result": true }), "no_task"),
        (json!({ "action": ["A", 0] }), "unknown_action"),
    ] {
        assert_eq!(desk.session.read(&query).unwrap_err().code, code);
    }
    assert_eq!(desk.session.read(&json!({ "history": true })), Ok(json!([])));
}

#[test]
fn a_tool_of_the_pages_is_offered_checked_and_asked_about() {
    let args = json!({ "type": "object", "properties": { "to": { "type": "string" }, "times": { "type": "integer", "minimum": 1 } }, "required": ["to"] });
    let tools = json!([{ "name": "send", "about": "Send a note to somebody", "args": args, "writes": true }]);
    let mut desk = Desk::planned(json!({ "tools": tools, "config": { "cache": false } }), &["A"]);
    desk.reply(json!("so"));
    desk.reply(json!({ "is_complete": false }));
    assert!(desk.told().contains("Send a note to somebody"));
    desk.reply(json!({ "tool_name": "send", "params": { "to": "me", "times": 0 } }));
    assert_eq!(desk.errors(0), [json!("invalid_params")]);
    desk.act("send", json!({ "to": "me", "times": "2" }));
    assert_eq!(desk.view().card.unwrap().title, "Send a note to somebody");
    assert_eq!(desk.answer(true, None, None), Ok(true));
    assert_eq!(desk.host().args, json!({ "to": "me", "times": 2 }));
    desk.give(ToolResult::Ok(json!({ "sent": 2 })));
    assert_eq!(desk.session.state().memory.context["last_result"], "{\"sent\":2}");
    desk.act("send", json!({ "times": 2, "to": "me" }));
    assert_eq!(desk.errors(0)[2], "repeated_action", "writing the same again is a repeat");
}
