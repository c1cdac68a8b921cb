//! The ledger as a scripted agent: the laws, and the same sessions as the ledger in Rust.

use std::rc::Rc;

use serde_json::{json, Value};
use stepgate::engine::{AnySession, Definition, Event, Opening, Script, Wait};
use stepgate::Lang;

use crate::ledger::Accounts;
use crate::share;
use crate::world::{run, Dice, Scene, World};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The functions of the ledger, written against JSON as a page would write them.
struct Ledger;

impl Script for Ledger {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        let given: Value = serde_json::from_str(given).unwrap();
        let memory = &given["memory"];
        Ok(match function {
            "memory" => match given["input"].get("memo") {
                Some(memo) if !memo.is_string() => {
                    json!({ "refuse": { "place": "/memo", "text": "must be a string" } })
                }
                memo => json!({ "memory": { "memo": memo.unwrap_or(&json!("")), "lines": [] } }),
            },
            "stages.chat.prompt" | "stages.act.prompt" => json!({
                "system": format!("You keep accounts. Memo: {}", memory["memo"].as_str().unwrap_or_default()),
                "window": { "replies": 4_000 },
                "wishes": true,
                "limits": { "corrections": 2, "maxSteps": 6 },
            }),
            "stages.chat.decide" | "stages.act.decide" => decide(memory, &given["reply"]),
            "on.edited" => edited(memory, &given["change"], &given["lang"]),
            "view" => json!({ "data": { "lines": memory["lines"].as_array().map_or(0, Vec::len) } }),
            "read" => match given["query"].get("memo") {
                Some(_) => json!({ "value": { "memo": memory["memo"], "lines": memory["lines"] } }),
                None => json!({ "refuse": { "code": "unknown_query", "text": "the ledger answers { memo: true }" } }),
            },
            "tools.deposit.check" => json!({ "preview": { "change": given["args"] } }),
            "tools.transfer.check" if given["args"]["from"] == given["args"]["to"] => {
                let [found, allowed] = match given["lang"] == "zh" {
                    true => ["同一个账户", "另一个账户"],
                    false => ["the same account", "another account"],
                };
                json!({ "problem": { "path": "/to", "found": found, "allowed": allowed } })
            }
            "tools.transfer.check" => json!({ "preview": { "change": given["args"] } }),
            "tools.tip.access" => match given["args"]["amount"].as_u64() {
                Some(..=2) => json!("run"),
                Some(..=99) => json!("ask"),
                _ => {
                    json!({ "deny": if given["lang"] == "zh" { "小费最多 99。" } else { "A tip is at most 99." } })
                }
            },
            "tools.file.check" => json!({ "preview": { "line": given["args"]["line"] } }),
            "tools.recall.run" => json!({ "value": memory["memo"] }),
            "tools.file.run" => {
                let line = &given["args"]["line"];
                let memory = with_line(memory, line);
                let count = memory["lines"].as_array().map_or(0, Vec::len);
                let save = json!({ "name": "persist_line", "args": { "line": line } });
                json!({ "value": { "lines": count }, "memory": memory, "save": save })
            }
            "migrate" => json!({ "memory": { "memo": given["memory"]["text"], "lines": [] } }),
            other => return Err(format!("there is no function {other}")),
        })
    }
}

fn decide(memory: &Value, reply: &Value) -> Value {
    let mut memory = memory.clone();
    let said: Vec<Value> = reply["say"].as_str().map(|text| json!({ "say": text })).into_iter().collect();
    if let Some(memo) = reply["memo"].as_str() {
        if memo.len() > 64 {
            return json!({ "complain": "/memo: at most 64 bytes are allowed" });
        }
        memory["memo"] = json!(memo);
    }
    let step = match (&reply["call"], reply["ask"].as_str()) {
        (Value::Object(call), _) => {
            let mut calls = vec![Value::Object(call.clone())];
            calls.extend(reply["more"].as_array().into_iter().flatten().cloned());
            json!({ "run": { "calls": calls, "then": "act" } })
        }
        (_, Some(question)) => question_step(question),
        _ if reply["done"] == true => {
            json!({ "finish": { "outcome": { "lines": memory["lines"].as_array().map_or(0, Vec::len) }, "then": "chat" } })
        }
        _ => json!({ "listen": "chat" }),
    };
    json!({ "memory": memory, "said": said, "step": step })
}

