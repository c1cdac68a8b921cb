//! Session with a scripted model and host. It is resumed from its snapshot before each step, so every test also shows
//! that a reload loses nothing.

use serde_json::Value;
use stepgate_engine::prompt::Message;
use stepgate_engine::{
    Agent, Content, Effect, Event, HostCall, Lang, Opening, Refusal, Session, Snapshot, ToolError, ToolResult, View,
};

/// Session of an agent, driven step by step. A step that the session ignores or refuses fails the test, unless its
/// result is returned.
pub struct Desk<A: Agent> {
    /// The session, for what the desk has no word for.
    pub session: Session<A>,
    /// Time of the next event, in milliseconds.
    pub now: u64,
    /// Milliseconds that pass before each step.
    pub pace: u64,
    agent: fn() -> A,
    /// Revision before the last step.
    since: u64,
}

impl<A: Agent> Desk<A> {
    /// Opens a session at 0 ms with seed 3.
    pub fn open(agent: fn() -> A, input: Value, lang: Lang) -> Self {
        let opening = Opening { input, seed: 3, lang: lang.into(), at_ms: 0, ..Opening::default() };
        Desk { session: Session::open(agent(), opening).unwrap(), now: 0, pace: 0, agent, since: 0 }
    }

    /// Resumes from the session's own snapshot, and checks that the page shows the same.
    pub fn reload(&mut self) {
        let shown = self.view();
        self.resume(self.session.snapshot());
        assert_eq!(self.view(), shown, "a reload changes what the page shows");
    }

    /// Resumes from this snapshot.
    pub fn resume(&mut self, snapshot: Snapshot) {
        self.session = Session::resume((self.agent)(), snapshot).unwrap();
        if A::TICKS {
            self.session.handle(Event::Ticked { at_ms: self.now }).unwrap();
        }
    }

    /// Sends an event without a reload. A refused event must change nothing.
    pub fn send(&mut self, event: Event) -> Result<bool, Refusal> {
        let before = self.session.snapshot();
        let handled = self.session.handle(event);
        if handled.is_err() {
            assert_eq!(self.session.snapshot(), before, "a refused event changes nothing");
        }
        handled
    }

    /// Sends the event that `event` makes of the time and the number of the open call.
    fn step(&mut self, event: impl FnOnce(u64, u32) -> Event) -> Result<bool, Refusal> {
        self.reload();
        self.since = self.view().revision;
        self.now += self.pace;
        let event = event(self.now, self.view().call.unwrap_or_default());
        self.send(event)
    }

    fn must(&mut self, event: impl FnOnce(u64, u32) -> Event) -> &mut Self {
        assert_eq!(self.step(event), Ok(true), "{:?}", self.said());
        self
    }

    /// Sends what the user said.
    pub fn say(&mut self, text: &str) -> &mut Self {
        let text = text.to_owned();
        self.must(|at_ms, _| Event::said(at_ms, text))
    }

    /// Sends what the user said, with the page's own data.
    pub fn say_with(&mut self, text: &str, with: Value) -> Result<bool, Refusal> {
        let text = text.to_owned();
        self.step(|at_ms, _| Event::Said { at_ms, text, with, card: None, parts: Vec::new() })
    }

    /// Sends a reply of the model: a string as it is, anything else as JSON.
    pub fn reply(&mut self, reply: impl Into<Value>) -> &mut Self {
        let reply = reply.into();
        let text = reply.as_str().map_or_else(|| reply.to_string(), str::to_owned);
        self.replied(&text, None)
    }

    /// Sends a reply that ended for the reason `finish`, in the server's word.
    pub fn replied(&mut self, text: &str, finish: Option<&str>) -> &mut Self {
        self.messages();
        let (text, finish) = (text.to_owned(), finish.map(str::to_owned));
        self.must(|at_ms, call| Event::Replied {
            at_ms,
            call,
            text,
            reasoning: None,
            finish,
            usage: None,
            left_out: Vec::new(),
        })
    }

    /// Fails the open call of the model or of a tool.
    pub fn fail(&mut self, code: &str, text: &str) -> &mut Self {
        let (code, text) = (code.to_owned(), text.to_owned());
        self.must(|at_ms, call| Event::Failed { at_ms, call, code, text, detail: None })
    }

    /// Returns results of the tools that were called.
    pub fn give(&mut self, results: Vec<ToolResult>) -> &mut Self {
        self.must(|at_ms, call| Event::returned(at_ms, call, results))
    }

