//! Result of a run, compared with the expectation of its vector.

use super::store::Store;
use crate::vector::{as_text, equal, holds, list, text};
use serde_json::{json, Value};
use stepgate_engine::{Block, Content, Session, ToolResult, View, Wait};
use stepgate_schedule::Schedule;

#[derive(Default)]
pub(super) struct Run {
    pub(super) phases: Vec<Value>,
    pub(super) params: Vec<Value>,
    pub(super) statuses: Vec<String>,
    since: u64,
    placements: Value,
    saved: usize,
}

impl Run {
    pub(super) fn begin(&mut self, session: &Session<Schedule>, store: &Store) -> Result<(), String> {
        self.since = session.view(0).revision;
        self.placements = placements(session, store)?;
        self.saved = store.log.len();
        Ok(())
    }

    pub(super) fn check(&self, session: &Session<Schedule>, store: &Store, expect: &Value) -> Result<(), String> {
        let view = session.view(0);
        let blocks: Vec<&Block> = view.blocks.iter().filter(|block| block.revision > self.since).collect();
        for (key, expected) in expect.as_object().into_iter().flatten() {
            let data = &view.data;
            match key.as_str() {
                "phases" => equal(key, &json!(self.phases), expected)?,
                "pending" => holds(key, &pending(&view), expected)?,
                "llm_calls" => equal(key, &json!(self.params.len()), expected)?,
                "llm_params" => self.params(expected)?,
                "placements_unchanged" => equal(key, &json!(placements(session, store)? == self.placements), expected)?,
                "placements" => equal(key, &placements(session, store)?, expected)?,
                "plan_steps" => equal(key, &json!(list(data, "plan_steps").len()), expected)?,
                "terminal" => equal(key, &data["outcome"]["status"], expected)?,
                "terminal_code" => equal(key, &data["outcome"]["code"], expected)?,
                "steps_done" => equal(
                    key,
                    &view.output.as_ref().map_or(Value::Null, |outcome| outcome["steps_done"].clone()),
                    expected,
                )?,
                "tools" => holds(key, &json!(tools(&blocks)), expected)?,
                "changes" => holds(key, &json!(store.net()), expected)?,
                "records" => holds(key, &store.records(), expected)?,
                "links" => links(session, expected)?,
                "upsert_effect_items" => {
                    equal(key, &store.upserts.last().map(items_of).unwrap_or_default(), expected)?;
                }
                "status_codes" => contains(key, &self.all_statuses(&blocks), expected)?,
                "events_contain" => contains(key, &events(&view, &blocks), expected)?,
                "history_contains" => contains_text(key, &blocks, expected)?,
                "history_kinds" => {
                    let corrected = blocks.iter().any(|block| matches!(block.content, Content::Correction { .. }));
                    let kinds = if corrected { vec!["llm_correction_prompt".to_owned()] } else { Vec::new() };
                    contains(key, &kinds, expected)?;
                }
                "assistant_text_equals" => equal(key, &json!(said(&blocks)), expected)?,
                "snapshot" => {
                    let again =
                        Session::resume(Schedule::new(), session.snapshot()).map_err(|error| error.to_string())?;
                    equal(key, &json!(if again.view(0) == view { "kept" } else { "changed" }), expected)?;
                }
                "open_packs" => {
                    let open = view.packs.iter().filter(|pack| pack.open).map(|pack| pack.name.as_str());
                    equal(key, &json!(open.collect::<Vec<_>>()), expected)?;
                }
                "round_used" | "corrections" | "task_class_ids" => equal(key, &data[key], expected)?,
                "health" => holds(key, &data["health"], expected)?,
                "parity_note" => {}
                other => return Err(format!("{other:?} is not a key this runner knows")),
            }
        }
        Ok(())
    }

    fn params(&self, expected: &Value) -> Result<(), String> {
        for wanted in expected.as_array().into_iter().flatten() {
            if !self.params.iter().any(|params| holds("llm_params", params, wanted).is_ok()) {
                return Err(format!("the model was not asked by {wanted}"));
            }
        }
        Ok(())
    }

    fn all_statuses(&self, blocks: &[&Block]) -> Vec<String> {
        let codes = notes(blocks, "status").into_iter().map(|data| text(data, "code").to_owned());
        self.statuses.iter().cloned().chain(codes).collect()
    }
}

fn pending(view: &View) -> Value {
    let card = view.card.as_ref();
    match view.waiting {
        Wait::Card => json!({ "type": "confirm", "has_tool": false }),
        Wait::Approval => {
            json!({ "type": "confirm", "has_tool": true, "tool": card.and_then(|card| card.calls.first()).map(|call| &call.name) })
        }
        _ if !view.data["pending_interaction"].is_null() => {
            json!({ "type": view.data["pending_interaction"]["type"] })
        }
        _ => Value::Null,
    }
}

