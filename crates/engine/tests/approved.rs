//! What the user approves is what runs: tools defined otherwise after a reload, cards that changed, and writes whose answer was lost.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::rc::Rc;

use serde_json::{json, Value};
use stepgate_engine::{
    Access, AnySession, ButtonRole, CardKind, Content, Definition, Effect, Event, HostCall, Lang, Opening, Script,
    Snapshot, ToolError, ToolResult, View, Wait,
};

/// Makes the calls that the model lists. The preview of a call is its total, from a price in the memory.
struct Buyer;

impl Script for Buyer {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        let given: Value = serde_json::from_str(given).unwrap();
        match function {
            "memory" => Ok(json!({ "memory": { "price": 7 } })),
            "stages.talk.prompt" => Ok(json!({ "system": "Buy.", "limits": { "maxSteps": 100 } })),
            "stages.talk.decide" => match &given["reply"]["calls"] {
                Value::Null => Ok(json!({ "step": { "listen": "talk" } })),
                calls => Ok(json!({ "step": { "run": { "calls": calls, "then": "talk" } } })),
            },
            "on.returned" => {
                let memory = json!({ "price": given["memory"]["price"], "results": given["results"] });
                Ok(json!({ "memory": memory, "step": "usual" }))
            }
            "on.edited" => match (given["change"]["price"].as_u64(), &given["change"]["again"]) {
                (Some(price), _) => Ok(json!({ "memory": { "price": price }, "step": "stay" })),
                (_, call) => Ok(json!({ "step": { "run": { "calls": [call], "then": "talk" } } })),
            },
            "view" => Ok(json!({ "data": given["memory"] })),
            "tools.buy.check" => Ok(json!({ "preview": { "total": given["memory"]["price"] } })),
            other => Err(format!("there is no function {other}")),
        }
    }
}

/// Today's tools: `buy` and `look`, as given.
fn definition(tools: Value) -> Definition {
    let reply = json!({ "type": "object", "properties": { "calls": {} } });
    let functions = ["on.returned", "on.edited", "view", "tools.buy.check"];
    let value = json!({ "name": "buyer", "version": 1, "stages": [{ "name": "talk", "reply": reply }], "tools": tools, "functions": functions });
    Definition::read(&value).unwrap()
}

fn tool(name: &str, access: &str, properties: Value) -> Value {
    json!({ "name": name, "about": format!("Does {name}"), "access": access,
        "args": { "type": "object", "properties": properties } })
}

fn usual() -> Value {
    let to = json!({ "to": { "type": "string" } });
    json!([tool("buy", "write", to.clone()), tool("look", "read", to)])
}

struct Page(Box<AnySession>);

impl Page {
    fn open() -> Self {
        let mut session = AnySession::scripted(Rc::new(definition(usual())), Rc::new(Buyer));
        let nonce = "own".to_owned();
        session.begin(Opening { input: Value::Null, seed: 1, nonce, lang: Lang::En.into(), at_ms: 1 }).unwrap();
        Page(session)
    }

    /// The session as a page with these tools loads it.
    fn load(&self, tools: Value) -> Page {
        Page::from(self.0.snapshot(), tools)
    }

    fn from(snapshot: Snapshot, tools: Value) -> Page {
        let mut session = AnySession::scripted(Rc::new(definition(tools)), Rc::new(Buyer));
        session.load(snapshot).unwrap();
        Page(session)
    }

    fn view(&self) -> View {
        self.0.view(0)
    }

    fn call(&self) -> u32 {
        self.view().call.unwrap()
    }

    fn say(&mut self, text: &str, card: Option<u32>) -> Result<bool, String> {
        let said = Event::Said { at_ms: 2, text: text.into(), with: Value::Null, card };
        self.0.handle(said).map_err(|refusal| refusal.code)
    }

    fn reply(&mut self, calls: Value) {
        let (call, text) = (self.call(), json!({ "calls": calls }).to_string());
        let replied =
            Event::Replied { at_ms: 3, call, text, reasoning: None, finish: None, usage: None, left_out: vec![] };
        assert!(self.0.handle(replied).unwrap());
    }

