//! Calendar that answers the host calls of a session: it loads a state and keeps the changes.

use crate::vector::text;
use serde_json::{json, Map, Value};
use std::collections::BTreeMap;
use stepgate_engine::{HostCall, ToolError, ToolResult};

use super::calendar::{Calendar, MONDAY};

/// Source of the state.
enum Holds {
    /// State named in the file.
    State(Value),
    /// State built from records, which are also written.
    Records(Calendar),
}

pub(super) struct Store {
    holds: Holds,
    /// Scripted answers of the scenario, by the name of the call.
    scripted: Map<String, Value>,
    /// Saved changes, in order.
    pub(super) log: Vec<Value>,
    /// Task classes that the session asked to write.
    pub(super) upserts: Vec<Value>,
    saved: Vec<String>,
}

impl Store {
    /// Store of a scenario, with a named state or with records.
    pub(super) fn new(file: &Value, scenario: &Value) -> Result<Self, String> {
        let scripted = match &scenario["host"] {
            Value::Object(scripted) => scripted.clone(),
            Value::Null => Map::new(),
            other => return Err(format!("host must be an object: {other}")),
        };
        let holds = match scenario["initial_state"].as_str() {
            Some(name) => Holds::State(file["states"][name].clone()),
            None => Holds::Records(Calendar::of(&scenario["records"])?),
        };
        Ok(Store { holds, scripted, log: Vec::new(), upserts: Vec::new(), saved: Vec::new() })
    }

    /// State that a load would give now.
    pub(super) fn state(&self) -> Value {
        match &self.holds {
            Holds::State(state) => state.clone(),
            Holds::Records(calendar) => calendar.load(&[]).expect("the records of a case can be read"),
        }
    }

    /// Current records; null if the store has a named state.
    pub(super) fn records(&self) -> Value {
        match &self.holds {
            Holds::State(_) => Value::Null,
            Holds::Records(calendar) => calendar.records().clone(),
        }
    }

    /// Writes records as another program would.
    pub(super) fn meddle(&mut self, writes: &Value) {
        if let Holds::Records(calendar) = &mut self.holds {
            calendar.write(writes);
        }
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
            "load_schedule" => Ok(self.load(&call.args)),
            "persist_changes" => self.persist(&call.args),
            "web_search" => Ok(ToolResult::Ok(json!({ "tool": "web_search", "count": 0, "items": [] }))),
            // A host without an optimiser: the session searches itself.
            "find_placement" => Ok(ToolResult::Error(ToolError::new("unknown_tool", "no optimiser"))),
            other => Err(format!("the store does not answer {other}")),
        }
    }

    fn load(&self, args: &Value) -> ToolResult {
        let ids = args["task_class_ids"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let loaded = match &self.holds {
            Holds::State(state) => Ok(state.clone()),
            Holds::Records(calendar) => calendar.load(&ids.map(|id| id as u32).collect::<Vec<_>>()),
        };
        match loaded {
            Ok(state) => ToolResult::Ok(json!({ "state": state, "term_start": MONDAY })),
            Err(error) => ToolResult::Error(error),
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

    /// Applies a change set once. The calendar must hold the values that the change set found there.
    fn persist(&mut self, args: &Value) -> Result<ToolResult, String> {
        let id = text(args, "change_set_id").to_owned();
        if self.saved.contains(&id) {
            return Ok(ToolResult::Ok(json!({ "applied": "already_applied" })));
        }
        if let Holds::Records(calendar) = &mut self.holds {
            if let Err(error) = calendar.apply(&args["changes"]) {
                return Ok(ToolResult::Error(error));
            }
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

    /// Total of all saved changes: one change per task, in the order of their ids.
    pub(super) fn net(&self) -> Vec<Value> {
        let mut net: BTreeMap<u64, Value> = BTreeMap::new();
        for change in &self.log {
            let id = change["state_id"].as_u64().expect("a change has the id of its task");
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
