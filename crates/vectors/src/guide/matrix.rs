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
    // A draft that is announced and missing goes back to the model once; the row says what happens if it does not come.
    let mut replies = vec![reply.to_string(); if goes_back(row) { 2 } else { 1 }];
    replies.extend(in_reopened(row).iter().map(Value::to_string));
    let step = json!({ "input": { "kind": "message", "text": "x" }, "llm": replies });
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
            "notices" => json!(turn.notices().into_iter().filter(|notice| notice != "repaired").collect::<Vec<_>>()),
            "action" => json!(turn.action()),
            _ => return None,
        })
    })
    .map_err(|why| format!("{why} in {row}"))
}

/// Whether the decision of a row goes back to the model (agents/guide/spec.md 3.3, N10).
fn goes_back(row: &Value) -> bool {
    let (stored, draft) = (&row["stored_draft"], &row["draft_content"]);
    let proposes = row["next_action"] == "PROPOSE_DRAFT";
    let asks = row["next_action"] == "REQUEST_CONFIRM" && stored.is_null();
    let is_missing = draft.is_null() && (proposes || asks);
    let is_repeated = row["state"] == "DRAFTING" && proposes && draft == stored;
    row["intent"] == "CONTINUE" && (is_missing || is_repeated)
}

/// Replies of the second call after a backtrack (agents/guide/spec.md 7.4), which change nothing that the row is about. A draft that
/// the user has seen goes back once.
fn in_reopened(row: &Value) -> Vec<Value> {
    let is_settled = row["state"] == "FINISHED" || row["state"] == "CONFIRMING";
    let takes_draft = row["next_action"] == "PROPOSE_DRAFT" && !row["draft_content"].is_null();
    let draft = &row["stored_draft"];
    let same = json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "r", "draft_content": draft });
    match (row["intent"] == "BACKTRACK", row["target"] == "other_task") {
        (true, true) => vec![json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "r" })],
        (true, false) if is_settled && !takes_draft => vec![same; 2],
        _ => Vec::new(),
    }
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
