//! A shop without screens: a scripted agent that makes the calls of its model, and a page that shows it.
#![allow(dead_code)]

use std::rc::Rc;

use serde_json::{json, Map, Value};
use stepgate_engine::{
    AfterFailure, Always, AnySession, CardKind, Content, Copying, Definition, Effect, Event, HostCall, Lang, Opening,
    Script, Snapshot, ToolError, ToolResult, Until, View,
};

/// Makes the calls that the model lists. The preview of a call is its total, from a price in the memory.
pub(crate) struct Buyer;

impl Script for Buyer {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        let given: Value = serde_json::from_str(given).unwrap();
        match function {
            "memory" => Ok(json!({ "memory": { "price": 7, "once": given["input"] == "once" } })),
            "stages.talk.prompt" => Ok(json!({ "system": "Buy.", "wishes": true, "window": { "replies": 9_000 },
                "limits": { "maxSteps": 100, "once": given["memory"]["once"] } })),
            "stages.talk.decide" => {
                let step = match (&given["reply"]["ask"], &given["reply"]["calls"]) {
                    (Value::Null, Value::Null) => json!({ "listen": "talk" }),
                    (Value::Object(asked), _) => question(asked),
                    (_, calls) => json!({ "run": { "calls": calls, "then": "talk" } }),
                };
                let words = given["reply"]["words"].as_str().map(|words| json!({ "say": words }));
                Ok(json!({ "said": Vec::from_iter(words), "step": step }))
            }
            "on.returned" => {
                let mut memory = given["memory"].clone();
                memory["results"] = given["results"].clone();
                Ok(json!({ "memory": memory, "step": "usual" }))
            }
            // A reason for a no is said by the user, unless it was.
            "on.answered" => {
                let said: Vec<Value> = match &given["reason"] {
                    Value::String(reason) if given["heard"] != true => vec![json!({ "hear": reason })],
                    _ => Vec::new(),
                };
                Ok(json!({ "said": said, "step": "usual" }))
            }
            "on.edited" => match (given["change"]["price"].as_u64(), &given["change"]["again"]) {
                (Some(price), _) => {
                    let once = &given["memory"]["once"];
                    Ok(json!({ "memory": { "price": price, "once": once }, "step": "stay" }))
                }
                (_, call) => Ok(json!({ "step": { "run": { "calls": [call], "then": "talk" } } })),
            },
            "view" => Ok(json!({ "data": given["memory"] })),
            "tools.buy.access" | "tools.pay.access" => rule(&given["args"]),
            "tools.buy.check" => {
                let mut preview = json!({ "total": given["memory"]["price"] });
                if given["args"]["to"].as_str().is_some_and(|to| to.starts_with("titled")) {
                    preview["title"] = json!("Buy one for 7");
                }
                Ok(json!({ "preview": preview }))
            }
            other => Err(format!("there is no function {other}")),
        }
    }
}

/// A question with a title and a preview. With calls in `then`, a yes makes them, and after a no the model is asked.
fn question(asked: &Map<String, Value>) -> Value {
    let buttons = json!([{ "role": "accept", "label": "Yes" }, { "role": "decline", "label": "No" }]);
    let card = json!({ "kind": "confirm", "title": asked["title"], "preview": asked.get("preview"), "buttons": buttons, "yes": [] });
    let (yes, no) = match asked.get("then") {
        Some(calls) => (json!({ "run": { "calls": calls, "then": "talk" } }), json!({ "think": "talk" })),
        None => (json!({ "listen": "talk" }), json!({ "listen": "talk" })),
    };
    json!({ "confirm": { "card": card, "yes": yes, "no": no } })
}

/// The rule of purchases, where there is one: it goes by the receiver.
fn rule(args: &Value) -> Result<Value, String> {
    match args["to"].as_str() {
        Some("free" | "titled free") => Ok(json!("run")),
        Some("never") => Ok(json!({ "deny": "Nobody may buy that." })),
        Some("odd") => Ok(json!("perhaps")),
        Some("broken") => Err("the rule is broken".into()),
        _ => Ok(json!("ask")),
    }
}

