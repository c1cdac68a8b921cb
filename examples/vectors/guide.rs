//! The guide's vectors: scenarios and the decision matrix played through whole sessions, parser and line cases through
//! the functions they are about. The compact event names are read off the trace and the entries it made.

use crate::report::Report;
use serde_json::{json, Value};
use stepgate::agents::guide::{lines::lines, Guide};
use stepgate::engine::{Content, Effect, Event, Line, Opening, Session, View};
use stepgate::schema::Schema;
use stepgate::{reply, Lang};

pub(crate) fn run(file: &Value, report: &mut Report) {
    for section in file.as_object().into_iter().flat_map(|file| file.keys()) {
        if !["format", "note", "vectors", "matrix", "parse", "lines"].contains(&section.as_str()) {
            report.skip(section, "this part of the file is not known");
        }
    }
    for scenario in list(file, "vectors") {
        report.case(scenario["id"].as_str().unwrap_or("scenario"), || play(scenario));
    }
    for (index, row) in list(file, "matrix").iter().enumerate() {
        report.case(&format!("matrix {index}"), || decide(row));
    }
    for (index, case) in list(file, "parse").iter().enumerate() {
        report.case(&format!("parse {index}"), || parse(case));
    }
    for (index, case) in list(file, "lines").iter().enumerate() {
        report.case(&format!("lines {index}"), || {
            equal("lines", &json!(lines(case["text"].as_str().unwrap())), &case["lines"])
        });
    }
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn equal(what: &str, found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: found {found}, expected {expected}"))
}

fn lang(scenario: &Value) -> Lang {
    if scenario["lang"] == "en" {
        Lang::En
    } else {
        Lang::Zh
    }
}

fn open(input: Value, lang: Lang) -> Result<Session<Guide>, String> {
    // Seed 0: the ids of the vectors (`new-1`, …).
    let opening = Opening { input, seed: 0, lang, at_ms: 0 };
    Session::open(Guide::new(), opening).map_err(|error| error.to_string())
}

/// A whole scenario.
fn play(scenario: &Value) -> Result<(), String> {
    let lang = lang(scenario);
    let mut session = open(json!({ "resume": scenario["resume"], "plan": { "tasks": scenario["tasks"] } }), lang)?;
    session.take_trace();
    for (index, step) in list(scenario, "steps").iter().enumerate() {
        let turn = Turn::play(&mut session, step, lang).map_err(|why| format!("step {}: {why}", index + 1))?;
        turn.check(&session, &step["expect"]).map_err(|why| format!("step {}: {why}", index + 1))?;
    }
    Ok(())
}

/// What one step of a scenario left behind.
struct Turn {
    view: View,
    error: Option<String>,
}

impl Turn {
    fn play(session: &mut Session<Guide>, step: &Value, lang: Lang) -> Result<Turn, String> {
        let input = &step["input"];
        if input["kind"] == "restore" {
            *session = restored(session, &input["snapshot"], lang)?;
            let mut view = session.view(0);
            // What was said in the dialogues that came in was said then, not in this step.
            view.blocks.retain(|block| matches!(block.content, Content::Note { .. }));
            return Ok(Turn { view, error: None });
        }
        let since = session.view(0).revision;
        session.take_trace();
        let _ = session.handle(event(input)?);
        for reply in list(step, "llm") {
            let Some(Effect::CallModel { call, .. }) = session.effect() else {
                return Err(format!("the model was not called for {reply}"));
            };
            // Law 2, on the way: a reload in the middle of every call.
            *session = reloaded(session)?;
            session.handle(answer(call, reply)).map_err(|refusal| refusal.to_string())?;
        }
        if session.effect().is_some() {
            return Err("the model is called once more than the vector answers".into());
        }
        let refused = session.take_trace().into_iter().find_map(|record| match record.line {
            Line::Refused { code, .. } => Some(code),
            Line::Late { .. } => Some("stale_reply".to_owned()),
            _ => None,
        });
        let view = session.view(since);
        let failed = view.error.as_ref().map(|failure| failure.code.clone());
        let noted = notes(&view, "error").last().map(|data| data["code"].as_str().unwrap_or_default().to_owned());
        Ok(Turn { error: refused.or(failed.filter(|_| noted.is_some())), view })
    }

    fn check(&self, session: &Session<Guide>, expect: &Value) -> Result<(), String> {
        let data = &self.view.data;
        let statuses: Vec<&Value> = list(data, "tasks").iter().map(|task| &task["status"]).collect();
        let current = list(data, "tasks").iter().find(|task| task["id"] == data["current_task"]);
        let workflow = session.read(&json!({ "workflow": true })).map_err(|refusal| refusal.to_string())?;
        let messages = list(&workflow["agent_states"]["guide"], "messages").len();
        for key in expect.as_object().into_iter().flat_map(|expect| expect.keys()) {
            let found = match key.as_str() {
                "verdict" => json!(self.verdict()),
                "notices" => json!(self.notices()),
                "action" => json!(self.action()),
                "error" => json!(self.error),
                "state" | "stage" | "current_task" | "draft" => data[key].clone(),
                "task_status" => current.map(|task| task["status"].clone()).unwrap_or_default(),
                "statuses" => json!(statuses),
                "execution_doc" => data["document"].clone(),
                "messages_len" => json!(messages),
                "events" => json!(self.events()),
                "reply" => json!(self.reply()),
                "resume" => session.read(&json!({ "resume": true })).map_err(|refusal| refusal.to_string())?,
                other => return Err(format!("{other:?} is not a key this runner knows")),
            };
            equal(key, &found, &expect[key])?;
        }
        Ok(())
    }

    /// The compact event names of the guide specification, 3.7.
    fn events(&self) -> Vec<String> {
        let mut events: Vec<String> = self.view.blocks.iter().filter_map(|block| compact(&block.content)).collect();
        if let Some(code) = &self.error {
            let event = format!("error:{code}");
            if !events.contains(&event) {
                events.push(event);
            }
        }
        events
    }

    fn notices(&self) -> Vec<String> {
        notes(&self.view, "notice").iter().map(|data| data["code"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The graver of the notices' verdicts; an error refuses.
    fn verdict(&self) -> &'static str {
        let has = |verdict: &str| notes(&self.view, "notice").iter().any(|data| data["verdict"] == verdict);
        if self.stopped() || has("refused") {
            "refused"
        } else if has("coerced") {
            "coerced"
        } else {
            "legal"
        }
    }

    /// The turn ended in an error, before anything was done.
    fn stopped(&self) -> bool {
        self.error.is_some()
    }

    fn action(&self) -> Option<&'static str> {
        if self.stopped() {
            return None;
        }
        let events = self.events();
        let has = |prefix: &str| events.iter().any(|event| event.starts_with(prefix));
        Some(if has("switch_task") {
            "SWITCH_TASK"
        } else if has("handoff") {
            "HANDOFF"
        } else if self.view.data["state"] == "CONFIRMING" {
            "REQUEST_CONFIRM"
        } else {
            "WAIT_INPUT"
        })
    }

    fn reply(&self) -> Option<String> {
        self.view.blocks.iter().rev().find_map(|block| match &block.content {
            Content::Said { text, .. } => Some(text.clone()),
            Content::Note { code, data } if code == "answer" => data["text"].as_str().map(str::to_owned),
            _ => None,
        })
    }
}

fn notes<'v>(view: &'v View, wanted: &str) -> Vec<&'v Value> {
    let data = |content: &'v Content| match content {
        Content::Note { code, data } if code == wanted => Some(data),
        _ => None,
    };
    view.blocks.iter().filter_map(|block| data(&block.content)).collect()
}

