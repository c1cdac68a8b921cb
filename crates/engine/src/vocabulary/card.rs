//! Cards: questions to the user, as a page shows them.

use serde_json::Value;

use crate::vocabulary::assent::{consents, names};
use crate::vocabulary::choice::{named_by, Candidate};
use crate::vocabulary::origin::Origin;
use crate::vocabulary::receipt::Receipt;
use crate::vocabulary::unusual::{Unusual, Unusuals};
use stepgate_json::{FromJson, Json, Present, ToJson, Writer};

/// A question to the user.
#[derive(Clone, Debug, PartialEq, FromJson)]
pub struct Card {
    /// Kind of question.
    pub kind: CardKind,
    /// The question in plain words.
    pub title: String,
    /// Words of its own that say yes, beside the label of its button for yes: a text of nothing but consent and these accepts the card, as the
    /// first words that the user says at it. Absent: no words accept it.
    #[json(optional)]
    pub yes: Option<Vec<String>>,
    /// The buttons, the affirmative one first.
    pub buttons: Vec<Button>,
    /// Number to answer the card by. Cards in the transcript have none.
    #[json(optional)]
    pub id: Option<u32>,
    /// Name of the question, if the engine asks it: `was_it_done` and `do_it_again` about a write in doubt, `run_it_here` in a copy.
    #[json(optional)]
    pub code: Option<String>,
    /// One sentence about the effect.
    #[json(optional)]
    pub text: Option<String>,
    /// Approval: the calls that a yes runs, with their exact arguments, in order. Doubt: the calls that the question is about.
    #[json(optional)]
    pub calls: Vec<CardCall>,
    /// Approval: the calls of the same run that wait behind the card and begin after a yes, in order. The card does not ask about them. Doubt: the
    /// calls of the same run whose turn comes after the answer, unless the user stops them.
    #[json(optional)]
    pub then: Vec<NamedCall>,
    /// Approval: the calls of the same run that the rules of their tools deny. They do not run, whatever the answer is.
    #[json(optional)]
    pub denied: Vec<DeniedCall>,
    /// Choice: the candidates, of which the user takes one.
    #[json(optional)]
    pub candidates: Vec<Candidate>,
    /// Data of the agent about its question. An approval has a preview for each of its calls.
    #[json(optional)]
    pub preview: Value,
    /// The card in whose place this one stands, if words of the user led to the change. The engine gives it.
    #[json(optional)]
    pub replaces: Option<Replaces>,
}

impl ToJson for Card {
    fn write(&self, out: &mut Writer) {
        let Card { id, code, kind, title, text, yes, buttons, calls, then, denied, candidates, preview, replaces } =
            self;
        out.begin_object();
        out.member("kind", kind);
        out.member("title", title);
        out.optional("yes", yes);
        out.member("buttons", buttons);
        out.optional("id", id);
        out.optional("code", code);
        out.optional("text", text);
        out.optional("calls", calls);
        out.optional("then", then);
        out.optional("denied", denied);
        out.optional("candidates", candidates);
        out.optional("preview", preview);
        out.optional("replaces", replaces);
        out.optional("unusual", &self.unusual());
        out.end_object();
    }
}

impl Card {
    /// Whether a text says yes to the card, and nothing else.
    pub(crate) fn is_accepted_by(&self, text: &str) -> bool {
        let (Some(yes), Some(own)) = (self.button(ButtonRole::Accept), &self.yes) else { return false };
        consents(text, own.iter().chain([&yes.label]).map(String::as_str))
    }

    /// Whether a text is the label of the button for no, and nothing else. Where words cannot say yes either, as on a card about a write in doubt,
    /// no label says no.
    pub(crate) fn is_declined_by(&self, text: &str) -> bool {
        let Some(no) = self.button(ButtonRole::Decline) else { return false };
        let takes_words = self.yes.is_some() || self.kind == CardKind::Choice;
        takes_words && names(text, &no.label) && !self.is_accepted_by(text)
    }

    /// The candidate that a text names, and nothing else.
    pub(crate) fn named_by(&self, text: &str) -> Option<&Candidate> {
        named_by(text, &self.candidates)
    }

    /// Its first button with this meaning.
    pub(crate) fn button(&self, role: ButtonRole) -> Option<&Button> {
        self.buttons.iter().find(|button| button.role == role)
    }

    /// Data to show: the preview of the only call, or else the card's own.
    pub fn data(&self) -> &Value {
        match self.calls.as_slice() {
            [only] => &only.preview,
            _ => &self.preview,
        }
    }

