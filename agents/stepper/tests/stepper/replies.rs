//! Replies that count as a decision, and those that do not.

use super::desk::{Desk, StepperDesk};
use serde_json::{json, Value};

/// Session that waits for an action decision.
fn choosing() -> Desk {
    let mut desk = Desk::planned(json!({ "config": { "cache": false } }), &["A"]);
    desk.reply("a thought");
    desk.reply(json!({ "reason": "", "is_complete": false }));
    desk
}

#[test]
fn no_further_action_is_said_in_many_ways() {
    for raw in ["null", "None", " null\n", "```json\nnull\n```"] {
        let mut desk = choosing();
        desk.reply(json!(raw));
        assert_eq!(desk.notices(), ["no_action"], "{raw:?}");
        assert_eq!(desk.data()["counters"]["stalls"], 1);
    }
}

#[test]
fn an_action_needs_a_tool_and_parameters() {
    for raw in [
        r#"{"description": "x"}"#,
        r#"{"tool_name": " "}"#,
        r#"{"tool_name": 7}"#,
        r#"{"tool_name": "read_file", "params": [1, 2]}"#,
        "read the file",
        "",
    ] {
        let mut desk = choosing();
        desk.reply(json!(raw));
        assert_eq!(desk.data()["counters"]["actions"], 0, "{raw:?} was taken");
        assert_eq!(
            desk.messages().last().unwrap().role,
            stepgate_engine::prompt::Role::User,
            "the model is told what is wrong"
        );
    }
    for raw in [
        r#"{"tool": "read_file", "arguments": {"path": "a"}}"#,
        r#"{"tool_name": "read_file", "description": null, "params": {"file": "./a"}}"#,
        "Here:\n```json\n{'tool_name': 'read_file', 'params': {'path': 'a',}}\n```",
    ] {
        let mut desk = choosing();
        desk.reply(json!(raw));
        assert_eq!(desk.host().args, json!({ "path": "a" }), "{raw:?}");
    }
    let mut desk = choosing();
    desk.reply(json!({ "tool_name": "list_files", "params": null }));
    assert_eq!(desk.host().args, json!({ "dir": "", "pattern": "*" }));
}

#[test]
fn a_verdict_may_be_written_as_words() {
    for (raw, state) in [
        (json!({ "is_complete": "yes" }), "confirming"),
        (json!({ "completed": "true", "reason": 5 }), "confirming"),
        (json!({ "is_complete": "no", "add_steps": null, "remove_steps": "Q" }), "deciding_action"),
        (json!({ "is_complete": "maybe" }), "deciding_step"),
        (json!({ "reason": "done" }), "deciding_step"),
    ] {
        let mut desk = Desk::planned(json!({ "config": { "cache": false } }), &["A"]);
        desk.reply("a thought");
        desk.reply(raw.clone());
        assert_eq!(desk.data()["state"], state, "{raw}");
    }
}

#[test]
fn parameters_are_read_under_their_other_names() {
    for name in ["arguments", "args", "parameters"] {
        let mut desk = Desk::planned(json!({ "config": { "cache": false } }), &["A"]);
        desk.reply("a thought");
        desk.reply(json!({ "is_complete": false }));
        desk.reply(json!({ "tool": "read_file", name: { "path": "a" } }));
        assert_eq!(desk.host().args, json!({ "path": "a" }), "{name}");
    }
}

#[test]
fn plans_are_cleaned() {
    let mut desk = Desk::opened(json!({ "config": { "max_initial_steps": 4 } }), stepgate_engine::Lang::En);
    desk.say("go");
    desk.reply(json!({ "steps": ["A", {}, " ", { "name": " A " }, { "name": "B", "description": "b" }, "A", "C"] }));
    let task = desk.task();
    let steps: Vec<(&str, &str, &str)> = task["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| {
            let text = |key: &str| step[key].as_str().unwrap();
            (text("name"), text("description"), text("expected_output"))
        })
        .collect();
    assert_eq!(steps, [("A", "A", "A"), ("A (2)", "A", "A"), ("B", "b", "b"), ("A (3)", "A", "A")]);
    assert_eq!(desk.notices(), ["plan_truncated"]);
    assert_eq!(task["goal"], "go");
}

#[test]
fn thoughts_are_text_or_an_object() {
    for (raw, thought) in [
        (json!("  it goes well "), Some("it goes well")),
        (json!({ "thought": "it goes well" }), Some("it goes well")),
        (json!("the list [1, 2] is short"), Some("the list [1, 2] is short")),
        (json!(""), None),
    ] {
        let mut desk = Desk::planned(json!({ "config": { "cache": false } }), &["A"]);
        desk.reply(raw.clone());
        assert_eq!(desk.data()["state"], "deciding_step", "{raw}");
        let told = desk.told();
        let block = told.split("# The thought before\n").nth(1).map(|block| block.lines().next().unwrap());
        assert_eq!(block, thought, "{raw}");
    }
}

#[test]
fn a_stall_is_not_answered_from_memory() {
    let mut desk = Desk::planned(json!({}), &["A"]);
    for _ in 0..2 {
        desk.reply("nothing to do");
        desk.reply(json!({ "is_complete": false }));
        desk.reply(Value::Null);
    }
    assert_eq!((desk.task()["error"].clone(), desk.data()["cache_hits"].clone()), (json!("stalled"), json!(0)));
}
