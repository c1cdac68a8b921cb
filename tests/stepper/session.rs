//! The stepper through whole sessions: approvals, doubts, questions, retries, what it remembers and what it hands on.

use super::desk::Desk;
use serde_json::{json, Value};
use stepgate::agents::stepper::Stepper;
use stepgate::engine::{CardKind, Content, Event, Opening, Session, ToolResult, Wait};
use stepgate::Lang;

fn uncached() -> Value {
    json!({ "config": { "cache": false } })
}

fn write(path: &str, content: &str) -> Value {
    json!({ "path": path, "content": content })
}

#[test]
fn a_write_shows_what_it_would_do_before_it_is_done() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("write_file", write("./new.txt", "x"));
    let card = desk.view().card.unwrap();
    assert_eq!(
        (card.kind, card.preview),
        (CardKind::Approval, json!({ "path": "new.txt", "replaces": false, "before": null }))
    );
    assert_eq!(desk.session.effect(), None, "nothing runs before the approval");
    assert_eq!(desk.answer(true, None, None), Ok(true));
    assert_eq!(desk.host().args, write("new.txt", "x"));
    desk.text("File written: new.txt");
    desk.act("write_file", write("new.txt", "y"));
    assert_eq!(desk.view().card.unwrap().preview, json!({ "path": "new.txt", "replaces": true, "before": "x" }));
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
fn a_write_that_was_interrupted_is_recorded_and_not_repeated() {
    let mut desk = Desk::planned(json!({ "auto": true }), &["A"]);
    desk.act("write_file", write("a", "x"));
    let (at_ms, call) = (desk.clock, desk.view().call.unwrap());
    assert_eq!(desk.send(Event::Doubted { at_ms, call }), Ok(true));
    assert_eq!(desk.errors(0), [json!("interrupted")]);
    assert_eq!(desk.view().waiting, Wait::Model, "the model decides, and the user is not asked");
    assert!(desk.told().contains("interrupted"));
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
    let refusal = desk.edit(json!({ "config": { "max_steps": 0 } })).unwrap_err();
    assert_eq!(refusal.code, "invalid_config");
    assert!(refusal.text.contains("/max_steps"), "{}", refusal.text);
}

#[test]
fn the_whole_of_an_action_can_be_read() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let long = "文".repeat(5_000);
    desk.act("read_file", json!({ "path": "a" }));
    desk.text(&long);
    desk.act("think", json!({}));
    let shown = &desk.task()["steps"][0]["actions"][0];
    assert_eq!((shown["characters"].clone(), shown["result"].as_str().unwrap().chars().count()), (json!(5_000), 2_000));
    let read = |place: Value| desk.session.read(&json!({ "action": place }));
    assert_eq!(read(json!(["A", 0])).unwrap()["result"], long.as_str());
    assert_eq!(read(json!(["A", 1])).unwrap()["result"], "use think");
    for place in [json!(["A", 2]), json!(["Q", 0]), json!(["A"]), json!([0, "A"])] {
        assert_eq!(read(place).unwrap_err().code, "unknown_action");
    }
}

#[test]
fn the_history_has_every_decision_with_its_reply() {
    let mut desk = Desk::planned(json!({}), &["A"]);
    desk.reply(json!("hm"));
    desk.reply(json!("done, I think"));
    desk.reply(json!("yes, done"));
    desk.reply(json!({ "tool_name": "think", "description": "wait" }));
    desk.done();
    desk.say("the task");
    let history = desk.session.read(&json!({ "history": true })).unwrap();
    let records: Vec<(&str, &str, bool)> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|record| {
            (record["purpose"].as_str().unwrap(), record["outcome"].as_str().unwrap(), record["recalled"] == true)
        })
        .collect();
    assert_eq!(
        records,
        [
            ("plan", "plan", false),
            ("think", "thought", false),
            ("step", "refused", false),
            ("step", "defaulted", false),
            ("action", "think", false),
            ("think", "thought", false),
            ("step", "complete", false),
            ("plan", "plan", true),
            ("think", "thought", true),
        ]
    );
    let replies: Vec<&str> =
        history.as_array().unwrap().iter().map(|record| record["reply"].as_str().unwrap()).collect();
    assert_eq!(replies[1], "hm");
    assert_eq!(replies[2..4], ["done, I think", "yes, done"]);
    assert_eq!(replies[6], json!({ "reason": "done", "is_complete": true }).to_string());
    assert_eq!(replies[8], json!({ "thought": "hm" }).to_string());
    assert_eq!(history[0]["inputs"], history[7]["inputs"], "the same was asked");
}

