//! Memory, saved parts and hand-off of the stepper.

use super::desk::{uncached, write, Desk, StepperDesk};
use serde_json::{json, Value};
use stepgate_engine::{Kind, Lang};
use stepgate_engine::{Opening, Session, Wait};
use stepgate_stepper::Stepper;
use stepgate_testkit::bare::bare;

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
            desk.session.changes(since).parts.into_iter().partition(|(name, _)| name == "memory" || name == "step-0");
        saved = files.iter().map(|(_, text)| text.len()).sum();
        assert!(
            saved < 9_000,
            "{round}: {saved} bytes in {:?}",
            files.iter().map(|(name, _)| name).collect::<Vec<_>>()
        );
    }
    let all: usize = desk.session.snapshot().parts.values().map(|text| text.len()).sum();
    assert!(all > 10 * saved, "{all}, {saved}");
    let context = desk.session.state().memory.context.clone();
    desk.reload();
    assert_eq!(desk.session.state().memory.context, context);
    assert_eq!(desk.session.state().memory.context.keys().collect::<Vec<_>>(), context.keys().collect::<Vec<_>>());
    desk.try_edit(json!({ "cancel": true })).unwrap();
    desk.say("another");
    let gone: Vec<String> = desk
        .session
        .snapshot()
        .parts
        .into_iter()
        .filter(|(name, text)| name != "before" && text.contains("29.txt 29.txt"))
        .map(|(name, _)| name)
        .collect();
    assert!(gone.iter().all(|name| name.starts_with("cache-")), "what only the old task knew is gone: {gone:?}");
}

#[test]
fn a_step_that_is_done_is_not_saved_again() {
    let config = json!({ "max_actions_per_step": 99, "max_total_actions": 99, "cache": false });
    let mut desk = Desk::planned(json!({ "auto": true, "config": config }), &["A", "B", "C"]);
    for round in 0..10 {
        desk.act("read_file", json!({ "path": round.to_string() }));
        desk.text(&format!("{round} of A ").repeat(300));
    }
    desk.done();
    desk.act("read_file", json!({ "path": "b" }));
    let since = desk.view().revision;
    desk.text("the text of B");
    let parts = desk.session.changes(since).parts;
    let steps: Vec<&str> = parts.keys().map(|name| name.as_str()).filter(|name| name.starts_with("step")).collect();
    assert_eq!(steps, ["step-1"], "of the plan the step at work");
    let memory = parts.get("memory").unwrap();
    assert!(memory.len() < 2_000 && !memory.contains("of A"), "{memory}");
    let task = desk.read(json!({ "state": true }));
    desk.reload();
    assert_eq!(desk.read(json!({ "state": true })), task);
    desk.reply("so");
    desk.reply(json!({ "reason": "", "is_complete": true, "remove_steps": ["C"] }));
    desk.reload();
    assert_eq!(desk.task()["steps"].as_array().unwrap().len(), 2, "a step that was taken out is gone: {}", desk.task());
}

#[test]
fn a_plan_of_version_2_goes_on() {
    let mut desk = Desk::planned(json!({ "config": { "cache": false } }), &["A", "B"]);
    desk.act("read_file", json!({ "path": "a" }));
    desk.text("the text");
    let task = desk.read(json!({ "state": true }))["task"].clone();
    let mut old = bare(desk.session.snapshot());
    old.version = 2;
    let mut memory: Value = serde_json::from_str(old.parts.get("memory").unwrap()).unwrap();
    memory["task"] = task.clone();
    old.parts.retain(|name, _| !name.starts_with("step"));
    old.parts.insert("memory".into(), memory.to_string());
    desk.resume(old);
    desk.done();
    desk.reload();
    let steps = desk.task()["steps"].clone();
    assert_eq!((&steps[0]["status"], &steps[1]["status"]), (&json!("completed"), &json!("in_progress")));
    assert_eq!(steps[0]["actions"][0]["tool"], task["steps"][0]["actions"][0]["tool"]);
}

