//! The task of the host, computed from the state.

use crate::session::any::AnySession;
use crate::session::waiting::Waiting;
use crate::transcript::messages::Results;
use crate::vocabulary::effect::{Effect, WireContract};

impl AnySession {
    /// The task of the host now. `None`: the session waits for the user, or has ended.
    pub fn effect(&self) -> Option<Effect> {
        match self.waits.now() {
            Waiting::Model { call, .. } => Some(self.call_model(*call)),
            Waiting::Tool { call, run } => Some(Effect::CallTool { call: *call, tools: self.host_calls(run) }),
            _ => None,
        }
    }

    /// How the model reads results, with the limits of the tools.
    pub(super) fn results<'a>(&self, limit: &'a dyn Fn(&str) -> Option<usize>) -> Results<'a> {
        Results { lang: self.lang(), scale: self.counters.scale(), limit }
    }

    /// Characters of a result of a tool that the model sees.
    pub(super) fn limit_of(&self, name: &str) -> Option<usize> {
        self.tool(name).and_then(|tool| tool.limit)
    }

    fn call_model(&self, call: u32) -> Effect {
        let prompt = self.prompt();
        let limit = |name: &str| self.limit_of(name);
        let results = self.results(&limit);
        let (thread, open) = (self.scene().thread(), self.transcript().open_corrections(self.counters.in_a_row()));
        Effect::CallModel {
            call,
            messages: self.transcript().messages(&prompt, thread, &open, &results),
            corrections: u32::try_from(open.len()).unwrap_or(u32::MAX),
            contract: WireContract { name: prompt.contract.name.to_owned(), schema: prompt.told().exported() },
            sampling: self.again.sampling(prompt.sampling),
            live: prompt.live,
        }
    }
}