fn question_step(question: &str) -> Value {
    let buttons = json!([{ "role": "accept", "label": "Yes" }, { "role": "decline", "label": "No" }]);
    let card = json!({ "kind": "confirm", "title": question, "yes": [], "buttons": buttons });
    json!({ "confirm": { "card": card, "yes": { "think": "act" }, "no": { "listen": "chat" } } })
}

fn edited(memory: &Value, change: &Value, lang: &Value) -> Value {
    let mut memory = memory.clone();
    if let Some(memo) = change["memo"].as_str() {
        memory["memo"] = json!(memo);
        return json!({ "memory": memory, "step": "stay" });
    }
    if change.get("line").is_some() {
        if memory["memo"] == "" {
            let text = if lang == "zh" { "没有备忘可以记账。" } else { "There is no memo to file." };
            return json!({ "refuse": { "code": "no_memo", "text": text } });
        }
        let memo = memory["memo"].clone();
        return json!({ "memory": with_line(&memory, &memo), "step": "stay" });
    }
    if change.get("forget").is_some() {
        memory["memo"] = json!("");
        return json!({ "memory": memory, "step": { "listen": "chat" } });
    }
    json!({ "step": "usual" })
}

fn with_line(memory: &Value, line: &Value) -> Value {
    let mut lines = memory["lines"].as_array().cloned().unwrap_or_default();
    lines.push(line.clone());
    json!({ "memo": memory["memo"], "lines": lines })
}

fn definition() -> Value {
    let account = json!({ "type": "string", "minLength": 1 });
    let amount = json!({ "type": "integer", "minimum": 1 });
    let object = |properties: Value| {
        let required: Vec<&String> = properties.as_object().unwrap().keys().collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    };
    let text = json!({ "type": ["string", "null"] });
    let one = object(json!({ "name": { "type": "string" }, "args": {} }));
    let mut call = one.clone();
    call["type"] = json!(["object", "null"]);
    let mut reply = object(
        json!({ "say": text, "memo": text, "call": call, "more": { "type": "array", "items": one }, "ask": text, "done": { "type": "boolean" } }),
    );
    reply["required"] = json!([]);
    let stage = |name: &str| json!({ "name": name, "reply": reply, "live": { "say": "/say" } });
    let tool = |name: &str, zh: &str, en: &str, access: &str, args: Value| json!({ "name": name, "about": { "zh": zh, "en": en }, "access": access, "args": object(args) });
    let mut deposit =
        tool("deposit", "存入金额", "Deposit an amount", "write", json!({ "account": account, "amount": amount }));
    deposit["yes"] = json!(["deposit", "存钱"]);
    json!({
        "name": "ledger", "version": 2,
        "stages": [stage("chat"), stage("act")],
        "tools": [
            tool("balance", "查询余额", "Look up the balance", "read", json!({ "account": account })),
            deposit,
            tool("transfer", "转账", "Transfer an amount", "write", json!({ "from": account, "to": account, "amount": amount })),
            tool("tip", "给小费", "Give a tip", "write", json!({ "account": account, "amount": amount })),
            tool("recall", "查看备忘", "Read the memo", "read", json!({})),
            tool("file", "记一行账", "File a line", "write", json!({ "line": { "type": "string" } })),
        ],
        "functions": [
            "on.edited", "view", "read", "migrate", "tools.deposit.check", "tools.transfer.check", "tools.file.check",
            "tools.recall.run", "tools.file.run", "tools.tip.access",
        ],
    })
}

fn scripted(script: impl Script, definition: &Value) -> Box<AnySession> {
    AnySession::scripted(Rc::new(Definition::read(definition).unwrap()), Rc::new(script))
}

/// The accounts of the scripted ledger, under the events of the other one.
#[derive(Default)]
struct Scripted(Accounts);

impl Scene for Scripted {
    fn blank() -> Box<AnySession> {
        scripted(Ledger, &definition())
    }

    fn inputs() -> Vec<Value> {
        Accounts::inputs()
    }

    fn reply(&self, dice: &mut Dice) -> String {
        self.0.reply(dice)
    }

