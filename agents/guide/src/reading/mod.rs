//! A resume that comes as text: the memory of its reading (spec.md 4.8).
//!
//! The model reads the text into sections (`reply`), each word is checked against the text (`quotation`), and the user confirms
//! the result on a card (`card`). Until then the session has no resume.

pub(super) mod card;
mod quotation;
pub(super) mod reply;
pub(super) mod words;

use super::place::malformed;
use super::resume::Resume;
use stepgate_engine::prompt::render;
use stepgate_engine::{Error, Lang, Text};
use stepgate_json::{value, Json};

/// Longest text of a resume, in characters (spec.md 6).
const LONGEST: usize = 20_000;

const PROMPT: Text =
    Text { zh: include_str!("../../prompts/zh/reading.md"), en: include_str!("../../prompts/en/reading.md") };

/// A text that is being read into a resume.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Reading {
    /// The text.
    pub text: String,
    /// The user's last words about an earlier reading.
    #[json(optional)]
    pub remark: Option<String>,
    /// The resume that the model read, while the user is asked about it.
    #[json(optional)]
    pub resume: Option<Resume>,
    /// The parts of the text's lines that stand nowhere in `resume`.
    #[json(optional)]
    pub left_out: Vec<String>,
}

impl Reading {
    /// Begins to read a text; `place` is its JSON pointer. Its line ends become `\n`.
    ///
    /// # Errors
    /// `malformed`, if the text is blank or too long.
    pub(super) fn parse(text: &str, place: &str) -> Result<Reading, Error> {
        let text = text.trim().replace("\r\n", "\n").replace('\r', "\n");
        match text.chars().count() {
            0 => Err(malformed(place, "must not be blank")),
            count if count > LONGEST => {
                Err(malformed(place, &format!("has {count} characters; allowed are at most {LONGEST}")))
            }
            _ => Ok(Reading { text, ..Reading::default() }),
        }
    }

    /// Drops what was read.
    pub(super) fn again(&mut self) {
        self.resume = None;
        self.left_out.clear();
    }
}

/// The system message of the reading agent.
pub fn prompt(text: &str, lang: Lang) -> String {
    render(PROMPT.in_lang(lang).trim_end(), &value! { "text": text.replace("\"\"\"", "'''") })
}
