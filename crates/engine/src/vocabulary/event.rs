//! Events: the data that a host gives a session.

use serde_json::Value;

use crate::vocabulary::earlier::Earlier;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::grant::Always;
use crate::vocabulary::tool::ToolResult;
use crate::vocabulary::usage::Usage;
use stepgate_json::Json;

/// An event. `at_ms` is the host's clock, in milliseconds since the epoch; `call` is the number of the wait that the event answers.
#[derive(Clone, Debug, PartialEq, Json)]
#[json(tag = "type", strict)]
#[non_exhaustive]
pub enum Event {
    /// The user spoke. `with` is the page's own data beside the text (options of this turn).
    Said {
        /// The host's clock.
        at_ms: u64,
        /// The text.
        text: String,
        /// The page's own data beside the text.
        #[json(optional)]
        with: Value,
        /// Number of the card that the page showed when the user wrote the text; 0: it showed none. A yes accepts no other card. None: the
        /// page does not say.
        #[json(optional)]
        card: Option<u32>,
        /// Images and files beside the text.
        #[json(optional)]
        parts: Vec<FilePart>,
    },
    /// The user wrote a text that may wait. While the model or a tool is at work it is queued, and said when the turn ends; else it is said at
    /// once.
    Queued {
        /// The host's clock.
        at_ms: u64,
        /// The text.
        text: String,
        /// The page's own data beside the text.
        #[json(optional)]
        with: Value,
        /// As in [`Event::Said`], for a text that is said at once. A queued yes accepts no card.
        #[json(optional)]
        card: Option<u32>,
        /// Whether the text ends the call of the model. Tools that run end first.
        #[json(optional)]
        interrupts: bool,
        /// Images and files beside the text.
        #[json(optional)]
        parts: Vec<FilePart>,
    },
    /// The user answered the card `call`.
    Answered {
        /// The host's clock.
        at_ms: u64,
        /// The card's number.
        call: u32,
        /// Whether the answer is yes.
        accept: bool,
        /// Approval only: places, from 0, of the calls on the card that the yes is for. The others are declined. None: all.
        #[json(optional)]
        calls: Option<Vec<u32>>,
        /// Approval only: the arguments as the user edited them; for a card with several calls a list of them, with null for those that stay.
        /// The engine checks them again.
        #[json(optional)]
        args: Option<Value>,
        /// The reason for a no.
        #[json(optional)]
        reason: Option<String>,
        /// Yes to an approval only: leave for further calls of the tools that are approved, without a question.
        #[json(optional)]
        always: Option<Always>,
        /// Approval of several calls only: whether those behind a call that fails run nevertheless.
        #[json(optional, rename = "afterFailure")]
        after_failure: AfterFailure,
        /// A write in doubt that was done only: its result, such as the number of a receipt.
        #[json(optional)]
        result: Option<Value>,
    },
    /// The user chose one of the candidates on the card `call`.
    Chosen {
        /// The host's clock.
        at_ms: u64,
        /// The card's number.
        call: u32,
        /// Id of the candidate.
        choice: String,
    },
    /// The user pressed a button of the card `call`.
    Pressed {
        /// The host's clock.
        at_ms: u64,
        /// The card's number.
        call: u32,
        /// Index of the button on the card.
        button: u32,
    },
    /// The page changed something without talk: a button, a field, a choice.
    Edited {
        /// The host's clock.
        at_ms: u64,
        /// The change; each agent documents its own. All agents understand `{"lang": tag}`, with a BCP 47 tag.
        change: Value,
    },
    /// The model replied to `call`.
    Replied {
        /// The host's clock.
        at_ms: u64,
        /// The number of the model call.
        call: u32,
        /// The reply's text as received.
        text: String,
        /// Reasoning that the server sent apart from the text.
        #[json(optional)]
        reasoning: Option<String>,
        /// Why the model stopped, in the server's word; `length` means that the text is cut off.
        #[json(optional, rename = "finishReason")]
        finish: Option<String>,
        /// Tokens, as the server counted them or the host estimated them, and what they cost.
        #[json(optional)]
        usage: Option<Usage>,
        /// Members of the request that the server refused and the host left off.
        #[json(optional, rename = "leftOut")]
        left_out: Vec<String>,
    },
    /// The host's tools returned, in the order of the effect's `tools`.
    Returned {
        /// The host's clock.
        at_ms: u64,
        /// The number of the tool call.
        call: u32,
        /// One result for each tool.
        results: Vec<ToolResult>,
        /// Images and files beside the results, one list for each. Absent: none.
        #[json(optional)]
        parts: Vec<Vec<FilePart>>,
    },
    /// The model or tool call failed for good (the host has retried what it could).
    Failed {
        /// The host's clock.
        at_ms: u64,
        /// The number of the call.
        call: u32,
        /// A machine-readable code.
        code: String,
        /// One sentence for the user.
        text: String,
        /// The other side's own words, if it said any.
        #[json(optional)]
        detail: Option<String>,
    },
    /// Time passed. The host sends ticks for agents with time limits.
    Ticked {
        /// The host's clock.
        at_ms: u64,
    },
    /// The write tool of `call` was started, and it is unknown whether it took effect.
    Doubted {
        /// The host's clock.
        at_ms: u64,
        /// The number of the tool call.
        call: u32,
        /// How it failed, if its answer was lost. None: the page was closed, or another tab took over.
        #[json(optional)]
        text: Option<String>,
    },
    /// The user pressed stop.
    Stopped {
        /// The host's clock.
        at_ms: u64,
    },
    /// The user goes back to an earlier state of the session, on a branch of its own. [`AnySession::way_back`](crate::AnySession::way_back)
    /// makes this event.
    Rewound {
        /// The host's clock.
        at_ms: u64,
        /// Number of entries of the conversation that goes on.
        to: u32,
        /// The state when it had these entries.
        state: Earlier,
        /// Whether the words that the user says next are to get another answer than before: the model is asked with another sampling.
        #[json(optional)]
        again: bool,
    },
}

