//! The stepper under random events, with tools that the page declares.

use serde_json::{json, Value};
use stepgate::agents::stepper::Stepper;
use stepgate::engine::{AnySession, Event, HostCall, ToolError, ToolResult, Wait};

use crate::world::{run, says_yes, Dice, Scene};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[derive(Default)]
pub(crate) struct Bench;

/// Two tools of the page: one reads, one writes.
fn tools() -> Value {
    let text =
        json!({ "type": "object", "properties": { "to": { "type": "string", "minLength": 1 } }, "required": ["to"] });
    json!([
        { "name": "web_search", "about": "Search", "args": { "type": "object", "properties": { "query": { "type": "string" } } } },
        { "name": "send", "about": "Send", "args": text, "writes": true },
    ])
}

fn plan(dice: &mut Dice) -> Value {
    let whole = json!({ "goal": "g", "steps": ["A", { "name": "B", "expected_output": "b" }, "A"] });
    dice.pick(&[whole.clone(), whole, json!({ "steps": ["A"] }), json!({ "steps": [] })]).clone()
}

fn step(dice: &mut Dice) -> Value {
    let add = [json!([]), json!(["C"]), json!([{ "name": "B" }, "X", {}]), json!("Y")];
    let remove = [json!([]), json!(["B"]), json!(["A", "Q"])];
    json!({
        "thought": dice.pick(&["hm", ""]), "reason": "so", "is_complete": dice.roll(4) == 0,
        "add_steps": dice.pick(&add), "remove_steps": dice.pick(&remove),
    })
}

fn action(dice: &mut Dice) -> Value {
    let write =
        json!({ "tool_name": "write_file", "params": { "path": "a.txt", "content": dice.roll(50).to_string() } });
    let all = [
        write.clone(),
        write,
        json!({ "tool_name": "read_file", "params": { "file": format!("{}.md", dice.roll(4)) } }),
        json!({ "tool_name": "read_file", "params": { "path": "../secret" } }),
        json!({ "tool_name": "list_files" }),
        json!({ "tool_name": "think", "description": "wait" }),
        json!({ "tool_name": "ask_user", "params": { "question": "which?" } }),
        json!({ "tool_name": "ask_user", "params": { "question": dice.roll(99).to_string() } }),
        json!({ "tool": "web_search", "arguments": { "query": dice.roll(9).to_string() } }),
        json!({ "tool_name": "send", "params": { "to": dice.roll(9).to_string() } }),
        json!({ "tool_name": "send", "params": {} }),
        json!({ "tool_name": "fly" }),
        Value::Null,
    ];
    dice.pick(&all).clone()
}

/// Decision of single mode: a judgement with one action, several writes, or none.
fn decision(dice: &mut Dice) -> Value {
    let mut decision = step(dice);
    let several = |dice: &mut Dice| {
        let paths = ["a.txt", "b.txt", "../c", "d.txt"];
        let count = 1 + dice.roll(4);
        let write = |at: usize| json!({ "tool_name": "write_file", "params": { "path": paths[at], "content": "x".repeat(at) } });
        (0..count).map(write).collect::<Value>()
    };
    match dice.roll(4) {
        0 => {}
        1 => decision["action"] = several(dice),
        _ => decision["action"] = action(dice),
    }
    decision
}

impl Scene for Bench {
    fn blank() -> Box<AnySession> {
        AnySession::boxed(Stepper::new())
    }

    fn inputs() -> Vec<Value> {
        let patient =
            json!({ "max_consecutive_failures": 9, "repeat_limit": 9, "stall_limit": 9, "step_timeout": 40_000 });
        let tight = json!({ "step_timeout": 9_000, "max_actions_per_step": 2, "max_total_actions": 3, "cache": false, "think_mode": "separate" });
        let inline = json!({ "think_mode": "inline", "context_limit_bytes": 10, "recent_files": 0, "max_steps": 4 });
        let separate = json!({ "think_mode": "separate" });
        let shown = json!({ "approve_plan": true, "max_consecutive_failures": 9, "stall_limit": 9 });
        vec![
            json!({}),
            json!({ "config": separate }),
            json!({ "tools": tools(), "config": shown }),
            json!({ "tools": tools(), "config": patient, "context": { "style": "short" } }),
            json!({ "tools": tools(), "config": tight }),
            json!({ "tools": tools(), "config": inline }),
        ]
    }

