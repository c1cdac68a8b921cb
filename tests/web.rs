//! The boundary in a real browser: values from and to JavaScript. `wasm-pack test --headless --chrome . --features ledger`.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

mod stories;

use js_sys::{Array, Object, Reflect};
use serde::Serialize;
use serde_json::{json, Value};
use serde_wasm_bindgen::Serializer;
use stepgate::wasm::{agents, provide_agents, AgentsJs, Session, StartJs};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Registers the agents once: the test runner does not call the start function of a library.
fn ready() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(provide_agents);
}

fn new_session(agent: &str, start: StartJs) -> Result<Session, JsValue> {
    ready();
    Session::new(agent, start)
}

fn listed_agents() -> Result<AgentsJs, JsValue> {
    ready();
    agents()
}

/// Plain JavaScript value, as a page would write it.
fn js(value: Value) -> JsValue {
    value.serialize(&Serializer::json_compatible()).unwrap()
}

/// Result read by a reader other than ours, which shows that it is plain data.
fn plain(value: &JsValue) -> Value {
    serde_wasm_bindgen::from_value(value.clone()).unwrap()
}

fn field(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &JsValue::from_str(name)).unwrap()
}

fn open(agent: &str, input: Value) -> Session {
    let start = json!({ "open": { "input": input, "seed": 42, "at_ms": 1_763_700_000_000_u64, "lang": "en" } });
    new_session(agent, js(start).unchecked_into()).unwrap()
}

fn ledger() -> Session {
    open("ledger", json!({ "memo": "rent" }))
}

fn handle(session: &mut Session, event: Value) -> Result<bool, JsValue> {
    session.handle(js(event).unchecked_into())
}

fn say(session: &mut Session, text: &str) {
    assert!(handle(session, json!({ "type": "said", "at_ms": 2, "text": text })).unwrap());
}

fn effect(session: &Session) -> Value {
    plain(&JsValue::from(session.effect().unwrap()))
}

fn view(session: &Session) -> Value {
    plain(&JsValue::from(session.view(None).unwrap()))
}

fn reply(session: &mut Session, reply: Value) {
    let call = view(session)["call"].clone();
    let event = json!({ "type": "replied", "at_ms": 3, "call": call, "text": reply.to_string() });
    assert!(handle(session, event).unwrap());
}

fn snapshot(session: &Session) -> Value {
    plain(&JsValue::from(session.snapshot().unwrap()))
}

fn resume(agent: &str, snapshot: Value) -> Result<Session, JsValue> {
    new_session(agent, js(json!({ "resume": snapshot })).unchecked_into())
}

/// Kind and place of the error that a page's mistake throws.
fn mistake(error: &JsValue) -> (String, String) {
    assert_eq!(field(error, "name"), JsValue::from_str("StepgateError"));
    assert!(error.is_instance_of::<js_sys::Error>());
    (field(error, "code").as_string().unwrap(), field(error, "place").as_string().unwrap())
}

fn refusal(error: &JsValue) -> String {
    assert_eq!(field(error, "name"), JsValue::from_str("Refusal"), "{error:?}");
    assert!(!field(error, "message").as_string().unwrap().is_empty());
    field(error, "code").as_string().unwrap()
}

fn deposit() -> Value {
    json!({ "say": "Shall I?", "call": { "name": "deposit", "args": { "account": "a", "amount": 5 } } })
}

#[wasm_bindgen_test]
fn agents_are_listed_with_their_tools() {
    let list = plain(&JsValue::from(listed_agents().unwrap()));
    let names: Vec<&str> = list.as_array().unwrap().iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"guide") && names.contains(&"ledger"), "{names:?}");
    let ledger = list.as_array().unwrap().iter().find(|agent| agent["name"] == "ledger").unwrap();
    assert_eq!(ledger["tools"][1]["name"], "deposit");
    assert_eq!(ledger["tools"][1]["access"], "write");
    assert_eq!(ledger["tools"][1]["host"], true);
    assert_eq!(ledger["tools"][1]["args"]["required"], json!(["account", "amount"]));
}

#[wasm_bindgen_test]
fn an_unknown_agent_is_named_with_those_there_are() {
    let start = json!({ "open": { "input": {}, "seed": 1, "at_ms": 1 } });
    let error = new_session("guard", js(start).unchecked_into()).err().unwrap();
    assert_eq!(mistake(&error), ("unknown".into(), "/agent".into()));
    assert!(field(&error, "message").as_string().unwrap().contains("ledger"));
}