    fn answer_with(&mut self, accept: bool, args: Option<Value>, result: Option<Value>) -> Result<bool, String> {
        let call = self.call();
        let answered = Event::Answered { at_ms: 4, call, accept, args, reason: None, always: None, result };
        self.0.handle(answered).map_err(|refusal| refusal.code)
    }

    fn answer(&mut self, accept: bool) {
        assert_eq!(self.answer_with(accept, None, None), Ok(true));
    }

    fn allow_all(&mut self) {
        let (call, always) = (self.call(), Some(stepgate_engine::Always::Session));
        let answered = Event::Answered { at_ms: 4, call, accept: true, args: None, reason: None, always, result: None };
        assert!(self.0.handle(answered).unwrap());
    }

    fn give(&mut self, result: ToolResult) {
        let (call, results) = (self.call(), vec![result; self.calls().len()]);
        assert!(self.0.handle(Event::Returned { at_ms: 5, call, results }).unwrap());
    }

    fn doubt(&mut self, text: Option<&str>) {
        let (call, text) = (self.call(), text.map(str::to_owned));
        assert!(self.0.handle(Event::Doubted { at_ms: 6, call, text }).unwrap());
    }

    fn calls(&self) -> Vec<HostCall> {
        match self.0.effect() {
            Some(Effect::CallTool { tools, .. }) => tools,
            _ => Vec::new(),
        }
    }

    /// Arguments of the calls that the host makes now, in short.
    fn due(&self) -> Vec<String> {
        self.calls().iter().map(|call| format!("{} {}", call.name, call.args["to"].as_str().unwrap_or("-"))).collect()
    }

    /// Name and arguments of the call on the card.
    fn asked(&self) -> (CardKind, String, Value) {
        let card = self.view().card.unwrap();
        let tool = card.tool.unwrap();
        (card.kind, tool.name, tool.args)
    }

    fn code(&self) -> Option<String> {
        self.view().card.and_then(|card| card.code)
    }

    /// Results that the agent was told, in short.
    fn results(&self) -> Vec<String> {
        let told = &self.view().data["results"];
        let short = |one: &Value| one["result"].get("ok").unwrap_or(&one["result"]["error"]["code"]).to_string();
        told.as_array().unwrap().iter().map(short).collect()
    }
}

fn call(name: &str, to: &str) -> Value {
    json!({ "name": name, "args": { "to": to } })
}

/// A page with an open approval of a purchase.
fn asking() -> Page {
    let mut page = Page::open();
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "A")]));
    assert_eq!(page.view().waiting, Wait::Approval);
    page
}

/// A page in which all is allowed and the three calls of a list are under way.
fn buying_two() -> Page {
    let mut page = asking();
    page.allow_all();
    page.give(ToolResult::Ok(json!(0)));
    page.reply(json!([call("look", "x"), call("buy", "first"), call("buy", "second"), call("look", "y")]));
    page
}

#[test]
fn an_approval_that_today_reads_otherwise_is_put_again_and_only_then_runs() {
    let before = asking();
    let old = before.call();
    let mut page = before.load(json!([tool(
        "buy",
        "write",
        json!({ "to": { "type": "string" }, "amount": { "type": "number", "default": 500 } })
    )]));
    assert_ne!(page.call(), old, "the card that the old page showed approves nothing");
    assert_eq!(page.asked(), (CardKind::Approval, "buy".into(), json!({ "to": "A", "amount": 500 })));
    assert_eq!(page.view().card.unwrap().title, "Does buy");
    page.answer(true);
    assert_eq!(page.calls()[0].args, json!({ "to": "A", "amount": 500 }));
    let cards = page.view().blocks.iter().filter(|block| matches!(block.content, Content::Card { .. })).count();
    assert_eq!(cards, 2, "both cards stand in the conversation");
}