#[test]
fn the_history_has_the_replies_that_could_not_be_used() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let shown = |desk: &Desk| -> Vec<(String, String, String)> {
        let history = desk.session.read(&json!({ "history": true })).unwrap();
        let text = |record: &Value, key: &str| record[key].as_str().unwrap().to_owned();
        let told = |record: &Value| {
            assert_eq!(
                record["complaint"].is_string(),
                !record["outcome"].as_str().unwrap().starts_with(['p', 't', 'c'])
            )
        };
        let records = history.as_array().unwrap();
        records.iter().for_each(told);
        records.iter().map(|record| (text(record, "purpose"), text(record, "outcome"), text(record, "reply"))).collect()
    };
    let of = |purpose: &str, outcome: &str, reply: &str| (purpose.to_owned(), outcome.to_owned(), reply.to_owned());
    desk.reply(json!("hm"));
    desk.reply(json!("half done"));
    assert_eq!(shown(&desk)[2..], [of("step", "refused", "half done")], "also before it is known what comes of it");
    desk.reply(json!({ "is_complete": false }));
    desk.reply(json!("I would read"));
    desk.reply(json!("or write"));
    desk.reply(json!("hm again"));
    desk.reply(json!("nearly"));
    assert_eq!(desk.edit(json!({ "cancel": true })), Ok(true));
    desk.say("another task");
    desk.reply(json!("no plan"));
    desk.reply(json!({ "steps": ["B"] }));
    let verdict = json!({ "is_complete": false }).to_string();
    let plan = json!({ "steps": ["B"] }).to_string();
    assert_eq!(
        shown(&desk)[2..],
        [
            of("step", "refused", "half done"),
            of("step", "continue", &verdict),
            of("action", "refused", "I would read"),
            of("action", "defaulted", "or write"),
            of("think", "thought", "hm again"),
            of("step", "refused", "nearly"),
            of("plan", "refused", "no plan"),
            of("plan", "plan", &plan),
        ]
    );
    let blocks = desk.view().blocks;
    for record in desk.session.read(&json!({ "history": true })).unwrap().as_array().unwrap() {
        assert!(blocks.iter().any(|block| record["entry"] == block.seq), "{record}");
    }
}

#[test]
fn a_change_of_the_plan_names_steps_as_they_are_called() {
    let mut desk = Desk::planned(uncached(), &["A", "B, +C", "-D"]);
    desk.reply(json!("so"));
    let odd = ["~E, -F", "B, +C"];
    desk.reply(json!({ "is_complete": false, "add_steps": odd, "remove_steps": ["B, +C", "-D"] }));
    let notes = desk.view().blocks.into_iter().filter_map(|block| match block.content {
        Content::Note { code, data } if code == "plan_adjusted" => Some(data),
        _ => None,
    });
    let change =
        json!({ "modified": ["B, +C"], "removed": ["-D"], "inserted": ["~E, -F"], "names": ["A", "~E, -F", "B, +C"] });
    assert_eq!(notes.collect::<Vec<_>>(), [change]);
}

#[test]
fn a_step_saves_what_it_changed() {
    let config = json!({ "max_actions_per_step": 99, "max_total_actions": 99 });
    let mut desk = Desk::planned(json!({ "auto": true, "config": config }), &["A"]);
    let long = |name: &str| format!("{name} ").repeat(800);
    let mut saved = 0;
    for round in 0..30 {
        let path = format!("{round}.txt");
        desk.act("write_file", write(&path, &long(&path)));
        let since = desk.view().revision;
        desk.text("File written");
        let (_, files): (Vec<_>, Vec<_>) =
            desk.session.changes(since).parts.into_iter().partition(|(name, _)| name == "memory");
        saved = files.iter().map(|(_, text)| text.len()).sum();
        assert!(
            saved < 9_000,
            "{round}: {saved} bytes in {:?}",
            files.iter().map(|(name, _)| name).collect::<Vec<_>>()
        );
    }
    let all: usize = desk.session.snapshot().parts.iter().map(|(_, text)| text.len()).sum();
    assert!(all > 10 * saved, "{all}, {saved}");
    let context = desk.session.state().memory.context.clone();
    desk.reload();
    assert_eq!(desk.session.state().memory.context, context);
    assert_eq!(desk.session.state().memory.context.keys().collect::<Vec<_>>(), context.keys().collect::<Vec<_>>());
    desk.edit(json!({ "cancel": true })).unwrap();
    desk.say("another");
    let gone: Vec<String> = desk
        .session
        .snapshot()
        .parts
        .into_iter()
        .filter(|(name, text)| name != "before" && text.contains("29.txt"))
        .map(|(name, _)| name)
        .collect();
    assert!(gone.iter().all(|name| name.starts_with("cache-")), "what only the old task knew is gone: {gone:?}");
}

