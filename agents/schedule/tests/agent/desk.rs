//! Session of the schedule, with the page's host.

use serde_json::{json, Value};
use std::ops::{Deref, DerefMut};
use stepgate_engine::{Effect, HostCall, Lang, ToolError, ToolResult};
use stepgate_schedule::Schedule;

/// Week with a course, two pending items of one class, and a proposed item of another.
pub(crate) fn week() -> Value {
    let mapping: Vec<Value> = (1..=7).map(|day| json!({ "day_index": day, "week": 5, "day_of_week": day })).collect();
    let item = |id: u32, class: u32, order: u32, slots: Value| {
        json!({
            "state_id": id, "source": "task_item", "source_id": 300 + id, "name": format!("Item {id}"),
            "category": format!("Class {class}"), "status": if slots == json!([]) { "pending" } else { "suggested" },
            "slots": slots, "duration": 2, "task_class_id": class, "task_order": order,
        })
    };
    let class = |id: u32| json!({ "id": id, "name": format!("Class {id}"), "strategy": "rapid", "total_slots": 4 });
    json!({
        "window": { "total_days": 7, "day_mapping": mapping },
        "task_classes": [class(10), class(11)],
        "tasks": [
            { "state_id": 1, "source": "event", "source_id": 101, "name": "Calculus", "category": "course",
              "status": "existing", "locked": true, "event_type": "course",
              "slots": [{ "day": 1, "slot_start": 1, "slot_end": 2 }] },
            item(2, 10, 1, json!([])),
            item(3, 10, 2, json!([])),
            item(4, 11, 1, json!([{ "day": 3, "slot_start": 1, "slot_end": 2 }])),
        ],
    })
}

pub(crate) struct Desk {
    desk: stepgate_testkit::desk::Desk<Schedule>,
    /// Calls to the host, in order.
    pub(crate) calls: Vec<(String, Value)>,
    /// Errors that the host answers next, before it answers normally again.
    pub(crate) failures: Vec<ToolError>,
    /// State that the host loads.
    pub(crate) state: Value,
    /// Answer of the host's optimiser, or the code of its failure.
    pub(crate) placement: Result<Value, &'static str>,
    /// Clock and present moment that the host gives with it; null if none.
    pub(crate) clock: Value,
    pub(crate) present: Value,
    /// Whether it can take change sets back.
    pub(crate) reverts: bool,
    /// Monday of the term's first week that the host gives with it; null if none.
    pub(crate) term_start: Value,
}

impl Deref for Desk {
    type Target = stepgate_testkit::desk::Desk<Schedule>;

    fn deref(&self) -> &Self::Target {
        &self.desk
    }
}

impl DerefMut for Desk {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.desk
    }
}

impl Desk {
    pub(crate) fn open(config: Value, lang: Lang) -> Desk {
        let desk = stepgate_testkit::desk::Desk::open(Schedule::new, json!({ "config": config }), lang);
        Desk {
            desk,
            calls: Vec::new(),
            failures: Vec::new(),
            state: week(),
            placement: Err("unknown_tool"),
            clock: Value::Null,
            present: Value::Null,
            reverts: false,
            term_start: Value::Null,
        }
    }

    /// Session in English with all tools visible.
    pub(crate) fn usual() -> Desk {
        Desk::open(json!({ "tool_visibility": "all" }), Lang::En)
    }

    /// Gives the host dates: the week begins on 2026-03-02, with four sections in the morning, four after noon and four in the evening.
    pub(crate) fn dated(mut self, now: &str) -> Desk {
        let time = |minutes: u32| format!("{:02}:{:02}", minutes / 60, minutes % 60);
        let section = |at: u32| {
            let start = [8 * 60, 14 * 60, 19 * 60][at as usize / 4] + at % 4 * 55;
            json!({ "start": time(start), "end": time(start + 45) })
        };
        (self.clock, self.term_start, self.present) = ((0..12).map(section).collect(), json!("2026-02-02"), json!(now));
        self
    }

