//! Session with a scripted model and host, reloaded before each answer.

use serde_json::{json, Value};
use stepgate_engine::prompt::Message;
use stepgate_engine::Lang;
use stepgate_engine::{Content, Effect, Event, HostCall, Opening, Refusal, Session, ToolError, ToolResult, View, Wait};
use stepgate_stepper::Stepper;

pub(crate) struct Desk {
    pub(crate) session: Session<Stepper>,
    pub(crate) clock: u64,
}

impl Desk {
    pub(crate) fn open(input: Value, lang: Lang) -> Desk {
        let opening = Opening { input, seed: 3, lang, at_ms: 0, ..Opening::default() };
        Desk { session: Session::open(Stepper::new(), opening).unwrap(), clock: 0 }
    }

    /// Session in English that asks before each write and recalls no decision.
    pub(crate) fn usual() -> Desk {
        Desk::open(json!({ "config": { "cache": false } }), Lang::En)
    }

    /// Session with a plan of these steps, at the first thought.
    pub(crate) fn planned(input: Value, steps: &[&str]) -> Desk {
        let mut desk = Desk::open(input, Lang::En);
        desk.say("the task");
        desk.reply(json!({ "goal": "the goal", "steps": steps }));
        desk
    }

    pub(crate) fn view(&self) -> View {
        self.session.view(0)
    }

    pub(crate) fn data(&self) -> Value {
        self.view().data
    }

    pub(crate) fn reload(&mut self) {
        self.session = Session::resume(Stepper::new(), self.session.snapshot()).unwrap();
        let tick = Event::Ticked { at_ms: self.clock };
        self.session.handle(tick).unwrap();
    }

    pub(crate) fn send(&mut self, event: Event) -> Result<bool, Refusal> {
        self.session.handle(event)
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.reload();
        let event = Event::Said { at_ms: self.clock, text: text.into(), with: Value::Null };
        assert!(self.send(event).unwrap());
    }

    pub(crate) fn reply(&mut self, value: Value) {
        self.reload();
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        assert_eq!(self.view().waiting, Wait::Model, "nobody asked for {text}");
        let (at_ms, call) = (self.clock, self.view().call.unwrap());
        assert!(self.send(Event::Replied { at_ms, call, text, reasoning: None, finish: None, usage: None }).unwrap());
    }

    /// Thinks, continues the step, and chooses this action.
    pub(crate) fn act(&mut self, tool: &str, params: Value) {
        self.reply(json!("I look at it."));
        self.reply(json!({ "reason": "not yet", "is_complete": false }));
        self.reply(json!({ "tool_name": tool, "description": format!("use {tool}"), "params": params }));
    }

    /// Thinks, and completes the step.
    pub(crate) fn done(&mut self) {
        self.reply(json!("It is there."));
        self.reply(json!({ "reason": "done", "is_complete": true }));
    }

    pub(crate) fn give(&mut self, result: ToolResult) {
        self.reload();
        let (at_ms, call) = (self.clock, self.view().call.unwrap());
        assert!(self.send(Event::Returned { at_ms, call, results: vec![result] }).unwrap());
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.give(ToolResult::Ok(text.into()));
    }

    pub(crate) fn failure(&mut self, code: &str) {
        self.give(ToolResult::Error(ToolError::new(code, "it did not work")));
    }

    pub(crate) fn answer(&mut self, accept: bool, args: Option<Value>, reason: Option<&str>) -> Result<bool, Refusal> {
        self.reload();
        let (at_ms, call) = (self.clock, self.view().call.unwrap());
        self.send(Event::Answered { at_ms, call, accept, args, reason: reason.map(str::to_owned), always: None })
    }

    pub(crate) fn edit(&mut self, change: Value) -> Result<bool, Refusal> {
        self.reload();
        self.send(Event::Edited { at_ms: self.clock, change })
    }

    pub(crate) fn host(&self) -> HostCall {
        match self.session.effect() {
            Some(Effect::CallTool { tools, .. }) => tools.into_iter().next().unwrap(),
            other => panic!("no tool is called: {other:?}"),
        }
    }

    pub(crate) fn messages(&self) -> Vec<Message> {
        match self.session.effect() {
            Some(Effect::CallModel { messages, .. }) => messages,
            other => panic!("no model is called: {other:?}"),
        }
    }

    /// All texts of the prompt that waits for the model.
    pub(crate) fn told(&self) -> String {
        self.messages().into_iter().map(|message| message.content + "\n").collect()
    }

    pub(crate) fn task(&self) -> Value {
        self.data()["task"].clone()
    }

    /// Errors of the actions of the step at `index`.
    pub(crate) fn errors(&self, index: usize) -> Vec<Value> {
        let task = self.task();
        task["steps"][index]["actions"].as_array().unwrap().iter().map(|action| action["error"].clone()).collect()
    }

    /// Codes of the notices so far.
    pub(crate) fn notices(&self) -> Vec<String> {
        let notice = |content: Content| match content {
            Content::Note { code, data } if code == "notice" => Some(data["code"].as_str().unwrap().to_owned()),
            _ => None,
        };
        self.view().blocks.into_iter().filter_map(|block| notice(block.content)).collect()
    }
}

/// Configuration without the decision cache.
pub(crate) fn uncached() -> Value {
    json!({ "config": { "cache": false } })
}

pub(crate) fn write(path: &str, content: &str) -> Value {
    json!({ "path": path, "content": content })
}