#[test]
fn what_version_1_saved_is_read() {
    let mut desk = Desk::planned(json!({ "context": { "style": "short" } }), &["A"]);
    desk.act("read_file", json!({ "path": "a" }));
    desk.text("the text");
    let mut old = desk.session.snapshot();
    let known = desk.session.state().memory.context.clone();
    old.version = 1;
    old.parts =
        old.parts.into_iter().filter(|(name, _)| !name.starts_with("known") && !name.starts_with("cache")).collect();
    old.parts.insert("context".into(), serde_json::to_string(&*known).unwrap());
    old.parts.insert("cache".into(), "[]".into());
    desk.session = Session::resume(Stepper::new(), old).unwrap();
    assert_eq!(desk.session.state().memory.context, known);
    desk.act("read_file", json!({ "path": "b" }));
    desk.text("another");
    desk.reload();
    let now = desk.session.state().memory.context.clone();
    assert_eq!(
        (&now["file:a"], &now["file:b"], &now["style"]),
        (&json!("the text"), &json!("another"), &json!("short"))
    );
}

#[test]
fn only_the_newest_of_the_history_are_kept() {
    let limits = json!({ "max_actions_per_step": 400, "max_total_actions": 400, "cache": false });
    let mut desk = Desk::planned(json!({ "config": limits }), &["A"]);
    for _ in 0..200 {
        for reply in [json!("hm"), json!({ "is_complete": false }), json!({ "tool_name": "think" })] {
            let (at_ms, call) = (0, desk.view().call.unwrap());
            let text = reply.as_str().map_or_else(|| reply.to_string(), str::to_owned);
            desk.send(Event::Replied { at_ms, call, text, reasoning: None, finish: None, usage: None }).unwrap();
        }
    }
    let history = desk.session.read(&json!({ "history": true })).unwrap();
    assert_eq!(history.as_array().unwrap().len(), 500);
    assert_eq!(
        (history[499]["purpose"].clone(), history[499]["reply"].clone()),
        (json!("action"), json!("{\"tool_name\":\"think\"}"))
    );
}

#[test]
fn a_cache_is_bounded_and_can_be_switched_off() {
    for (config, known) in
        [(json!({}), true), (json!({ "cache": false }), false), (json!({ "cache_entries": 2 }), false)]
    {
        let mut desk = Desk::planned(json!({ "config": config }), &["A"]);
        desk.done();
        desk.say("the task");
        let stage = if known { "completed" } else { "planning" };
        assert_eq!(desk.data()["state"], stage, "{config}");
    }
}

