//! A session that is played by hand.

use serde_json::{json, Value};
use stepgate::agents::content::{Content, Phase};
use stepgate::engine::{
    Content as Block, Effect, Event, HostCall, Opening, Refusal, Session, ToolError, ToolResult, View,
};
use stepgate::prompt::Message;
use stepgate::Lang;

pub(crate) struct Player {
    pub(crate) session: Session<Content>,
    since: u64,
}

impl Player {
    pub(crate) fn open(input: Value, lang: Lang) -> Player {
        let session = Session::open(Content::new(), Opening { input, seed: 7, lang, at_ms: 0 }).unwrap();
        Player { session, since: 0 }
    }

    /// A project where all phases before `phase` are done, and `phase` itself waits for approval if `done`.
    pub(crate) fn at(phase: Phase, done: bool, more: &Value, lang: Lang) -> Player {
        let through = Phase::ALL.iter().position(|other| *other == phase).unwrap() + usize::from(done);
        let phases = &Phase::ALL[..through];
        let status: serde_json::Map<String, Value> =
            phases.iter().map(|phase| (phase.name().to_owned(), json!("completed"))).collect();
        let text = |phase: &Phase| match lang {
            Lang::Zh => format!("{}的正文", phase.field_name(lang)),
            Lang::En => format!("The text of {}", phase.field_name(lang)),
        };
        let mut fields: Vec<Value> = phases
            .iter()
            .map(|phase| json!({ "name": phase.field_name(lang), "phase": phase.name(), "content": text(phase) }))
            .collect();
        fields.extend(more["fields"].as_array().cloned().unwrap_or_default());
        let mut state = json!({
            "project_id": "p", "project_name": "demo", "current_phase": phase.name(), "phase_status": status,
            "waiting_for_human": done,
            "golden_context": { "creator_profile": if lang == Lang::Zh { "专业、亲和" } else { "Plain and warm" } },
        });
        for (key, value) in more.as_object().into_iter().flatten().filter(|(key, _)| *key != "fields") {
            state[key] = value.clone();
        }
        state["fields"] = json!(fields);
        Player::open(json!({ "state": state }), lang)
    }

    fn handle(&mut self, event: Event) -> Result<bool, Refusal> {
        self.since = self.session.view(u64::MAX).revision;
        self.session.handle(event)
    }

    pub(crate) fn say(&mut self, text: &str) -> &mut Self {
        assert_eq!(self.handle(Event::Said { at_ms: 1, text: text.into(), with: Value::Null }), Ok(true), "{text}");
        self
    }

    pub(crate) fn edit(&mut self, change: Value) -> &mut Self {
        assert_eq!(self.handle(Event::Edited { at_ms: 1, change: change.clone() }), Ok(true), "{change}");
        self
    }

    /// The code of the refusal.
    pub(crate) fn refused(&mut self, change: Value) -> String {
        self.handle(Event::Edited { at_ms: 1, change }).expect_err("a refusal").code
    }

    pub(crate) fn reply(&mut self, value: &Value) -> &mut Self {
        self.raw(&value.to_string())
    }

    pub(crate) fn raw(&mut self, text: &str) -> &mut Self {
        let call = self.call();
        let event = Event::Replied { at_ms: 2, call, text: text.into(), reasoning: None, finish: None, usage: None };
        assert_eq!(self.handle(event), Ok(true));
        self
    }

    /// The server cut the reply off.
    pub(crate) fn cut_off(&mut self, text: &str) -> &mut Self {
        let (call, finish) = (self.call(), Some("length".into()));
        let event = Event::Replied { at_ms: 2, call, text: text.into(), reasoning: None, finish, usage: None };
        assert_eq!(self.handle(event), Ok(true));
        self
    }

    pub(crate) fn fail(&mut self) -> &mut Self {
        let call = self.call();
        let event = Event::Failed { at_ms: 2, call, code: "timeout".into(), text: "Timed out.".into() };
        assert_eq!(self.handle(event), Ok(true));
        self
    }

    pub(crate) fn stop(&mut self) -> &mut Self {
        assert_eq!(self.handle(Event::Stopped { at_ms: 3 }), Ok(true));
        self
    }

    /// The host answers each call; `None` is an error.
    pub(crate) fn host(&mut self, answer: impl Fn(&HostCall) -> Option<Value>) -> &mut Self {
        let Some(Effect::CallTool { call, tools }) = self.session.effect() else { panic!("no tool is called") };
        let result = |tool: &HostCall| match answer(tool) {
            Some(value) => ToolResult::Ok(value),
            None => ToolResult::Error(ToolError::new("timeout", "too slow")),
        };
        let results = tools.iter().map(result).collect();
        assert_eq!(self.handle(Event::Returned { at_ms: 2, call, results }), Ok(true));
        self
    }

    /// A reload.
    pub(crate) fn reload(&mut self) -> &mut Self {
        self.session = Session::resume(Content::new(), self.session.snapshot()).unwrap();
        self
    }

    fn call(&self) -> u32 {
        match self.session.effect() {
            Some(Effect::CallModel { call, .. }) => call,
            other => panic!("the model is not asked: {other:?}"),
        }
    }

    pub(crate) fn messages(&self) -> Vec<Message> {
        match self.session.effect() {
            Some(Effect::CallModel { messages, .. }) => messages,
            other => panic!("the model is not asked: {other:?}"),
        }
    }

    pub(crate) fn tools(&self) -> Vec<HostCall> {
        match self.session.effect() {
            Some(Effect::CallTool { tools, .. }) => tools,
            other => panic!("no tool is called: {other:?}"),
        }
    }

    pub(crate) fn view(&self) -> View {
        self.session.view(0)
    }

    pub(crate) fn data(&self) -> Value {
        self.session.view(u64::MAX).data
    }

    pub(crate) fn stage(&self) -> String {
        self.session.view(u64::MAX).stage.as_str().unwrap().to_owned()
    }

    pub(crate) fn field(&self, name: &str) -> Value {
        self.session.read(&json!({ "field": name })).unwrap()
    }

    /// The notes called `code` that the last event left.
    pub(crate) fn notes(&self, code: &str) -> Vec<Value> {
        let note = |block: Block| match block {
            Block::Note { code: found, data } if found == code => Some(data),
            _ => None,
        };
        self.session.view(self.since).blocks.into_iter().filter_map(|block| note(block.content)).collect()
    }

    /// What was said last.
    pub(crate) fn said(&self) -> String {
        let said = |block: Block| match block {
            Block::Said { text, .. } => Some(text),
            _ => None,
        };
        self.view().blocks.into_iter().rev().find_map(|block| said(block.content)).unwrap_or_default()
    }
}
