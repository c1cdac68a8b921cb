//! What the model is asked in one call, without what is the same in all of them.

use crate::prompt::{Contract, Message, Role};
use crate::schema::Schema;

/// One call: `prompts::prompt` puts the golden context, the index of the fields and the language around it.
pub struct Ask {
    /// What to do, as a text from `prompts/`.
    pub task: String,
    /// Texts to rest on, by name.
    pub reference: Vec<(String, String)>,
    /// Name of the field that is made or changed, if the call is about one: what it depends on, its channel, guidance and
    /// answers are added.
    pub field: Option<String>,
    /// How to answer, as a text from `prompts/`.
    pub output: String,
    /// The shape of the answer.
    pub contract: Contract,
    /// What is put to the model after the system text: the user's words above all.
    pub words: Vec<Message>,
    /// How free the answer is.
    pub temperature: f64,
    /// How often an answer is sent back.
    pub corrections: u32,
    /// A blank answer is not sent back: it ends the operation.
    pub blank_fails: bool,
}

impl Ask {
    /// A call as most of them are: structured, sent back twice at most.
    pub fn new(task: impl Into<String>, output: &str, name: &'static str, schema: Schema) -> Ask {
        Ask {
            task: task.into(),
            reference: Vec::new(),
            field: None,
            output: output.to_owned(),
            contract: Contract { name, schema },
            words: Vec::new(),
            temperature: 0.7,
            corrections: 2,
            blank_fails: false,
        }
    }

    /// The same, with these words put to the model.
    #[must_use]
    pub fn saying(mut self, words: impl Into<String>) -> Ask {
        self.words.push(Message::new(Role::User, words));
        self
    }
}
