//! The content agent's scenarios.

use serde_json::{json, Value};
use stepgate::agents::content::Content;
use stepgate::engine::{Effect, Event, Opening, Session, ToolError, ToolResult};
use stepgate::Lang;

const VECTORS: &str = include_str!("../vectors/content.json");

/// Name and last snapshot of each scenario.
pub(super) fn endings() -> Vec<(String, String)> {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let told = |story: &Value| (story["id"].as_str().unwrap().to_owned(), play(story));
    vectors["vectors"].as_array().unwrap().iter().map(told).collect()
}

fn play(story: &Value) -> String {
    let lang = if story["lang"] == "en" { Lang::En } else { Lang::Zh };
    let setup = &story["setup"];
    let or = |key: &str, usual: Value| setup.get(key).cloned().unwrap_or(usual);
    let state = json!({
        "project_id": "p", "project_name": "demo", "current_phase": or("current_phase", json!("intent")),
        "phase_status": or("phase_status", json!({})), "fields": or("fields", json!([])),
        "waiting_for_human": or("waiting", json!(false)), "golden_context": or("golden", json!({})),
        "autonomy_settings": or("autonomy", json!({})),
    });
    let opening =
        Opening { input: json!({ "state": state }), seed: 1, lang: lang.into(), at_ms: 0, ..Opening::default() };
    let mut session = Session::open(Content::new(), opening).unwrap();
    let mut at_ms = 0;
    for step in story["steps"].as_array().unwrap() {
        at_ms += 1_000;
        // A refusal belongs to the scenario.
        let _ = event(&step["input"], at_ms).map(|event| session.handle(event));
        let mut script = step["script"].as_array().unwrap().iter();
        while let Some(effect) = session.effect() {
            at_ms += 1_000;
            let event = match effect {
                Effect::CallModel { call, .. } => answer(script.next().unwrap(), call, at_ms),
                Effect::CallTool { call, tools } => {
                    let results = tools.iter().map(|_| result(script.next().unwrap())).collect();
                    Event::returned(at_ms, call, results)
                }
            };
            session.handle(event).unwrap();
        }
    }
    serde_json::to_string(&session.snapshot()).unwrap()
}

/// Event that the page sends; an export is none.
fn event(input: &Value, at_ms: u64) -> Option<Event> {
    let mut args = input.clone();
    let kind = args.as_object_mut()?.remove("kind")?;
    Some(match kind.as_str()? {
        "export" => return None,
        "message" => Event::said(at_ms, input["text"].as_str()?),
        "approve" => Event::Edited { at_ms, change: json!({ "approve": true }) },
        kind => Event::Edited { at_ms, change: json!({ kind: args }) },
    })
}

fn answer(reply: &Value, call: u32, at_ms: u64) -> Event {
    match reply["raw"].as_str() {
        Some(text) => Event::replied(at_ms, call, text),
        None => Event::Failed { at_ms, call, code: "timeout".into(), text: "Timed out.".into(), detail: None },
    }
}

fn result(line: &Value) -> ToolResult {
    match line.get("ok") {
        Some(value) => ToolResult::Ok(value.clone()),
        None => ToolResult::Error(ToolError::new("failed", "no answer")),
    }
}
