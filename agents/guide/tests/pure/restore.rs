//! Workflow states in the form of agents/guide/spec.md 7.5: read, repaired where they contradict themselves, and
//! written.

use crate::walk::workflow;
use serde_json::{json, Value};
use std::collections::BTreeMap;
use stepgate_engine::Lang;
use stepgate_guide::model::parse_plan;
use stepgate_guide::page;
use stepgate_guide::prompts::{fallback, trigger};
use stepgate_guide::restore::{write, Restored};
use stepgate_guide::transition::Button;

fn tasks() -> Value {
    let task = |id: u32, section: &str| {
        json!({ "id": id, "section": section, "strategy": "STAR_STORYTELLING", "status": "pending",
            "original_text": "o", "diagnosis": "d", "goal": "g", "item_id": null })
    };
    json!([task(1, "工作经历"), task(2, "个人总结")])
}

fn state(snapshot: Value) -> Value {
    json!({
        "resume": { "basics": { "name": "x", "links": [] }, "sections": [
            { "id": "s1", "type": "experience", "title": "工作经历", "items": [{ "id": "w1", "title": "t", "organization": "o", "highlights": ["a"] }] },
            { "id": "s2", "type": "text", "title": "个人总结", "content": "b" }] },
        "plan": { "tasks": tasks() }, "current_task_idx": 0, "agent_states": { "guide": snapshot }
    })
}

fn snapshot(state: &str, draft: Option<&str>, document: Value) -> Value {
    json!({ "schema_version": 1, "task_id": 1, "current_state": state, "messages": [], "draft": draft, "execution_doc": document })
}

fn document(text: &str) -> Value {
    json!({ "task_id": 1, "section_title": "工作经历", "item_id": null, "operation": "update_experience",
        "changes": { "content": text }, "new_content_preview": text, "reason": "d" })
}

#[test]
fn an_entry_that_cannot_be_read_is_refused_with_its_place() {
    let with = |entry: Value| {
        let mut state = state(snapshot("DRAFTING", Some("- a"), json!(null)));
        state["agent_states"]["guide"]["entry"] = entry;
        Restored::read(&state, 0, Lang::Zh, "/state")
    };
    let entry = with(json!({ "title": "Engineer", "location": " ", "date": null })).unwrap();
    assert_eq!(entry.workflow.guide().unwrap().entry.as_ref().unwrap().title.as_deref(), Some("Engineer"));
    for (wrong, key) in [(json!("Engineer"), ""), (json!({ "title": 5 }), "/title"), (json!({ "date": [] }), "/date")] {
        let place = format!("/state/agent_states/guide/entry{key}");
        assert_eq!(with(wrong).unwrap_err().place(), place);
    }
}

#[test]
fn a_plan_may_have_the_greatest_id_there_is() {
    let mut workflow = workflow(&tasks(), &state(json!(null))["resume"]);
    let threads = [u32::MAX, u32::MAX, 1].map(|id| {
        let mut task = tasks()[0].clone();
        task["id"] = json!(id);
        workflow.set_plan(parse_plan(&json!({ "tasks": [task] }), "/plan").unwrap(), &mut Vec::new());
        workflow.thread(id)
    });
    assert_ne!(threads[0], threads[1], "a new plan starts its dialogues afresh");
}

#[test]
fn broken_snapshots_are_repaired() {
    for (given, draft, doc, expected, has_document, repaired) in [
        ("DISCOVERY", None, json!(null), "DISCOVERY", false, false),
        ("DISCOVERY", Some("- a"), document("- a"), "DISCOVERY", false, true),
        ("DRAFTING", Some("- a"), json!(null), "DRAFTING", false, false),
        ("DRAFTING", None, json!(null), "DISCOVERY", false, true),
        ("DRAFTING", Some("- a"), document("- a"), "DRAFTING", false, true),
        ("CONFIRMING", Some("- a"), document("- a \r\n"), "CONFIRMING", true, false),
        ("CONFIRMING", Some("- a"), document("- b"), "DRAFTING", false, true),
        ("CONFIRMING", Some("- a"), json!(null), "DRAFTING", false, true),
        ("CONFIRMING", Some("- a"), json!({ "operation": "delete_everything" }), "DRAFTING", false, true),
        ("FINISHED", Some(" "), document(" "), "DISCOVERY", false, true),
        ("FINISHED", Some("- a"), document("- a"), "FINISHED", true, false),
    ] {
        let place = format!("{given} {draft:?} {doc}");
        let restored = Restored::read(&state(snapshot(given, draft, doc)), 0, Lang::Zh, "/state").unwrap();
        let guide = restored.workflow.guide().unwrap();
        assert_eq!(guide.state.name(), expected, "{place}");
        assert_eq!((guide.document.is_some(), restored.repaired), (has_document, repaired), "{place}");
    }
}

#[test]
fn a_dialogue_is_kept_as_far_as_it_takes_turns() {
    let said = |role: &str, content: &str| json!({ "role": role, "content": content });
    let mut value = state(snapshot("DISCOVERY", None, json!(null)));
    value["agent_states"]["guide"]["messages"] = json!([
        json!({ "role": "user", "content": trigger(Lang::Zh), "cue": "opening" }),
        said("assistant", "a"),
        said("user", "嗯"),
        said("assistant", "b"),
        said("user", "c")
    ]);
    let restored = Restored::read(&value, 0, Lang::En, "").unwrap();
    let pace = &restored.workflow.guide().unwrap().pace;
    assert_eq!((restored.messages.get(&1).unwrap().len(), restored.repaired), (4, true));
    assert_eq!((pace.opened, pace.user_turns, pace.short_in_a_row), (true, 1, 1));
}