/// Today's tools: `buy` and `look`, as given. One that is `ruled` has a rule.
pub(crate) fn definition(mut tools: Value) -> Definition {
    let reply = json!({ "type": "object", "properties": { "calls": {}, "ask": {}, "words": {} } });
    let functions = ["on.answered", "on.returned", "on.edited", "view", "tools.buy.check"].map(str::to_owned);
    let rule = |tool: &mut Value| {
        let ruled = tool.as_object_mut().unwrap().remove("ruled");
        ruled.map(|_| format!("tools.{}.access", tool["name"].as_str().unwrap()))
    };
    let rules: Vec<String> = tools.as_array_mut().unwrap().iter_mut().filter_map(rule).collect();
    let functions: Vec<String> = functions.into_iter().chain(rules).collect();
    let value = json!({ "name": "buyer", "version": 1, "stages": [{ "name": "talk", "reply": reply }], "tools": tools, "functions": functions });
    Definition::read(&value).unwrap()
}

pub(crate) fn tool(name: &str, access: &str, properties: Value) -> Value {
    json!({ "name": name, "about": format!("Does {name}"), "access": access,
        "args": { "type": "object", "properties": properties } })
}

pub(crate) fn usual() -> Value {
    let to = json!({ "to": { "type": "string" } });
    json!([tool("buy", "write", to.clone()), tool("look", "read", to)])
}

/// The tools with a rule for purchases.
pub(crate) fn ruled() -> Value {
    let mut tools = usual();
    tools[0]["ruled"] = json!(true);
    tools
}

pub(crate) struct Page(pub(crate) Box<AnySession>);

impl Page {
    pub(crate) fn open() -> Self {
        Page::open_with(usual())
    }

    pub(crate) fn open_with(tools: Value) -> Self {
        Page::open_on(Value::Null, tools)
    }

    /// A page whose agent has writes with the same arguments made once, unless the user says otherwise.
    pub(crate) fn open_once(tools: Value) -> Self {
        Page::open_on("once".into(), tools)
    }

    fn open_on(input: Value, tools: Value) -> Self {
        let mut session = AnySession::scripted(Rc::new(definition(tools)), Rc::new(Buyer));
        let nonce = "own".to_owned();
        session.begin(Opening { input, seed: 1, nonce, lang: Lang::En.into(), at_ms: 1 }).unwrap();
        Page(session)
    }

    /// The session as a page with these tools loads it.
    pub(crate) fn load(&self, tools: Value) -> Page {
        Page::from(self.0.snapshot(), tools)
    }

    pub(crate) fn from(snapshot: Snapshot, tools: Value) -> Page {
        let mut session = AnySession::scripted(Rc::new(definition(tools)), Rc::new(Buyer));
        session.load(snapshot).unwrap();
        Page(session)
    }

    pub(crate) fn view(&self) -> View {
        self.0.view(0)
    }

    pub(crate) fn call(&self) -> u32 {
        self.view().call.unwrap()
    }

    pub(crate) fn say(&mut self, text: &str, card: Option<u32>) -> Result<bool, String> {
        let said = Event::Said { at_ms: 2, text: text.into(), with: Value::Null, card, parts: Vec::new() };
        self.0.handle(said).map_err(|refusal| refusal.code)
    }

    pub(crate) fn reply(&mut self, calls: Value) {
        self.reply_with(json!({ "calls": calls }));
    }

    pub(crate) fn reply_with(&mut self, reply: Value) {
        self.reply_text(reply.to_string());
    }

    pub(crate) fn reply_text(&mut self, text: String) {
        let call = self.call();
        let replied = Event::replied(3, call, text);
        assert!(self.0.handle(replied).unwrap());
    }

    pub(crate) fn answer_with(
        &mut self,
        accept: bool,
        args: Option<Value>,
        result: Option<Value>,
    ) -> Result<bool, String> {
        let call = self.call();
        let answered = Event::Answered {
            at_ms: 4,
            call,
            accept,
            args,
            reason: None,
            always: None,
            result,
            calls: None,
            after_failure: Default::default(),
        };
        self.0.handle(answered).map_err(|refusal| refusal.code)
    }

    /// Declines the open card for a reason.
    pub(crate) fn decline(&mut self, reason: &str) {
        let answered = Event::Answered {
            at_ms: 4,
            call: self.call(),
            accept: false,
            args: None,
            reason: Some(reason.to_owned()),
            always: None,
            result: None,
            calls: None,
            after_failure: Default::default(),
        };
        assert!(self.0.handle(answered).unwrap());
    }

    pub(crate) fn answer(&mut self, accept: bool) {
        assert_eq!(self.answer_with(accept, None, None), Ok(true));
    }

