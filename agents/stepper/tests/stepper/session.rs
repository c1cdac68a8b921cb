//! The stepper in whole sessions: approvals, doubtful writes, questions, settings, retries.

use super::desk::{uncached, write, Desk, StepperDesk};
use super::single::drops;
use serde_json::{json, Value};
use stepgate_engine::{CardKind, Content, Event, ToolResult, Wait};

#[test]
fn a_write_shows_what_it_would_do_before_it_is_done() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("write_file", write("./new.txt", "x"));
    let card = desk.view().card.unwrap();
    assert_eq!(
        (card.kind, card.data().clone()),
        (CardKind::Approval, json!({ "title": "Write new.txt", "path": "new.txt", "replaces": false, "before": null }))
    );
    assert_eq!(desk.session.effect(), None, "nothing runs before the approval");
    desk.answer(true, None, None);
    assert_eq!(desk.host().args, write("new.txt", "x"));
    desk.text("File written: new.txt");
    desk.act("write_file", write("new.txt", "y"));
    let card = desk.view().card.unwrap();
    assert_eq!((card.title.as_str(), &card.data()["before"]), ("Replace new.txt", &json!("x")));
}

#[test]
fn what_the_user_changed_on_the_card_is_what_was_done() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("write_file", write("a", "x"));
    for outside in ["../a", " ", ""] {
        let refusal = desk.try_answer(true, Some(write(outside, "z")), None).unwrap_err();
        assert_eq!(refusal.code, "invalid_args", "{outside:?}");
    }
    desk.answer(true, Some(write("b", "z")), None);
    desk.text("File written: b");
    let action = &desk.task()["steps"][0]["actions"][0];
    assert_eq!((&action["params"], &action["error"]), (&write("b", "z"), &Value::Null));
    assert_eq!(desk.data()["files"], json!([{ "path": "b", "created": true }]));
}

#[test]
fn a_declined_write_does_not_come_back_in_the_turn() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("write_file", write("a", "x"));
    desk.answer(false, None, Some("not now"));
    desk.act("write_file", write("a", "x"));
    assert!(desk.view().card.is_none() && desk.view().waiting == Wait::Model, "the model is told, not the user asked");
    let other = json!({ "tool_name": "write_file", "description": "another", "params": write("b", "x") });
    desk.reply(other);
    assert!(desk.view().card.is_some(), "another one asks");
}

#[test]
fn a_rejected_write_is_no_failure_and_the_model_reads_why() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    for (reason, path) in [(Some("keep the old one"), "a"), (None, "b")] {
        desk.act("write_file", write(path, "x"));
        desk.answer(false, None, reason);
    }
    desk.act("write_file", write("c", "x"));
    desk.say("rather as a list").reply(json!({ "about_card": "drop", "say": "As a list, then." }));
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
        desk.send(Event::Failed { at_ms, call, code: "timeout".into(), text: "no answer".into(), detail: None })
            .unwrap();
        assert_eq!(desk.task()["error"], "llm_failed", "round {round}");
        desk.send(Event::Edited { at_ms, change: json!({ "retry_step": true }) }).unwrap();
        assert_eq!((desk.data()["state"].clone(), desk.view().error), (json!("thinking"), None));
    }
}

#[test]
fn why_the_model_did_not_answer_is_told() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let (at_ms, call, text) = (0, desk.view().call.unwrap(), "the key was refused".to_owned());
    desk.send(Event::Failed { at_ms, call, code: "unauthorized".into(), text: text.clone(), detail: None }).unwrap();
    let tells = |content: &Content| matches!(content, Content::Note { code, data } if code == "reason" && data["text"] == *text);
    assert!(desk.view().blocks.iter().any(|block| tells(&block.content)));
}

#[test]
fn a_write_that_was_interrupted_asks_the_user_and_is_not_repeated() {
    let mut desk = Desk::planned(json!({ "auto": true }), &["A"]);
    desk.act("write_file", write("a", "x"));
    let (at_ms, call) = (desk.now, desk.view().call.unwrap());
    assert_eq!(desk.send(Event::Doubted { at_ms, call, text: None }), Ok(true));
    assert_eq!(desk.view().waiting, Wait::Card, "the user is asked whether it took effect");
    desk.answer(false, None, None);
    assert_eq!(desk.view().waiting, Wait::Card, "and whether to do it again");
    desk.answer(false, None, None);
    assert_eq!(desk.errors(0), [json!("interrupted")]);
    assert_eq!(desk.view().waiting, Wait::Model);
    assert!(desk.told().contains("interrupted"));
}

