//! What the model is asked in one call, without what is the same in all of them.

use serde_json::Value;

use super::prompts::text;
use stepgate_engine::prompt::{render, Contract, Message, Role};
use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;

/// One call, in a box, since it goes from hand to hand: `prompts::prompt` puts the golden context, the index of the fields and the language around it.
pub(crate) struct Ask {
    /// What to do.
    pub(crate) task: String,
    /// Texts to rest on, by name.
    pub(crate) reference: Vec<(String, String)>,
    /// Name of the field that is made or changed, if the call is about one: what it depends on, its channel, guidance and
    /// answers are added.
    pub(crate) field: Option<String>,
    /// How to answer.
    pub(crate) output: String,
    /// The shape of the answer.
    pub(crate) contract: Contract,
    /// What is put to the model after the system text: the user's words above all.
    pub(crate) words: Vec<Message>,
    /// How free the answer is.
    pub(crate) temperature: f64,
    /// How often an answer is sent back.
    pub(crate) corrections: u32,
    /// A blank answer is not sent back: it ends the operation.
    pub(crate) blank_fails: bool,
}

/// The calls: name of the contract, names of the texts that say what to do and how to answer, tenths of the temperature, how
/// often an answer is sent back, whether a blank one ends the operation.
const CALLS: [(&str, &str, &str, u8, u8, bool); 17] = [
    ("route", "route", "output_route", 3, 1, true),
    ("question", "question", "output_question", 7, 2, true),
    ("intent_report", "intent_report", "output_report", 7, 2, false),
    ("plan_queries", "plan_queries", "output_queries", 7, 0, false),
    ("synthesize", "synthesize", "output_research", 7, 2, false),
    ("quick_research", "quick_research", "output_research", 7, 2, false),
    ("generate", "generate", "output_content", 7, 0, false),
    ("update", "update", "output_content", 7, 0, false),
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
    /// The call of this name; `values` are filled into its texts.
    pub(crate) fn new(name: &str, values: &Value, schema: Schema, lang: Lang) -> Box<Ask> {
        let is_it = |call: &&(&str, &str, &str, u8, u8, bool)| call.0 == name;
        let (name, task, output, tenths, corrections, blank_fails) =
            CALLS.iter().find(is_it).copied().unwrap_or(("none", "", "", 7, 0, false));
        Box::new(Ask {
            task: render(text(task, lang), values),
            reference: Vec::new(),
            field: None,
            output: render(text(output, lang), values),
            contract: Contract { name, schema },
            words: Vec::new(),
            temperature: f64::from(tenths) / 10.0,
            corrections: u32::from(corrections),
            blank_fails,
        })
    }

    /// The same, with these words put to the model.
    #[must_use]
    pub(crate) fn saying(mut self: Box<Ask>, words: &str) -> Box<Ask> {
        self.words.push(Message::new(Role::User, words));
        self
    }

    /// The same, with nothing put to the model but that it may begin.
    #[must_use]
    pub(crate) fn cued(self: Box<Ask>, lang: Lang) -> Box<Ask> {
        self.saying(text("cue", lang))
    }
}
