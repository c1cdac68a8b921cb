//! Cases of single functions: replies, plans, diagnosis.

use crate::vector::{as_text, holds, list, text};
use serde_json::{json, Value};
use stepgate_engine::schema::Schema;
use stepgate_engine::{reply, Call, Lang};
use stepgate_schedule::decision::{self, Decision};
use stepgate_schedule::state::read_state;
use stepgate_schedule::tools::{self, Desk, Settings};

type Case = fn(&Value) -> Result<(), String>;

pub(super) const SECTIONS: [(&str, Case); 2] = [("analyze_vectors", analyze), ("parse_vectors", parse)];

/// Compares a reply: its decision, or the code of its error.
fn parse(case: &Value) -> Result<(), String> {
    let reading = reply::read(text(case, "raw"), &decision::contract(Schema::any(), true));
    let read = match &reading.value {
        Some(value) if reading.lossless && reading.fault.is_none() => {
            let unknown = reading.problems.iter().any(|problem| problem.path == "/action");
            if unknown {
                Err("unknown_action")
            } else {
                Decision::read(value)
            }
        }
        _ => Err(decision::fault(reading.fault)),
    };
    let expect = &case["expect"];
    let found = match read {
        Ok(decision) => json!({
            "ok": true,
            "action": stepgate_json::to_value(&decision.action),
            "tool": decision.calls.first().map(|call| &call.name),
            "goal_check": decision.goal_check,
        }),
        Err(code) => json!({ "ok": false, "error": code }),
    };
    let mut expected = expect.clone();
    if let Some(words) = expected.as_object_mut().and_then(|expect| expect.remove("goal_check_contains")) {
        for word in list(&json!({ "words": words }), "words") {
            if !text(&found, "goal_check").contains(as_text(word)) {
                return Err(format!("goal_check {} does not contain {word}", found["goal_check"]));
            }
        }
    }
    holds("decision", &found, &expected)
}

/// Compares the diagnosis of a state by the tool: the tasks without a place, and the issues of the days.
fn analyze(case: &Value) -> Result<(), String> {
    let timetable = read_state(&case["state"]).map_err(|error| error.to_string())?;
    let mut desk = Desk { timetable: Some(timetable) };
    let call = Call { name: "analyze_health", args: &Value::Null, lang: Lang::En, now: 0, seed: 0 };
    let found = tools::run(&call, &mut desk, &Settings::default()).data;
    holds("diagnosis", &found, &case["expect"])
}
