//! Outcomes and failures of tool calls (spec-tools.md 2.4).

use serde_json::Value;

use super::asked::Asked;
use stepgate_timetable::{Change, Refused};

/// Result of a tool call (spec-tools.md 2.4).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Whether the call succeeded.
    pub ok: bool,
    /// `ok`, or the code of the failure.
    pub code: &'static str,
    /// Text for the model.
    pub text: String,
    /// Machine-readable result; `null` if there is none. For a tool that answers in JSON it is the answer.
    pub data: Value,
    /// Change that the call made to the timetable.
    pub change: Option<Change>,
    /// Work that is left to the agent.
    pub action: Option<Box<Action>>,
}

/// Work that a tool leaves to the agent.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Let the host write a task class; the value is its normalised, valid input.
    UpsertTaskClass(Value),
    /// Search for a plan.
    Arrange(Asked),
    /// Let the host run the tool with these arguments.
    Host(Value),
}

/// The change that a write would make, and remarks on its times.
#[derive(Clone, Debug, PartialEq)]
pub struct Rehearsed {
    /// Its effect.
    pub effect: Effect,
    /// Sentences about clock times at which no section begins, with the one that is taken; one a line.
    pub notes: String,
}

/// Effect of a write.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Change of the timetable; empty for a tool that writes nothing by itself.
    Change(Change),
    /// The checked input of a task class.
    Class(Value),
}

impl Outcome {
    /// Success with a text for the model.
    pub(super) fn done(text: String) -> Self {
        Outcome { ok: true, code: "ok", text, ..Outcome::default() }
    }

    /// Success with a JSON answer, which is the model's text too.
    pub(super) fn answer(data: Value) -> Self {
        Outcome { text: stepgate_json::to_text(&data), data, ..Outcome::done(String::new()) }
    }
}

/// Failure of a call. The call changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Error code of spec-tools.md 2.4.
    pub code: &'static str,
    /// Text for the model.
    pub text: String,
    /// Sentence for the user, if it differs from the text: without the tool's name, and without JSON.
    pub told: Option<String>,
    /// Data for programs: the task in the way, or the answer of a tool that answers in JSON; `null` if there is none.
    pub data: Value,
    /// The timetable's refusal, if it caused the failure. The user and the model read different sentences about it.
    pub refused: Option<Refused>,
}

impl Failure {
    /// Makes a boxed failure: the box keeps the results of the many fallible functions small.
    pub(super) fn new(code: &'static str, text: impl Into<String>) -> Box<Self> {
        Box::new(Failure { code, text: text.into(), told: None, data: Value::Null, refused: None })
    }

    /// Makes a failure that is told to the model in JSON, and to the user in a sentence.
    pub(super) fn answer(code: &'static str, data: Value, told: String) -> Box<Self> {
        let text = stepgate_json::to_text(&data);
        Box::new(Failure { code, text, told: Some(told), data, refused: None })
    }

    /// Sentence for the user about a call that the timetable did not refuse.
    pub fn told(&self) -> &str {
        self.told.as_deref().unwrap_or(&self.text)
    }
}

impl From<Box<Failure>> for Outcome {
    fn from(failure: Box<Failure>) -> Self {
        let Failure { code, text, data, .. } = *failure;
        Outcome { code, text, data, ..Outcome::default() }
    }
}

/// Result of a tool's function.
pub(super) type Answer = Result<Outcome, Box<Failure>>;
