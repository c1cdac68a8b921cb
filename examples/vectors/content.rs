//! The content agent's vectors: scenarios and the routing matrix played through whole sessions. The compact event names
//! (content specification, 3.9) are read off the notes and the words; what the spec calls `max_results` and `read_url` are
//! the host tools' `limit` and `read_page`.

use crate::report::Report;
use serde_json::{json, Map, Value};
use stepgate::agents::content::{Content, Phase};
use stepgate::engine::{
    Content as Block, Effect, Event, HostCall, Line, Opening, Session, ToolError, ToolResult, View,
};
use stepgate::prompt::Message;
use stepgate::Lang;

pub(crate) fn run(file: &Value, report: &mut Report) {
    for section in file.as_object().into_iter().flat_map(|file| file.keys()) {
        if !["format", "note", "vectors", "matrix"].contains(&section.as_str()) {
            report.skip(section, "this part of the file is not known");
        }
    }
    for scenario in list(file, "vectors") {
        report.case(scenario["id"].as_str().unwrap_or("scenario"), || play(scenario));
    }
    for (index, row) in list(file, "matrix").iter().enumerate() {
        report.case(&format!("matrix {index}"), || dispatch(row));
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

/// A session that stands where the setup says.
fn open(setup: &Value, lang: Lang) -> Result<Session<Content>, String> {
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
    // Seed 0: the ids of the vectors (`new-1`, …).
    let opening = Opening { input: json!({ "state": state }), seed: 0, lang, at_ms: 0 };
    Session::open(Content::new(), opening).map_err(|error| error.to_string())
}

/// A whole scenario.
fn play(scenario: &Value) -> Result<(), String> {
    let lang = if scenario["lang"] == "en" { Lang::En } else { Lang::Zh };
    let mut session = open(&scenario["setup"], lang)?;
    let mut shown = Shown::of(&session)?;
    for (index, step) in list(scenario, "steps").iter().enumerate() {
        let at = |why| format!("step {}: {why}", index + 1);
        let script = Script { lines: list(step, "script"), next: 0 };
        let turn = Turn::play(&mut session, &step["input"], script).map_err(at)?;
        let now = Shown::of(&session)?;
        turn.check(&session, &shown, &now, &step["expect"]).map_err(at)?;
        shown = now;
    }
    Ok(())
}

/// What is compared before and after a step.
#[derive(PartialEq)]
struct Shown {
    fields: Value,
    golden: Value,
}

impl Shown {
    fn of(session: &Session<Content>) -> Result<Shown, String> {
        let state = session.read(&json!({ "state": true })).map_err(|refusal| refusal.to_string())?;
        // What is usual is left out of a saved field.
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

/// The replies of the model and of the host, in their order.
struct Script<'v> {
    lines: &'v [Value],
    next: usize,
}

impl Script<'_> {
    fn take(&mut self, what: &str) -> Result<&Value, String> {
        let line = self.lines.get(self.next).ok_or_else(|| format!("{what} is called, the vector is at its end"))?;
        self.next += 1;
        Ok(line)
    }

    fn model(&mut self, call: u32, purpose: &str) -> Result<Event, String> {
        let line = self.take(purpose)?;
        equal("the call of the model", &json!(purpose), &line["llm"])?;
        if line["cancel"] == true {
            return Ok(Event::Stopped { at_ms: 3 });
        }
        Ok(match line["raw"].as_str() {
            Some(text) => {
                Event::Replied { at_ms: 2, call, text: text.into(), reasoning: None, finish: None, usage: None }
            }
            None => {
                let code = line["fail"].as_str().unwrap_or("failed").to_owned();
                Event::Failed { at_ms: 2, call, text: code.clone(), code }
            }
        })
    }

    fn tool(&mut self, call: &HostCall) -> Result<ToolResult, String> {
        let name = if call.name == "read_page" { "read_url" } else { &call.name };
        let line = self.take(name)?;
        let mut args = call.args.clone();
        if let Some(limit) = args.as_object_mut().and_then(|args| args.remove("limit")) {
            args["max_results"] = limit;
        }
        equal("the host's tool", &json!([name, args]), &json!([line["tool"], line["args"]]))?;
        Ok(match line.get("ok") {
            Some(value) => ToolResult::Ok(value.clone()),
            None => ToolResult::Error(ToolError::new("failed", line["err"].as_str().unwrap_or_default())),
        })
    }
}

/// What one step of a scenario left behind.
struct Turn {
    view: View,
    error: Option<String>,
    output: Value,
}

impl Turn {
    fn play(session: &mut Session<Content>, input: &Value, mut script: Script) -> Result<Turn, String> {
        let since = session.view(0).revision;
        session.take_trace();
        let (mut error, mut output) = (None, Value::Null);
        if input["kind"] == "export" {
            let query =
                json!({ "export": input["format"], "fields": input["fields"].as_array().cloned().unwrap_or_default() });
            match session.read(&query) {
                Ok(text) => output = text,
                Err(refusal) => error = Some(refusal.code),
            }
        } else {
            let _ = session.handle(event(input)?);
        }
        while let Some(effect) = session.effect() {
            // Law 2, on the way: a reload in the middle of every call.
            session.take_trace();
            *session = Session::resume(Content::new(), session.snapshot()).map_err(|error| error.to_string())?;
            let event = match effect {
                Effect::CallModel { call, messages, .. } => {
                    golden_context_first(session, &messages)?;
                    script.model(call, &purpose(session))?
                }
                Effect::CallTool { call, tools } => {
                    let results = tools.iter().map(|tool| script.tool(tool)).collect::<Result<_, _>>()?;
                    Event::Returned { at_ms: 2, call, results }
                }
            };
            session.handle(event).map_err(|refusal| refusal.to_string())?;
        }
        if script.next < script.lines.len() {
            return Err(format!("{} was not called", script.lines[script.next]));
        }
        let refused = session.take_trace().into_iter().find_map(|record| match record.line {
            Line::Refused { code, .. } => Some(code),
            _ => None,
        });
        let view = session.view(since);
        let noted = notes(&view, "error").last().and_then(|data| data["code"].as_str()).map(str::to_owned);
        if output.is_null() {
            output = notes(&view, "batch").last().map_or(Value::Null, |data| (*data).clone());
        }
        Ok(Turn { error: error.or(refused).or(noted), output, view })
    }

    fn check(&self, session: &Session<Content>, before: &Shown, now: &Shown, expect: &Value) -> Result<(), String> {
        let data = &self.view.data;
        for key in expect.as_object().into_iter().flat_map(|expect| expect.keys()) {
            let found = match key.as_str() {
                "mode" => notes(&self.view, "mode").last().map(|data| data["mode"].clone()).unwrap_or_default(),
                "error" => json!(self.error),
                "notices" => json!(self.notices()),
                "reply" => json!(self.reply()),
                "current_phase" | "finished" => data[key.as_str()].clone(),
                "phase_status" => begun(&data["phase_status"]),
                "waiting" => data["waiting_for_human"].clone(),
                "messages_len" => json!(spoken(&session.view(0))),
                "events" => json!(self.events()),
                "fields" => now.fields.clone(),
                "golden" => now.golden.clone(),
                "output" => match &self.output {
                    Value::String(text) => {
                        serde_json::from_str(text).ok().filter(|_| expect["output"].is_object()).unwrap_or(json!(text))
                    }
                    other => other.clone(),
                },
                other => return Err(format!("{other:?} is not a key this runner knows")),
            };
            equal(key, &found, &expect[key])?;
        }
        // What is not told did not change.
        for (key, found, before) in [("fields", &now.fields, &before.fields), ("golden", &now.golden, &before.golden)] {
            if expect.get(key).is_none() {
                equal(key, found, before)?;
            }
        }
        Ok(())
    }

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
        let events = self.events();
        events.iter().filter_map(|event| event.strip_prefix("notice:")).map(str::to_owned).collect()
    }

    fn reply(&self) -> Option<String> {
        self.view.blocks.iter().rev().find_map(|block| match &block.content {
            Block::Said { text, .. } => Some(text.clone()),
            _ => None,
        })
    }
}

/// What is asked for, and about which field.
fn purpose(session: &Session<Content>) -> String {
    let view = session.view(u64::MAX);
    let stage = view.stage.as_str().unwrap_or_default().to_owned();
    match view.data["work"]["field"].as_str() {
        Some(field) if matches!(stage.as_str(), "generate" | "update") => format!("{stage}:{field}"),
        _ => stage,
    }
}

/// Every call's system text begins with the golden context.
fn golden_context_first(session: &Session<Content>, messages: &[Message]) -> Result<(), String> {
    let golden = session.view(u64::MAX).data["golden_context"].clone();
    let mut rest = messages.first().map_or("", |message| &message.content);
    for key in ["creator_profile", "intent", "consumer_personas"] {
        let text = golden[key].as_str().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let Some((heading, behind)) = rest.split_once('\n') else { return Err(format!("{key} is not in the prompt")) };
        rest = behind.strip_prefix(text).ok_or_else(|| format!("{key} is not behind {heading}"))?.trim_start();
    }
    Ok(())
}

fn notes<'v>(view: &'v View, wanted: &str) -> Vec<&'v Value> {
    let data = |content: &'v Block| match content {
        Block::Note { code, data } if code == wanted => Some(data),
        _ => None,
    };
    view.blocks.iter().filter_map(|block| data(&block.content)).collect()
}