#[test]
fn a_write_in_doubt_that_was_done_counts_as_done() {
    let mut desk = Desk::planned(json!({ "auto": true }), &["A"]);
    desk.act("write_file", write("a", "x"));
    let (at_ms, call) = (desk.now, desk.view().call.unwrap());
    desk.send(Event::Doubted { at_ms, call, text: None }).unwrap();
    desk.answer(true, None, None);
    assert_eq!(desk.errors(0), [Value::Null]);
    assert_eq!(desk.view().waiting, Wait::Model);
}

#[test]
fn auto_is_a_setting_of_the_users() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("write_file", write("a", "x"));
    assert_eq!(desk.view().waiting, Wait::Approval);
    let call = desk.view().call;
    desk.edit(json!({ "auto": true }));
    assert_eq!(
        (desk.view().waiting, desk.view().call),
        (Wait::Approval, call),
        "the card on the table is not answered"
    );
    desk.answer(true, None, None);
    desk.text("File written: a");
    desk.act("write_file", write("b", "x"));
    assert_eq!(desk.host().args, write("b", "x"), "from the next write on");
    let runs = desk.session.effect();
    assert_eq!(
        (desk.try_edit(json!({ "auto": false })), desk.session.effect()),
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
        desk.edit(change);
    }
    assert_eq!((desk.view().call, desk.view().usage.calls), (call, calls));
    assert_eq!(
        (desk.data()["limits"]["actions"].clone(), desk.data()["think_mode"].clone()),
        (json!(3), json!("inline"))
    );
    desk.reply("the thought that was asked for");
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
    desk.edit(json!({ "no_answer": true }));
    assert_eq!(desk.errors(0), [Value::Null, json!("cancelled")]);
    assert_eq!(desk.try_edit(json!({ "no_answer": true })).unwrap_err().code, "unexpected_input");
}

#[test]
fn a_failed_step_is_tried_again_with_a_hint() {
    let mut desk = Desk::planned(uncached(), &["A", "B"]);
    for path in ["a", "b", "c"] {
        desk.act("read_file", json!({ "path": path }));
        desk.failure("not_found");
    }
    assert_eq!(desk.data()["can"], json!({ "cancel": true, "retry": true, "resume": false, "steer": false }));
    desk.edit(json!({ "retry_step": { "hint": "look into docs" } }));
    let told = desk.told();
    assert!(told.contains("look into docs") && told.contains("it did not work"), "{told}");
    assert_eq!(desk.data()["counters"]["failures"], 0);
    desk.done();
    assert!(!desk.told().contains("look into docs"), "the hint was for the step");
    assert_eq!(desk.try_edit(json!({ "retry_step": true })).unwrap_err().code, "not_failed");
}

#[test]
fn cancelling_drops_what_is_under_way() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("read_file", json!({ "path": "a" }));
    let call = desk.view().call.unwrap();
    desk.edit(json!({ "cancel": true }));
    let late = Event::returned(0, call, vec![ToolResult::Ok("text".into())]);
    assert_eq!(desk.send(late), Ok(false));
    let task = desk.task();
    assert_eq!((&task["status"], &task["steps"][0]["status"]), (&json!("cancelled"), &json!("pending")));
    assert_eq!(desk.errors(0), [json!("cancelled")]);
    desk.say("another task");
    assert_eq!(desk.data()["state"], "planning");
    assert!(desk.send(Event::Stopped { at_ms: 0 }).unwrap(), "stopping pauses");
    assert_eq!(desk.data()["state"], "paused");
    assert_eq!(desk.try_edit(json!({ "cancel": true })), Ok(true), "a paused task can be given up");
    assert_eq!(desk.data()["state"], "cancelled");
    assert_eq!(desk.try_edit(json!({ "cancel": true })).unwrap_err().code, "unexpected_input");
}