#[wasm_bindgen_test]
fn a_start_of_the_wrong_shape_is_malformed() {
    for (start, place) in [
        (json!({}), "/start"),
        (json!(null), "/start"),
        (json!("open"), "/start/open"),
        (json!({ "open": { "input": {}, "seed": "x", "at_ms": 1 } }), "/start/open/seed"),
        (json!({ "open": { "input": {}, "seed": 1 } }), "/start/open/at_ms"),
    ] {
        let error = new_session("ledger", js(start).unchecked_into()).err().unwrap();
        assert_eq!(mistake(&error), ("malformed".into(), place.into()));
    }
}

#[wasm_bindgen_test]
fn a_bad_input_names_its_place() {
    let start = json!({ "open": { "input": { "memo": 5 }, "seed": 1, "at_ms": 1 } });
    let error = new_session("ledger", js(start).unchecked_into()).err().unwrap();
    assert_eq!(mistake(&error), ("malformed".into(), "/input/memo".into()));
}

#[wasm_bindgen_test]
fn a_fresh_session_asks_for_nothing() {
    let session = ledger();
    assert!(JsValue::from(session.effect().unwrap()).is_undefined());
    let view = view(&session);
    assert_eq!((&view["waiting"], &view["agent"], &view["lang"]), (&json!("user"), &json!("ledger"), &json!("en")));
    assert_eq!(view["blocks"], json!([]));
}

#[wasm_bindgen_test]
fn the_model_is_called_with_messages_and_a_contract() {
    let mut session = ledger();
    say(&mut session, "put 5 on a");
    let effect = effect(&session);
    assert_eq!(effect["type"], "call_model");
    assert_eq!(effect["call"], 1);
    assert_eq!(effect["messages"][0]["role"], "system");
    assert_eq!(effect["messages"][1], json!({ "role": "user", "content": "put 5 on a" }));
    assert_eq!(effect["contract"]["name"], "ledger");
    assert_eq!(effect["contract"]["schema"]["type"], "object");
    assert!(effect["sampling"].is_object());
}

#[wasm_bindgen_test]
fn a_tool_is_called_with_key_and_access() {
    let mut session = ledger();
    say(&mut session, "how much is on a?");
    reply(&mut session, json!({ "call": { "name": "balance", "args": { "account": "a" } } }));
    let effect = effect(&session);
    assert_eq!(effect["type"], "call_tool");
    let tool = &effect["tools"][0];
    assert_eq!(
        (&tool["name"], &tool["access"], &tool["args"]),
        (&json!("balance"), &json!("read"), &json!({ "account": "a" }))
    );
    assert!(tool["key"].as_str().is_some_and(|key| !key.is_empty()));
}

#[wasm_bindgen_test]
fn a_view_is_plain_data_with_numbers_for_numbers() {
    let mut session = ledger();
    say(&mut session, "hello");
    reply(&mut session, json!({ "say": "hi" }));
    let value = JsValue::from(session.view(None).unwrap());
    assert_eq!(field(&value, "revision").as_f64(), Some(3.0), "no BigInt, no Map");
    let blocks: Array = field(&value, "blocks").unchecked_into();
    assert_eq!(field(&field(&blocks.get(0), "constructor"), "name"), JsValue::from_str("Object"), "plain objects");
    let blocks = plain(&blocks);
    assert_eq!((&blocks[0]["kind"], &blocks[0]["text"]), (&json!("user"), &json!("hello")));
    assert_eq!((&blocks[1]["kind"], &blocks[1]["text"]), (&json!("assistant"), &json!("hi")));
    assert_eq!(blocks[1]["raw"], "{\"say\":\"hi\"}");
}

#[wasm_bindgen_test]
fn a_view_since_a_revision_holds_what_is_new() {
    let mut session = ledger();
    say(&mut session, "hello");
    let seen = view(&session)["revision"].as_f64();
    reply(&mut session, json!({ "say": "hi" }));
    let new = plain(&JsValue::from(session.view(seen).unwrap()));
    assert_eq!(new["blocks"].as_array().unwrap().len(), 1);
    assert_eq!(new["blocks"][0]["text"], "hi");
}

#[wasm_bindgen_test]
fn repairs_count_in_utf16_units() {
    let mut session = ledger();
    say(&mut session, "hello");
    let text = "{\"say\":\"好😀\",}";
    let event = json!({ "type": "replied", "at_ms": 3, "call": 1, "text": text });
    assert!(handle(&mut session, event).unwrap());
    let repairs = view(&session)["blocks"][1]["repairs"].clone();
    let offset = repairs[0]["offset"].as_u64().unwrap() as u32;
    let comma = js_sys::JsString::from(text).index_of(",", 0) as u32;
    assert_eq!(offset, comma, "{repairs}");
}

