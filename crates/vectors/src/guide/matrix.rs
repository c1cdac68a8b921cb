//! Decision matrix of the guide.

use super::turn::{open, Turn};
use crate::turn::notes;
use crate::vector::compare;
use serde_json::{json, Value};
use stepgate_engine::Lang;

/// Sections of the current task and of the next.
const OWN: &str = "项目经历 - 甲";
const OTHER: &str = "技能特长";

/// Plays a row of the matrix: one decision in a prepared state, through a whole session.
pub(super) fn decide(row: &Value) -> Result<(), String> {
    let mut session = open(json!({ "state": prepared(row) }), Lang::Zh)?;
    if !notes(&session.view(0), "notice").is_empty() {
        return Err("the prepared state had to be repaired".into());
    }
    let target = if row["target"] == "other_task" { json!(OTHER) } else { row["target"].clone() };
    let reply = json!({
        "thought": "t", "intent": row["intent"], "target_section": target, "next_action": row["next_action"],
        "reply_to_user": "r", "draft_content": row["draft_content"],
    });
    let step = json!({ "input": { "kind": "message", "text": "x" }, "llm": [reply.to_string()] });
    let turn = Turn::play(&mut session, &step, Lang::Zh)?;
    let workflow = session.read(&json!({ "workflow": true })).map_err(|refusal| refusal.to_string())?;
    let states = &workflow["agent_states"]["guide"];
    let guide = if states["task_id"] == 1 { states } else { &workflow["parked"]["1"] };
    compare(&row["expect"], |key| {
        Some(match key {
            "state" => guide["current_state"].clone(),
            "draft" => guide["draft"].clone(),
            "has_doc" => json!(!guide["execution_doc"].is_null()),
            "verdict" => json!(turn.verdict()),
            "notices" => json!(turn.notices()),
            "action" => json!(turn.action()),
            _ => return None,
        })
    })
    .map_err(|why| format!("{why} in {row}"))
}

/// State in which a row begins, in the form of agents/guide/spec.md 7.5.
fn prepared(row: &Value) -> Value {
    let task = |id: u32, section: &str, status: &str| json!({ "id": id, "section": section, "status": status, "original_text": "o", "diagnosis": "d", "goal": "g" });
    let finished = row["state"] == "FINISHED";
    let draft = &row["stored_draft"];
    let armed = finished || row["state"] == "CONFIRMING";
    let document = json!({
        "task_id": 1, "section_title": OWN, "item_id": null, "operation": "update_experience",
        "changes": { "section": OWN, "content": draft, "item_id": null, "original_text": "o" },
        "new_content_preview": draft, "reason": "d",
    });
    let said = [json!({ "role": "user", "content": "u" }), json!({ "role": "assistant", "content": "a" })];
    json!({
        "resume": {
            "basics": { "name": "n", "links": [] },
            "sections": [
                { "id": "s1", "title": "项目经历", "type": "experience",
                  "items": [{ "id": "i1", "title": "甲", "organization": "o", "highlights": [] }] },
                { "id": "s2", "title": OTHER, "type": "generic", "items": [] },
            ],
        },
        "plan": { "tasks": [task(1, OWN, if finished { "completed" } else { "in_progress" }), task(2, OTHER, "pending")] },
        "current_task_idx": 0,
        "agent_states": { "guide": {
            "schema_version": 1, "task_id": 1, "current_state": row["state"], "messages": said, "draft": draft,
            "execution_doc": if armed { document } else { Value::Null },
        } },
    })
}