#[test]
fn words_while_it_works_are_refused() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let event = Event::said(0, "faster");
    assert_eq!(desk.send(event).unwrap_err().code, "busy");
    assert_eq!(desk.try_edit(json!({ "retry_step": true })).unwrap_err().code, "not_failed");
    assert_eq!(desk.try_edit(json!({ "paint": true })).unwrap_err().code, "unknown_edit");
    for several in [json!({ "auto": true, "config": {} }), json!({ "lang": "zh", "auto": true })] {
        assert_eq!(desk.try_edit(several).unwrap_err().code, "unknown_edit", "none of them is left out in silence");
    }
    let refusal = desk.try_edit(json!({ "config": { "max_steps": 0 } })).unwrap_err();
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
    desk.reply("so");
    desk.reply(json!({ "is_complete": false }));
    assert!(desk.told().contains("Send a note to somebody"));
    assert!(desk.told().contains("list_files(dir?, pattern?)"), "{}", desk.told());
    desk.reply(json!({ "tool_name": "send", "params": { "to": "me", "times": 0 } }));
    assert_eq!(desk.errors(0), [json!("invalid_params")]);
    desk.act("send", json!({ "to": "me", "times": "2" }));
    assert_eq!(desk.view().card.unwrap().title, "Send a note to somebody");
    desk.answer(true, None, None);
    assert_eq!(desk.host().args, json!({ "to": "me", "times": 2 }));
    desk.give(vec![ToolResult::Ok(json!({ "sent": 2 }))]);
    assert_eq!(desk.session.state().memory.context["last_result"], "{\"sent\":2}");
    desk.act("send", json!({ "times": 2, "to": "me" }));
    assert_eq!(desk.errors(0)[2], "repeated_action", "writing the same again is a repeat");
}

#[test]
fn a_step_without_a_successful_action_is_complete_only_by_the_users_word() {
    let mut desk = Desk::planned(uncached(), &["A", "B"]);
    desk.act("read_file", json!({ "path": "a" }));
    desk.failure("not_found");
    desk.act("think", json!({}));
    desk.reply("It is there.");
    desk.reply(json!({ "reason": "all is well", "is_complete": true }));
    let card = desk.view().card.unwrap();
    assert_eq!((desk.view().waiting, desk.data()["state"].clone()), (Wait::Card, json!("confirming")));
    assert!(card.title.contains("A") && card.text.as_deref() == Some("The model says: all is well"), "{card:?}");
    desk.answer(false, None, Some("write b instead"));
    assert_eq!(desk.data()["state"], "deciding_action", "after a no, the next call is about an action");
    assert!(desk.told().contains("write b instead"), "{}", desk.told());
    desk.reply(json!({ "tool_name": "list_files" }));
    desk.text("");
    desk.done();
    assert_eq!(desk.data()["task"]["current_step_index"], 1, "an action succeeded, nobody is asked");
    desk.reply("It is there.");
    desk.reply(json!({ "is_complete": true }));
    desk.say("no, do something").reply(drops());
    assert!(desk.told().contains("no, do something"), "the words are the reason: {}", desk.told());
}

#[test]
fn a_stopped_task_goes_on_with_the_users_words() {
    let mut desk = Desk::planned(uncached(), &["A", "B"]);
    desk.act("read_file", json!({ "path": "a" }));
    desk.text("one");
    desk.act("list_files", json!({}));
    assert!(desk.send(Event::Stopped { at_ms: 0 }).unwrap());
    assert_eq!(desk.data()["can"], json!({ "cancel": true, "retry": false, "resume": true, "steer": false }));
    assert_eq!(desk.errors(0), [Value::Null, json!("interrupted")], "nobody knows what became of it");
    desk.say("go on, but in German");
    assert_eq!(
        (desk.data()["state"].clone(), desk.task()["description"].clone()),
        (json!("thinking"), json!("the task"))
    );
    let told = desk.told();
    assert!(told.contains("# What the user said since\n- go on, but in German") && told.contains("one"), "{told}");
    desk.done();
    assert!(desk.told().contains("in German"), "later steps are told, too: {}", desk.told());
    assert!(desk.send(Event::Stopped { at_ms: 0 }).unwrap());
    desk.edit(json!({ "resume": true }));
    assert_eq!(desk.try_edit(json!({ "resume": true })).unwrap_err().code, "not_paused");
    desk.done();
    assert_eq!(desk.data()["state"], "completed");
}

