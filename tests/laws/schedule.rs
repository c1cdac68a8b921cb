//! The schedule agent under random events.

use serde_json::{json, Value};
use stepgate::agents::schedule::Schedule;
use stepgate::engine::{AnySession, Event, HostCall, ToolError, ToolResult, Wait};

use crate::world::{run, Dice, Scene};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[derive(Default)]
pub(crate) struct Weeks;

/// Week with a course, a filler course, two placed and three pending items.
fn state() -> Value {
    let mapping: Vec<Value> = (1..=7).map(|day| json!({ "day_index": day, "week": 5, "day_of_week": day })).collect();
    let course = |id: u32, day: u32, start: u32, embeds: bool| {
        json!({
            "state_id": id, "source": "event", "source_id": 100 + id, "name": "Course", "category": "course",
            "status": "existing", "locked": !embeds, "can_embed": embeds, "event_type": "course",
            "slots": [{ "day": day, "slot_start": start, "slot_end": start + 1 }],
        })
    };
    let item = |id: u32, class: u32, order: u32, at: Option<(u32, u32)>| {
        json!({
            "state_id": id, "source": "task_item", "source_id": 300 + id, "name": format!("Item {id}"),
            "category": format!("Class {class}"), "status": if at.is_some() { "suggested" } else { "pending" },
            "slots": at.iter().map(|(day, start)| json!({ "day": day, "slot_start": start, "slot_end": start + 1 })).collect::<Vec<_>>(),
            "duration": 2, "task_class_id": class, "task_order": order,
        })
    };
    let class = |id: u32| {
        json!({
            "id": id, "name": format!("Class {id}"), "strategy": "steady", "total_slots": 6, "allow_filler_course": true,
            "subject_type": "memory", "difficulty_level": "high", "cognitive_intensity": "high",
        })
    };
    json!({
        "window": { "total_days": 7, "day_mapping": mapping },
        "task_classes": [class(10), class(11)],
        "tasks": [
            course(1, 1, 1, false), course(2, 2, 3, true), item(3, 10, 1, None), item(4, 10, 2, None),
            item(5, 11, 1, Some((3, 1))), item(6, 11, 2, Some((3, 3))), item(7, 11, 3, None),
        ],
    })
}

fn words(dice: &mut Dice) -> Value {
    json!({
        "say": dice.pick(&["ok", "Which day?", ""]),
        "action": dice.pick(&[json!("ask_user"), json!("abort"), json!("next_plan"), json!("done"), Value::Null]),
        "goal_check": "seen",
        "allow_reorder": dice.roll(4) == 0,
        "think": dice.roll(8) == 0,
    })
}

fn plan(dice: &mut Dice) -> Value {
    let steps = json!([{ "content": "one", "done_when": "done", "writes": true }, { "content": "two" }]);
    json!({ "say": "a plan", "plan": dice.pick(&[steps.clone(), steps, json!([{ "content": " " }])]) })
}

fn execute(dice: &mut Dice) -> Value {
    let (day, start, task) = (1 + dice.roll(8), 1 + dice.roll(12), 1 + dice.roll(8));
    let calls = [
        json!({ "name": "context_tools_add", "arguments": { "packs": ["web", "analyze"] } }),
        json!({ "name": "context_tools_remove", "arguments": { "packs": ["web"] } }),
        json!({ "name": "get_overview", "arguments": {} }),
        json!({ "name": "list_tasks", "arguments": {} }),
        json!({ "name": "analyze_health", "arguments": {} }),
        json!({ "name": "place", "arguments": { "task_id": task, "day": day, "slot_start": start } }),
        json!({ "name": "place", "arguments": { "task_id": 3, "day": 4, "slot_start": 3 } }),
        json!({ "name": "move", "arguments": { "task_id": task, "new_day": day, "new_slot_start": start } }),
        json!({ "name": "swap", "arguments": { "task_a": 5, "task_b": task } }),
        json!({ "name": "unplace", "arguments": { "task_id": task } }),
        json!({ "name": "place", "arguments": { "task_id": 3, "day": 2, "slot_start": 3 } }),
        json!({ "name": "place", "arguments": { "task_id": 4, "day": 6, "slot_start": start } }),
        json!({ "name": "place", "arguments": { "task_id": 7, "day": 7, "slot_start": start } }),
        json!({ "name": "move", "arguments": { "task_id": 5, "new_day": 1, "new_slot_start": 5 } }),
        json!({ "name": "unplace", "arguments": { "task_id": 5 } }),
        json!({ "name": "upsert_task_class", "arguments": { "task_class": { "name": "x" } } }),
        json!({ "name": "web_search", "arguments": { "query": "tips" } }),
        json!({ "name": "arrange", "arguments": {} }),
        json!({ "name": "arrange", "arguments": arrange(dice) }),
        json!({ "name": "explain_place", "arguments": { "task_id": task, "day": day } }),
        json!({ "name": "find_room", "arguments": {} }),
        json!({ "name": "fly" }),
    ];
    let several = (0..=usize::from(dice.roll(6) == 0)).map(|_| dice.pick(&calls).clone());
    let calls: Vec<Value> = several.collect();
    json!({
        "say": dice.pick(&["looking", ""]), "calls": calls,
        "action": if dice.roll(4) == 0 { dice.pick(&[json!("done"), json!("next_plan")]).clone() } else { Value::Null },
    })
}