fn compact(content: &Content) -> Option<String> {
    let (code, data) = match content {
        Content::Said { .. } => return Some("answer".into()),
        Content::Note { code, data } => (code.as_str(), data),
        _ => return None,
    };
    let text = |key: &str| data[key].as_str().unwrap_or_default().to_owned();
    Some(match code {
        "task_status" => format!("task_status:{}:{}", data["id"], text("status")),
        "notice" => format!("notice:{}", text("code")),
        "state" => format!("state:{}>{}", text("from"), text("to")),
        "switch_task" => format!("switch_task:{}", data["id"]),
        "task_started" => format!("task_started:{}", data["id"]),
        "error" => format!("error:{}", text("code")),
        other => other.to_owned(),
    })
}

fn event(input: &Value) -> Result<Event, String> {
    let edit = |change: Value| Ok(Event::Edited { at_ms: 1, change });
    match input["kind"].as_str().unwrap_or_default() {
        "message" => {
            let text = input["text"].as_str().unwrap_or_default().to_owned();
            Ok(Event::Said { at_ms: 1, text, with: Value::Null })
        }
        "backtrack" => match input["target"].as_str() {
            Some(target) => edit(json!({ "backtrack": target })),
            None => edit(json!({ "backtrack": true })),
        },
        "cancel" => Ok(Event::Stopped { at_ms: 1 }),
        kind @ ("open" | "confirm" | "reject" | "skip") => edit(json!({ kind: true })),
        "edit_resume" => edit(json!({ "resume": input["resume"] })),
        other => Err(format!("{other:?} is not an input this runner knows")),
    }
}

fn answer(call: u32, reply: &Value) -> Event {
    match reply.as_str() {
        Some(text) => {
            Event::Replied { at_ms: 2, call, text: text.to_owned(), reasoning: None, finish: None, usage: None }
        }
        None => {
            let code = reply["fail"].as_str().unwrap_or("failed").to_owned();
            Event::Failed { at_ms: 2, call, text: code.clone(), code }
        }
    }
}

