//! Scenarios of the stepper, with writes that need no approval.

use serde_json::{json, Value};
use stepgate::agents::stepper::Stepper;
use stepgate::engine::{Event, Opening, Session, ToolError, ToolResult};
use stepgate::Lang;

const VECTORS: &str = include_str!("../vectors/stepper.json");

/// Name and last snapshot of each scenario.
pub fn endings() -> Vec<(String, String)> {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let told = |story: &Value| (story["id"].as_str().unwrap().to_owned(), play(story));
    vectors["vectors"].as_array().unwrap().iter().map(told).collect()
}

fn play(story: &Value) -> String {
    let lang = if story["lang"] == "en" { Lang::En } else { Lang::Zh };
    let input = json!({ "config": story["config"], "auto": true });
    let mut session =
        Session::open(Stepper::new(), Opening { input, seed: 1, lang: lang.into(), at_ms: 0, ..Opening::default() })
            .unwrap();
    let mut at_ms = 0;
    for step in story["steps"].as_array().unwrap() {
        let first = match &step["input"]["text"] {
            Value::String(text) => Event::said(at_ms, text.clone()),
            _ => Event::Edited { at_ms, change: json!({ "retry_step": true }) },
        };
        if step["input"]["fresh"] == true {
            let given_up = Event::Edited { at_ms, change: json!({ "cancel": true }) };
            assert!(session.handle(given_up).unwrap(), "{step}");
        }
        // A refusal belongs to the scenario.
        let _ = session.handle(first);
        for entry in step["script"].as_array().unwrap() {
            at_ms = entry["at"].as_u64().unwrap_or(at_ms + 100);
            let event = work(entry, session.view(u64::MAX).call.unwrap_or_default(), at_ms);
            assert!(session.handle(event).unwrap(), "{entry}");
        }
    }
    serde_json::to_string(&session.snapshot()).unwrap()
}

/// Event that an entry of a scenario's script stands for.
fn work(entry: &Value, call: u32, at_ms: u64) -> Event {
    let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    if entry["cancel"] == true {
        return Event::Edited { at_ms, change: json!({ "cancel": true }) };
    }
    if entry["confirm"] == true {
        return Event::answered(at_ms, call, true);
    }
    if entry["llm"].is_string() {
        return super::answer(&entry["raw"], call, at_ms);
    }
    if entry["tool"] == "ask_user" {
        return Event::said(at_ms, text("ok"));
    }
    let error = ToolError { fatal: entry["fatal"] == true, ..ToolError::new(text("err"), "") };
    let failed = entry["err"].is_string();
    let result = if failed { ToolResult::Error(error) } else { ToolResult::Ok(entry["ok"].clone()) };
    Event::returned(at_ms, call, vec![result])
}
