//! Fields, the named texts of a project (spec.md 2.2).

use serde_json::Value;
use std::collections::BTreeMap;

use super::phase::Phase;
use stepgate_engine::Error;
use stepgate_json::{Json, Members, Writer};

/// Named text of a project.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Field {
    /// Name shown to users: not blank, unique in the project.
    pub name: String,
    /// The phase it belongs to.
    pub phase: Phase,
    /// Id, used by dependencies.
    #[json(optional)]
    pub id: String,
    /// Whether it is the phase's default field, the text a phase makes if no field is declared.
    #[json(optional)]
    pub is_default: bool,
    /// Kind of text.
    #[json(optional)]
    pub field_type: FieldType,
    /// Status of the text.
    #[json(optional)]
    pub status: FieldStatus,
    /// Instructions for the model. Saved with the questions and answers as the part `recipe:ID`.
    #[json(read)]
    pub ai_prompt: String,
    /// Questions to the user before the text is made.
    #[json(read)]
    pub pre_questions: Vec<String>,
    /// The user's answers, by question.
    #[json(read)]
    pub pre_answers: BTreeMap<String, String>,
    /// Whether the user wants it written without answers to the questions that are open.
    #[json(optional)]
    pub skips_questions: bool,
    /// Ids of the fields it depends on.
    #[json(optional)]
    pub depends_on: Vec<String>,
    /// Whether it needs all of them or one.
    #[json(optional)]
    pub dependency_type: DependencyType,
    /// Whether the user wants to review it: its phase stops for approval even if it is autonomous.
    #[json(optional)]
    pub need_review: bool,
    /// Name of the channel that it is written for.
    #[json(optional)]
    pub channel: Option<String>,
    /// Number of times its text was written.
    #[json(optional)]
    pub version: u32,
    /// Whether a text it was made from has changed since.
    #[json(optional)]
    pub stale: bool,
    /// Time its text was written, by the host's clock, in milliseconds.
    #[json(optional)]
    pub at_ms: u64,
    /// The text. Saved as the part `text:ID`.
    #[json(skip = String::new())]
    pub content: String,
    /// Earlier texts, oldest first. Saved as the part `history:ID`.
    #[json(skip = Vec::new())]
    pub history: Vec<Older>,
}

impl Field {
    /// Creates an empty field.
    pub fn new(id: &str, name: &str, phase: Phase) -> Field {
        Field { id: id.to_owned(), name: name.to_owned(), phase, ..Field::default() }
    }

    /// Creates the field that a template declares, in the template's phase, or else in `phase`. Its dependencies are set later.
    pub fn of(template: &Template, id: &str, name: &str, phase: Phase) -> Field {
        let template = template.clone();
        Field {
            field_type: template.field_type,
            ai_prompt: template.ai_prompt,
            pre_questions: template.pre_questions,
            dependency_type: template.dependency_type,
            need_review: template.need_review,
            channel: template.channel,
            ..Field::new(id, name, template.phase.unwrap_or(phase))
        }
    }

    /// Writes the recipe of the field: instructions, questions and answers.
    pub(crate) fn recipe(&self) -> Writer {
        let mut out = Writer::object();
        out.optional("ai_prompt", &self.ai_prompt);
        out.optional("pre_questions", &self.pre_questions);
        out.optional("pre_answers", &self.pre_answers);
        out
    }

    /// Reads a recipe that [`recipe`](Self::recipe) wrote.
    ///
    /// # Errors
    /// The recipe is malformed.
    pub(crate) fn take_recipe(&mut self, recipe: &Value) -> Result<(), Error> {
        let members = Members::of(recipe)?;
        members.optional("ai_prompt", &mut self.ai_prompt)?;
        members.optional("pre_questions", &mut self.pre_questions)?;
        members.optional("pre_answers", &mut self.pre_answers)
    }

    /// Whether the field has a recipe.
    pub(crate) fn has_recipe(&self) -> bool {
        !(self.ai_prompt.is_empty() && self.pre_questions.is_empty() && self.pre_answers.is_empty())
    }

    /// Sets the status to completed if there is a text, else to pending.
    pub fn settle(&mut self) {
        self.status = if self.has_content() { FieldStatus::Completed } else { FieldStatus::Pending };
    }

    /// The questions that the user has not answered.
    pub fn open_questions(&self) -> impl Iterator<Item = &String> {
        self.pre_questions
            .iter()
            .filter(|question| self.pre_answers.get(*question).is_none_or(|answer| answer.trim().is_empty()))
    }

    /// Whether the text is not blank.
    pub fn has_content(&self) -> bool {
        !self.content.trim().is_empty()
    }

    /// Whether it is a design or a produced text that can be simulated and evaluated.
    pub fn is_material(&self) -> bool {
        self.phase.is_middle() && self.has_content()
    }

    /// Whether it is the report of a trial.
    pub fn is_report(&self) -> bool {
        self.is_default && matches!(self.phase, Phase::Simulate | Phase::Evaluate)
    }

    /// Whether it satisfies the dependencies of other fields.
    pub fn is_done(&self) -> bool {
        self.status == FieldStatus::Completed && self.has_content()
    }
}

/// Earlier text of a field.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Older {
    /// Version.
    pub version: u32,
    /// The text.
    pub content: String,
    /// Time it was written, in milliseconds.
    #[json(optional)]
    pub at_ms: u64,
}

/// Kind of text in a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum FieldType {
    /// Plain text.
    #[default]
    Text,
    /// Markdown.
    Richtext,
    /// A list.
    List,
    /// Keys and values.
    Structured,
}

impl FieldType {
    /// Whether a text has this form: a list has an item on each line, and structured text has a key and a value on each line. Both may
    /// have headings.
    pub fn fits(self, text: &str) -> bool {
        let is_item = |line: &str| match self {
            FieldType::Text | FieldType::Richtext => true,
            FieldType::List => {
                let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
                line.starts_with(['-', '*', '•', '·'])
                    || rest.len() < line.len() && rest.starts_with(['.', ')', '、', '）'])
            }
            FieldType::Structured => line.contains([':', '：', '|']),
        };
        let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with([' ', '\t', '#']));
        lines.all(|line| is_item(line.trim()))
    }
}

/// Status of a field. `generating` is not among them: it is read from the work in progress and never saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum FieldStatus {
    /// There is no text yet.
    #[default]
    Pending,
    /// There is a text.
    Completed,
    /// The last attempt to make it failed; an older text is kept.
    Failed,
}

/// Whether a field needs all of its dependencies or one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum DependencyType {
    /// All of them.
    #[default]
    All,
    /// One of them.
    Any,
}

/// Declaration of a field. Its dependencies are names.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Template {
    /// Name; a number is appended if it is taken.
    pub name: String,
    /// Phase; by default the phase in which the template is declared.
    #[json(optional)]
    pub phase: Option<Phase>,
    /// Kind of text.
    #[json(optional)]
    pub field_type: FieldType,
    /// Instructions for the model.
    #[json(optional)]
    pub ai_prompt: String,
    /// Questions to the user before the text is made.
    #[json(optional)]
    pub pre_questions: Vec<String>,
    /// Names of the fields it depends on.
    #[json(optional)]
    pub depends_on: Vec<String>,
    /// Whether it needs all of them or one.
    #[json(optional)]
    pub dependency_type: DependencyType,
    /// Whether the user wants to review it.
    #[json(optional)]
    pub need_review: bool,
    /// Name of the channel that it is written for.
    #[json(optional)]
    pub channel: Option<String>,
}