fn reloaded(session: &mut Session<Guide>) -> Result<Session<Guide>, String> {
    let trace = session.take_trace();
    drop(trace);
    Session::resume(Guide::new(), session.snapshot()).map_err(|error| error.to_string())
}

/// The session with a snapshot in the specification's form brought in: of one guide, or of the whole workflow.
fn restored(session: &Session<Guide>, snapshot: &Value, lang: Lang) -> Result<Session<Guide>, String> {
    let mut state = session.read(&json!({ "workflow": true })).map_err(|refusal| refusal.to_string())?;
    if snapshot.get("current_state").is_some() {
        state["agent_states"]["guide"] = snapshot.clone();
    } else {
        for (key, value) in snapshot.as_object().into_iter().flatten() {
            state[key] = value.clone();
        }
    }
    open(json!({ "state": state }), lang)
}

/// One row of the matrix: a decision from a prepared state, through a whole session.
fn decide(row: &Value) -> Result<(), String> {
    let (own, other) = ("项目经历 - 甲", "技能特长");
    let task = |id: u32, section: &str, status: &str| json!({ "id": id, "section": section, "status": status, "original_text": "o", "diagnosis": "d", "goal": "g" });
    let finished = row["state"] == "FINISHED";
    let draft = &row["stored_draft"];
    let armed = finished || row["state"] == "CONFIRMING";
    let document = json!({
        "task_id": 1, "section_title": own, "item_id": null, "operation": "update_experience",
        "changes": { "section": own, "content": draft, "item_id": null, "original_text": "o" },
        "new_content_preview": draft, "reason": "d",
    });
    let said = [json!({ "role": "user", "content": "u" }), json!({ "role": "assistant", "content": "a" })];
    let state = json!({
        "resume": {
            "basics": { "name": "n", "links": [] },
            "sections": [
                { "id": "s1", "title": "项目经历", "type": "experience",
                  "items": [{ "id": "i1", "title": "甲", "organization": "o", "highlights": [] }] },
                { "id": "s2", "title": other, "type": "generic", "items": [] },
            ],
        },
        "plan": { "tasks": [task(1, own, if finished { "completed" } else { "in_progress" }), task(2, other, "pending")] },
        "current_task_idx": 0,
        "agent_states": { "guide": {
            "schema_version": 1, "task_id": 1, "current_state": row["state"], "messages": said, "draft": draft,
            "execution_doc": if armed { document } else { Value::Null },
        } },
    });
    let mut session = open(json!({ "state": state }), Lang::Zh)?;
    if !notes(&session.view(0), "notice").is_empty() {
        return Err("the prepared state had to be repaired".into());
    }
    let target = if row["target"] == "other_task" { json!(other) } else { row["target"].clone() };
    let reply = json!({
        "thought": "t", "intent": row["intent"], "target_section": target, "next_action": row["next_action"],
        "reply_to_user": "r", "draft_content": row["draft_content"],
    });
    let step = json!({ "input": { "kind": "message", "text": "x" }, "llm": [reply.to_string()] });
    let turn = Turn::play(&mut session, &step, Lang::Zh)?;
    let workflow = session.read(&json!({ "workflow": true })).map_err(|refusal| refusal.to_string())?;
    let states = &workflow["agent_states"]["guide"];
    let guide = if states["task_id"] == 1 { states } else { &workflow["parked"]["1"] };
    let expect = &row["expect"];
    for key in expect.as_object().into_iter().flat_map(|expect| expect.keys()) {
        let found = match key.as_str() {
            "state" => guide["current_state"].clone(),
            "draft" => guide["draft"].clone(),
            "has_doc" => json!(!guide["execution_doc"].is_null()),
            "verdict" => json!(turn.verdict()),
            "notices" => json!(turn.notices()),
            "action" => json!(turn.action()),
            other => return Err(format!("{other:?} is not a key this runner knows")),
        };
        equal(key, &found, &expect[key]).map_err(|why| format!("{why} in {row}"))?;
    }
    Ok(())
}

/// The rules J0 to J6 of the guide specification, 3.2: a whole object, or why there is none.
fn parse(case: &Value) -> Result<(), String> {
    let raw = case["raw"].as_str().unwrap_or_default();
    let object = Schema::parse(&json!({ "type": "object" })).map_err(|error| error.to_string())?;
    let reading = reply::read(raw, &object);
    let found = match (reading.value, reading.fault) {
        (Some(value), None) if reading.lossless => json!({ "ok": value }),
        (_, Some(fault)) => json!({ "bad": fault.code() }),
        // J5: half an object is no object.
        _ => json!({ "bad": "no_json_object" }),
    };
    let expected = match case.get("ok") {
        Some(value) => json!({ "ok": value }),
        None => json!({ "bad": case["bad"] }),
    };
    equal(raw, &found, &expected)
}
