//! Sessions in a prepared state, and the state that a step is checked by.

use crate::vector::list;
use serde_json::{json, Map, Value};
use stepgate_content::Content;
use stepgate_engine::{Lang, Opening, Session};

/// Session in the state that the setup describes.
pub(super) fn open(setup: &Value, lang: Lang) -> Result<Session<Content>, String> {
    let mut state = json!({ "project_id": "p", "project_name": "demo" });
    for (key, value) in setup.as_object().into_iter().flatten() {
        let key = match key.as_str() {
            "golden" => "golden_context",
            "autonomy" => "autonomy_settings",
            "waiting" => "waiting_for_human",
            "order" => "phase_order",
            key @ ("current_phase" | "phase_status" | "fields" | "finished" | "use_deep_research" | "intent_round"
            | "messages" | "phase_order" | "project_id" | "project_name" | "golden_context"
            | "autonomy_settings" | "waiting_for_human" | "channels" | "creator_profile") => key,
            other => return Err(format!("{other:?} is not a part of a setup this runner knows")),
        };
        state[key] = value.clone();
    }
    // Seed 0 makes the ids of the vectors (`new-1`, …).
    let opening =
        Opening { input: json!({ "state": state }), seed: 0, lang: lang.into(), at_ms: 0, ..Opening::default() };
    Session::open(Content::new(), opening).map_err(|error| error.to_string())
}

/// State that is compared before and after a step.
#[derive(PartialEq)]
pub(super) struct Shown {
    pub(super) fields: Value,
    pub(super) golden: Value,
}

impl Shown {
    pub(super) fn of(session: &Session<Content>) -> Result<Shown, String> {
        let state = session.read(&json!({ "state": true })).map_err(|refusal| refusal.to_string())?;
        // A saved field leaves out its default values.
        let usual = |key: &str| if key == "version" { json!(0) } else { json!(false) };
        let part = |field: &Value| -> Value {
            let keys = ["name", "phase", "status", "version", "stale", "content"];
            let member = |key: &str| (key.to_owned(), field.get(key).cloned().unwrap_or_else(|| usual(key)));
            Value::Object(keys.into_iter().map(member).collect::<Map<_, _>>())
        };
        let fields = list(&state, "fields").iter().map(part).collect();
        Ok(Shown { fields, golden: state["golden_context"].clone() })
    }
}
