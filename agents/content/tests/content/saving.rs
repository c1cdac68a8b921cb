//! Saved parts of a project: each large part is written when it changed, and only then.

use super::desk::{project, ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_content::Content;
use stepgate_engine::{Event, Opening, Session, Snapshot};
use stepgate_engine::{Kind, Lang};
use stepgate_testkit::bare::bare;

/// Names of the parts that an edit writes.
fn saved(session: &mut Session<Content>, change: Value) -> Vec<String> {
    let since = session.view(0).revision;
    session.handle(Event::Edited { at_ms: 1, change }).unwrap();
    session.changes(since).parts.keys().filter(|name| *name != "before").cloned().collect()
}

fn input() -> Value {
    let design = json!({ "id": "p1", "name": "Story", "description": "d", "fields": [{ "name": "End" }] });
    let simulation = json!({ "persona": "p", "interaction_type": "reading", "scores": {}, "comments": {}, "overall": "o", "extra": {}, "log": [] });
    let more = json!({
        "channels": [{ "name": "Blog" }], "proposals": [design], "simulations": [simulation],
        "evaluation": { "overall": 7.5, "sections": [] }, "suggestions": [{ "id": "s1", "content": "Shorter" }],
    });
    let fields = json!([
        { "id": "a", "name": "A", "phase": "produce_inner", "content": "text of A", "ai_prompt": "prompt of A",
          "pre_questions": ["For whom?"], "pre_answers": { "For whom?": "answer of A" } },
        { "id": "b", "name": "B", "phase": "produce_inner" },
    ]);
    project(Lang::En, fields, more)
}

#[test]
fn an_edit_writes_the_piece_it_changes_and_no_other() {
    let opening = Opening { input: input(), seed: 7, lang: Lang::En.into(), at_ms: 0, ..Opening::default() };
    let mut session = Session::open(Content::new(), opening).unwrap();
    for (change, parts) in [
        (json!({ "edit_field": { "field": "A", "content": "new" } }), &["history:a", "memory", "text:a"][..]),
        (json!({ "channels": [{ "name": "Shop" }] }), &["channels", "memory"]),
        (json!({ "use_deep_research": false }), &["memory"]),
        (json!({ "answer": { "field": "A", "answers": { "For whom?": "me" } } }), &["recipe:a"]),
        (json!({ "change_field": { "field": "B", "ai_prompt": "Short" } }), &["recipe:b"]),
        (json!({ "change_field": { "field": "B", "ai_prompt": "" } }), &["recipe:b"]),
        (json!({ "personas": "new managers" }), &["golden", "memory"]),
        (json!({ "set_autonomy": { "phase": "evaluate", "need_confirm": false } }), &["memory"]),
    ] {
        let mut found = saved(&mut session, change.clone());
        found.sort();
        assert_eq!(found, parts, "{change}");
    }
    let found = saved(&mut session, json!({ "choose_proposal": { "id": "p1" } }));
    assert!(found.contains(&"proposals".into()) && !found.contains(&"channels".into()), "{found:?}");
}

#[test]
fn the_memory_itself_holds_none_of_the_big_pieces() {
    let desk = Desk::opened(input(), Lang::En);
    let snapshot = desk.session.snapshot();
    let memory = snapshot.parts.get("memory").unwrap();
    for word in ["Blog", "Story", "Shorter", "text of A", "prompt of A", "For whom?", "answer of A"] {
        assert!(!memory.contains(word), "{word}: {memory}");
        assert!(snapshot.parts.iter().any(|(_, part)| part.contains(word)), "{word}");
    }
}

#[test]
fn recipes_stood_in_the_memory_up_to_version_2() {
    let mut desk = Desk::opened(input(), Lang::En);
    let had = desk.session.read(&json!({ "state": true })).unwrap();
    let mut old = bare(desk.session.snapshot());
    old.version = 2;
    let mut memory: Value = serde_json::from_str(old.parts.get("memory").unwrap()).unwrap();
    let at = memory["fields"].as_array().unwrap().iter().position(|field| field["id"] == "a").unwrap();
    for key in ["ai_prompt", "pre_questions", "pre_answers"] {
        memory["fields"][at][key] = had["fields"][at][key].clone();
    }
    old.parts.remove("recipe:a");
    old.parts.insert("memory".into(), memory.to_string());
    desk.session = Session::resume(Content::new(), old.clone()).unwrap();
    desk.session.handle(Event::Edited { at_ms: 1, change: json!({ "personas": "" }) }).unwrap();
    let written = desk.session.changes(old.revision).parts;
    assert!(written.contains_key("recipe:a"));
    let resumed = Session::resume(Content::new(), desk.session.snapshot()).unwrap();
    assert_eq!(resumed.read(&json!({ "state": true })).unwrap()["fields"], had["fields"]);
}

/// Snapshot as version 1 of the agent saved it, with all parts inside the memory.
fn of_version_1() -> Snapshot {
    let mut old = bare(Desk::opened(input(), Lang::En).session.snapshot());
    let mut memory: Value = serde_json::from_str(old.parts.get("memory").unwrap()).unwrap();
    let mut part = |name: &str| -> Value { serde_json::from_str(&old.parts.remove(name).unwrap()).unwrap() };
    let (mut judgement, mut golden) = (part("judgement"), part("golden"));
    for key in ["channels", "proposals"] {
        memory[key] = part(key);
    }
    (memory["evaluation"], memory["suggestions"]) = (judgement["evaluation"].take(), judgement["suggestions"].take());
    (memory["creator_profile"], memory["simulated"]) = (json!({ "name": "Ann" }), json!(1));
    for key in ["judgement", "golden", "simulations"] {
        memory.as_object_mut().unwrap().remove(key);
    }
    memory["project"].as_object_mut().unwrap().retain(|key, _| !["parent", "note"].contains(&key.as_str()));
    golden["version"] = json!(4);
    golden["creator_profile"] = json!("Ann");
    old.parts.insert("golden".into(), golden.to_string());
    old.parts.insert("memory".into(), memory.to_string());
    Snapshot { version: 1, ..old }
}

#[test]
fn a_project_of_version_1_goes_on_with_all_that_it_had() {
    let old = of_version_1();
    let session = Session::resume(Content::new(), old.clone()).unwrap();
    let had = session.read(&json!({ "state": true })).unwrap();
    for (place, is) in [
        ("/channels/0/name", json!("Blog")),
        ("/proposals/0/name", json!("Story")),
        ("/simulations/0/overall", json!("o")),
        ("/evaluation/overall", json!(7.5)),
        ("/suggestions/0/content", json!("Shorter")),
        ("/creator_profile/name", json!("Ann")),
        ("/golden_context/creator_profile", json!("Ann")),
    ] {
        assert_eq!(had.pointer(place), Some(&is), "{place}");
    }
    assert!(had["fields"].to_string().contains("text of A"));
    let exported = session.snapshot();
    for stored in [old, exported] {
        let mut session = Session::resume(Content::new(), stored.clone()).unwrap();
        session.handle(Event::Edited { at_ms: 1, change: json!({ "use_deep_research": false }) }).unwrap();
        let written = session.changes(stored.revision).parts;
        let mut parts = stored.parts.clone();
        parts.extend(written);
        let saved = Snapshot { parts, ..session.snapshot() };
        let mut now = Session::resume(Content::new(), saved).unwrap().read(&json!({ "state": true })).unwrap();
        now["use_deep_research"] = had["use_deep_research"].clone();
        assert_eq!(now, had);
    }
}

#[test]
fn what_version_1_was_in_the_middle_of_is_refused_by_name() {
    let mut old = of_version_1();
    let mut memory: Value = serde_json::from_str(old.parts.get("memory").unwrap()).unwrap();
    for key in ["evaluation", "suggestions", "creator_profile", "channels"] {
        memory.as_object_mut().unwrap().remove(key);
        old.parts.insert("memory".into(), memory.to_string());
        assert!(Session::resume(Content::new(), old.clone()).is_ok(), "{key}");
    }
    memory["work"] = json!(["question"]);
    old.parts.insert("memory".into(), memory.to_string());
    let error = Session::resume(Content::new(), old).err().unwrap();
    assert_eq!((error.kind(), error.place()), (Kind::Version, "/parts/memory/work"));
}

#[test]
fn a_change_or_a_question_of_an_unknown_field_is_refused_with_its_place() {
    let good = bare(Desk::opened(input(), Lang::En).session.snapshot());
    for (key, value, place) in [
        ("revisions", json!([{ "field": "x", "content": "new" }]), "/parts/memory/revisions/0/field"),
        ("asking", json!({ "field": "x" }), "/parts/memory/asking/field"),
    ] {
        let mut bad = good.clone();
        let mut memory: Value = serde_json::from_str(bad.parts.get("memory").unwrap()).unwrap();
        memory[key] = value;
        bad.parts.insert("memory".into(), memory.to_string());
        let error = Session::resume(Content::new(), bad).err().unwrap();
        assert_eq!((error.kind(), error.place()), (Kind::Malformed, place));
    }
}

#[test]
fn a_change_that_is_taken_back_is_saved_as_it_was() {
    let mut desk = Desk::opened(input(), Lang::En);
    desk.edit(json!({ "simulate": {} }));
    desk.answers(
        "simulate_feedback",
        json!({ "scores": { "understanding": 5, "value": 5, "intention": 5 }, "overall": "x" }),
    );
    assert_eq!(desk.data()["simulations"].as_array().unwrap().len(), 2);
    desk.edit(json!({ "accept_suggestion": { "id": "s1", "field": "A" } }));
    desk.fail("timeout", "");
    assert_eq!(desk.data()["suggestions"][0]["accepted"], false);
    desk.edit(json!({ "accept_suggestion": { "id": "s1", "field": "A" } }));
    desk.answers("update", json!({ "content": "short" }));
    desk.keep("A");
    assert_eq!(desk.data()["suggestions"][0]["accepted"], true);
}