fn compact(content: &Block) -> Option<String> {
    let (code, data) = match content {
        Block::Said { .. } => return Some("answer".into()),
        Block::Note { code, data } => (code.as_str(), data),
        _ => return None,
    };
    let text = |key: &str| data[key].as_str().unwrap_or_default();
    Some(match code {
        "notice" if data["about"].is_string() => format!("notice:{}:{}", text("code"), text("about")),
        "notice" | "error" => format!("{code}:{}", text("code")),
        "phase" => format!("phase:{}:{}", text("phase"), text("status")),
        "enter" | "waiting" => format!("{code}:{}", text("phase")),
        "field" => format!("field:{}:v{}", text("name"), data["version"]),
        "golden" => format!("golden:{}", text("key")),
        "stale" => format!("stale:{}", text("name")),
        "all_done" => "all_done".into(),
        _ => return None,
    })
}

/// Entries of the dialogue.
fn spoken(view: &View) -> usize {
    let is_spoken = |content: &Block| matches!(content, Block::User { .. } | Block::Said { .. });
    view.blocks.iter().filter(|block| is_spoken(&block.content)).count()
}

/// The statuses that are not pending.
fn begun(statuses: &Value) -> Value {
    let begun = statuses.as_object().into_iter().flatten().filter(|(_, status)| *status != "pending");
    Value::Object(begun.map(|(phase, status)| (phase.clone(), status.clone())).collect())
}

