//! A question to the user, as a page shows it.

use serde_json::Value;

use stepgate_json::{names, object};

/// A question to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The number to answer it by. Cards in the transcript have none.
    pub call: Option<u32>,
    /// What kind of question.
    pub kind: CardKind,
    /// The question in plain words.
    pub title: String,
    /// One sentence about the effect.
    pub text: Option<String>,
    /// What happens to text typed while the card is open.
    pub typed: Typed,
    /// The buttons, the affirmative one first.
    pub buttons: Vec<Button>,
    /// Approval: the tool and its exact arguments.
    pub tool: Option<CardTool>,
    /// What will change.
    pub preview: Value,
}

object!(Card { kind, title, typed, buttons } optional { call, text, tool, preview });

/// What kind of question a card asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// The agent asks.
    Confirm,
    /// A write tool asks.
    Approval,
    /// An interrupted write asks what became of it.
    Doubt,
}

names!(CardKind { Confirm "confirm", Approval "approval", Doubt "doubt" });

/// What happens to text typed while a card is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// It declines, and is the reason.
    Declines,
    /// The talk goes on.
    Continues,
}

names!(Typed { Declines "declines", Continues "continues" });

/// A tool call on a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardTool {
    /// Name of the tool.
    pub name: String,
    /// What it does.
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
    /// What pressing it means.
    pub role: ButtonRole,
    /// Its words.
    pub label: String,
    /// The edit that pressing it makes; absent: it answers the card.
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

/// What pressing a button means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonRole {
    /// Yes.
    Accept,
    /// No.
    Decline,
    /// Something else.
    Edit,
}

names!(ButtonRole { Accept "accept", Decline "decline", Edit "edit" });