#[wasm_bindgen_test]
fn every_event_is_understood() {
    let mut session = ledger();
    for event in [
        json!({ "type": "ticked", "at_ms": 2 }),
        json!({ "type": "stopped", "at_ms": 2 }),
        json!({ "type": "answered", "at_ms": 2, "call": 9, "accept": true, "args": { "a": 1 }, "always": "session" }),
        json!({ "type": "replied", "at_ms": 2, "call": 9, "text": "x", "reasoning": "y", "finishReason": "stop", "usage": { "inputTokens": 1, "outputTokens": 2 } }),
        json!({ "type": "returned", "at_ms": 2, "call": 9, "results": [{ "ok": [1.5, "a", null] }, { "error": { "code": "c", "text": "t", "fatal": true } }] }),
        json!({ "type": "failed", "at_ms": 2, "call": 9, "code": "timeout", "text": "Timed out." }),
        json!({ "type": "doubted", "at_ms": 2, "call": 9 }),
    ] {
        assert!(!handle(&mut session, event).unwrap(), "nobody waits for it, but it is understood");
    }
    assert!(handle(&mut session, json!({ "type": "edited", "at_ms": 2, "change": { "memo": "m" } })).unwrap());
    assert!(handle(&mut session, json!({ "type": "said", "at_ms": 2, "text": "hi", "with": { "mode": "x" } })).unwrap());
}

#[wasm_bindgen_test]
fn a_malformed_event_is_the_pages_mistake_and_changes_nothing() {
    let mut session = ledger();
    let before = snapshot(&session);
    for event in [
        json!(null),
        json!({}),
        json!({ "type": "sayed", "at_ms": 1, "text": "x" }),
        json!({ "type": "said", "text": "no clock" }),
        json!({ "type": "said", "at_ms": 1, "text": 5 }),
        json!({ "type": "replied", "at_ms": 1, "text": "no call" }),
        json!({ "type": "stopped", "at_ms": 1, "extra": true }),
    ] {
        let error = handle(&mut session, event.clone()).err().unwrap_or_else(|| panic!("{event} was taken"));
        assert_eq!(mistake(&error).0, "malformed", "{event}");
    }
    assert_eq!(snapshot(&session), before);
}

#[wasm_bindgen_test]
fn a_late_event_changes_nothing() {
    let mut session = ledger();
    say(&mut session, "hello");
    handle(&mut session, json!({ "type": "stopped", "at_ms": 3 })).unwrap();
    say(&mut session, "again");
    let before = snapshot(&session);
    let late = json!({ "type": "replied", "at_ms": 4, "call": 1, "text": "{\"say\":\"late\"}" });
    assert!(!handle(&mut session, late).unwrap());
    assert_eq!(snapshot(&session), before);
}

#[wasm_bindgen_test]
fn a_refusal_has_a_code_and_a_sentence() {
    let mut session = ledger();
    let empty = handle(&mut session, json!({ "type": "said", "at_ms": 2, "text": "  " })).unwrap_err();
    assert_eq!(refusal(&empty), "empty_input");
    let long = "x".repeat(8_001);
    let long = handle(&mut session, json!({ "type": "said", "at_ms": 2, "text": long })).unwrap_err();
    assert_eq!(refusal(&long), "input_too_long");
    say(&mut session, "hello");
    let busy = handle(&mut session, json!({ "type": "said", "at_ms": 2, "text": "more" })).unwrap_err();
    assert_eq!(refusal(&busy), "busy");
    let unknown = session.read(js(json!({ "what": 1 })).unchecked_into()).err().unwrap();
    assert_eq!(refusal(&unknown), "unknown_query");
}

#[wasm_bindgen_test]
fn an_approval_runs_what_the_user_saw() {
    let mut session = ledger();
    say(&mut session, "put 5 on a");
    reply(&mut session, deposit());
    let card = view(&session)["card"].clone();
    assert_eq!((&card["kind"], &card["yes"]), (&json!("approval"), &json!(["deposit", "存钱"])));
    assert_eq!(card["calls"][0]["args"], json!({ "account": "a", "amount": 5 }));
    assert!(JsValue::from(session.effect().unwrap()).is_undefined(), "nothing runs before the answer");
    let call = card["id"].clone();
    let answer = json!({ "type": "answered", "at_ms": 4, "call": call, "accept": true });
    assert!(handle(&mut session, answer.clone()).unwrap());
    assert_eq!(effect(&session)["tools"][0]["args"], json!({ "account": "a", "amount": 5 }));
    assert!(!handle(&mut session, answer).unwrap(), "a second press is late");
}

