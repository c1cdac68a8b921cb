//! Scenarios of the schedule, with a store that accepts everything.

use serde_json::{json, Value};
use stepgate::agents::schedule::Schedule;
use stepgate::engine::{Effect, Event, HostCall, Opening, Session, ToolError, ToolResult};
use stepgate::Lang;
use stepgate_vectors::calendar::{Calendar, MONDAY};

const FILES: [&str; 2] = [include_str!("../vectors/schedule.json"), include_str!("../vectors/schedule-records.json")];

/// Name and last snapshot of each scenario.
pub fn endings() -> Vec<(String, String)> {
    let mut endings = Vec::new();
    for file in FILES {
        let file: Value = serde_json::from_str(file).unwrap();
        for story in list(&file, "scenarios") {
            endings.push((story["id"].as_str().unwrap().to_owned(), play(&file, story)));
        }
    }
    endings
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn play(file: &Value, story: &Value) -> String {
    let mut config = file["defaults"].clone();
    for (key, value) in story["config"].as_object().into_iter().flatten() {
        config[key] = value.clone();
    }
    // Scenarios in both languages.
    let lang = if list(story, "runs").len() > 1 { Lang::Zh } else { Lang::En };
    let opening =
        Opening { input: json!({ "config": config }), seed: 1, lang: lang.into(), at_ms: 0, ..Opening::default() };
    let mut session = Session::open(Schedule::new(), opening).unwrap();
    let mut store = Store { state: state(file, story), scripted: story["host"].clone() };
    for (index, run) in list(story, "runs").iter().enumerate() {
        let said = event(&run["input"], &session, index as u64 * 1_000);
        // A refusal belongs to the scenario.
        let _ = session.handle(said);
        let mut replies = list(run, "llm").iter();
        while let Some(effect) = session.effect() {
            let answer = match effect {
                Effect::CallModel { call, .. } => match replies.next() {
                    Some(reply) => answer(reply, call),
                    None => break,
                },
                Effect::CallTool { call, tools } => {
                    Event::returned(3, call, tools.iter().map(|tool| store.answer(tool)).collect())
                }
            };
            session.handle(answer).unwrap();
        }
    }
    serde_json::to_string(&session.snapshot()).unwrap()
}

fn state(file: &Value, story: &Value) -> Result<Value, ToolError> {
    match story["initial_state"].as_str() {
        Some(name) => Ok(file["states"][name].clone()),
        None => Calendar::of(&story["records"]).unwrap().load(&[]),
    }
}

struct Store {
    state: Result<Value, ToolError>,
    scripted: Value,
}

impl Store {
    fn answer(&mut self, call: &HostCall) -> ToolResult {
        match call.name.as_str() {
            "load_schedule" => match &self.state {
                Ok(state) => ToolResult::Ok(json!({ "state": state, "term_start": MONDAY })),
                Err(error) => ToolResult::Error(error.clone()),
            },
            "upsert_task_class" => ToolResult::Ok(self.scripted["upsert"][0].clone()),
            _ => ToolResult::Ok(Value::Null),
        }
    }
}

fn event(input: &Value, session: &Session<Schedule>, at_ms: u64) -> Event {
    let text = input["user_input"].as_str().unwrap_or_default().to_owned();
    let accept = match input["confirm_action"].as_str() {
        None => {
            let mut with = input.clone();
            with.as_object_mut().unwrap().remove("user_input");
            return Event::Said { at_ms, text, with, card: None, parts: Vec::new() };
        }
        Some(action) => matches!(action, "accept" | "approve"),
    };
    let current = input["resume_interaction_id"].as_str().is_none_or(|id| id == "$last");
    let call = session.view(0).call.filter(|_| current).unwrap_or(u32::MAX);
    Event::Answered {
        at_ms,
        call,
        accept,
        args: None,
        reason: Some(text).filter(|text| !text.is_empty()),
        always: None,
        result: None,
        calls: None,
        after_failure: Default::default(),
    }
}

fn answer(reply: &Value, call: u32) -> Event {
    match reply["raw"].as_str() {
        Some(text) => Event::replied(2, call, text),
        None => Event::Failed { at_ms: 2, call, code: "timeout".into(), text: "Timed out.".into(), detail: None },
    }
}
