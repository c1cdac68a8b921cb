//! Page with a session of any agent, in English. Each step must be accepted, and the page loads the session anew after it.

use std::borrow::Borrow;

use serde_json::Value;
use stepgate_engine::{AnySession, Event, Lang, Opening, ToolResult};

/// The page.
pub struct Page {
    /// The session, for what the page has no word for.
    pub session: Box<AnySession>,
    agent: fn() -> Box<AnySession>,
}

impl Page {
    /// Begins a session with this input. `agent` gives one that has not begun.
    pub fn open(agent: fn() -> Box<AnySession>, input: Value) -> Self {
        let mut session = agent();
        let opening = Opening { input, seed: 1, nonce: "own".into(), lang: Lang::En.into(), at_ms: 1 };
        session.begin(opening).unwrap();
        Page { session, agent }
    }

    /// Sends the event that `event` makes of the number of the open call. Fails the test if none is open.
    pub fn send(self, event: impl FnOnce(u32) -> Event) -> Self {
        let call = self.session.view(u64::MAX).call.unwrap();
        self.handle(event(call))
    }

    fn handle(mut self, event: Event) -> Self {
        assert_eq!(self.session.handle(event), Ok(true));
        let snapshot = self.session.snapshot();
        self.session = (self.agent)();
        self.session.load(snapshot).unwrap();
        self
    }

    /// Sends what the user said.
    pub fn say(self, text: &str) -> Self {
        self.handle(Event::said(2, text))
    }

    /// Sends the model's reply.
    pub fn reply(self, reply: impl Borrow<Value>) -> Self {
        let text = reply.borrow().to_string();
        self.send(|call| Event::replied(3, call, text))
    }

    /// Sends the answer to the card.
    pub fn answer(self, accept: bool) -> Self {
        self.send(|call| Event::answered(4, call, accept))
    }

    /// Sends the result of the only call.
    pub fn give(self, result: ToolResult) -> Self {
        self.send(|call| Event::returned(5, call, vec![result]))
    }

    /// The view, as JSON.
    pub fn view(&self) -> Value {
        serde_json::to_value(self.session.view(0)).unwrap()
    }
}
