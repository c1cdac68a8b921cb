//! Session with a scripted model and host.

use serde_json::{json, Value};
use stepgate_engine::prompt::Message;
use stepgate_engine::Lang;
use stepgate_engine::{Content, Effect, Event, Opening, Session, ToolError, ToolResult, View, Wait};
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
    pub(crate) session: Session<Schedule>,
    /// Calls to the host, in order.
    pub(crate) calls: Vec<(String, Value)>,
    /// Errors that the host answers next, before it answers normally again.
    pub(crate) failures: Vec<ToolError>,
    /// State that the host loads.
    pub(crate) state: Value,
}

impl Desk {
    pub(crate) fn open(config: Value, lang: Lang) -> Desk {
        let opening = Opening { input: json!({ "config": config }), seed: 3, lang, at_ms: 0, ..Opening::default() };
        Desk {
            session: Session::open(Schedule::new(), opening).unwrap(),
            calls: Vec::new(),
            failures: Vec::new(),
            state: week(),
        }
    }

    /// Session in English with all tools visible.
    pub(crate) fn usual() -> Desk {
        Desk::open(json!({ "tool_visibility": "all" }), Lang::En)
    }

    pub(crate) fn view(&self) -> View {
        self.session.view(0)
    }

    pub(crate) fn say(&mut self, text: &str, with: Value) -> bool {
        let moved = self.session.handle(Event::Said { at_ms: 1, text: text.into(), with }).unwrap();
        self.host();
        moved
    }

    /// Sends a reply of the model and answers the host calls that follow.
    pub(crate) fn reply(&mut self, value: Value) {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let call = self.view().call.unwrap();
        assert_eq!(self.view().waiting, Wait::Model, "nobody asked for {text}");
        let event = Event::Replied { at_ms: 2, call, text, reasoning: None, finish: None, usage: None };
        assert!(self.session.handle(event).unwrap());
        self.host();
    }

    /// Sends a message that goes straight to the execution.
    pub(crate) fn execute(&mut self, with: Value) {
        self.say("arrange it", with);
        self.reply(json!({ "route": "execute" }));
    }

    pub(crate) fn call(&mut self, action: &str, name: &str, arguments: Value) {
        self.reply(json!({ "action": action, "speak": "so", "tool_call": { "name": name, "arguments": arguments } }));
    }

    pub(crate) fn place(&mut self, task: u32, day: u32, start: u32) {
        self.call("confirm", "place", json!({ "task_id": task, "day": day, "slot_start": start }));
    }

    pub(crate) fn answer(&mut self, accept: bool, args: Option<Value>, reason: Option<&str>) {
        let call = self.view().call.unwrap();
        let event = Event::Answered { at_ms: 3, call, accept, args, reason: reason.map(str::to_owned), always: None };
        assert!(self.session.handle(event).unwrap());
        self.host();
    }

    pub(crate) fn edit(&mut self, change: Value) {
        assert!(self.session.handle(Event::Edited { at_ms: 4, change }).unwrap());
        self.host();
    }

    /// Sends an edit and returns the text of its refusal.
    pub(crate) fn refused(&mut self, change: Value) -> String {
        self.session.handle(Event::Edited { at_ms: 4, change }).unwrap_err().code
    }

    /// Answers the host calls, with a reload before each.
    fn host(&mut self) {
        while let Some(Effect::CallTool { call, tools }) = self.session.effect() {
            self.session = Session::resume(Schedule::new(), self.session.snapshot()).unwrap();
            let results = tools
                .iter()
                .map(|tool| {
                    self.calls.push((tool.name.clone(), tool.args.clone()));
                    match tool.name.as_str() {
                        _ if !self.failures.is_empty() => ToolResult::Error(self.failures.remove(0)),
                        "load_schedule" => ToolResult::Ok(json!({ "state": self.state })),
                        "upsert_task_class" => ToolResult::Ok(json!({ "task_class_id": 12, "created": true })),
                        _ => ToolResult::Ok(Value::Null),
                    }
                })
                .collect();
            assert!(self.session.handle(Event::Returned { at_ms: 5, call, results }).unwrap());
        }
    }

    /// Messages that wait for the model.
    pub(crate) fn messages(&self) -> Vec<Message> {
        match self.session.effect() {
            Some(Effect::CallModel { messages, .. }) => messages,
            other => panic!("the model is not asked: {other:?}"),
        }
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

    /// Data of the last note with this code.
    pub(crate) fn note(&self, wanted: &str) -> Option<Value> {
        self.view().blocks.into_iter().rev().find_map(|block| match block.content {
            Content::Note { code, data } if code == wanted => Some(data),
            _ => None,
        })
    }

    /// Last message to the user.
    pub(crate) fn said(&self) -> String {
        let said = self.view().blocks.into_iter().rev().find_map(|block| match block.content {
            Content::Said { text, .. } => Some(text),
            _ => None,
        });
        said.unwrap_or_default()
    }
}