#[test]
fn what_version_1_saved_is_read() {
    let mut desk = Desk::planned(json!({ "context": { "style": "short" } }), &["A"]);
    desk.act("read_file", json!({ "path": "a" }));
    desk.text("the text");
    let mut old = bare(desk.session.snapshot());
    let known = desk.session.state().memory.context.clone();
    old.version = 1;
    old.parts.retain(|name, _| !name.starts_with("known") && !name.starts_with("cache"));
    old.parts.insert("context".into(), serde_json::to_string(&*known).unwrap());
    old.parts.insert("cache".into(), "[]".into());
    old.parts.insert("cache-0".into(), "null".into());
    desk.resume(old);
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
fn a_cache_is_bounded_and_can_be_switched_off() {
    for (config, known) in
        [(json!({}), true), (json!({ "cache": false }), false), (json!({ "cache_entries": 1 }), false)]
    {
        let mut desk = Desk::planned(json!({ "config": config }), &["A"]);
        desk.done();
        desk.say("the task");
        desk.reply(json!({ "goal": "the goal", "steps": ["A"] }));
        let stage = if known { "deciding_step" } else { "thinking" };
        assert_eq!(desk.data()["state"], stage, "{config}");
    }
}

#[test]
fn a_reply_is_remembered_only_as_the_answer_to_what_was_asked() {
    let mut desk = Desk::planned(json!({}), &["A"]);
    desk.edit(json!({ "lang": "zh" }));
    desk.reload();
    desk.reply("asked in English");
    desk.reply(json!({ "reason": "done", "is_complete": true }));
    let history = desk.read(json!({ "history": true }));
    let asked: Vec<bool> = history.as_array().unwrap().iter().map(|record| record["inputs"] != "").collect();
    assert_eq!(
        asked,
        [true, false, true],
        "the plan, the thought under way when the language changed, the step: {history}"
    );
}

#[test]
fn a_completion_without_an_action_is_never_recalled() {
    let names = ["A", "B", "C"];
    let mut desk = Desk::planned(json!({}), &names);
    names.iter().for_each(|_| desk.done());
    desk.say("the task");
    desk.reply(json!({ "goal": "the goal", "steps": names }));
    for _ in names {
        assert_eq!(desk.data()["state"], "deciding_step", "the thought is recalled, the verdict is not");
        desk.reply(json!({ "reason": "done", "is_complete": true }));
        desk.answer(true, None, None);
    }
    assert_eq!((desk.data()["state"].clone(), desk.data()["cache_hits"].clone()), (json!("completed"), json!(3)));
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
    assert_eq!((&context["file:a"], &context["cut_files"]), (&json!(cut), &json!(["a"])));
    assert_eq!(
        (context["file:b"].as_str(), context["file:c"].as_str()),
        (Some(texts[1].as_str()), Some(texts[2].as_str()))
    );
    desk.act("write_file", write("a", "new"));
    assert_eq!(desk.errors(0).last(), Some(&json!("unread")), "half a text is not read");
    desk.act("write_file", write("a", "new"));
    let preview = desk.view().card.unwrap().data().clone();
    assert_eq!(
        preview,
        json!({ "title": "Replace a", "path": "a", "replaces": true, "before": null }),
        "half a text is no text to compare with"
    );
    desk.answer(true, None, None);
    desk.text("File written: a");
    assert_eq!(desk.session.state().memory.context["cut_files"], json!([]), "the new text is whole");
}

#[test]
fn a_file_with_our_mark_in_its_text_is_whole() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.act("read_file", json!({ "path": "a" }));
    desk.text("[… 100 characters omitted …]\n");
    desk.act("write_file", write("a", "new"));
    assert_eq!(desk.errors(0), [Value::Null, Value::Null]);
    assert_eq!(desk.view().card.unwrap().data()["before"], "[… 100 characters omitted …]\n");
}