    fn edit(&self, dice: &mut Dice) -> Value {
        self.0.edit(dice)
    }

    fn lets_run(name: &str, args: &Value) -> bool {
        Accounts::lets_run(name, args)
    }

    fn stage(view: &Value) -> String {
        Accounts::stage(view)
    }

    fn stages() -> &'static [&'static str] {
        Accounts::stages()
    }

    fn waits() -> &'static [Wait] {
        Accounts::waits()
    }
}

#[test]
fn the_scripted_ledger_keeps_the_laws() {
    run::<Scripted>("scripted ledger", &[("rule", 1), ("grant", 1), ("gone on with", 1)]);
}

/// 10,000 random events: the same views, effects, answers and number of saves.
#[test]
fn the_scripted_ledger_does_what_the_ledger_does() {
    for seed in 0..share(250) as u64 {
        let mut dice = Dice::new(seed);
        let inputs = Accounts::inputs();
        let input = dice.pick(&inputs).clone();
        let mut world = World::open(Accounts, input.clone(), seed);
        let mut twin = Scripted::blank();
        let lang = if seed % 2 == 0 { Lang::Zh } else { Lang::En };
        twin.begin(Opening { input, seed, lang: lang.into(), at_ms: 1_000, ..Opening::default() }).unwrap();
        for _ in 0..40 {
            let event = world.invent(&mut dice);
            let heard = twin.handle(event.clone());
            world.throw(event, &mut dice);
            let there = &world.session;
            assert_eq!(twin.effect(), there.effect());
            assert_eq!(twin.view(0), there.view(0));
            assert_eq!(twin.changes(0).revision, there.changes(0).revision, "{heard:?}");
            let query = json!({ "memo": true });
            assert_eq!(twin.read(&query), there.read(&query));
        }
    }
}

/// A ledger with one function that fails or answers nonsense.
struct Broken {
    function: &'static str,
    answer: Result<Value, String>,
}

impl Script for Broken {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        if function == self.function {
            return self.answer.clone();
        }
        Ledger.call(function, given)
    }
}

fn begun(function: &'static str, answer: Result<Value, String>) -> Box<AnySession> {
    let mut session = scripted(Broken { function, answer }, &definition());
    session.begin(Opening { lang: Lang::En.into(), at_ms: 1, ..Opening::default() }).unwrap();
    session
}

fn says(session: &mut AnySession, text: &str) {
    session.handle(Event::said(2, text)).unwrap();
}

fn replies(session: &mut AnySession, reply: &Value) {
    let call = session.view(0).call.unwrap();
    let text = reply.to_string();
    session.handle(Event::replied(3, call, text)).unwrap();
}

#[test]
fn a_function_that_fails_fails_the_turn_and_names_its_place() {
    let nonsense = || Ok(json!({ "step": { "think": "dream" } }));
    for (function, answer, named) in [
        ("stages.chat.decide", Err("TypeError: reply is undefined".to_owned()), "stages.chat.decide: TypeError"),
        (
            "stages.chat.decide",
            nonsense(),
            "stages.chat.decide: its answer at /step: must be one of the stages chat, act",
        ),
        ("stages.chat.decide", Ok(json!({ "stpe": 1 })), "stages.chat.decide: its answer at /stpe"),
        ("stages.chat.decide", Ok(json!({ "step": "stay", "said": [{ "shout": "" }] })), "/said/0"),
        ("stages.chat.decide", Ok(Value::Null), "its answer must be a step, or { complain: text }"),
        ("stages.chat.prompt", Err("boom".into()), "stages.chat.prompt: boom"),
        ("stages.chat.prompt", Ok(json!({ "system": "", "window": "all" })), "/window"),
    ] {
        let mut session = begun(function, answer);
        says(&mut session, "Hello");
        if session.view(0).waiting == Wait::Model {
            replies(&mut session, &json!({ "say": "Hi", "memo": "m" }));
        }
        let view = session.view(0);
        let error = view.error.unwrap();
        assert_eq!((view.waiting, error.code.as_str()), (Wait::User, "agent_fault"));
        assert!(error.text.contains(named), "{}", error.text);
        assert_eq!(view.input.as_deref(), Some("Hello"), "the words come back");
        assert_eq!(session.read(&json!({ "memo": true })).unwrap()["memo"], "");
    }
}