    pub(crate) fn allow_all(&mut self) {
        let (call, always) = (self.call(), Some(Always::until(Until::Session)));
        let answered = Event::Answered {
            at_ms: 4,
            call,
            accept: true,
            args: None,
            reason: None,
            always,
            result: None,
            calls: None,
            after_failure: Default::default(),
        };
        assert!(self.0.handle(answered).unwrap());
    }

    pub(crate) fn give(&mut self, result: ToolResult) {
        let (call, results) = (self.call(), vec![result; self.calls().len()]);
        assert!(self.0.handle(Event::returned(5, call, results)).unwrap());
    }

    pub(crate) fn doubt(&mut self, text: Option<&str>) {
        let (call, text) = (self.call(), text.map(str::to_owned));
        assert!(self.0.handle(Event::Doubted { at_ms: 6, call, text }).unwrap());
    }

    pub(crate) fn calls(&self) -> Vec<HostCall> {
        match self.0.effect() {
            Some(Effect::CallTool { tools, .. }) => tools,
            _ => Vec::new(),
        }
    }

    /// Arguments of the calls that the host makes now, in short.
    pub(crate) fn due(&self) -> Vec<String> {
        self.calls().iter().map(|call| format!("{} {}", call.name, call.args["to"].as_str().unwrap_or("-"))).collect()
    }

    /// Name and arguments of the call on the card.
    pub(crate) fn asked(&self) -> (CardKind, String, Value) {
        let card = self.view().card.unwrap();
        let tool = card.calls[0].clone();
        (card.kind, tool.name, tool.args)
    }

    pub(crate) fn code(&self) -> Option<String> {
        self.view().card.and_then(|card| card.code)
    }

    /// The codes of the complaints so far.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let code = |content| match content {
            Content::Correction { code, .. } => code,
            _ => None,
        };
        self.view().blocks.into_iter().filter_map(|block| code(block.content)).collect()
    }

    /// Results that the agent was told, in short.
    pub(crate) fn results(&self) -> Vec<String> {
        let told = &self.view().data["results"];
        let short = |one: &Value| one["result"].get("ok").unwrap_or(&one["result"]["error"]["code"]).to_string();
        told.as_array().unwrap().iter().map(short).collect()
    }
}

pub(crate) fn call(name: &str, to: &str) -> Value {
    json!({ "name": name, "args": { "to": to } })
}

/// The result of a tool that fails.
pub(crate) fn failed() -> ToolResult {
    ToolResult::Error(ToolError::new("down", "the shop is closed"))
}

impl Page {
    /// A page whose model has made these calls.
    pub(crate) fn after(calls: Value) -> Page {
        let mut page = Page::open();
        page.say("buy", None).unwrap();
        page.reply(calls);
        page
    }

    /// Says yes to these calls of the card.
    pub(crate) fn accept(
        &mut self,
        calls: &[u32],
        args: Option<Value>,
        after_failure: AfterFailure,
    ) -> Result<bool, String> {
        let (call, calls, reason) = (self.call(), Some(calls.to_vec()), None);
        let (at_ms, accept, always, result) = (4, true, None, None);
        let event = Event::Answered { at_ms, call, accept, calls, args, reason, always, after_failure, result };
        self.0.handle(event).map_err(|refusal| refusal.code)
    }

    /// The words of the model on the card.
    pub(crate) fn words(&self) -> Option<String> {
        self.view().card.unwrap().text
    }

    /// The calls on the card, in short.
    pub(crate) fn on_card(&self) -> Vec<String> {
        let card = self.view().card.unwrap();
        card.calls.iter().map(|call| format!("{} {}", call.name, call.args["to"].as_str().unwrap_or("-"))).collect()
    }

    pub(crate) fn stop(&mut self) {
        assert!(self.0.handle(Event::Stopped { at_ms: 7 }).unwrap());
    }

    /// Changes the price, and so the preview of each purchase.
    pub(crate) fn price(&mut self, price: u64) {
        assert!(self.0.handle(Event::Edited { at_ms: 7, change: json!({ "price": price }) }).unwrap());
    }

    pub(crate) fn copy(copying: Copying) -> Page {
        let mut session = AnySession::scripted(Rc::new(definition(usual())), Rc::new(Buyer));
        session.begin_copy(copying).unwrap();
        Page(session)
    }

    /// The session in another tab, or after a reload.
    pub(crate) fn reload(&mut self) {
        *self = self.load(usual());
    }
}