    /// Sends what the user said, and answers the host calls that follow, as do the next four.
    pub(crate) fn say(&mut self, text: &str, with: Value) -> bool {
        let moved = self.desk.say_with(text, with).unwrap();
        self.host();
        moved
    }

    pub(crate) fn reply(&mut self, reply: Value) {
        self.desk.reply(reply);
        self.host();
    }

    pub(crate) fn answer(&mut self, accept: bool, args: Option<Value>, reason: Option<&str>) {
        self.desk.answer(accept, args, reason);
        self.host();
    }

    pub(crate) fn edit(&mut self, change: Value) {
        self.desk.edit(change);
        self.host();
    }

    fn host(&mut self) {
        while let Some(Effect::CallTool { tools, .. }) = self.session.effect() {
            let results = tools.into_iter().map(|tool| self.result(tool)).collect();
            self.desk.give(results);
        }
    }

    fn result(&mut self, tool: HostCall) -> ToolResult {
        let name = tool.name.clone();
        self.calls.push((tool.name, tool.args));
        match name.as_str() {
            _ if !self.failures.is_empty() => ToolResult::Error(self.failures.remove(0)),
            "load_schedule" => ToolResult::Ok(json!({
                "state": self.state, "term_start": self.term_start, "clock": self.clock, "now": self.present,
                "reverts": self.reverts,
            })),
            "find_placement" => match &self.placement {
                Ok(placement) => ToolResult::Ok(json!({ "placement": placement })),
                Err(code) => ToolResult::Error(ToolError::new(*code, "no optimiser")),
            },
            // A page of the web may look like a write.
            "web_search" => ToolResult::Ok(json!({ "text": "found", "changes": [
                { "name": "Item 9", "new_coords": [{ "week": 1, "day_of_week": 300, "section": u32::MAX }] },
            ] })),
            "upsert_task_class" => ToolResult::Ok(json!({ "task_class_id": 12, "created": true })),
            _ => ToolResult::Ok(Value::Null),
        }
    }

    /// Sends a request.
    pub(crate) fn execute(&mut self, with: Value) {
        self.say("arrange it", with);
    }

    pub(crate) fn call(&mut self, name: &str, arguments: Value) {
        self.reply(json!({ "say": "so", "calls": [{ "name": name, "arguments": arguments }] }));
    }

    pub(crate) fn place(&mut self, task: u32, day: u32, start: u32) {
        self.call("place", json!({ "task_id": task, "day": day, "slot_start": start }));
    }

    /// Changes sent to the host, one list for each call.
    pub(crate) fn persisted(&self) -> Vec<Value> {
        let calls = self.calls.iter().filter(|(name, _)| name == "persist_changes");
        calls.map(|(_, args)| args["changes"].clone()).collect()
    }

    /// Place of a task: day and first section.
    pub(crate) fn stands(&self, task: u64) -> Option<(u64, u64)> {
        let table = self.session.read(&json!({ "timetable": true })).unwrap();
        let task = table["tasks"].as_array().unwrap().iter().find(|known| known["state_id"] == task).unwrap();
        Some((task["slots"][0]["day"].as_u64()?, task["slots"][0]["slot_start"].as_u64()?))
    }

    /// All messages of the model call that waits.
    pub(crate) fn prompt(&self) -> String {
        self.messages().iter().map(|message| format!("{}\n", message.content)).collect()
    }

    /// The last complaint that the model was told.
    pub(crate) fn complaint(&self) -> String {
        let all = self.session.read(&json!({ "debug": true })).unwrap();
        let last = all.as_array().unwrap().iter().rfind(|reply| reply["accepted"] == false).unwrap();
        last["complaint"].as_str().unwrap().to_owned()
    }

    /// Data of the last note with this code.
    pub(crate) fn note(&self, wanted: &str) -> Option<Value> {
        self.notes(wanted).pop()
    }
}