    fn reply(&self, dice: &mut Dice) -> String {
        self.reply_in("deciding_action", dice)
    }

    fn reply_in(&self, stage: &str, dice: &mut Dice) -> String {
        let whole = match stage {
            "planning" => plan(dice),
            "thinking" => json!("it goes well"),
            "deciding_step" => step(dice),
            "deciding" => decision(dice),
            _ => action(dice),
        };
        let text = whole.as_str().map_or_else(|| whole.to_string(), str::to_owned);
        match dice.roll(20) {
            0 => String::new(),
            1 => text.chars().take(text.len() / 2).collect(),
            2 => format!("Sure:\n```json\n{text}\n```"),
            3 => "I would rather talk".to_owned(),
            _ => text,
        }
    }

    fn edit(&self, dice: &mut Dice) -> Value {
        let edits = [
            json!({ "cancel": true }),
            json!({ "retry_step": true }),
            json!({ "retry_step": { "hint": "use the other file" } }),
            json!({ "no_answer": true }),
            json!({ "resume": true }),
            json!({ "steer": "shorter" }),
            json!({ "steer": " " }),
            json!({ "plan": ["A", { "name": "C" }] }),
            json!({ "plan": [] }),
            json!({ "approve": [0] }),
            json!({ "approve": [1, 0] }),
            json!({ "approve": [7] }),
            json!({ "auto": true }),
            json!({ "auto": false }),
            json!({ "config": { "max_actions_per_step": 3 } }),
            json!({ "config": { "max_actions_per_step": 0 } }),
            json!({ "path": "b.txt", "content": "by hand" }),
            json!({ "path": "/etc/passwd", "content": "x" }),
            json!({ "lang": "en" }),
            json!({ "nonsense": 1 }),
        ];
        dice.pick(&edits).clone()
    }

    fn result(&self, call: Option<&HostCall>, dice: &mut Dice) -> ToolResult {
        match dice.roll(6) {
            0 => ToolResult::Error(ToolError::new(*dice.pick(&["not_found", "timeout", "odd"]), "it did not work")),
            1 if dice.roll(4) == 0 => ToolResult::Error(ToolError { fatal: true, ..ToolError::new("quota", "full") }),
            2 => ToolResult::Ok(json!({ "items": [1, 2] })),
            3 => ToolResult::Ok(json!("text ".repeat(300))),
            _ => ToolResult::Ok(json!(call.map_or("", |call| call.name.as_str()))),
        }
    }

    fn allows(event: &Event) -> Option<bool> {
        match event {
            Event::Edited { change, .. } if change["auto"] == true => Some(true),
            _ => None,
        }
    }

    fn approves(before: &Value, event: &Event) -> usize {
        let Some(writes) = before["card"]["preview"]["writes"].as_array() else { return 0 };
        match event {
            Event::Answered { accept: true, .. } | Event::Pressed { button: 0, .. } => writes.len(),
            said if says_yes(said) => writes.len(),
            Event::Edited { change, .. } => change["approve"].as_array().map_or(0, Vec::len),
            _ => 0,
        }
    }

    /// Rare, because a failed call ends the whole task.
    fn patience() -> usize {
        25
    }

    fn edits_of_can() -> Vec<(&'static str, Value)> {
        vec![
            ("cancel", json!({ "cancel": true })),
            ("retry", json!({ "retry_step": true })),
            ("resume", json!({ "resume": true })),
            ("steer", json!({ "steer": "shorter" })),
        ]
    }

    fn stage(view: &Value) -> String {
        view["data"]["state"].as_str().unwrap_or_default().to_owned()
    }

    fn stages() -> &'static [&'static str] {
        &[
            "idle",
            "planning",
            "thinking",
            "deciding_step",
            "deciding_action",
            "deciding",
            "asking_plan",
            "asking_writes",
            "executing",
            "asking",
            "confirming",
            "paused",
            "completed",
            "failed",
            "cancelled",
        ]
    }

    fn waits() -> &'static [Wait] {
        &[Wait::User, Wait::Model, Wait::Tool, Wait::Approval, Wait::Nothing]
    }
}

#[test]
fn the_stepper_keeps_the_laws() {
    run::<Bench>("stepper", &[]);
}
