//! A calendar that answers the host calls of a session: it loads a state, and keeps what it is told.

use serde_json::{json, Map, Value};
use std::collections::BTreeMap;
use stepgate::engine::{HostCall, ToolError, ToolResult};
use stepgate::timetable::{Date, Term, Weekday};

/// Week 1 of the terms of the vectors begins on this Monday.
const MONDAY: &str = "2026-01-05";

pub(super) struct Store {
    state: Value,
    /// What was asked for, by the name of the call: answers that the scenario scripts.
    scripted: Map<String, Value>,
    /// Every change that was saved, in order.
    pub(super) log: Vec<Value>,
    /// What was to be written as a task class.
    pub(super) upserts: Vec<Value>,
    saved: Vec<String>,
}

impl Store {
    pub(super) fn new(state: Value, host: &Value) -> Self {
        let scripted = host.as_object().cloned().unwrap_or_default();
        Store { state, scripted, log: Vec::new(), upserts: Vec::new(), saved: Vec::new() }
    }

    /// The state of a scenario: a named one, or made from records.
    pub(super) fn state_of(file: &Value, scenario: &Value) -> Result<Value, String> {
        match scenario["initial_state"].as_str() {
            Some(name) => Ok(file["states"][name].clone()),
            None => from_records(&scenario["records"]),
        }
    }

    pub(super) fn state(&self) -> &Value {
        &self.state
    }

    pub(super) fn answer(&mut self, call: &HostCall) -> Result<ToolResult, String> {
        if let Some(scripted) = self.next_scripted(&call.name) {
            if scripted["ok"] == false {
                let text = |key: &str, usual: &str| scripted[key].as_str().unwrap_or(usual).to_owned();
                return Ok(ToolResult::Error(ToolError::new(text("code", "persist_failed"), text("error", "failed"))));
            }
            if call.name == "upsert_task_class" {
                self.upserts.push(call.args["input"].clone());
                return Ok(ToolResult::Ok(scripted));
            }
        }
        match call.name.as_str() {
            "load_schedule" if self.state.is_null() => {
                Ok(ToolResult::Error(ToolError::new("window_missing", "no task class has a start and an end date")))
            }
            "load_schedule" => Ok(ToolResult::Ok(json!({ "state": self.state, "term_start": MONDAY }))),
            "persist_changes" => self.persist(&call.args),
            "web_search" => Ok(ToolResult::Ok(json!({ "tool": "web_search", "count": 0, "items": [] }))),
            other => Err(format!("the store does not answer {other}")),
        }
    }

    fn next_scripted(&mut self, name: &str) -> Option<Value> {
        let key = match name {
            "upsert_task_class" => "upsert",
            "persist_changes" => "persist",
            "load_schedule" => "load",
            other => other,
        };
        let list = self.scripted.get_mut(key)?.as_array_mut()?;
        (!list.is_empty()).then(|| list.remove(0))
    }

    /// A change set is applied once. What it says the calendar held must be what it holds.
    fn persist(&mut self, args: &Value) -> Result<ToolResult, String> {
        let id = args["change_set_id"].as_str().unwrap_or_default().to_owned();
        if self.saved.contains(&id) {
            return Ok(ToolResult::Ok(json!({ "applied": "already_applied" })));
        }
        self.saved.push(id);
        for change in args["changes"].as_array().into_iter().flatten() {
            let before = self.log.iter().rev().find(|known| known["state_id"] == change["state_id"]);
            if let Some(before) = before {
                if before["new_coords"] != change["old_coords"] {
                    return Err(format!("{change} does not follow on {before}"));
                }
            }
            self.log.push(change.clone());
        }
        Ok(ToolResult::Ok(json!({ "applied": "applied" })))
    }

    /// What was saved in all, a change for each task, in the order of their ids.
    pub(super) fn net(&self) -> Vec<Value> {
        let mut net: BTreeMap<u64, Value> = BTreeMap::new();
        for change in &self.log {
            let id = change["state_id"].as_u64().unwrap_or_default();
            let mut change = change.clone();
            if let Some(first) = net.get(&id) {
                change["old_coords"] = first["old_coords"].clone();
                change["old_host_event_id"] = first["old_host_event_id"].clone();
            }
            let empty = |key: &str| change[key].as_array().is_none_or(Vec::is_empty);
            let kind = match (empty("old_coords"), empty("new_coords")) {
                (true, true) => None,
                (true, false) => Some("place"),
                (false, true) => Some("unplace"),
                (false, false) if change["old_coords"] == change["new_coords"] => None,
                (false, false) => Some("move"),
            };
            match kind {
                Some(kind) => {
                    change["type"] = json!(kind);
                    net.insert(id, change);
                }
                None => drop(net.remove(&id)),
            }
        }
        net.into_values().collect()
    }
}

/// A state from task classes of pending items, whose window is what their dates span together.
fn from_records(records: &Value) -> Result<Value, String> {
    if !super::list(records, "events").is_empty() {
        return Err("events in records are not known to this runner".to_owned());
    }
    let term = Term::new(Date::parse(MONDAY).unwrap()).unwrap();
    let weekday = |pair: &Value| Weekday {
        week: pair[0].as_u64().unwrap_or(1) as u32,
        weekday: pair[1].as_u64().unwrap_or(1) as u8,
    };
    let date = |pair: &Value| {
        let mut text = String::new();
        term.date(weekday(pair)).write(&mut text);
        text
    };
    let classes = super::list(records, "task_classes");
    if classes.iter().all(|class| class["start"].is_null() || class["end"].is_null()) {
        return Ok(Value::Null);
    }
    let first = classes.iter().map(|class| weekday(&class["start"])).min().ok_or("no classes")?;
    let last = classes.iter().map(|class| weekday(&class["end"])).max().ok_or("no classes")?;
    let mut mapping = Vec::new();
    let mut day = term.date(first);
    while term.weekday(day).is_some_and(|weekday| weekday <= last) {
        let weekday = term.weekday(day).unwrap();
        mapping.push(json!({ "day_index": mapping.len() + 1, "week": weekday.week, "day_of_week": weekday.weekday }));
        day = day.plus(1);
    }
    let mut tasks = Vec::new();
    let mut metas = Vec::new();
    for class in classes {
        let mut meta = class.clone();
        let fields = meta.as_object_mut().ok_or("a class is no object")?;
        for key in ["start", "end", "items"] {
            fields.remove(key);
        }
        meta["start_date"] = json!(date(&class["start"]));
        meta["end_date"] = json!(date(&class["end"]));
        metas.push(meta);
        for order in 1..=class["items"].as_u64().unwrap_or(0) {
            let id = tasks.len() + 1;
            tasks.push(json!({
                "state_id": id, "source": "task_item", "source_id": 300 + id, "name": format!("{} {order}", class["name"].as_str().unwrap_or_default()),
                "category": class["name"], "status": "pending", "slots": [], "duration": 2, "task_class_id": class["id"],
                "task_order": order,
            }));
        }
    }
    Ok(json!({
        "window": { "total_days": mapping.len(), "day_mapping": mapping }, "task_classes": metas, "tasks": tasks,
    }))
}
