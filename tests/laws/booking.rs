//! A scripted agent whose user and model choose among candidates, whose tools are in packs and take arguments that may be null, and whose
//! user edits the arguments on its cards.

use std::rc::Rc;

use serde_json::{json, Value};
use stepgate::engine::{AnySession, Card, CardKind, Definition, Script, Wait};

use crate::world::{run, Dice, Scene};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The functions of the agent.
struct Clerk;

impl Script for Clerk {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        let given: Value = serde_json::from_str(given).unwrap();
        Ok(match function {
            "memory" => json!({ "memory": { "chosen": [] } }),
            "stages.talk.prompt" => prompt(&given["offer"]),
            "stages.talk.decide" => json!({ "step": step(&given["reply"]) }),
            "on.chosen" => {
                let mut memory = given["memory"].clone();
                let chosen = json!({ "id": given["choice"]["id"], "by": given["by"] });
                memory["chosen"].as_array_mut().unwrap().push(chosen);
                json!({ "memory": memory, "step": "usual" })
            }
            "view" => json!({ "data": given["memory"] }),
            "tools.book.check" if given["args"]["seats"].as_u64() > Some(8) => {
                json!({ "problem": { "path": "/seats", "found": "too many", "allowed": "at most 8" } })
            }
            "tools.book.check" => json!({ "preview": { "change": given["args"] } }),
            other => return Err(format!("there is no function {other}")),
        })
    }
}

/// The prompt; where packs are closed, with the tools that are open and those that open others.
fn prompt(offer: &Value) -> Value {
    let mut prompt =
        json!({ "system": "Book.", "window": { "replies": 4_000 }, "limits": { "corrections": 2, "maxSteps": 8 } });
    if let Some(open) = offer["tools"].as_array() {
        let own = offer["own"].as_array().unwrap().iter().map(|tool| tool["name"].clone());
        prompt["tools"] = open.iter().cloned().chain(own).collect();
        prompt["system"] = json!(offer["lines"].to_string());
    }
    prompt
}

fn step(reply: &Value) -> Value {
    match (&reply["calls"], reply["by"].as_str()) {
        (Value::Array(calls), None) if !calls.is_empty() => json!({ "run": { "calls": calls, "then": "talk" } }),
        (calls, Some(by)) => {
            let days =
                json!([{ "id": "mon", "label": "Monday" }, { "id": "tue", "label": "Tuesday", "data": { "free": 3 } }]);
            let then = match calls {
                Value::Array(calls) if !calls.is_empty() => json!({ "run": { "calls": calls, "then": "talk" } }),
                _ => json!({ "think": "talk" }),
            };
            let choice = json!({ "by": by, "title": "When?", "candidates": days });
            json!({ "choose": { "choice": choice, "then": then, "no": { "listen": "talk" } } })
        }
        _ => json!({ "listen": "talk" }),
    }
}

fn definition() -> Value {
    let tool = |name: &str, access: &str, pack: Option<&str>, properties: Value, required: Value| {
        let args =
            json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
        let mut tool = json!({ "name": name, "about": format!("Does {name}"), "access": access, "args": args });
        if let Some(pack) = pack {
            tool["pack"] = json!(pack);
        }
        tool
    };
    let text = json!({ "type": "string", "minLength": 1 });
    let may_be_null = json!({ "type": ["string", "null"] });
    let seats = json!({ "type": "integer", "minimum": 1 });
    let tip = json!({ "type": ["integer", "null"], "default": null });
    let reply = json!({ "type": "object", "properties": { "calls": {}, "by": { "enum": ["user", "model"] } } });
    let packs = json!({ "tools": ["look", "book", "note", "erase"], "about": { "notes": "keeps notes" }, "limits": { "tools": 1, "characters": 4_000 } });
    json!({
        "name": "clerk", "version": 1,
        "stages": [{ "name": "talk", "reply": reply, "packs": packs }],
        "tools": [
            tool("look", "read", None, json!({ "at": may_be_null }), json!(["at"])),
            tool("book", "write", Some("bookings"), json!({ "seats": seats, "at": may_be_null, "tip": tip }), json!(["seats", "at"])),
            tool("note", "write", Some("notes"), json!({ "text": text, "to": may_be_null }), json!(["text"])),
            tool("erase", "write", Some("notes"), json!({}), json!([])),
        ],
        "functions": ["on.chosen", "view", "tools.book.check"],
    })
}

