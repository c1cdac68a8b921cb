//! The task of the host, computed from the state.

use super::session::AnySession;
use super::wait::Waiting;
use super::wire::{Effect, WireContract};

impl AnySession {
    /// The task of the host now. `None`: the session waits for the user, or has ended.
    pub fn effect(&self) -> Option<Effect> {
        match &self.waiting {
            Waiting::Model { call, .. } => {
                let prompt = self.prompt();
                let open = self.scene().transcript.open_corrections(self.counters.in_a_row);
                Some(Effect::CallModel {
                    call: *call,
                    messages: prompt.messages(&self.scene().transcript, self.scene().thread, &open),
                    contract: WireContract {
                        name: prompt.contract.name.to_owned(),
                        schema: prompt.contract.schema.exported(),
                    },
                    sampling: prompt.sampling,
                    live: prompt.live,
                })
            }
            Waiting::Tool { call, run } => Some(Effect::CallTool { call: *call, tools: self.host_calls(run) }),
            _ => None,
        }
    }
}
