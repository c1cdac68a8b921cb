//! Steps: the agent's answers to "what next?", as data that survives a reload
//! (docs/decisions/004-steps-are-data.md).

use std::convert::Infallible;
use std::rc::Rc;

use serde_json::Value;

use crate::prompt::Prompt;
use crate::vocabulary::card::Card;
use crate::vocabulary::choice::Choice;
use crate::vocabulary::tool::ToolCall;
use stepgate_json::{none_of, FromJson, ToJson, Variant, Writer};
use stepgate_reply::schema::{Coercion, Problem};
use stepgate_reply::{self as reply, Error, Lang, Repair};

/// The next step. `S` is the agent's stage.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<S> {
    /// Enter the stage and ask the model.
    Think(S),
    /// Enter the stage and wait for the user.
    Listen(S),
    /// Run the tools (independent of each other, results in the order of the calls), then ask the model in the stage.
    Run(Vec<ToolCall>, S),
    /// Ask the user; the answer picks the step.
    Confirm {
        /// The card.
        card: Box<Card>,
        /// Step after yes.
        yes: Box<Step<S>>,
        /// Step after no.
        no: Box<Step<S>>,
    },
    /// Let one of several candidates be chosen, by the user on a card or by the model in a call of its own. The agent hears
    /// [`Happened::Chosen`](crate::Happened::Chosen).
    Choose {
        /// The choice.
        choice: Box<Choice>,
        /// Step after the choice.
        then: Box<Step<S>>,
        /// Step if the user takes none.
        no: Box<Step<S>>,
    },
    /// Take the turn back: return to before the user spoke, and hand the text back. The code names the reason.
    Retract(String),
    /// End with an outcome. If the user speaks again, the agent continues in the stage.
    Finish(Value, S),
    /// Keep the changes to the memory and continue the same wait: the same call, the same card. Only an edit and a tick can be answered
    /// like this; after any other event it means [`Step::Listen`].
    Stay,
}

impl<S: ToJson> ToJson for Step<S> {
    fn write(&self, out: &mut Writer) {
        match self {
            Step::Think(stage) => out.only_member("think", stage),
            Step::Listen(stage) => out.only_member("listen", stage),
            Step::Run(calls, then) => {
                out.begin_variant("run");
                out.member("calls", calls);
                out.member("then", then);
                out.end_variant();
            }
            Step::Confirm { card, yes, no } => {
                out.begin_variant("confirm");
                out.member("card", card);
                out.member("yes", yes);
                out.member("no", no);
                out.end_variant();
            }
            Step::Choose { choice, then, no } => {
                out.begin_variant("choose");
                out.member("choice", choice);
                out.member("then", then);
                out.member("no", no);
                out.end_variant();
            }
            Step::Retract(code) => out.only_member("retract", code),
            Step::Finish(outcome, then) => {
                out.begin_variant("finish");
                out.member("outcome", outcome);
                out.member("then", then);
                out.end_variant();
            }
            Step::Stay => out.string("stay"),
        }
    }
}

impl<S: FromJson> FromJson for Step<S> {
    fn blank() -> Self {
        Step::Listen(S::blank())
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let step = Variant::of(value)?;
        *self = match step.name() {
            "think" => Step::Think(S::blank()),
            "listen" => Step::Listen(S::blank()),
            "run" => Step::Run(Vec::new(), S::blank()),
            "confirm" => {
                let blank = || Box::new(Step::blank());
                Step::Confirm { card: Box::new(Card::blank()), yes: blank(), no: blank() }
            }
            "choose" => {
                let blank = || Box::new(Step::blank());
                Step::Choose { choice: Box::new(Choice::blank()), then: blank(), no: blank() }
            }
            "retract" => Step::Retract(String::new()),
            "finish" => Step::Finish(Value::Null, S::blank()),
            "stay" => Step::Stay,
            _ => return Err(none_of(&["think", "listen", "run", "confirm", "choose", "retract", "finish", "stay"])),
        };
        match self {
            Step::Think(stage) | Step::Listen(stage) => step.value(stage),
            Step::Retract(code) => step.value(code),
            Step::Run(calls, then) => {
                let members = step.members()?;
                members.required("calls", calls)?;
                members.required("then", then)
            }
            Step::Finish(outcome, then) => {
                let members = step.members()?;
                members.required("outcome", outcome)?;
                members.required("then", then)
            }
            Step::Stay => Ok(()),
            Step::Confirm { card, yes, no } => {
                let members = step.members()?;
                members.required("card", card)?;
                members.required("yes", yes)?;
                members.required("no", no)
            }
            Step::Choose { choice, then, no } => {
                let members = step.members()?;
                members.required("choice", choice)?;
                members.required("then", then)?;
                members.required("no", no)
            }
        }
    }
}

impl<S> Step<S> {
    /// Converts the stages to another type.
    pub(crate) fn map<T>(self, stage: fn(S) -> T) -> Step<T> {
        let Ok(step) = self.convert(&|then| Ok::<T, Infallible>(stage(then)));
        step
    }

    /// Converts the stages to another type.
    ///
    /// # Errors
    /// The first error of `stage`.
    pub(crate) fn try_map<T, E>(self, stage: fn(S) -> Result<T, E>) -> Result<Step<T>, E> {
        self.convert(&stage)
    }

