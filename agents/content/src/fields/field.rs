//! Fields: the named texts a project is made of (content specification, 2.2).

use serde_json::Value;
use std::collections::BTreeMap;

use crate::project::Phase;
use stepgate_engine::Error;
use stepgate_json::{names, object, Members, Writer};

/// A named text with what it depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    /// What dependencies name it by.
    pub id: String,
    /// What people name it by: not blank, unique in the project.
    pub name: String,
    /// The phase it belongs to.
    pub phase: Phase,
    /// The text a phase makes where it declares no fields.
    pub is_default: bool,
    /// What kind of text it is.
    pub field_type: FieldType,
    /// How far it is.
    pub status: FieldStatus,
    /// What to write. With the questions and answers a part of its own, named by the id.
    pub ai_prompt: String,
    /// What the user is asked before it is made.
    pub pre_questions: Vec<String>,
    /// The answers, by question.
    pub pre_answers: BTreeMap<String, String>,
    /// Ids of the fields it is made from.
    pub depends_on: Vec<String>,
    /// Whether it needs all of them, or one.
    pub dependency_type: DependencyType,
    /// The user wants to look at it.
    pub need_review: bool,
    /// Name of the channel it is written for.
    pub channel: Option<String>,
    /// How often its text was written.
    pub version: u32,
    /// What it was made from has changed since.
    pub stale: bool,
    /// When its text was written, by the host's clock.
    pub at_ms: u64,
    /// The text. With `history` a part of its own, named by the id.
    pub content: String,
    /// The texts before this one, oldest first.
    pub history: Vec<Older>,
}

object!(write Field { name, phase } optional {
    id, is_default, field_type, status, depends_on, dependency_type, need_review, channel, version, stale, at_ms
});
object!(read Field { name, phase } optional {
    id, is_default, field_type, status, ai_prompt, pre_questions, pre_answers, depends_on, dependency_type, need_review, channel,
    version, stale, at_ms
} without { content: String::new(), history: Vec::new() });

impl Field {
    /// An empty field.
    pub fn new(id: &str, name: &str, phase: Phase) -> Field {
        Field { id: id.to_owned(), name: name.to_owned(), phase, ..Field::default() }
    }

    /// The field that a template declares: in its phase, else in this one. What it depends on is still to come.
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

    /// What it is made by: the prompt, the questions with their answers.
    pub(crate) fn recipe(&self) -> Writer {
        let mut out = Writer::object();
        out.optional("ai_prompt", &self.ai_prompt);
        out.optional("pre_questions", &self.pre_questions);
        out.optional("pre_answers", &self.pre_answers);
        out
    }

    /// Takes the recipe on as [`recipe`](Self::recipe) wrote it.
    ///
    /// # Errors
    /// It is malformed.
    pub(crate) fn take_recipe(&mut self, recipe: &Value) -> Result<(), Error> {
        let members = Members::of(recipe)?;
        members.optional("ai_prompt", &mut self.ai_prompt)?;
        members.optional("pre_questions", &mut self.pre_questions)?;
        members.optional("pre_answers", &mut self.pre_answers)
    }

    /// Whether it has one.
    pub(crate) fn has_recipe(&self) -> bool {
        !(self.ai_prompt.is_empty() && self.pre_questions.is_empty() && self.pre_answers.is_empty())
    }

    /// It is neither being made nor failed: completed if there is a text in it.
    pub fn settle(&mut self) {
        self.status = if self.has_content() { FieldStatus::Completed } else { FieldStatus::Pending };
    }

    /// Whether there is a text in it.
    pub fn has_content(&self) -> bool {
        !self.content.trim().is_empty()
    }

    /// Whether there is something in it to simulate and evaluate.
    pub fn is_material(&self) -> bool {
        self.phase.is_middle() && self.has_content()
    }

    /// Whether others can be made from it.
    pub fn is_done(&self) -> bool {
        self.status == FieldStatus::Completed && self.has_content()
    }
}

/// A text of a field from before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Older {
    /// Its version.
    pub version: u32,
    /// The text.
    pub content: String,
    /// When it was written.
    pub at_ms: u64,
}

object!(Older { version, content } optional { at_ms });

/// What kind of text a field holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldType {
    /// Text.
    #[default]
    Text,
    /// Markdown.
    Richtext,
    /// A list.
    List,
    /// Key and value.
    Structured,
}

names!(FieldType { Text "text", Richtext "richtext", List "list", Structured "structured" });

/// How far a field is. (That it is being generated is seen from the work under way, and never saved.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldStatus {
    /// Not made yet.
    #[default]
    Pending,
    /// There is a text.
    Completed,
    /// Making it failed; an older text is kept.
    Failed,
}

names!(FieldStatus { Pending "pending", Completed "completed", Failed "failed" });

/// Whether a field needs all that it depends on, or one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DependencyType {
    /// All.
    #[default]
    All,
    /// One.
    Any,
}

names!(DependencyType { All "all", Any "any" });

/// A field to be made. It names what it depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Template {
    /// Its name; made unique where there is one already.
    pub name: String,
    /// The phase; else the current one, or the one the template is for.
    pub phase: Option<Phase>,
    /// What kind of text.
    pub field_type: FieldType,
    /// What to write.
    pub ai_prompt: String,
    /// What to ask first.
    pub pre_questions: Vec<String>,
    /// Names of fields.
    pub depends_on: Vec<String>,
    /// All or one.
    pub dependency_type: DependencyType,
    /// The user wants to look at it.
    pub need_review: bool,
    /// Name of a channel.
    pub channel: Option<String>,
}

object!(Template { name } optional {
    phase, field_type, ai_prompt, pre_questions, depends_on, dependency_type, need_review, channel
});