#[test]
fn a_cue_of_the_guide_is_no_reply_wherever_it_stands_and_whatever_it_says() {
    let answer = || json!({ "role": "assistant", "content": "a" });
    for (cue, of_the_user) in [(json!("opening"), 1), (json!("resumed"), 1), (json!("led_back"), 2), (json!(null), 2)] {
        let told = json!({ "role": "user", "content": trigger(Lang::Zh), "cue": cue });
        let mut value = state(snapshot("DISCOVERY", None, json!(null)));
        value["agent_states"]["guide"]["messages"] =
            json!([{ "role": "user", "content": "嗯" }, answer(), told, answer()]);
        let restored = Restored::read(&value, 0, Lang::En, "").unwrap();
        let pace = &restored.workflow.guide().unwrap().pace;
        assert_eq!((pace.opened, pace.user_turns), (false, of_the_user), "{cue}");
    }
}

#[test]
fn a_snapshot_of_another_task_is_parked() {
    let mut other = snapshot("DRAFTING", Some("- a"), json!(null));
    other["task_id"] = json!(2);
    let restored = Restored::read(&state(other), 0, Lang::Zh, "").unwrap();
    assert_eq!(restored.workflow.guide().unwrap().state.name(), "DISCOVERY");
    assert_eq!(restored.workflow.guides.get(&2).unwrap().state.name(), "DRAFTING");
}

#[test]
fn malformed_states_name_their_place() {
    let edit = |pointer: &str, value: Value| {
        let mut state = state(snapshot("DISCOVERY", None, json!(null)));
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        state.pointer_mut(parent).unwrap()[key] = value;
        state
    };
    for (pointer, value) in [
        ("/resume", json!(3)),
        ("/plan", json!([])),
        ("/current_task_idx", json!(7)),
        ("/current_task_idx", json!("0")),
        ("/return_stack", json!(1)),
        ("/agent_states/guide/current_state", json!("LOST")),
        ("/agent_states/guide/messages", json!([{ "role": "system", "content": "x" }])),
        ("/agent_states/guide/draft", json!(["a"])),
        ("/agent_states/guide/schema_version", json!(2)),
    ] {
        let error = Restored::read(&edit(pointer, value), 0, Lang::Zh, "/state").unwrap_err();
        assert_eq!(error.place(), format!("/state{pointer}"));
    }
}

#[test]
fn what_is_written_is_read_back() {
    let given = state(json!(null));
    let mut before = workflow(&tasks(), &given["resume"]);
    before.begin(&mut Vec::new());
    let guide = before.guide_mut().unwrap();
    guide.state = stepgate_guide::model::GuideState::Drafting;
    guide.draft = Some("- a".into());
    before.press(Button::Confirm, Lang::Zh, &mut Vec::new()).unwrap();
    before.backtrack(None, Lang::Zh, &mut Vec::new()).unwrap();
    let after = Restored::read(&write(&before, &BTreeMap::new()), 0, Lang::Zh, "").unwrap();
    assert!(!after.repaired);
    before.applied.clear();
    assert_eq!(after.workflow, before);
}

#[test]
fn the_fallback_of_an_opening_is_the_vectors_one() {
    let vectors = crate::table::vectors();
    let scenario = vectors["vectors"].as_array().unwrap().iter().find(|one| one["id"] == "G22").unwrap();
    let workflow = workflow(&scenario["tasks"], &scenario["resume"]);
    assert_eq!(fallback(workflow.task().unwrap(), Lang::Zh), scenario["steps"][0]["expect"]["reply"].as_str().unwrap());
    assert!(fallback(workflow.task().unwrap(), Lang::En).contains("项目经历 - 在线考试系统"));
}

#[test]
fn the_page_sees_what_can_be_done() {
    let mut workflow = workflow(&tasks(), &state(json!(null))["resume"]);
    let data = page::data(&workflow, true, Lang::Zh);
    assert_eq!(
        data["can"],
        json!({ "open": true, "retry": false, "confirm": false, "reject": false, "skip": true, "backtrack": false, "undo": false, "redo": false, "plan": true,
            "add_task": true, "drop_task": [2], "move_up": [], "move_down": [] })
    );
    assert_eq!((&data["before"], &data["draft"]), (&json!("a"), &json!(null)));
    workflow.skip(Lang::Zh, &mut Vec::new()).unwrap();
    let data = page::data(&workflow, true, Lang::Zh);
    assert_eq!(
        (&data["current_task"], &data["progress"]),
        (&json!(2), &json!({ "completed": 0, "skipped": 1, "total": 2 }))
    );
    assert_eq!(data["before"], "b");
}

#[test]
fn markdown_keeps_every_text_in_its_line() {
    let resume = json!({ "basics": { "name": "x", "email": "a@b.cn" }, "sections": [
        { "id": "s", "type": "experience", "title": "Work\n# y", "items": [
            { "id": "i", "title": "t", "organization": "o", "date_start": "2020", "highlights": ["a\n- b"] }] },
        { "id": "k", "type": "generic", "title": "Skills", "items": [{ "id": "l", "title": "Go" }] },
        { "id": "e", "type": "generic", "title": "Education", "items": [{ "id": "f", "title": "MIT", "date": "2013", "description": "DB" }] },
        { "id": "a", "type": "generic", "title": "Awards", "items": [{ "id": "b", "title": "Prize", "subtitle": "ACM", "date": "2014" }] }] });
    let resume = stepgate_guide::resume::Resume::parse(&resume, "").unwrap();
    let expected = "# x\n\na@b.cn\n\n## Work # y\n\n### t · o · 2020\n\n- a - b\n\n## Skills\n\n- Go\n\n## Education\n\n### MIT · 2013\n\nDB\n\n## Awards\n\n- Prize · ACM · 2014\n";
    assert_eq!(page::markdown(&resume), expected);
}