fn event(input: &Value) -> Result<Event, String> {
    let edit = |change: Value| Ok(Event::Edited { at_ms: 1, change });
    let without_kind = || {
        let mut value = input.clone();
        value.as_object_mut().map(|value| value.remove("kind"));
        value
    };
    match input["kind"].as_str().unwrap_or_default() {
        "message" => {
            let text = input["text"].as_str().unwrap_or_default().to_owned();
            Ok(Event::Said { at_ms: 1, text, with: Value::Null })
        }
        "approve" => edit(json!({ "approve": true })),
        "cancel" => Ok(Event::Stopped { at_ms: 1 }),
        kind @ ("set_autonomy" | "edit_field" | "batch") => edit(json!({ kind: without_kind() })),
        other => Err(format!("{other:?} is not an input this runner knows")),
    }
}

/// A row of the matrix: a route the model decides on, from a prepared state, with good replies.
fn dispatch(row: &Value) -> Result<(), String> {
    let setup = prepared(row)?;
    let mut session = open(&setup, Lang::Zh)?;
    let target = row["target"].as_str();
    let lines: Vec<Value> =
        list(row, "calls").iter().map(|call| good(call.as_str().unwrap_or_default(), row)).collect();
    let text = match target {
        Some(target) => format!("请处理 {target} 这个内容"),
        None => "请处理一下这个内容".to_owned(),
    };
    let input = json!({ "kind": "message", "text": text });
    let turn =
        Turn::play(&mut session, &input, Script { lines: &lines, next: 0 }).map_err(|why| format!("{why} in {row}"))?;
    let data = &turn.view.data;
    let expect = &row["expect"];
    for key in expect.as_object().into_iter().flat_map(|expect| expect.keys()) {
        let found = match key.as_str() {
            "current_phase" | "finished" => data[key.as_str()].clone(),
            "status" => data["phase_status"][data["current_phase"].as_str().unwrap_or_default()].clone(),
            "waiting" => data["waiting_for_human"].clone(),
            "notices" => json!(turn.notices()),
            other => return Err(format!("{other:?} is not a key this runner knows")),
        };
        equal(key, &found, &expect[key]).map_err(|why| format!("{why} in {row}"))?;
    }
    Ok(())
}

/// The state a row begins in: all phases before the current one are completed, each with its default text.
fn prepared(row: &Value) -> Result<Value, String> {
    let current = row["phase"].as_str().unwrap_or_default();
    let situation = row["situation"].as_str().unwrap_or_default();
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

/// A good reply to a call.
fn good(call: &str, row: &Value) -> Value {
    let purpose = call.split(':').next().unwrap_or_default();
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
        "intent_report" => json!({ "做什么": "w", "给谁看": "a", "期望行动": "x" }),
        _ => json!({ "content": "新内容" }),
    };
    json!({ "llm": call, "raw": raw.to_string() })
}