#[test]
fn a_task_is_handed_on_where_it_stood() {
    let mut desk = Desk::planned(uncached(), &["A", "B"]);
    desk.act("read_file", json!({ "path": "a" }));
    let reads = desk.read(json!({ "state": true }));
    desk.text("text");
    desk.act("write_file", write("b", "x"));
    let writes = desk.read(json!({ "state": true }));
    let open = |state: Value| {
        let opening = Opening {
            input: json!({ "state": state }),
            seed: 9,
            lang: Lang::En.into(),
            at_ms: 5,
            ..Opening::default()
        };
        Session::open(Stepper::new(), opening).unwrap()
    };
    let read = open(reads);
    assert_eq!(read.view(0).waiting, Wait::Tool, "what reads is done again");
    let written = open(writes.clone());
    assert_eq!(written.view(0).waiting, Wait::Model, "what writes is not");
    let actions = written.view(0).data["task"]["steps"][0]["actions"].clone();
    assert_eq!(actions[1]["error"], "interrupted");
    assert_eq!(written.state().memory.context["file:a"], "text");
    desk.answer(true, None, None);
    desk.text("File written: b");
    desk.done();
    desk.done();
    let over = desk.read(json!({ "state": true }));
    assert_eq!(open(over).view(0).output, desk.view().output);
    let result = desk.read(json!({ "result": true }));
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
    desk.reply("so");
    let remove = json!({ "reason": "", "is_complete": false, "remove_steps": ["B"], "add_steps": ["D"] });
    desk.reply(remove);
    let known: Vec<Value> = desk.task()["steps"].as_array().unwrap().iter().map(|step| step["id"].clone()).collect();
    let state = desk.read(json!({ "state": true }));
    let opening = Opening {
        input: json!({ "config": { "think_mode": "separate" }, "state": state }),
        seed: 3,
        lang: Lang::En.into(),
        at_ms: 0,
        ..Opening::default()
    };
    desk.session = Session::open(Stepper::new(), opening).unwrap();
    assert_eq!(
        (desk.data()["decisions"].clone(), desk.session.read(&json!({ "history": true }))),
        (json!(0), Ok(json!([])))
    );
    for path in ["b", "c", "d"] {
        desk.act("read_file", json!({ "path": path }));
        desk.text("of the second session");
    }
    let whole = desk.read(json!({ "action": ["A", 0] }));
    assert_eq!((&whole["result"], &whole["entry"]), (&json!("of the first session"), &Value::Null));
    desk.reply("so");
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
    assert_eq!(desk.view().card.unwrap().calls[0].args["content"], long.as_str());
    desk.answer(false, None, None);
    desk.act("fly", json!({ "to": long }));
    desk.act("write_file", write("b", &long));
    desk.edit(json!({ "cancel": true }));
    let kept = |index: usize, name: &str| {
        desk.task()["steps"][0]["actions"][index]["params"][name].as_str().unwrap().chars().count()
    };
    assert_eq!([kept(0, "content"), kept(1, "to"), kept(2, "content")], [2_000; 3]);
}

#[test]
fn a_part_that_is_lost_is_told_by_its_name() {
    let mut desk = Desk::planned(json!({ "context": { "style": "short" } }), &["A", "B", "C"]);
    desk.act("write_file", write("a", "x"));
    desk.answer(true, None, None);
    desk.text("File written: a");
    let saved = desk.session.snapshot();
    let lose = |name: &str, is_null: bool| {
        let mut lost = saved.clone();
        lost.parts.remove(name).unwrap();
        if is_null {
            lost.parts.insert(name.into(), "null".into());
        }
        let error = Session::resume(Stepper::new(), lost).err().map(|error| (error.kind(), error.place().to_owned()));
        assert_eq!(error, Some((Kind::Malformed, format!("/parts/{name}"))), "{is_null}");
    };
    for name in ["step", "step-0", "step-1", "step-2", "known", "known-2", "given", "tools"] {
        lose(name, false);
    }
    for name in ["step-0", "step-2"] {
        lose(name, true);
    }
}