#[test]
fn a_run_known_by_heart_comes_to_its_end() {
    let names: Vec<String> = (0..30).map(|number| format!("step {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let config = json!({ "max_initial_steps": 30 });
    let mut desk = Desk::planned(json!({ "config": config }), &names);
    for _ in &names {
        desk.done();
    }
    desk.say("the task");
    while desk.data()["state"] == "thinking" || desk.data()["state"] == "deciding_step" {
        let reply = if desk.data()["state"] == "thinking" {
            json!("It is there.")
        } else {
            json!({ "reason": "done", "is_complete": true })
        };
        desk.reply(reply);
    }
    assert_eq!(desk.data()["state"], "completed");
    assert!(desk.data()["cache_hits"].as_u64().unwrap() > 50);
    assert!(desk.view().error.is_none(), "no limit of an event was hit");
}

#[test]
fn old_texts_are_cut_when_there_are_too_many() {
    let config = json!({ "cache": false, "context_limit_bytes": 3_000, "recent_files": 1 });
    let mut desk = Desk::planned(json!({ "config": config }), &["A"]);
    let texts = ["长".repeat(700), "b".repeat(640), "c".repeat(900)];
    for (path, text) in ["a", "b", "c"].iter().zip(&texts) {
        desk.act("read_file", json!({ "path": path }));
        desk.text(text);
    }
    let context = desk.session.state().memory.context.clone();
    let cut = format!("{}\n[… 100 characters omitted …]\n{}", "长".repeat(400), "长".repeat(200));
    assert_eq!(context["file:a"], cut.as_str());
    assert_eq!(
        (context["file:b"].as_str(), context["file:c"].as_str()),
        (Some(texts[1].as_str()), Some(texts[2].as_str()))
    );
    desk.act("write_file", write("a", "new"));
    let preview = desk.view().card.unwrap().preview;
    assert_eq!(
        preview,
        json!({ "path": "a", "replaces": true, "before": null }),
        "half a text is no text to compare with"
    );
}

#[test]
fn a_task_is_handed_on_where_it_stood() {
    let mut desk = Desk::planned(uncached(), &["A", "B"]);
    desk.act("read_file", json!({ "path": "a" }));
    let reads = desk.session.read(&json!({ "state": true })).unwrap();
    desk.text("text");
    desk.act("write_file", write("b", "x"));
    let writes = desk.session.read(&json!({ "state": true })).unwrap();
    let open = |state: Value| {
        let opening = Opening { input: json!({ "state": state }), seed: 9, lang: Lang::En, at_ms: 5 };
        Session::open(Stepper::new(), opening).unwrap()
    };
    let read = open(reads);
    assert_eq!(read.view(0).waiting, Wait::Tool, "what reads is done again");
    let written = open(writes.clone());
    assert_eq!(written.view(0).waiting, Wait::Model, "what writes is not");
    let actions = written.view(0).data["task"]["steps"][0]["actions"].clone();
    assert_eq!(actions[1]["error"], "interrupted");
    assert_eq!(written.state().memory.context["file:a"], "text");
    assert_eq!(desk.answer(true, None, None), Ok(true));
    desk.text("File written: b");
    desk.done();
    desk.done();
    let over = desk.session.read(&json!({ "state": true })).unwrap();
    assert_eq!(open(over).view(0).outcome, desk.view().outcome);
    let result = desk.session.read(&json!({ "result": true })).unwrap();
    assert_eq!((&result["status"], &result["context"]["file:b"]), (&json!("completed"), &json!("x")));
    assert_eq!(
        result["summary"]["steps"][0],
        json!({ "name": "A", "status": "completed", "actions": 2, "reason": "done" })
    );
}

#[test]
fn what_is_handed_on_is_not_taken_for_the_sessions_own() {
    let mut desk = Desk::planned(uncached(), &["A", "B", "C"]);
    desk.act("read_file", json!({ "path": "a" }));
    desk.text("of the first session");
    desk.reply(json!("so"));
    let remove = json!({ "reason": "", "is_complete": false, "remove_steps": ["B"], "add_steps": ["D"] });
    desk.reply(remove);
    let known: Vec<Value> = desk.task()["steps"].as_array().unwrap().iter().map(|step| step["id"].clone()).collect();
    let state = desk.session.read(&json!({ "state": true })).unwrap();
    let opening = Opening { input: json!({ "state": state }), seed: 3, lang: Lang::En, at_ms: 0 };
    desk.session = Session::open(Stepper::new(), opening).unwrap();
    assert_eq!(
        (desk.data()["decisions"].clone(), desk.session.read(&json!({ "history": true }))),
        (json!(0), Ok(json!([])))
    );
    for path in ["b", "c", "d"] {
        desk.act("read_file", json!({ "path": path }));
        desk.text("of the second session");
    }
    let whole = desk.session.read(&json!({ "action": ["A", 0] })).unwrap();
    assert_eq!((&whole["result"], &whole["entry"]), (&json!("of the first session"), &Value::Null));
    desk.reply(json!("so"));
    desk.reply(json!({ "reason": "", "is_complete": false, "add_steps": ["E"] }));
    let added = desk.task()["steps"][1].clone();
    assert_eq!(added["name"], "E");
    assert!(!known.contains(&added["id"]), "an id is given once: {added}");
}

#[test]
fn what_did_not_run_is_not_kept_whole() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let long = "x".repeat(5_000);
    desk.act("write_file", write("a", &long));
    assert_eq!(desk.view().card.unwrap().tool.unwrap().args["content"], long.as_str());
    assert_eq!(desk.answer(false, None, None), Ok(true));
    desk.act("fly", json!({ "to": long }));
    desk.act("write_file", write("b", &long));
    assert_eq!(desk.edit(json!({ "cancel": true })), Ok(true));
    let kept = |index: usize, name: &str| {
        desk.task()["steps"][0]["actions"][index]["params"][name].as_str().unwrap().chars().count()
    };
    assert_eq!([kept(0, "content"), kept(1, "to"), kept(2, "content")], [2_000; 3]);
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