#[test]
fn an_approval_of_a_tool_that_is_gone_or_refuses_it_today_runs_nothing() {
    for tools in [
        json!([tool("pay", "write", json!({}))]),
        json!([tool("buy", "write", json!({ "to": { "type": "string", "minLength": 5 } }))]),
    ] {
        let page = asking().load(tools);
        assert_eq!((page.view().waiting, page.calls().len()), (Wait::Model, 0), "the model is told");
        assert!(page.view().card.is_none());
    }
}

#[test]
fn an_approval_of_the_same_tool_stays_as_it_is() {
    let page = asking();
    assert_eq!(page.load(usual()).0.snapshot(), page.0.snapshot());
}

#[test]
fn a_card_whose_preview_no_longer_holds_gives_way_to_a_new_one() {
    let mut page = asking();
    assert_eq!(page.view().card.unwrap().preview, json!({ "total": 7 }));
    let shown = page.call();
    assert!(page.0.handle(Event::Edited { at_ms: 4, change: json!({ "price": 9999 }) }).unwrap());
    let late =
        Event::Answered { at_ms: 5, call: shown, accept: true, args: None, reason: None, always: None, result: None };
    assert_eq!(page.0.handle(late), Ok(false), "Pay 7? is approved no more");
    assert_eq!((page.view().waiting, page.calls().len()), (Wait::Approval, 0));
    assert_eq!(page.view().card.unwrap().preview, json!({ "total": 9999 }));
    page.answer(true);
    assert_eq!(page.due(), ["buy A"]);
}

#[test]
fn arguments_of_the_user_that_are_read_otherwise_are_asked_about() {
    let amount = json!({ "to": { "type": "string" }, "amount": { "type": "integer", "default": 5 } });
    let mut page = asking().load(json!([tool("buy", "write", amount)]));
    assert_eq!(page.answer_with(true, Some(json!({ "to": "B" })), None), Ok(true));
    assert_eq!(page.calls().len(), 0);
    assert_eq!(page.asked().2, json!({ "to": "B", "amount": 5 }));
    assert_eq!(page.answer_with(true, Some(json!({ "to": "C", "amount": 6 })), None), Ok(true));
    assert_eq!(page.calls()[0].args, json!({ "to": "C", "amount": 6 }));
}

#[test]
fn a_write_stays_one_for_a_page_in_which_the_tool_reads_or_is_gone() {
    let mut before = asking();
    before.answer(true);
    for tools in [json!([tool("buy", "read", json!({}))]), json!([tool("pay", "write", json!({}))])] {
        let mut page = before.load(tools);
        assert_eq!(page.calls()[0].access, Access::Write);
        assert_eq!(page.calls(), before.calls());
        page.doubt(None);
        assert_eq!(page.asked().1, "buy");
    }
}

#[test]
fn a_read_that_writes_today_goes_to_a_card() {
    let mut before = Page::open();
    before.say("look", None).unwrap();
    before.reply(json!([call("look", "A")]));
    let writes =
        || json!([tool("buy", "write", json!({})), tool("look", "write", json!({ "to": { "type": "string" } }))]);
    let page = before.load(writes());
    assert_eq!((page.view().waiting, page.asked().1), (Wait::Approval, "look".to_owned()));
    let mut before = Page::open();
    before.say("look", None).unwrap();
    before.reply(json!([call("look", "A"), call("look", "B")]));
    let page = before.load(writes());
    assert_eq!((page.view().waiting, page.results()), (Wait::Model, vec!["\"not_alone\"".to_owned(); 2]));
}

#[test]
fn each_write_of_a_list_runs_and_is_recorded_alone() {
    let mut page = buying_two();
    let mut seen = Vec::new();
    while page.view().waiting == Wait::Tool {
        seen.push(page.due());
        page.give(ToolResult::Ok(json!(seen.len())));
        page = page.load(usual());
    }
    assert_eq!(seen, [vec!["look x"], vec!["buy first"], vec!["buy second"], vec!["look y"]]);
    assert_eq!(page.results(), ["1", "2", "3", "4"]);
}

