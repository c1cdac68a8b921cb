//! Outcomes and failures of tool calls (spec-tools.md 2.4).

use serde_json::Value;

use super::asked::Asked;
use stepgate_json::ToJson;
use stepgate_timetable::{Change, Day, Refused};

/// Result of a tool call (spec-tools.md 2.4).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Whether the call succeeded.
    pub ok: bool,
    /// `ok`, or the code of the failure.
    pub code: &'static str,
    /// Text for the model.
    pub text: String,
    /// JSON text for programs, where it differs from the text; see [`data`](Self::data).
    pub data: String,
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

impl Outcome {
    /// Success with a text for the model.
    pub(super) fn done(text: String) -> Self {
        Outcome { ok: true, code: "ok", text, ..Outcome::default() }
    }

    /// Success with a JSON answer, which is the model's text too.
    pub(super) fn answer(answer: &dyn ToJson) -> Self {
        Outcome::json(stepgate_json::to_text(answer))
    }

    /// Success with a JSON answer that is written already.
    pub(super) fn json(text: String) -> Self {
        Outcome::done(text)
    }

    /// Machine-readable result; `null` if there is none. For a tool that answers in JSON it is the answer.
    pub fn data(&self) -> Value {
        let json = if self.data.is_empty() && self.text.starts_with('{') { &self.text } else { &self.data };
        if json.is_empty() {
            return Value::Null;
        }
        let data = serde_json::from_str(json);
        debug_assert!(data.is_ok(), "not JSON: {json}");
        data.unwrap_or_default()
    }

    /// Days that the call changed, ascending.
    pub fn affected_days(&self) -> Vec<Day> {
        self.change.as_ref().map(Change::days).unwrap_or_default()
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
    /// JSON text for programs: the task in the way.
    pub data: String,
    /// The timetable's refusal, if it caused the failure. The user and the model read different sentences about it.
    pub refused: Option<Refused>,
}

impl Failure {
    /// Makes a boxed failure: the box keeps the results of the many fallible functions small.
    pub(super) fn new(code: &'static str, text: impl Into<String>) -> Box<Self> {
        Box::new(Failure { code, text: text.into(), told: None, data: String::new(), refused: None })
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
