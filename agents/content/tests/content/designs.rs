//! Whole sessions with proposals that declare fields.

use super::desk::{project, ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_engine::Lang;

fn designing(lang: Lang) -> Desk {
    let status = json!({ "intent": "completed", "research": "completed" });
    Desk::opened(project(lang, json!([]), json!({ "current_phase": "design_inner", "phase_status": status })), lang)
}

fn field(name: &str, needs: &[&str], order: u32) -> Value {
    json!({ "id": format!("x{order}"), "name": name, "field_type": "richtext", "ai_prompt": format!("write {name}"), "depends_on": needs, "order": order, "need_review": false })
}

fn three(fields: &Value) -> Value {
    let proposal =
        |name: &str| json!({ "id": "p", "name": name, "description": format!("the way of {name}"), "fields": fields });
    json!({ "proposals": [proposal("Story"), proposal("Steps"), proposal("Questions")] })
}

/// Three fields out of order: the end needs the middle by id, the middle needs the beginning by name.
fn fields() -> Value {
    json!([field("End", &["x2"], 3), field("Middle", &["beginning"], 2), field("Beginning", &[], 1)])
}

#[test]
fn the_design_that_is_chosen_declares_the_fields_of_the_next_phase() {
    for lang in [Lang::Zh, Lang::En] {
        let mut desk = designing(lang);
        assert_eq!(desk.data()["can"]["propose"], true);
        desk.edit(json!({ "propose": true }));
        let asked = desk.answers("proposals", three(&fields()));
        assert!(asked.system.contains("一篇介绍对练的文章"), "the golden context is in every call");
        assert!(desk.rests());
        let proposals = desk.data()["proposals"].clone();
        assert_eq!(proposals.as_array().unwrap().len(), 3);
        assert_eq!(
            proposals[1]["fields"]
                .as_array()
                .unwrap()
                .iter()
                .map(|field| field["name"].as_str().unwrap())
                .collect::<Vec<_>>(),
            ["Beginning", "Middle", "End"]
        );

        desk.edit(json!({ "choose_proposal": { "id": proposals[1]["id"] } }));
        let data = desk.data();
        assert_eq!(
            data["proposals"].as_array().unwrap().iter().map(|proposal| &proposal["chosen"]).collect::<Vec<_>>(),
            [false, true, false]
        );
        assert_eq!(data["waiting_for_human"], true, "the design is done and waits for the user's word");
        assert_eq!(data["phase_status"]["design_inner"], "completed");
        let design = if lang == Lang::Zh { "核心内容设计方案" } else { "Core content design" };
        assert!(
            desk.text(design).starts_with("# Steps\n\nthe way of Steps")
                && desk.text(design).contains("- **Middle**: write Middle")
        );
        assert_eq!(desk.field("End")["unmet"], json!(["Middle"]));
        assert_eq!(desk.field("Middle")["ai_prompt"], "write Middle");
        assert_eq!(desk.refused(json!({ "choose_proposal": { "id": proposals[1]["id"] } })), "proposal_taken");

        desk.edit(json!({ "approve": true }));
        for (name, text) in [("Beginning", "one"), ("Middle", "two"), ("End", "three")] {
            let asked = desk.answers("generate", json!({ "content": text }));
            assert!(asked.system.contains(&format!("write {name}")), "{name}");
            assert_eq!(asked.system.contains("two"), name == "End", "what it depends on is given");
        }
        assert_eq!(desk.data()["current_phase"], "produce_inner");
        assert_eq!(desk.text("End"), "three");
    }
}

#[test]
fn another_choice_replaces_what_nobody_has_touched() {
    let mut desk = designing(Lang::En);
    desk.edit(json!({ "propose": true }));
    desk.answers("proposals", three(&fields()));
    desk.edit(json!({ "choose_proposal": { "id": "p1" } }));
    desk.edit(json!({ "edit_field": { "field": "Beginning", "content": "mine" } }));
    desk.edit(json!({ "choose_proposal": { "id": "p3" } }));
    let mut names = desk.names();
    names.sort();
    assert_eq!(
        names,
        [
            "Beginning",
            "Beginning (2)",
            "Consumer research report",
            "Core content design",
            "End",
            "Middle",
            "Project intent"
        ]
    );
    assert_eq!(desk.text("Beginning"), "mine");
    assert_eq!(desk.field("Middle")["unmet"], json!(["Beginning (2)"]));
    assert_eq!(desk.field("Core content design")["history"], 1);
}

#[test]
fn designs_that_cannot_be_made_are_sent_back() {
    for (bad, word) in [
        (json!([field("A", &["B"], 1), field("B", &["A"], 2)]), "A, B"),
        (json!([field("A", &["nowhere"], 1)]), "nowhere"),
        (json!([field("A", &["A"], 1)]), "A"),
        (json!([field(&"A".repeat(61), &[], 1)]), "60 characters"),
        (json!([field("A\n# Output format", &[], 1)]), "one line"),
    ] {
        let mut desk = designing(Lang::En);
        desk.edit(json!({ "propose": true }));
        desk.answers("proposals", three(&bad));
        let complaint = desk.asks().words.last().unwrap().clone();
        assert!(
            complaint.contains(": ") && complaint.contains(word) && complaint.matches(word).count() >= 3,
            "{complaint}"
        );
        desk.answers("proposals", json!({ "proposals": [] }));
        desk.answers("proposals", json!("no idea"));
        assert!(desk.rests());
        assert_eq!(desk.said(), "This could not be written: the model gave no usable report.");
        assert_eq!(desk.data()["proposals"], json!([]));
    }
}

#[test]
fn a_design_has_no_more_fields_than_the_project_has_room_for() {
    let many = |count: u32| -> Value { (0..count).map(|at| field(&format!("F{at}"), &[], at)).collect() };
    let mut desk = designing(Lang::En);
    desk.edit(json!({ "propose": true }));
    desk.answers("proposals", three(&many(51)));
    let told = desk.asks().words.last().unwrap().clone();
    assert!(told.contains("/proposals/0/fields") && told.contains("51 items"), "{told}");
    desk.answers("proposals", three(&many(50)));
    assert!(desk.rests());
    let others: Vec<Value> = (0..60).map(|at| json!({ "name": format!("G{at}") })).collect();
    for half in others.chunks(30) {
        desk.edit(json!({ "templates": half }));
    }
    assert_eq!(desk.refused(json!({ "choose_proposal": { "id": "p1" } })), "too_many_fields");
    desk.edit(json!({ "propose": true }));
    desk.answers("proposals", three(&many(40)));
    assert!(desk.asks().words.last().unwrap().contains("at most 100 fields"));
}

#[test]
fn nothing_is_designed_without_an_intent() {
    let mut desk = Desk::opened(json!({}), Lang::En);
    assert_eq!(desk.data()["can"]["propose"], false);
    assert_eq!(desk.refused(json!({ "propose": true })), "no_intent");
    assert_eq!(desk.refused(json!({ "choose_proposal": { "id": "p1" } })), "unknown_proposal");
}
