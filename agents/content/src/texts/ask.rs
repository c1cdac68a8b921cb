//! One call to the model, without the texts that all calls share.

use serde_json::Value;

use super::prompts::text;
use stepgate_engine::prompt::{render, Contract, Message, Role};
use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;

/// One call to the model. `assembly` adds the golden context, the index of the fields and the language.
pub(crate) struct Ask {
    /// The task.
    pub(crate) task: String,
    /// Names and contents of reference texts.
    pub(crate) reference: Vec<(String, String)>,
    /// Name of the field that is made or changed, if the call is about one. The prompt then contains its dependencies, channel,
    /// instructions and answers.
    pub(crate) field: Option<String>,
    /// Parts of the project that the call sees.
    pub(crate) context: Context,
    /// The form of the answer, in words.
    pub(crate) output: String,
    /// The contract of the answer.
    pub(crate) contract: Contract,
    /// The messages after the system message.
    pub(crate) words: Vec<Message>,
    /// Sampling temperature.
    pub(crate) temperature: f64,
    /// Number of corrections to ask for.
    pub(crate) corrections: u32,
    /// Whether a blank answer ends the operation at once, without a correction.
    pub(crate) blank_fails: bool,
}

/// Parts of the project that a call sees beside its reference texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// The golden context and the names of the fields.
    Whole,
    /// The same, each name with the first words of its text: a talk may be about any of them.
    Talk,
    /// The names of the fields.
    Names,
    /// The target personas, for a reader who is one of them. A reader does not know what the author intends.
    Personas,
    /// Nothing.
    Nothing,
}

/// All calls: name of the contract, names of the task's and the output's text, temperature in tenths, number of corrections, and
/// whether a blank answer ends the operation.
const CALLS: [(&str, &str, &str, u8, u8, bool); 17] = [
    ("route", "route", "output_route", 3, 1, true),
    ("question", "question", "output_question", 7, 2, true),
    ("intent_report", "intent_report", "output_report", 7, 2, false),
    ("plan_queries", "plan_queries", "output_queries", 7, 0, false),
    ("synthesize", "synthesize", "output_research", 7, 2, false),
    ("quick_research", "quick_research", "output_research", 7, 2, false),
    ("generate", "generate", "output_content", 7, 1, false),
    ("update", "update", "output_content", 7, 1, false),
    ("chat", "chat", "output_chat", 7, 0, true),
    ("look", "look", "output_chat", 7, 0, false),
    ("proposals", "propose", "output_proposals", 7, 2, false),
    ("simulate_consumer", "consumer", "output_chat", 8, 2, false),
    ("simulate_service", "service", "output_chat", 8, 2, false),
    ("simulate_feedback", "feedback", "output_feedback", 8, 2, false),
    ("evaluate_section", "grade", "output_grade", 5, 2, false),
    ("suggestions", "suggest", "output_suggestions", 5, 2, false),
    ("none", "", "", 7, 0, false),
];

impl Ask {
    /// Creates the call with this name; `values` fill the placeholders of its texts.
    pub(crate) fn new(name: &str, values: &Value, schema: Schema, lang: Lang) -> Box<Ask> {
        let is_it = |call: &&(&str, &str, &str, u8, u8, bool)| call.0 == name;
        let (name, task, output, tenths, corrections, blank_fails) =
            CALLS.iter().find(is_it).copied().unwrap_or(("none", "", "", 7, 0, false));
        Box::new(Ask {
            task: render(text(task, lang), values),
            reference: Vec::new(),
            field: None,
            context: Context::Whole,
            output: render(text(output, lang), values),
            contract: Contract { name, schema },
            words: Vec::new(),
            temperature: f64::from(tenths) / 10.0,
            corrections: u32::from(corrections),
            blank_fails,
        })
    }

    /// Adds a user message.
    #[must_use]
    pub(crate) fn saying(mut self: Box<Ask>, words: &str) -> Box<Ask> {
        self.words.push(Message::new(Role::User, words));
        self
    }

    /// Adds a user message that tells the model to begin.
    #[must_use]
    pub(crate) fn cued(self: Box<Ask>, lang: Lang) -> Box<Ask> {
        self.saying(text("cue", lang))
    }
}