    /// Answers each called tool; `None` stands for an error.
    pub fn answer_tools(&mut self, answer: impl Fn(&HostCall) -> Option<Value>) -> &mut Self {
        let failed = || ToolResult::Error(ToolError::new("timeout", "too slow"));
        let results = self.tools().iter().map(|tool| answer(tool).map_or_else(failed, ToolResult::Ok)).collect();
        self.give(results)
    }

    /// Answers the open card.
    pub fn answer(&mut self, accept: bool, args: Option<Value>, reason: Option<&str>) -> &mut Self {
        assert_eq!(self.try_answer(accept, args, reason), Ok(true), "{:?}", self.said());
        self
    }

    /// Answers the open card; the session may ignore or refuse it.
    pub fn try_answer(&mut self, accept: bool, args: Option<Value>, reason: Option<&str>) -> Result<bool, Refusal> {
        let reason = reason.map(str::to_owned);
        self.step(|at_ms, call| Event::Answered {
            at_ms,
            call,
            accept,
            args,
            reason,
            always: None,
            result: None,
            calls: None,
            after_failure: Default::default(),
        })
    }

    /// Sends a change of the page.
    pub fn edit(&mut self, change: Value) -> &mut Self {
        assert_eq!(self.try_edit(change.clone()), Ok(true), "{change}");
        self
    }

    /// Sends a change of the page, which the session may ignore or refuse.
    pub fn try_edit(&mut self, change: Value) -> Result<bool, Refusal> {
        self.step(|at_ms, _| Event::Edited { at_ms, change })
    }

    /// Sends a change of the page that is refused, and returns the refusal's code.
    pub fn refused(&mut self, change: Value) -> String {
        let told = change.to_string();
        self.try_edit(change).map_or_else(|refusal| refusal.code, |_| panic!("{told} is not refused"))
    }

    /// Presses stop.
    pub fn stop(&mut self) -> &mut Self {
        self.must(|at_ms, _| Event::Stopped { at_ms })
    }

    /// All that the page shows.
    pub fn view(&self) -> View {
        self.session.view(0)
    }

    /// The agent's data in the view.
    pub fn data(&self) -> Value {
        self.session.view(u64::MAX).data
    }

    /// Number of the call or card that the session waits for.
    pub fn call(&self) -> u32 {
        self.view().call.unwrap_or_else(|| panic!("nothing is called: {:?}", self.said()))
    }

    /// Name of the contract and messages of the open model call.
    pub fn request(&self) -> (String, Vec<Message>) {
        match self.session.effect() {
            Some(Effect::CallModel { messages, contract, .. }) => (contract.name.to_string(), messages),
            other => panic!("the model is not asked: {other:?} {:?}", self.said()),
        }
    }

    /// Messages of the open model call.
    pub fn messages(&self) -> Vec<Message> {
        self.request().1
    }

    /// All texts of the open model call.
    pub fn told(&self) -> String {
        self.messages().into_iter().map(|message| message.content + "\n").collect()
    }

    /// Tools of the open tool call.
    pub fn tools(&self) -> Vec<HostCall> {
        match self.session.effect() {
            Some(Effect::CallTool { tools, .. }) => tools,
            other => panic!("no tool is called: {other:?} {:?}", self.said()),
        }
    }

    /// Answer of the session to a query.
    pub fn read(&self, query: Value) -> Value {
        self.session.read(&query).unwrap_or_else(|refusal| panic!("{query}: {refusal}"))
    }

    /// Last message to the user; empty if there is none.
    pub fn said(&self) -> String {
        let said = self.view().blocks.into_iter().rev().find_map(|block| match block.content {
            Content::Said { text, .. } => Some(text),
            _ => None,
        });
        said.unwrap_or_default()
    }

    /// Data of all notes with this code, in order.
    pub fn notes(&self, wanted: &str) -> Vec<Value> {
        self.notes_since(0, wanted)
    }

    /// Data of the notes with this code that the last step added.
    pub fn new_notes(&self, wanted: &str) -> Vec<Value> {
        self.notes_since(self.since, wanted)
    }

    fn notes_since(&self, revision: u64, wanted: &str) -> Vec<Value> {
        let notes = self.session.view(revision).blocks.into_iter().filter_map(|block| match block.content {
            Content::Note { code, data } if code == wanted => Some(data),
            _ => None,
        });
        notes.collect()
    }

    /// The text of the open card; empty if the card has none.
    pub fn card_text(&self) -> String {
        let card = self.view().card.unwrap_or_else(|| panic!("no card is open: {:?}", self.said()));
        card.text.unwrap_or_default()
    }
}
