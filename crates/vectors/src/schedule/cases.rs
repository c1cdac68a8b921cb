//! Cases of single functions: replies, plans, rough placement, diagnosis.

use crate::vector::{holds, list};
use serde_json::{json, Value};
use stepgate_engine::{reply, Call, Lang};
use stepgate_schedule::decision::{self, Decision};
use stepgate_schedule::planning::{self, PlanDecision};
use stepgate_schedule::state::read_state;
use stepgate_schedule::tools::{self, Desk, Settings};
use stepgate_timetable::health::{MoveScan, Options};
use stepgate_timetable::{Day, Range};

type Case = fn(&Value) -> Result<(), String>;

pub(super) const SECTIONS: [(&str, Case); 4] =
    [("rough_vectors", rough), ("analyze_vectors", analyze), ("parse_vectors", parse), ("plan_decision_vectors", plan)];

/// Compares a reply of the execute stage: its decision, or the code of its error.
fn parse(case: &Value) -> Result<(), String> {
    let reading = reply::read(case["raw"].as_str().unwrap_or_default(), &decision::contract(decision::any_call()));
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
            "tool": decision.tool_call.map(|call| call.name),
            "goal_check": decision.goal_check,
        }),
        Err(code) => json!({ "ok": false, "error": code }),
    };
    let mut expected = expect.clone();
    if let Some(words) = expected.as_object_mut().and_then(|expect| expect.remove("goal_check_contains")) {
        for word in list(&json!({ "words": words }), "words") {
            if !found["goal_check"].as_str().unwrap_or_default().contains(word.as_str().unwrap_or_default()) {
                return Err(format!("goal_check {} does not contain {word}", found["goal_check"]));
            }
        }
    }
    holds("decision", &found, &expected)
}

/// Compares a reply of the planning stage: valid or not.
fn plan(case: &Value) -> Result<(), String> {
    let reading = reply::read(case["raw"].as_str().unwrap_or_default(), &planning::contract());
    let valid = reading.usable() && reading.value.as_ref().is_some_and(|value| PlanDecision::read(value).is_ok());
    holds("valid", &json!(valid), &case["valid"])
}

/// Compares the rough placement of a class of pending items among occupied sections.
fn rough(case: &Value) -> Result<(), String> {
    let days = list(case, "days");
    let day_of =
        |week: &Value, weekday: &Value| 1 + days.iter().position(|day| day[0] == *week && day[1] == *weekday).unwrap();
    let mut tasks = Vec::new();
    let mut hosts: Vec<(i64, usize, Vec<i64>)> = Vec::new();
    for cell in list(case, "busy") {
        let (day, section) = (day_of(&cell[0], &cell[1]), cell[2].as_i64().unwrap());
        match cell[3].as_str() {
            Some("occ") => tasks.push(json!({
                "state_id": 1000 + tasks.len(), "source": "event", "source_id": 1000 + tasks.len(), "name": "busy",
                "category": "course", "status": "existing", "locked": true, "event_type": "course",
                "slots": [{ "day": day, "slot_start": section, "slot_end": section }],
            })),
            _ => {
                let event = cell[4].as_i64().or_else(|| cell[3].as_i64()).unwrap_or(1);
                match hosts.iter_mut().find(|(known, at, _)| *known == event && *at == day) {
                    Some((.., sections)) => sections.push(section),
                    None => hosts.push((event, day, vec![section])),
                }
            }
        }
    }
    for (index, (event, day, sections)) in hosts.iter().enumerate() {
        tasks.push(json!({
            "state_id": 2000 + index, "source": "event", "source_id": event, "name": "filler", "category": "course",
            "status": "existing", "locked": false, "can_embed": true, "event_type": "course",
            "slots": [{ "day": day, "slot_start": sections.iter().min(), "slot_end": sections.iter().max() }],
        }));
    }
    let items = case["items"].as_u64().unwrap();
    for item in 1..=items {
        tasks.push(json!({
            "state_id": item, "source": "task_item", "source_id": item, "name": "item", "category": "class",
            "status": "pending", "slots": [], "duration": 2, "task_class_id": 10, "task_order": item,
        }));
    }
    let mut class = case["task_class"].clone();
    class["id"] = json!(10);
    class["name"] = json!("class");
    let mapping: Vec<Value> = days
        .iter()
        .enumerate()
        .map(|(index, day)| json!({ "day_index": index + 1, "week": day[0], "day_of_week": day[1] }))
        .collect();
    let state = json!({
        "window": { "total_days": days.len(), "day_mapping": mapping }, "task_classes": [class], "tasks": tasks,
    });
    let (timetable, _) = read_state(&state).map_err(|error| error.to_string())?;
    let range = Range { class: 10, first: Day(1), last: Day(days.len() as u32) };
    let built = timetable.rough(&[range], None).map_err(|error| error.to_string())?;
    if !case["error"].is_null() {
        return (!built.left.is_empty()).then_some(()).ok_or_else(|| "everything was placed".to_owned());
    }
    if !built.left.is_empty() {
        return Err(format!("left: {:?}", built.left));
    }
    let place = |found: &stepgate_timetable::Found| {
        let day = &days[found.slot.day.0 as usize - 1];
        json!([day[0], day[1], found.slot.start, found.slot.end])
    };
    let mut by_item = built.placed.clone();
    by_item.sort_by_key(|found| found.task);
    holds("placements", &by_item.iter().map(place).collect(), &case["placements"])?;
    let mut by_turn = built.placed;
    by_turn.sort_by_key(|found| found.turn);
    holds("placements_parity", &by_turn.iter().map(place).collect(), &case["placements_parity"])
}

/// Compares the diagnosis of a state by the tool, in the mode of the case.
fn analyze(case: &Value) -> Result<(), String> {
    let (timetable, queue) = read_state(&case["state"]).map_err(|error| error.to_string())?;
    let parity = case["mode"].as_str().is_some_and(|mode| mode.starts_with("parity"));
    let move_scan = if parity { MoveScan::Window } else { MoveScan::Nearest };
    let settings = Settings { diagnosis: Options { parity, move_scan, ..Options::default() }, ..Settings::default() };
    let mut desk = Desk { timetable: Some(timetable), queue };
    let call = Call { name: "analyze_health", args: &Value::Null, lang: Lang::En, now: 0, seed: 0 };
    let found = tools::run(&call, &mut desk, &settings).data();
    let issues: Vec<Value> =
        list(&found, "issues").iter().map(|issue| json!([issue["issue_id"], issue["severity"]])).collect();
    let metrics = &found["metrics"];
    let shape = json!({
        "rhythm": metrics["rhythm"], "tightness": metrics["tightness"], "profile": metrics["profile"],
        "can_close": metrics["can_close"], "feasibility": found["feasibility"], "issues": issues,
        "decision": found["decision"],
    });
    holds("diagnosis", &shape, &case["expect"])
}