impl Event {
    /// Words of the user without more.
    pub fn said(at_ms: u64, text: impl Into<String>) -> Event {
        Event::Said { at_ms, text: text.into(), with: Value::Null, card: None, parts: Vec::new() }
    }

    /// The user's answer to a card, a yes or a no without more.
    pub fn answered(at_ms: u64, call: u32, accept: bool) -> Event {
        let (calls, args, reason, always, result) = (None, None, None, None, None);
        Event::Answered { at_ms, call, accept, calls, args, reason, always, after_failure: AfterFailure::Stop, result }
    }

    /// The model's reply to a call, a text without more.
    pub fn replied(at_ms: u64, call: u32, text: impl Into<String>) -> Event {
        let (reasoning, finish, usage, left_out) = (None, None, None, Vec::new());
        Event::Replied { at_ms, call, text: text.into(), reasoning, finish, usage, left_out }
    }

    /// The results of the host's tools, without files.
    pub fn returned(at_ms: u64, call: u32, results: Vec<ToolResult>) -> Event {
        Event::Returned { at_ms, call, results, parts: Vec::new() }
    }

    /// The host's clock when it happened.
    pub fn at_ms(&self) -> u64 {
        match self {
            Event::Said { at_ms, .. }
            | Event::Queued { at_ms, .. }
            | Event::Answered { at_ms, .. }
            | Event::Chosen { at_ms, .. }
            | Event::Pressed { at_ms, .. }
            | Event::Edited { at_ms, .. }
            | Event::Replied { at_ms, .. }
            | Event::Returned { at_ms, .. }
            | Event::Failed { at_ms, .. }
            | Event::Ticked { at_ms }
            | Event::Doubted { at_ms, .. }
            | Event::Rewound { at_ms, .. }
            | Event::Stopped { at_ms } => *at_ms,
        }
    }

    /// Number of the wait that the event answers, if it answers one.
    pub fn call(&self) -> Option<u32> {
        match self {
            Event::Answered { call, .. }
            | Event::Chosen { call, .. }
            | Event::Pressed { call, .. }
            | Event::Replied { call, .. }
            | Event::Returned { call, .. }
            | Event::Failed { call, .. }
            | Event::Doubted { call, .. } => Some(*call),
            _ => None,
        }
    }

    /// Its name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Said { .. } => "said",
            Event::Queued { .. } => "queued",
            Event::Answered { .. } => "answered",
            Event::Chosen { .. } => "chosen",
            Event::Pressed { .. } => "pressed",
            Event::Edited { .. } => "edited",
            Event::Replied { .. } => "replied",
            Event::Returned { .. } => "returned",
            Event::Failed { .. } => "failed",
            Event::Ticked { .. } => "ticked",
            Event::Doubted { .. } => "doubted",
            Event::Stopped { .. } => "stopped",
            Event::Rewound { .. } => "rewound",
        }
    }
}

/// The fate of the approved calls behind one that fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum AfterFailure {
    /// They do not run; the model reads that.
    #[default]
    #[json(absent)]
    Stop,
    /// They run.
    GoOn,
}

/// The member of a change that has no other.
pub(crate) fn only_member(change: &Value) -> Option<(&str, &Value)> {
    let members = change.as_object().filter(|members| members.len() == 1)?;
    members.iter().next().map(|(name, value)| (name.as_str(), value))
}
