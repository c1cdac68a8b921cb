//! Tasks that the plan forgot, added by talking, and wishes that are still open when all is done.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{Lang, Wait};
use stepgate_guide::Guide;

type Desk = stepgate_testkit::desk::Desk<Guide>;

/// A session whose only task is about the one project of the resume.
fn open(lang: Lang) -> Desk {
    let resume = json!({ "basics": { "name": "Jane" }, "sections": [
        { "id": "s1", "title": "Projects", "type": "experience", "items": [
            { "id": "p1", "title": "Shop", "organization": "A", "highlights": ["Sold things"] }] },
        { "id": "s2", "title": "Skills", "type": "generic", "items": [{ "id": "k1", "title": "C++" }] },
        { "id": "s3", "title": "Summary", "type": "text", "content": "Hard worker." },
    ] });
    let task = json!({ "id": 1, "section": "Projects - Shop", "item_id": "p1", "original_text": "Sold things", "diagnosis": "d", "goal": "g" });
    Desk::open(Guide::new, json!({ "resume": resume, "plan": { "tasks": [task] } }), lang)
}

fn propose(draft: &str) -> Value {
    json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look.", "draft_content": draft })
}

fn ask() -> Value {
    json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "And then?" })
}

fn add(section: &str, entry: Option<&str>) -> Value {
    let new = json!({ "section": section, "entry": entry });
    json!({ "new_task": new, "next_action": "CONTINUE_ASKING", "reply_to_user": "Sure, a part of its own." })
}

/// Brings the task into a state.
fn bring(desk: &mut Desk, state: &str) {
    desk.say("I sold things online");
    match state {
        "DISCOVERY" => desk.reply(ask()),
        _ => desk.reply(propose("- Sold things online")),
    };
    if state == "CONFIRMING" {
        desk.say("good").reply(json!({ "next_action": "REQUEST_CONFIRM", "reply_to_user": "Apply?" }));
    } else if state == "FINISHED" {
        desk.edit(json!({ "confirm": true }));
    }
    assert_eq!(desk.view().data["state"], state);
}

fn sections(desk: &Desk) -> Vec<String> {
    desk.view().data["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|task| task["section"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_task_is_added_in_every_state_and_the_words_go_along() {
    for state in ["DISCOVERY", "DRAFTING", "CONFIRMING", "FINISHED"] {
        for (lang, example) in
            [(Lang::En, r#""new_task": {"section": "Certificates""#), (Lang::Zh, r#""new_task": {"section": "证书""#)]
        {
            let mut desk = open(lang);
            bring(&mut desk, state);
            desk.say("Also I did ACLS certification in 2021, add it");
            assert!(desk.messages()[0].content.contains(example), "{state}");
            desk.reply(add("Certificates", None));
            assert_eq!(sections(&desk), ["Projects - Shop", "Certificates"], "{state}");
            assert_eq!((desk.view().data["current_task"].clone(), desk.view().waiting), (json!(2), Wait::Model));
            assert_eq!(desk.notes("task_added"), [json!({ "id": 2, "section": "Certificates" })]);
            assert!(desk.messages()[0].content.contains("Also I did ACLS certification in 2021, add it"));
            desk.reply(propose("- ACLS, 2021")).edit(json!({ "confirm": true }));
            let resume = desk.read(json!({ "resume": true }));
            assert_eq!(resume["sections"][3]["items"][0]["title"], "ACLS, 2021", "{state}");
            let shop = if state == "FINISHED" { "Sold things online" } else { "Sold things" };
            assert_eq!(resume["sections"][0]["items"][0]["highlights"], json!([shop]), "{state}");
            assert_eq!(desk.view().data["current_task"], if state == "FINISHED" { 2 } else { 1 }, "{state}");
        }
    }
}

#[test]
fn a_new_entry_stands_beside_the_only_one_and_a_known_place_is_entered() {
    for (section, entry, tasks, adds) in [
        ("Projects", None, vec!["Projects - Shop", "Projects"], true),
        ("Projects", Some("Shop 2"), vec!["Projects - Shop", "Projects - Shop 2"], true),
        ("projects", Some("Garden app"), vec!["Projects - Shop", "Projects - Garden app"], true),
        ("Skills", Some("Rust"), vec!["Projects - Shop", "Skills"], false),
        ("Summary", None, vec!["Projects - Shop", "Summary"], false),
        ("Volunteering", Some("Mentor"), vec!["Projects - Shop", "Volunteering - Mentor"], true),
    ] {
        let mut desk = open(Lang::En);
        bring(&mut desk, "DRAFTING");
        desk.say("I have something else").reply(add(section, entry));
        assert_eq!(sections(&desk), tasks, "{section}");
        assert_eq!(desk.view().data["adds"], adds, "{section}");
    }
}

#[test]
fn the_current_place_is_no_new_task() {
    let mut desk = open(Lang::En);
    bring(&mut desk, "DISCOVERY");
    let mut reply = propose("- Sold things online");
    reply["new_task"] = json!({ "section": "Projects", "entry": "Shop" });
    desk.say("and that was online").reply(reply);
    assert_eq!((sections(&desk).len(), desk.view().data["draft"].clone()), (1, json!("- Sold things online")));
}

#[test]
fn a_second_addition_of_a_section_leaves_the_first_alone() {
    let mut desk = open(Lang::En);
    bring(&mut desk, "FINISHED");
    for text in ["ACLS", "BLS"] {
        desk.say("one more certificate").reply(add("Certificates", None)).reply(propose(&format!("- {text}")));
        desk.edit(json!({ "confirm": true }));
    }
    let items = desk.read(json!({ "resume": true }))["sections"][3]["items"].clone();
    assert_eq!((&items[0]["title"], &items[1]["title"]), (&json!("ACLS"), &json!("BLS")));
    assert_eq!(sections(&desk), ["Projects - Shop", "Certificates", "Certificates"]);
}

#[test]
fn a_wish_that_changed_nothing_is_named_when_all_is_done() {
    for (lang, text) in [
        (Lang::En, "Still open: \"say that it was online\" (Projects - Shop)"),
        (Lang::Zh, "还有没写进去的：“say that it was online”（Projects - Shop）"),
    ] {
        let open_wishes = |desk: &Desk| -> Vec<Value> {
            desk.new_notes("notice")
                .into_iter()
                .filter(|data| data["code"] == "wish_open")
                .map(|data| data["text"].clone())
                .collect()
        };
        let mut desk = open(lang);
        bring(&mut desk, "FINISHED");
        assert!(open_wishes(&desk).is_empty());
        let back = json!({ "intent": "BACKTRACK", "target_task": null, "next_action": "CONTINUE_ASKING", "reply_to_user": "Sure." });
        desk.say("say that it was online").reply(back);
        desk.reply(propose("- Sold things online"))
            .reply(propose("- Sold things online"))
            .edit(json!({ "confirm": true }));
        assert_eq!(open_wishes(&desk), [text]);
    }
}