#[wasm_bindgen_test]
fn a_snapshot_resumes_with_the_card_open() {
    let mut session = ledger();
    say(&mut session, "put 5 on a");
    reply(&mut session, deposit());
    let saved = snapshot(&session);
    let resumed = resume("ledger", saved.clone()).unwrap();
    assert_eq!(view(&resumed), view(&session));
    assert_eq!(snapshot(&resumed), saved);
}

#[wasm_bindgen_test]
fn changes_add_up_to_the_snapshot() {
    let mut session = ledger();
    let mut saved = snapshot(&session);
    say(&mut session, "put 5 on a");
    reply(&mut session, deposit());
    let since = saved["revision"].as_f64().unwrap();
    let changes = plain(&JsValue::from(session.changes(since).unwrap()));
    assert_eq!(changes["first"].as_u64().unwrap() as usize, saved["entries"].as_array().unwrap().len());
    saved["entries"].as_array_mut().unwrap().extend(changes["entries"].as_array().unwrap().iter().cloned());
    for (name, text) in changes["parts"].as_object().unwrap() {
        saved["parts"][name] = text.clone();
    }
    saved["head"] = changes["head"].clone();
    saved["revision"] = changes["revision"].clone();
    assert_eq!(saved, snapshot(&session));
    assert_eq!(changes["parts"].get("memory"), None, "the memory did not change and is not saved again");
}

#[wasm_bindgen_test]
fn bad_snapshots_are_refused_with_their_place() {
    let good = bare(snapshot(&ledger()));
    let with = |key: &str, value: Value| {
        let mut bad = good.clone();
        bad[key] = value;
        bad
    };
    for (bad, kind, place) in [
        (with("format", json!(99)), "version", "/format"),
        (with("version", json!(99)), "version", "/version"),
        (with("head", json!("{")), "malformed", "/head"),
        (with("head", json!("{\"stage\":\"nowhere\",\"at_ms\":0}")), "malformed", "/head/stage"),
        (with("entries", json!(["nonsense"])), "malformed", "/entries/0"),
        (with("parts", json!({})), "malformed", "/parts/memory"),
        (with("parts", json!({ "memory": "{}", "what": "1" })), "malformed", "/parts/memory/memo"),
        (with("agent", json!("guide")), "unknown", "/start/resume/agent"),
        (with("entries", json!(5)), "malformed", "/start/resume/entries"),
    ] {
        let error = resume("ledger", bad).err().unwrap_or_else(|| panic!("{place} was accepted"));
        assert_eq!(mistake(&error), (kind.to_owned(), place.to_owned()));
    }
}

#[wasm_bindgen_test]
fn an_older_format_migrates() {
    let old: Value = serde_json::from_str(include_str!("snapshots/format-1.json")).unwrap();
    let session = resume("ledger", old).unwrap();
    assert_eq!(view(&session)["waiting"], "approval");
    let memo = session.read(js(json!({ "memo": true })).unchecked_into()).unwrap();
    assert_eq!(plain(&JsValue::from(memo))["memo"], "rent is due");
}

#[wasm_bindgen_test]
fn a_doubt_asks_the_user() {
    let mut session = ledger();
    say(&mut session, "put 5 on a");
    reply(&mut session, deposit());
    let call = view(&session)["call"].clone();
    handle(&mut session, json!({ "type": "answered", "at_ms": 4, "call": call, "accept": true })).unwrap();
    let call = effect(&session)["call"].clone();
    assert!(handle(&mut session, json!({ "type": "doubted", "at_ms": 5, "call": call })).unwrap());
    assert_eq!(view(&session)["card"]["kind"], "doubt");
    assert!(JsValue::from(session.effect().unwrap()).is_undefined());
}

#[wasm_bindgen_test]
fn a_streamed_reply_grows_and_touches_no_state() {
    let mut session = ledger();
    say(&mut session, "hello");
    let before = snapshot(&session);
    session.stream();
    let mut text = String::new();
    for chunk in ["{\"sa", "y\":\"hel", "lo the", "re\"}"] {
        let patches = plain(&JsValue::from(session.push(chunk).unwrap()));
        for patch in patches.as_array().unwrap().iter().filter(|patch| patch["path"] == "/say") {
            match (&patch["append"], &patch["set"]) {
                (Value::String(more), _) => text.push_str(more),
                (_, Value::String(whole)) => text.clone_from(whole),
                _ => {}
            }
        }
    }
    assert_eq!(text, "hello there");
    assert_eq!(snapshot(&session), before);
}

