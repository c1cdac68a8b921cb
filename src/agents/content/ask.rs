//! What the model is asked in one call, without what is the same in all of them.

use crate::prompt::Contract;
use crate::prompt::Message;

/// One call: [`prompts::prompt`](super::prompts::prompt) puts the golden context, the index of the fields and the language around it.
pub struct Ask {
    /// What to do, as a text from `prompts/`.
    pub task: String,
    /// Texts to rest on, by name.
    pub reference: Vec<(String, String)>,
    /// Name of the field that is made or changed, if the call is about one: its channel, guidance and answers are added.
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
}
