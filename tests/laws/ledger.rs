//! The ledger under random events.

use serde_json::{json, Value};
use stepgate::agents::ledger::Ledger;
use stepgate::engine::{AnySession, Wait};

use crate::world::{run, Dice, Scene};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[derive(Default)]
pub(crate) struct Accounts;

impl Scene for Accounts {
    fn blank() -> Box<AnySession> {
        AnySession::boxed(Ledger::new())
    }

    fn inputs() -> Vec<Value> {
        vec![json!({}), json!({ "memo": "rent is due" }), json!({ "memo": "账".repeat(300) })]
    }

    fn reply(&self, dice: &mut Dice) -> String {
        let whole = match dice.roll(22) {
            0 | 1 => json!({ "say": "hello" }),
            2 => json!({ "say": "look", "call": { "name": "balance", "args": { "account": "a" } } }),
            3 | 4 => json!({ "call": { "name": "deposit", "args": { "account": "a", "amount": 5 } }, "memo": "d" }),
            5 | 6 => json!({ "call": { "name": "transfer", "args": { "from": "a", "to": "b", "amount": 1 } } }),
            7 => {
                json!({ "call": { "name": "transfer", "args": { "from": "a", "to": "a", "amount": 1 } }, "memo": "x" })
            }
            8 => json!({ "call": { "name": "deposit", "args": { "account": "a", "amount": -1 } } }),
            9 => json!({ "call": { "name": "rob", "args": {} } }),
            10 => json!({ "call": { "name": "recall", "args": {} }, "memo": "m" }),
            11 | 12 => json!({ "call": { "name": "file", "args": { "line": "tea" } } }),
            13 => json!({ "ask": "May I?", "memo": "asked" }),
            14 | 15 => {
                let all = [
                    json!({ "name": "deposit", "args": { "account": "a", "amount": 2 } }),
                    json!({ "name": "transfer", "args": { "from": "a", "to": "b", "amount": 2 } }),
                    json!({ "name": "balance", "args": { "account": "b" } }),
                    json!({ "name": "recall", "args": {} }),
                    json!({ "name": "tip", "args": { "account": "a", "amount": 1 } }),
                    json!({ "name": "tip", "args": { "account": "a", "amount": 100 } }),
                    json!({ "name": "file", "args": { "line": "milk" } }),
                ];
                let more: Vec<&Value> = (0..1 + dice.roll(3)).map(|_| dice.pick(&all)).collect();
                json!({ "call": dice.pick(&all), "more": more, "memo": "several" })
            }
            17 | 18 => {
                let amount = dice.pick(&[1, 2, 3, 50, 100]);
                json!({ "call": { "name": "tip", "args": { "account": dice.pick(&["a", "b"]), "amount": amount } } })
            }
            16 | 19 | 20 => json!({ "done": true, "say": "done" }),
            _ => json!({ "memo": "long ".repeat(20), "say": "too much" }),
        };
        let text = whole.to_string();
        match dice.roll(12) {
            0 => "I would rather talk".to_owned(),
            1 => text.get(..text.len() / 2).unwrap_or("{").to_owned(),
            2 => format!("```json\n{text}\n```"),
            3 => String::new(),
            _ => text,
        }
    }

    fn edit(&self, dice: &mut Dice) -> Value {
        match dice.roll(8) {
            0 => json!({ "memo": "by hand" }),
            6 => json!({ "line": true }),
            5 => json!({ "forget": true }),
            1 => json!({ "lang": "en" }),
            2 => json!({ "lang": "fr" }),
            3 => json!({ "account": "b", "amount": 7 }),
            4 => json!({ "account": "b", "amount": "many" }),
            _ => json!({ "nonsense": true }),
        }
    }

    fn lets_run(name: &str, args: &Value) -> bool {
        name == "tip" && args["amount"].as_u64() <= Some(2)
    }

    fn stage(view: &Value) -> String {
        view["stage"].as_str().unwrap_or_default().to_owned()
    }

    fn stages() -> &'static [&'static str] {
        &["chat", "act"]
    }

    fn waits() -> &'static [Wait] {
        &[Wait::User, Wait::Model, Wait::Tool, Wait::Approval, Wait::Card, Wait::Nothing]
    }
}

#[test]
fn the_ledger_keeps_the_laws() {
    let wishes = ["gone on with", "ticked off", "called done again", "taken back", "held back", "brought back"];
    let wishes = wishes.map(|what| (what, 1));
    run::<Accounts>("ledger", &[&[("rule", 1), ("grant", 1), ("asked after a no", 1)], &wishes[..]].concat());
}