    /// Converts the stages to another type.
    ///
    /// # Errors
    /// The first error of `stage`.
    pub(crate) fn convert<T, E>(self, stage: &impl Fn(S) -> Result<T, E>) -> Result<Step<T>, E> {
        let boxed = |step: Box<Step<S>>| Ok(Box::new(step.convert(stage)?));
        Ok(match self {
            Step::Think(then) => Step::Think(stage(then)?),
            Step::Listen(then) => Step::Listen(stage(then)?),
            Step::Run(calls, then) => Step::Run(calls, stage(then)?),
            Step::Confirm { card, yes, no } => Step::Confirm { card, yes: boxed(yes)?, no: boxed(no)? },
            Step::Choose { choice, then, no } => Step::Choose { choice, then: boxed(then)?, no: boxed(no)? },
            Step::Retract(code) => Step::Retract(code),
            Step::Finish(outcome, then) => Step::Finish(outcome, stage(then)?),
            Step::Stay => Step::Stay,
        })
    }
}

impl<S> Step<S> {
    /// The same step with `ask` set on every tool call.
    pub(crate) fn asking(self) -> Self {
        self.with_calls(|call| call.asking(true))
    }

    /// Shows each call that it makes, also after a yes.
    pub(crate) fn each_call(&self, see: &mut dyn FnMut(&ToolCall)) {
        match self {
            Step::Run(calls, _) => calls.iter().for_each(see),
            Step::Confirm { yes: then, .. } | Step::Choose { then, .. } => then.each_call(see),
            _ => {}
        }
    }

    /// The same step with other tool calls.
    pub(crate) fn with_calls(self, change: fn(ToolCall) -> ToolCall) -> Self {
        let boxed = |step: Box<Step<S>>| Box::new(step.with_calls(change));
        match self {
            Step::Run(calls, then) => Step::Run(calls.into_iter().map(change).collect(), then),
            Step::Confirm { card, yes, no } => Step::Confirm { card, yes: boxed(yes), no: boxed(no) },
            Step::Choose { choice, then, no } => Step::Choose { choice, then: boxed(then), no: boxed(no) },
            other => other,
        }
    }
}

impl<S: Clone> Step<S> {
    /// A card for the user.
    pub fn confirm(card: Card, yes: Step<S>, no: Step<S>) -> Self {
        Step::Confirm { card: Box::new(card), yes: Box::new(yes), no: Box::new(no) }
    }

    /// A choice. `no`: the step if the user takes none.
    pub fn choose(choice: Choice, then: Step<S>, no: Step<S>) -> Self {
        Step::Choose { choice: Box::new(choice), then: Box::new(then), no: Box::new(no) }
    }
}

/// A reply of the model that fits its contract.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// The value, repaired, coerced and checked.
    pub value: Value,
    /// The text as received; empty for a recalled decision.
    pub raw: String,
    /// Repairs to the JSON.
    pub repairs: Vec<Repair>,
    /// Values that were read differently from how they were written.
    pub coercions: Vec<Coercion>,
    /// Notices of the contract (a default replaced an unusable value).
    pub notices: Vec<String>,
    /// Whether the value was picked out of prose: the reply says more than the value, thinking, tags and a fence around it aside.
    pub in_prose: bool,
    /// Number of corrections before this reply.
    pub corrections: u32,
    /// Whether the agent recalled the decision, without a model call.
    pub recalled: bool,
    /// The prompt that was sent. None if an edit during the call changed what would be asked now.
    pub asked: Option<Rc<Prompt>>,
}

/// Message for the model: what is wrong with its decision, and what is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub(crate) code: String,
    pub(crate) text: String,
}

impl Complaint {
    /// A complaint about problems at places in the reply; its code is `invalid`.
    pub fn about(problems: &[Problem], lang: Lang) -> Self {
        Complaint::new("invalid", reply::complain_about(problems, lang))
    }

    /// A complaint in the agent's own words: one or two sentences that do not repeat the reply. The code says what is wrong, for whoever
    /// reads the transcript.
    pub fn new(code: impl Into<String>, text: impl Into<String>) -> Self {
        Complaint { code: code.into(), text: text.into() }
    }

    /// Several complaints as one: their texts in lines, and the code of the first. None if there is none.
    pub(crate) fn joined(all: impl Iterator<Item = Self>) -> Option<Self> {
        all.reduce(|all, more| Complaint { text: [&all.text, "\n", &more.text].concat(), ..all })
    }

    /// The code and the text.
    pub(crate) fn into_parts(self) -> (String, String) {
        (self.code, self.text)
    }
}

/// A function of an agent that failed: which one, and what is wrong with it, in words for the agent's author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

/// Why a call cannot run.
#[derive(Debug)]
pub enum Unfit {
    /// Its arguments are wrong, in words for the one who wrote them.
    Problems(Vec<Problem>),
    /// A function of the agent that looks at them failed.
    Fault(Fault),
}

/// Code of a turn that failed by a [`Fault`].
pub(crate) const AGENT_FAULT: &str = "agent_fault";

/// Message for the user: why this cannot be done now. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// A machine-readable code.
    pub code: String,
    /// One sentence.
    pub text: String,
}

impl From<Fault> for Refusal {
    fn from(Fault(text): Fault) -> Self {
        Refusal::new(AGENT_FAULT, text)
    }
}

impl Refusal {
    /// A refusal with its code and sentence.
    pub fn new(code: impl Into<String>, text: impl Into<String>) -> Self {
        Refusal { code: code.into(), text: text.into() }
    }
}
