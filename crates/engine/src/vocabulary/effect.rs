//! Effects: the tasks that a session gives its host.

use std::rc::Rc;

use serde_json::Value;

use crate::prompt::{Live, Message, Sampling};
use crate::vocabulary::tool::HostCall;
use stepgate_json::{ToJson, Writer};

/// The task of the host. It is a function of the state: the same after a reload.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "an effect is the task of the host"]
pub enum Effect {
    /// Call the model and answer with [`Event::Replied`](crate::Event::Replied) or [`Event::Failed`](crate::Event::Failed).
    CallModel {
        /// The number to answer with.
        call: u32,
        /// The whole request, system message first.
        messages: Vec<Message>,
        /// Number of replies to this request that were refused. `messages` end with them: each refused reply, then what is wrong with it.
        corrections: u32,
        /// The shape of the reply.
        contract: WireContract,
        /// Sampling parameters.
        sampling: Sampling,
        /// Places in the reply of the text that a page may show while the reply is streaming.
        live: Live,
    },
    /// Run the tools (all at once, they are independent) and answer with [`Event::Returned`](crate::Event::Returned); or with
    /// [`Event::Doubted`](crate::Event::Doubted) if nobody knows whether a write was done. A write comes alone.
    CallTool {
        /// The number to answer with.
        call: u32,
        /// The calls, in the order of the expected results.
        tools: Vec<HostCall>,
    },
}

impl ToJson for Effect {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        match self {
            Effect::CallModel { call, messages, corrections, contract, sampling, live } => {
                out.member("type", &"call_model");
                out.member("call", call);
                out.member("messages", messages);
                out.member("corrections", corrections);
                out.member("contract", contract);
                out.member("sampling", sampling);
                out.member("live", live);
            }
            Effect::CallTool { call, tools } => {
                out.member("type", &"call_tool");
                out.member("call", call);
                out.member("tools", tools);
            }
        }
        out.end_object();
    }
}

/// A contract as the host sends it on.
#[derive(Clone, Debug, PartialEq, ToJson)]
#[non_exhaustive]
pub struct WireContract {
    /// Name for `response_format.json_schema.name`.
    pub name: String,
    /// JSON Schema (strict form).
    pub schema: Rc<Value>,
}