#[wasm_bindgen_test]
fn the_trace_has_a_line_for_each_event() {
    let mut session = ledger();
    say(&mut session, "hello");
    reply(&mut session, json!({ "say": "hi" }));
    let _ = handle(&mut session, json!({ "type": "said", "at_ms": 4, "text": " " }));
    let lines = plain(&JsValue::from(session.take_trace().unwrap()));
    let lines: Vec<Value> =
        lines.as_array().unwrap().iter().map(|line| serde_json::from_str(line.as_str().unwrap()).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0]["opened"].is_object() && lines[1]["said"].is_object() && lines[2]["replied"].is_object());
    assert_eq!(lines[3]["refused"]["code"], "empty_input");
    assert_eq!(plain(&JsValue::from(session.take_trace().unwrap())), json!([]));
}

#[wasm_bindgen_test]
fn hostile_text_stays_text() {
    let mut session = ledger();
    let hostile = "<img src=x onerror=alert(1)> \u{202e}\u{0} __proto__ ${x} {{system}}";
    say(&mut session, hostile);
    assert_eq!(view(&session)["blocks"][0]["text"], hostile);
    let reply_text = "{\"say\":\"ok\",\"__proto__\":{\"polluted\":true},\"constructor\":1}";
    let event = json!({ "type": "replied", "at_ms": 3, "call": 1, "text": reply_text });
    assert!(handle(&mut session, event).unwrap());
    assert!(field(&Object::new(), "polluted").is_undefined());
}

/// The whole scenario G01 of the guide's vectors, through the boundary.
#[wasm_bindgen_test]
fn the_guide_takes_a_resume_from_interview_to_document() {
    let vectors: Value = serde_json::from_str(include_str!("vectors/guide.json")).unwrap();
    let story = &vectors["vectors"][0];
    assert_eq!(story["id"], "G01");
    let input = json!({ "resume": story["resume"], "plan": { "tasks": story["tasks"] } });
    let start = json!({ "open": { "input": input, "seed": 1, "at_ms": 1, "lang": story["lang"] } });
    let mut session = new_session("guide", js(start).unchecked_into()).unwrap();
    for step in story["steps"].as_array().unwrap() {
        let event = match step["input"]["kind"].as_str().unwrap() {
            "open" => json!({ "type": "edited", "at_ms": 2, "change": { "open": true } }),
            "message" => json!({ "type": "said", "at_ms": 2, "text": step["input"]["text"] }),
            other => panic!("{other}"),
        };
        assert!(handle(&mut session, event).unwrap());
        for text in step["llm"].as_array().into_iter().flatten() {
            // Reload in the middle of every model call.
            session = resume("guide", snapshot(&session)).unwrap();
            let call = effect(&session)["call"].clone();
            assert!(handle(&mut session, json!({ "type": "replied", "at_ms": 3, "call": call, "text": text })).unwrap());
        }
        let expect = &step["expect"];
        let data = view(&session)["data"].clone();
        assert_eq!(data["state"], expect["state"]);
        assert_eq!(data["stage"], expect["stage"]);
        assert_eq!(data["draft"], expect["draft"]);
        assert_eq!(data["document"], expect["execution_doc"]);
        if let Some(resume) = expect.get("resume") {
            let read = session.read(js(json!({ "resume": true })).unchecked_into()).unwrap();
            assert_eq!(&plain(&JsValue::from(read)), resume);
        }
    }
    assert_eq!(view(&session)["data"]["tasks"][0]["status"], "completed");
}

#[wasm_bindgen_test]
fn stories_end_in_the_snapshots_that_native_code_ends_in() {
    assert_eq!(stories::hashes(), include_str!("snapshots/stories.txt"));
}

/// Snapshot in format 5: its records are JSON texts without checksums.
fn bare(mut saved: Value) -> Value {
    let text = |record: &Value| json!(record.as_str().unwrap().lines().next().unwrap_or_default());
    saved["format"] = json!(5);
    saved["head"] = text(&saved["head"]);
    saved["parts"].as_object_mut().unwrap().values_mut().for_each(|part| *part = text(part));
    saved["entries"].as_array_mut().unwrap().iter_mut().for_each(|entry| *entry = text(entry));
    saved
}