/// Places of the items of task classes: in the session, or in the store before the session has loaded them.
fn placements(session: &Session<Schedule>, store: &Store) -> Result<Value, String> {
    let table = session.read(&json!({ "timetable": true })).map_err(|refusal| refusal.to_string())?;
    Ok(items(&if table.is_null() { store.state() } else { table }))
}

fn items(table: &Value) -> Value {
    let of_class = list(table, "tasks").iter().filter(|task| task["source"] == "task_item");
    let slots = |task: &Value| -> Value {
        list(task, "slots").iter().map(|slot| json!([slot["day"], slot["slot_start"], slot["slot_end"]])).collect()
    };
    Value::Object(of_class.map(|task| (task["state_id"].to_string(), slots(task))).collect())
}

/// Tools that ran, in the form of the vectors.
fn tools(blocks: &[&Block]) -> Vec<Value> {
    let mut notes = notes(blocks, "tool_result").into_iter();
    let ran = |content: &Content| match content {
        Content::Tool { name, args, result, .. } => Some((name.clone(), args.clone(), result.clone())),
        _ => None,
    };
    let mut tools = Vec::new();
    for (name, args, result) in blocks.iter().filter_map(|block| ran(&block.content)) {
        let internal = ["load_schedule", "save_changes", "undo_last_write"].contains(&name.as_str());
        let declined = matches!(&result, ToolResult::Error(error) if error.code == "rejected");
        if internal || declined {
            continue;
        }
        // The engine runs these two, so the agent has no note of them.
        let opens_packs = ["context_tools_add", "context_tools_remove"].contains(&name.as_str());
        let note = if opens_packs { None } else { notes.next() };
        let code = match (note, &result) {
            (Some(note), _) => text(note, "code"),
            (None, ToolResult::Error(error)) => &error.code,
            (None, _) => "ok",
        };
        let data = note.map_or(Value::Null, |note| note["data"].clone());
        let code = json!(code);
        let mut tool = match result {
            ToolResult::Ok(Value::Object(value)) => Value::Object(value),
            _ => json!({}),
        };
        for (key, value) in data.as_object().into_iter().flatten() {
            tool[key] = value.clone();
        }
        let issues = list(&data["validation"], "issues").iter();
        tool["issue_fields"] = issues.map(|issue| json!(as_text(issue).split([':', '：']).next())).collect();
        tool["tool"] = json!(name);
        tool["args"] = args;
        tool["ok"] = json!(code == "ok");
        tool["code"] = code;
        tools.push(tool);
    }
    tools
}

fn notes<'v>(blocks: &[&'v Block], wanted: &str) -> Vec<&'v Value> {
    let data = |block: &&'v Block| match &block.content {
        Content::Note { code, data } if code == wanted => Some(data),
        _ => None,
    };
    blocks.iter().filter_map(data).collect()
}

fn links(session: &Session<Schedule>, expected: &Value) -> Result<(), String> {
    let table = session.read(&json!({ "timetable": true })).map_err(|refusal| refusal.to_string())?;
    for (id, wanted) in expected.as_object().into_iter().flatten() {
        let task = list(&table, "tasks")
            .iter()
            .find(|task| task["state_id"].as_u64() == id.parse().ok())
            .unwrap_or(&Value::Null);
        for key in ["embed_host", "embedded_by"] {
            equal(&format!("links.{id}.{key}"), &task[key], &wanted[key])?;
        }
    }
    Ok(())
}

fn items_of(input: &Value) -> Value {
    let items = if input["items"].is_array() { &input["items"] } else { &input["task_class"]["items"] };
    items.clone()
}

fn events(view: &View, blocks: &[&Block]) -> Vec<String> {
    let mut events = Vec::new();
    if !notes(blocks, "schedule_completed").is_empty() {
        events.push("schedule_completed".to_owned());
    }
    if view.output.is_some() {
        events.push("finish".to_owned());
    }
    events
}

fn said(blocks: &[&Block]) -> Option<String> {
    blocks.iter().rev().find_map(|block| match &block.content {
        Content::Said { text, .. } => Some(text.clone()),
        _ => None,
    })
}

fn contains(what: &str, found: &[String], expected: &Value) -> Result<(), String> {
    for wanted in expected.as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !found.iter().any(|found| found == wanted) {
            return Err(format!("{what}: {wanted:?} is not in {found:?}"));
        }
    }
    Ok(())
}

fn contains_text(what: &str, blocks: &[&Block], expected: &Value) -> Result<(), String> {
    let text: String =
        blocks.iter().map(|block| serde_json::to_string(&stepgate_json::to_value(*block)).unwrap()).collect();
    for wanted in expected.as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !text.contains(wanted) {
            return Err(format!("{what}: {wanted:?} was not said"));
        }
    }
    Ok(())
}