#[test]
fn a_doubt_is_about_the_write_that_was_running_alone() {
    let mut page = buying_two();
    page.give(ToolResult::Ok(json!("looked")));
    page.give(ToolResult::Ok(json!("bought")));
    let key = page.calls()[0].key.clone();
    page.doubt(None);
    assert_eq!(page.asked(), (CardKind::Doubt, "buy".into(), json!({ "to": "second" })));
    page.answer(false);
    page.answer(true);
    assert_eq!((page.due(), &page.calls()[0].key, page.calls()[0].again), (vec!["buy second".into()], &key, true));
    page.doubt(None);
    page.answer(true);
    assert_eq!(page.due(), ["look y"], "what was not begun goes on");
    page.give(ToolResult::Ok(json!(1)));
    assert_eq!(page.results().len(), 4);
}

#[test]
fn a_stop_says_which_calls_had_begun() {
    let mut page = buying_two();
    page.give(ToolResult::Ok(json!("looked")));
    assert!(page.0.handle(Event::Stopped { at_ms: 7 }).unwrap());
    let told = page.0.snapshot().entries.concat();
    assert_eq!(told.matches("whether it took effect is not known").count(), 1);
    assert_eq!(told.matches("it did not run").count(), 2);
}

#[test]
fn the_two_questions_of_a_doubt_differ_and_the_first_takes_the_result() {
    let mut page = asking();
    page.answer(true);
    page.doubt(Some("Failed to fetch"));
    let card = page.view().card.unwrap();
    let roles = |card: &stepgate_engine::Card| card.buttons.iter().map(|button| button.role).collect::<Vec<_>>();
    assert_eq!(
        (card.code.as_deref(), roles(&card)),
        (Some("was_it_done"), vec![ButtonRole::Accept, ButtonRole::Decline])
    );
    let text = card.text.unwrap();
    assert!(text.contains("wait a minute") && text.ends_with("Failed to fetch"), "{text}");
    assert_eq!(page.answer_with(false, None, Some(json!("receipt 17"))), Err("no_result_here".into()));
    let mut other = page.load(usual());
    other.answer(false);
    assert_eq!(
        (other.code().as_deref(), roles(&other.view().card.unwrap())),
        (Some("do_it_again"), vec![ButtonRole::Again, ButtonRole::Leave])
    );
    assert_eq!(page.answer_with(true, None, Some(json!("receipt 17"))), Ok(true));
    assert_eq!(page.results(), ["\"receipt 17\""]);
    let mut asked = asking();
    assert_eq!(asked.answer_with(true, None, Some(json!(1))), Err("no_result_here".into()));
}

#[test]
fn a_call_that_is_made_again_keeps_its_key_and_no_other_call_gets_it() {
    let mut page = asking();
    page.answer(true);
    let key = page.calls()[0].key.clone();
    page.give(ToolResult::Error(ToolError::new("failed", "no answer")));
    page.reply(Value::Null);
    let told = page.view().data["results"][0]["key"].clone();
    assert_eq!(told, json!(key));
    for (to, own, again) in [("A", key.as_str(), true), ("B", key.as_str(), false), ("A", "foreign-1-0-0", false)] {
        let mut page = page.load(usual());
        let mut call = call("buy", to);
        call["key"] = json!(own);
        assert!(page.0.handle(Event::Edited { at_ms: 8, change: json!({ "again": call }) }).unwrap());
        assert_eq!(page.view().waiting, Wait::Approval, "the user approves it as any write");
        page.answer(true);
        assert_eq!((page.calls()[0].key == key, page.calls()[0].again), (again, again), "{to} {own}");
    }
}

#[test]
fn a_yes_accepts_only_the_card_that_was_shown() {
    let mut page = asking();
    let shown = page.call();
    page.answer(false);
    page.reply(json!([call("buy", "EVE")]));
    for stale in [shown, 0] {
        assert_eq!(page.say("ok", Some(stale)), Err("card_changed".into()));
    }
    assert_eq!(page.calls().len(), 0);
    let mut other = page.load(usual());
    assert_eq!(other.say("no, not her", Some(shown)), Ok(true), "words that are no yes are heard");
    assert_eq!(page.say("ok", Some(page.call())), Ok(true));
    assert_eq!(page.due(), ["buy EVE"]);
}