#[test]
fn a_task_stopped_while_it_is_planned_is_planned_again() {
    let mut desk = Desk::usual();
    desk.say("write a poem");
    assert!(desk.send(Event::Stopped { at_ms: 0 }).unwrap());
    desk.say("a short one");
    assert_eq!(desk.data()["state"], "planning");
    assert!(desk.told().contains("write a poem") && desk.told().contains("- a short one"), "{}", desk.told());
}

#[test]
fn words_after_a_failure_go_to_the_open_task() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let (at_ms, call) = (0, desk.view().call.unwrap());
    desk.send(Event::Failed { at_ms, call, code: "timeout".into(), text: "no answer".into(), detail: None }).unwrap();
    desk.say("continue");
    assert_eq!(
        (desk.data()["state"].clone(), desk.task()["description"].clone()),
        (json!("thinking"), json!("the task"))
    );
    assert!(desk.told().contains("- continue"));
}

#[test]
fn a_running_task_is_steered_by_words() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.edit(json!({ "steer": "use tabs" }));
    assert!(desk.told().contains("- use tabs"), "the call under way is made anew: {}", desk.told());
    desk.act("write_file", write("a", "x"));
    let (waiting, call) = (desk.view().waiting, desk.view().call);
    desk.edit(json!({ "steer": "and no comments" }));
    assert_eq!((desk.view().waiting, desk.view().call), (waiting, call), "the approval still asks");
    desk.answer(true, None, None);
    desk.text("File written: a");
    assert!(desk.told().contains("- use tabs\n- and no comments"));
    assert_eq!(desk.try_edit(json!({ "steer": " " })).unwrap_err().code, "unexpected_input");
    desk.done();
    assert_eq!(desk.try_edit(json!({ "steer": "late" })).unwrap_err().code, "unexpected_input");
}

#[test]
fn a_plan_sees_the_tasks_before_it() {
    let mut desk = Desk::planned(json!({ "auto": true, "config": { "cache": false } }), &["A"]);
    desk.act("read_file", json!({ "path": "b.md" }));
    desk.text("b");
    desk.act("write_file", write("a.md", "x"));
    desk.text("File written: a.md");
    desk.done();
    desk.say("now in German\n# The task");
    assert!(
        desk.told().contains("# Earlier tasks\n- the task | completed | done | wrote: a.md | read: b.md"),
        "{}",
        desk.told()
    );
    desk.try_edit(json!({ "cancel": true })).unwrap();
    desk.say("third");
    assert!(desk.told().contains("- now in German # The task | given up by the user"), "{}", desk.told());
}

#[test]
fn the_judge_sees_the_files_and_results_of_the_step_whole() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let (text, listing) = ("word ".repeat(300), "name.txt\n".repeat(60));
    desk.act("read_file", json!({ "path": "a" }));
    desk.text(&text);
    desk.act("list_files", json!({}));
    desk.text(&listing);
    desk.act("ask_user", json!({ "question": "Which?" }));
    desk.say("the red one");
    for reply in [json!("I look at it."), json!({ "is_complete": false })] {
        let told = desk.told();
        let whole = [text.trim(), listing.trim(), "Which?: the red one"];
        whole.iter().for_each(|part| assert!(told.contains(part), "{told}"));
        desk.reply(reply);
    }
}

#[test]
fn a_result_that_is_no_longer_shown_may_be_read_again() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    for pattern in ["a", "b", "c", "d"] {
        desk.act("list_files", json!({ "pattern": pattern }));
        desk.text(&format!("{pattern}-name.txt ").repeat(100));
    }
    desk.act("list_files", json!({ "pattern": "a" }));
    desk.text("again");
    assert!(desk.errors(0).iter().all(Value::is_null), "{:?}", desk.errors(0));
    desk.act("list_files", json!({ "pattern": "a" }));
    assert_eq!(desk.errors(0)[5], "repeated_action", "this result stands in the prompt");
}
