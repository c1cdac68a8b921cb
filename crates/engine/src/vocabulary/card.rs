//! Cards: questions to the user, as a page shows them.

use serde_json::Value;

use crate::vocabulary::unusual::{unusual_in, Unusual};
use stepgate_json::{names, object, ToJson, Writer};

/// A question to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Number to answer the card by. Cards in the transcript have none.
    pub id: Option<u32>,
    /// Kind of question.
    pub kind: CardKind,
    /// Name of the question, if the engine asks it: `was_it_done` and `do_it_again` about a write in doubt, `run_it_here` in a copy.
    pub code: Option<String>,
    /// The question in plain words.
    pub title: String,
    /// One sentence about the effect.
    pub text: Option<String>,
    /// Effect of text that the user types while the card is open.
    pub typed: Typed,
    /// The buttons, the affirmative one first.
    pub buttons: Vec<Button>,
    /// Approval: the tool and its exact arguments.
    pub tool: Option<CardTool>,
    /// Preview of the change.
    pub preview: Value,
}

object!(read Card { kind, title, typed, buttons } optional { id, code, text, tool, preview });

impl ToJson for Card {
    fn write(&self, out: &mut Writer) {
        let Card { id, code, kind, title, text, typed, buttons, tool, preview } = self;
        out.begin_object();
        out.member("kind", kind);
        out.member("title", title);
        out.member("typed", typed);
        out.member("buttons", buttons);
        out.optional("id", id);
        out.optional("code", code);
        out.optional("text", text);
        out.optional("tool", tool);
        out.optional("preview", preview);
        out.optional("unusual", &self.unusual());
        out.end_object();
    }
}

impl Card {
    fn unusual(&self) -> Vec<Unusual> {
        let mut words = vec![("/title", self.title.as_str())];
        words.extend(self.text.as_deref().map(|text| ("/text", text)));
        let mut values: Vec<(&str, &Value)> = self.tool.iter().map(|tool| ("/tool/args", &tool.args)).collect();
        values.push(("/preview", &self.preview));
        unusual_in(&words, &values)
    }
}

/// Kind of question that a card asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// The agent asks.
    Confirm,
    /// A write needs approval.
    Approval,
    /// An interrupted write is in doubt: did it take effect?
    Doubt,
}

names!(CardKind { Confirm "confirm", Approval "approval", Doubt "doubt" });

/// Effect of text that the user types while a card is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// The text declines the card and is the reason. A text that is only a yes accepts it.
    Declines,
    /// The text continues the conversation.
    Continues,
    /// The card stays open, and the model reads the text: its reply leaves the card, replaces it or drops it. A text that is only a yes
    /// accepts it.
    Asks,
}

names!(Typed { Declines "declines", Continues "continues", Asks "asks" });

impl Typed {
    /// Whether a text that is only a yes accepts the card.
    pub(crate) fn takes_yes(self) -> bool {
        matches!(self, Typed::Declines | Typed::Asks)
    }
}

/// A tool call on a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardTool {
    /// Name of the tool.
    pub name: String,
    /// Description of the tool.
    pub about: String,
    /// The exact arguments.
    pub args: Value,
    /// JSON Schema of the arguments.
    pub schema: Value,
}

object!(CardTool { name, about, args, schema });

/// A button of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// Meaning of the button.
    pub role: ButtonRole,
    /// Label of the button.
    pub label: String,
    /// Edit that the button sends. Absent: the button answers the card.
    pub edit: Option<Value>,
}

object!(Button { role, label } optional { edit });

impl Button {
    /// A button that answers the card.
    pub fn new(role: ButtonRole, label: impl Into<String>) -> Self {
        Button { role, label: label.into(), edit: None }
    }

    /// A button that makes an edit.
    pub fn edit(role: ButtonRole, label: impl Into<String>, edit: Value) -> Self {
        Button { role, label: label.into(), edit: Some(edit) }
    }
}

/// Meaning of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonRole {
    /// Yes.
    Accept,
    /// No.
    Decline,
    /// A write in doubt runs again. The answer is a yes to the card.
    Again,
    /// A write in doubt does not run again. The answer is a no to the card.
    Leave,
    /// Something else.
    Edit,
}

names!(ButtonRole { Accept "accept", Decline "decline", Again "again", Leave "leave", Edit "edit" });