    /// The card with what was found out about the same calls when it was put: the origins of values, and the differences from an earlier card.
    pub(crate) fn with_facts_of(mut self, put: Option<&Card>) -> Card {
        let Some(put) = put else { return self };
        self.replaces.clone_from(&put.replaces);
        for (call, known) in self.calls.iter_mut().zip(&put.calls) {
            let CardCall { origins, added, changed, .. } = known.clone();
            (call.origins, call.added, call.changed) = (origins, added, changed);
        }
        self
    }

    fn unusual(&self) -> Vec<Unusual> {
        let mut words = vec![("/title", self.title.as_str())];
        words.extend(self.text.as_deref().map(|text| ("/text", text)));
        let mut looked = Unusuals::default();
        words.iter().for_each(|(place, text)| looked.look(place, text));
        for (at, call) in self.calls.iter().enumerate() {
            looked.look(&format!("/calls/{at}/title"), &call.title);
            looked.walk(&format!("/calls/{at}/args"), &call.args);
            looked.walk(&format!("/calls/{at}/preview"), &call.preview);
        }
        for (at, call) in self.then.iter().enumerate() {
            looked.look(&format!("/then/{at}/title"), &call.title);
            looked.walk(&format!("/then/{at}/args"), &call.args);
        }
        for (at, call) in self.denied.iter().enumerate() {
            looked.walk(&format!("/denied/{at}/args"), &call.args);
        }
        for (at, candidate) in self.candidates.iter().enumerate() {
            looked.look(&format!("/candidates/{at}/label"), &candidate.label);
            candidate.about.iter().for_each(|about| looked.look(&format!("/candidates/{at}/about"), about));
        }
        looked.walk("/preview", &self.preview);
        looked.found
    }
}

/// Kind of question that a card asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum CardKind {
    /// The agent asks.
    Confirm,
    /// A write needs approval.
    Approval,
    /// An interrupted write is in doubt: did it take effect?
    Doubt,
    /// The user chooses one of several candidates.
    Choice,
}

/// A tool call on a card.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct CardCall {
    /// Name of the tool.
    pub name: String,
    /// The change in plain words: `title` of its preview or else the description of the tool.
    pub title: String,
    /// Description of the tool.
    pub about: String,
    /// The exact arguments.
    pub args: Value,
    /// JSON Schema of the arguments.
    pub schema: Value,
    /// Preview of the change.
    #[json(optional)]
    pub preview: Value,
    /// Approval: where the values of the arguments come from.
    #[json(optional)]
    pub origins: Vec<Origin>,
    /// Approval: whether a call with the same arguments has succeeded or was stopped while it ran before, was declined in the turn, or stands
    /// before it in its list.
    #[json(optional)]
    pub repeats: bool,
    /// Approval: calls of the tool that were made on another branch of the conversation and stay done, those with the same arguments first.
    #[json(optional)]
    pub elsewhere: Vec<Receipt>,
    /// Whether the card stands in another one's place, and the call stands in the place of none of its calls.
    #[json(optional)]
    pub added: bool,
    /// The differences from the call of the earlier card in whose place this one stands.
    #[json(optional)]
    pub changed: Vec<Change>,
}

/// A difference between the arguments of a call, or the preview of a card, and those of an earlier one.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Change {
    /// JSON pointer in them. They may have nothing there any more.
    pub path: String,
    /// The value before, which may be null. None: there was none.
    #[json(optional)]
    pub before: Present,
}

/// The card in whose place another one stands.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Replaces {
    /// Number of its block.
    pub block: u32,
    /// Calls on it or behind it that neither the other card has nor the same run makes, neither as they were nor changed.
    #[json(optional)]
    pub left_out: Vec<NamedCall>,
    /// Questions of the agent: the differences of the card's own preview from the earlier one.
    #[json(optional)]
    pub changed: Vec<Change>,
}

/// A call that a card names and does not ask about.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct NamedCall {
    /// Name of the tool.
    pub name: String,
    /// The change in plain words.
    pub title: String,
    /// The arguments.
    pub args: Value,
}

/// A call that a card names because the rule of its tool denies it.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct DeniedCall {
    /// Name of the tool.
    pub name: String,
    /// The change in plain words.
    pub title: String,
    /// The arguments.
    pub args: Value,
    /// The reason: the text of the rule.
    pub text: String,
}

/// A button of a card.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Button {
    /// Meaning of the button.
    pub role: ButtonRole,
    /// Label of the button.
    pub label: String,
    /// Edit that the button sends. Absent: the button answers the card.
    #[json(optional)]
    pub edit: Option<Value>,
}

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
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