/// Arguments of a booking: mostly good ones.
fn booking(dice: &mut Dice) -> Value {
    match dice.roll(12) {
        0 => json!({ "seats": 2, "at": "mon", "tip": 3 }),
        1 => json!({ "seats": 2, "at": null, "tip": null }),
        2 => json!({ "seats": 3, "at": null }),
        3 => json!({ "seats": 3 }),
        4 => json!({ "seats": "4", "at": "tue" }),
        5 => json!({ "seats": 9, "at": null }),
        6 => json!({ "seats": null, "at": "null" }),
        7 => json!({ "seats": 4, "at": "tue", "tip": "null" }),
        8 | 9 => json!({ "seats": 5, "at": null, "tip": 2 }),
        10 => json!({ "seats": 6, "at": "tue", "tip": null }),
        _ => json!({ "seats": 1, "at": "mon" }),
    }
}

fn note(dice: &mut Dice) -> Value {
    match dice.roll(8) {
        0 => json!({ "text": "milk" }),
        1 => json!({ "text": "milk", "to": null }),
        2 => json!({ "text": "", "to": "A" }),
        3 => json!({ "text": "milk", "to": "A", "cc": null }),
        _ => json!({ "text": "tea", "to": "A" }),
    }
}

fn call(dice: &mut Dice) -> Value {
    let packs = dice.pick(&["bookings", "bookings", "notes", "films"]);
    let (name, args) = match dice.roll(11) {
        0 => ("look", json!({ "at": null })),
        1 => ("open_tools", json!({ "packs": [packs] })),
        2 | 3 => ("close_tools", json!({ "packs": [packs] })),
        4 => ("note", note(dice)),
        5 => ("erase", json!({})),
        _ => ("book", booking(dice)),
    };
    json!({ "name": name, "args": args })
}

#[derive(Default)]
struct Booking;

impl Scene for Booking {
    const RUNS_WHAT_IS_SHOWN: bool = true;

    fn blank() -> Box<AnySession> {
        AnySession::scripted(Rc::new(Definition::read(&definition()).unwrap()), Rc::new(Clerk))
    }

    fn inputs() -> Vec<Value> {
        vec![json!({})]
    }

    fn reply(&self, dice: &mut Dice) -> String {
        let count = *dice.pick(&[1, 1, 1, 2, 3]);
        let calls: Vec<Value> = (0..count).map(|_| call(dice)).collect();
        let reply = match dice.roll(12) {
            0 => return "let me think".to_owned(),
            1 => json!({}),
            2 | 3 => json!({ "by": "user" }),
            4 => json!({ "by": "model" }),
            5 => json!({ "by": "user", "calls": calls }),
            6 => json!({ "by": "model", "calls": calls }),
            7 | 8 => json!({ "choice": dice.pick(&["mon", "tue", "wed"]) }),
            _ => json!({ "calls": calls }),
        };
        reply.to_string()
    }

    fn edit(&self, dice: &mut Dice) -> Value {
        dice.pick(&[json!({ "nonsense": true }), json!({ "lang": "zh" })]).clone()
    }

    fn edits_args(&self, card: Option<&Card>, dice: &mut Dice) -> Option<Value> {
        if dice.roll(3) == 0 {
            return None;
        }
        let calls = card.filter(|card| card.kind == CardKind::Approval).map_or(&[][..], |card| &card.calls);
        let mut edited: Vec<Value> = calls
            .iter()
            .map(|call| match call.name.as_str() {
                "book" if dice.roll(3) > 0 => json!({ "seats": 7, "at": null, "tip": null }),
                "book" => booking(dice),
                "note" => note(dice),
                _ => Value::Null,
            })
            .collect();
        match edited.len() {
            0 => Some(booking(dice)),
            1 if dice.roll(6) > 0 => edited.pop(),
            _ => Some(edited.into()),
        }
    }

    fn stage(view: &Value) -> String {
        view["stage"].as_str().unwrap_or_default().to_owned()
    }

    fn stages() -> &'static [&'static str] {
        &["talk"]
    }

    fn waits() -> &'static [Wait] {
        &[Wait::User, Wait::Model, Wait::Tool, Wait::Approval, Wait::Card]
    }
}

#[test]
fn choices_packs_and_edits_keep_the_laws() {
    run::<Booking>(
        "booking",
        &[
            ("chosen by the user", 20),
            ("chosen by the model", 20),
            ("packs opened", 20),
            ("packs closed", 20),
            ("ran as edited", 20),
            ("ran with null", 20),
        ],
    );
}