#[test]
fn other_functions_that_fail_say_so_where_it_matters() {
    let mut session = begun("on.edited", Err("boom".into()));
    let refused = session.handle(Event::Edited { at_ms: 2, change: json!({ "memo": "m" }) }).unwrap_err();
    assert_eq!((refused.code.as_str(), refused.text.as_str()), ("agent_fault", "on.edited: boom"));

    let session = begun("read", Err("boom".into()));
    assert_eq!(session.read(&json!({ "memo": true })).unwrap_err().text, "read: boom");

    let session = begun("view", Ok(json!({ "data": {}, "progress": { "done": "much" } })));
    assert_eq!(
        session.view(0).data,
        json!({ "agent_fault": "view: its answer at /progress/done: must be a whole number from 0" })
    );

    let mut session = begun("tools.recall.run", Err("boom".into()));
    says(&mut session, "Hello");
    replies(&mut session, &json!({ "call": { "name": "recall", "args": {} } }));
    let shown = serde_json::to_value(session.view(0)).unwrap();
    assert!(shown["blocks"].to_string().contains("tools.recall.run: boom"));

    let mut session = scripted(Ledger, &definition());
    let error = session.begin(Opening { input: json!({ "memo": 7 }), ..Opening::default() }).unwrap_err();
    assert_eq!((error.place(), error.text()), ("/input/memo", "must be a string"));
}

/// A session whose definition has changed is refused with the place; what was saved stays.
#[test]
fn a_saved_session_is_refused_by_a_definition_that_cannot_go_on() {
    let mut session = begun("", Ok(Value::Null));
    says(&mut session, "Hello");
    let snapshot = session.snapshot();
    let refused = |script, definition: &Value| scripted(script, definition).load(snapshot.clone()).unwrap_err();

    let broken = Broken { function: "stages.chat.prompt", answer: Err("boom".into()) };
    assert_eq!(refused(broken, &definition()).to_string(), "/agent: stages.chat.prompt: boom");

    let mut other = definition();
    other["stages"].as_array_mut().unwrap().remove(0);
    let error = refused(Broken { function: "", answer: Ok(Value::Null) }, &other);
    assert!(error.to_string().starts_with("/head"), "{error}");
    assert!(error.to_string().contains("must be one of the stages act, not \"chat\""), "{error}");

    let mut renamed = definition();
    renamed["name"] = json!("budget");
    assert_eq!(refused(Broken { function: "", answer: Ok(Value::Null) }, &renamed).place(), "/agent");

    let mut newer = definition();
    newer["version"] = json!(3);
    newer["functions"] = json!([]);
    let error = refused(Broken { function: "", answer: Ok(Value::Null) }, &newer);
    assert_eq!(error.to_string(), "/version: this definition reads version 3 of ledger, not 2");
}

#[test]
fn a_definition_is_refused_at_its_first_fault() {
    let with = |place: &str, value: Value| {
        let mut wrong = definition();
        *wrong.pointer_mut(place).unwrap() = value;
        Definition::read(&wrong).err().unwrap().to_string()
    };
    for (place, value, message) in [
        ("/name", json!(""), "/name: must be 1 to 64 letters, digits, `_` and `-`"),
        ("/version", json!(0), "/version: must be a whole number from 1"),
        ("/stages", json!([]), "/stages: must be a list of at least one stage"),
        ("/stages/1/name", json!("chat"), "/stages/1/name: must be a name that no other has"),
        ("/stages/1/name", json!("a b"), "/stages/1/name: must be 1 to 64 letters, digits, `_` and `-`"),
        (
            "/stages/0/live",
            json!({ "word": "/say" }),
            "/stages/0/live/word: must be left out; there is say, thought, draft",
        ),
        ("/tools/2/access", json!("both"), "/tools/2/access: must be one of read, write"),
        (
            "/tools/2/about",
            json!({ "zh": "x" }),
            "/tools/2/about: must be a text, or an object of texts by BCP 47 tag, with `en` among them",
        ),
    ] {
        assert_eq!(with(place, value), message);
    }
    let error = with("/tools/0/args/properties/account", json!({ "type": "txet" }));
    assert!(error.starts_with("/tools/0/args/properties/account/type"), "{error}");
}