/// Arguments of a search for a plan, some of them refused.
fn arrange(dice: &mut Dice) -> Value {
    let wishes = [
        json!([{ "kind": "free", "from": 1, "to": 2 }]),
        json!([{ "kind": "at_most", "most": 2 }]),
        json!([{ "kind": "prefer", "from": 9, "to": 12, "class_id": 10 }]),
        json!([{ "kind": "free" }]),
        json!([]),
    ];
    json!({
        "wishes": dice.pick(&wishes),
        "forget_wishes": dice.pick(&[json!([]), json!([1])]),
        "task_class_ids": dice.pick(&[json!([]), json!([10]), json!([99])]),
        "keep": dice.pick(&[json!("fresh"), json!("keep"), Value::Null]),
        "most_moved": dice.pick(&[json!(1), Value::Null]),
    })
}

impl Scene for Weeks {
    fn blank() -> Box<AnySession> {
        AnySession::boxed(Schedule::new())
    }

    fn inputs() -> Vec<Value> {
        let all = json!({ "tool_visibility": "all", "max_rounds": 6 });
        vec![
            json!({ "state": state(), "config": all }),
            json!({ "state": state(), "config": { "tool_visibility": "all" }, "memory_context": "likes mornings" }),
            json!({ "task_class_ids": [10, 11] }),
            json!({ "config": { "tool_visibility": "all", "token_budget": 1_500 } }),
            json!({ "config": { "tool_visibility": "all", "persist_mode": "preview_only" } }),
        ]
    }

    fn reply(&self, dice: &mut Dice) -> String {
        let stage: &str = dice.pick::<&str>(&["execute", "execute", "compact"]);
        self.reply_in(stage, dice)
    }

    fn reply_in(&self, stage: &str, dice: &mut Dice) -> String {
        let whole = match (dice.roll(12), stage) {
            (0, _) => return "All is well.".to_owned(),
            (_, "compact") => return "A few words.".to_owned(),
            (1 | 2, _) => words(dice),
            (3, _) => plan(dice),
            _ => execute(dice),
        };
        let text = whole.to_string();
        match dice.roll(16) {
            0 => String::new(),
            1 => text.chars().take(text.len() / 2).collect(),
            2 => format!("Sure:\n```json\n{text}\n```"),
            _ => text,
        }
    }

    fn edit(&self, dice: &mut Dice) -> Value {
        let edits = [
            json!({ "undo": true }),
            json!({ "redo": true }),
            json!({ "apply": true }),
            json!({ "title": "A week" }),
            json!({ "title": " " }),
            json!({ "memory_context": "likes evenings" }),
            json!({ "lang": "en" }),
            json!({ "task_id": 3, "day": 5, "slot_start": 1 }),
            json!({ "nonsense": 1 }),
        ];
        dice.pick(&edits).clone()
    }

    fn with(&self, dice: &mut Dice) -> Value {
        match dice.roll(12) {
            0 => json!({ "always_execute": true }),
            1 => json!({ "task_class_ids": [10, 11], "thinking_mode": "auto" }),
            2 => json!({ "request_id": format!("r{}", dice.roll(3)) }),
            3 => json!({ "thinking_mode": "perhaps" }),
            _ => Value::Null,
        }
    }

    fn result(&self, call: Option<&HostCall>, dice: &mut Dice) -> ToolResult {
        if dice.roll(8) == 0 {
            let code = *dice.pick(&["failed", "stale_state", "window_missing"]);
            return ToolResult::Error(ToolError::new(code, "it did not work"));
        }
        ToolResult::Ok(match call.map(|call| call.name.as_str()) {
            Some("load_schedule") if dice.roll(12) == 0 => json!({ "state": { "tasks": 5 } }),
            Some("load_schedule") => json!({ "state": state() }),
            Some("upsert_task_class") => json!({ "task_class_id": 12, "created": true }),
            Some("find_placement") => dice
                .pick(&[
                    json!({ "placement": [{ "day": 3, "start": 3 }, { "day": 4, "start": 3 }] }),
                    json!({ "placement": "none" }),
                ])
                .clone(),
            Some("web_search") => json!({ "items": [] }),
            _ => json!({ "applied": "applied" }),
        })
    }

    fn allows(event: &Event) -> Option<bool> {
        match event {
            Event::Said { with, .. } if with["always_execute"] == true => Some(true),
            // Accepting a plan, and the buttons, allow the open changes to be saved.
            Event::Answered { accept: true, .. } => Some(false),
            Event::Edited { change, .. } if ["undo", "redo", "apply"].iter().any(|key| change[key] == true) => {
                Some(false)
            }
            _ => None,
        }
    }

    fn edits_of_can() -> Vec<(&'static str, Value)> {
        vec![("apply", json!({ "apply": true })), ("undo", json!({ "undo": true })), ("redo", json!({ "redo": true }))]
    }

    fn stage(view: &Value) -> String {
        view["stage"].as_str().unwrap_or_default().to_owned()
    }

    fn stages() -> &'static [&'static str] {
        &["execute", "compact"]
    }

    fn waits() -> &'static [Wait] {
        &[Wait::User, Wait::Model, Wait::Tool, Wait::Approval, Wait::Card, Wait::Nothing]
    }
}

#[test]
fn the_schedule_keeps_the_laws() {
    run::<Weeks>("schedule", &[]);
}
