//! Routing matrix of the content agent.

use super::prepared::open;
use super::script::Script;
use super::turn::Turn;
use crate::vector::{as_text, compare, list, text};
use serde_json::{json, Map, Value};
use stepgate_content::Phase;
use stepgate_engine::Lang;

/// Plays a row of the matrix: the model decides on a route in a prepared state, and all its replies are good.
pub(super) fn dispatch(row: &Value) -> Result<(), String> {
    let setup = prepared(row)?;
    let mut session = open(&setup, Lang::Zh)?;
    let target = row["target"].as_str();
    let lines: Vec<Value> = list(row, "calls").iter().map(|call| good(as_text(call), row)).collect();
    let words = match target {
        Some(target) => format!("请处理 {target} 这个内容"),
        None => "请处理一下这个内容".to_owned(),
    };
    let input = json!({ "kind": "message", "text": words });
    let turn = Turn::play(&mut session, &input, Script::new(&lines)).map_err(|why| format!("{why} in {row}"))?;
    let data = &turn.view.data;
    compare(&row["expect"], |key| {
        Some(match key {
            "current_phase" | "finished" => data[key].clone(),
            "status" => data["phase_status"][text(data, "current_phase")].clone(),
            "waiting" => data["waiting_for_human"].clone(),
            "notices" => json!(turn.notices()),
            _ => return None,
        })
    })
    .map_err(|why| format!("{why} in {row}"))
}

/// State in which a row begins: all phases before the current one are completed, each with its default text.
fn prepared(row: &Value) -> Result<Value, String> {
    let current = text(row, "phase");
    let situation = text(row, "situation");
    let (own, waiting, finished) = match situation {
        _ if situation.ends_with("not waiting") => ("completed", false, false),
        _ if situation.ends_with("waiting") => ("completed", true, false),
        "finished" => ("completed", false, true),
        _ if situation.ends_with("in_progress") => ("in_progress", false, false),
        _ if situation.ends_with("pending") => ("pending", false, false),
        other => return Err(format!("{other:?} is not a situation this runner knows")),
    };
    let mut statuses = Map::new();
    let mut fields = Vec::new();
    for phase in Phase::ALL {
        let name = phase.name();
        let status = if name == current { own } else { "completed" };
        statuses.insert(name.to_owned(), json!(status));
        if status == "completed" {
            fields
                .push(json!({ "name": phase.field_name(Lang::Zh), "phase": name, "content": format!("内容:{name}") }));
        }
        if name == current {
            break;
        }
    }
    Ok(
        json!({ "current_phase": current, "phase_status": statuses, "fields": fields, "waiting": waiting, "finished": finished }),
    )
}

/// Good reply to a call.
fn good(call: &str, row: &Value) -> Value {
    let purpose = call.split_once(':').map_or(call, |(purpose, _)| purpose);
    let raw = match purpose {
        "route" => json!({ "intent": row["route"], "target": row["target"] }),
        "plan_queries" => json!({ "queries": ["q"] }),
        "web_search" => {
            let args = json!({ "query": "q", "max_results": 5 });
            return json!({ "tool": call, "args": args, "ok": [{ "title": "t", "url": "https://a.cn/1", "snippet": "" }] });
        }
        "read_url" => return json!({ "tool": call, "args": { "url": "https://a.cn/1" }, "ok": "page" }),
        "synthesize" | "quick_research" => {
            json!({ "summary": "s", "consumer_profile": {}, "pain_points": ["p"], "value_propositions": ["v"], "personas": [] })
        }
        "chat" => json!({ "reply": "r" }),
        "question" => json!({ "question": "q?" }),
        "simulate" => {
            json!({ "scores": { "易懂程度": 7, "价值感知": 7, "愿意照做": 7 }, "comments": {}, "overall": "o" })
        }
        // A section, and then the suggestions.
        "evaluate" => {
            let scores = json!({ "意图契合": 7, "受众契合": 7, "内容质量": 7 });
            json!({ "scores": scores, "comments": {}, "summary": "s", "suggestions": [] })
        }
        "intent_report" => json!({ "做什么": "w", "给谁看": "a", "期望行动": "x" }),
        _ => json!({ "content": "新内容" }),
    };
    json!({ "llm": call, "raw": raw.to_string() })
}
