//! Problems: the parts of a value that do not fit, as data. `words` words them in each language.

use serde_json::Value;

use super::shape::Schema;
use super::words;
use crate::lang::{Lang, Text};
use stepgate_json::{Error, FromJson, Json, ToJson, Writer};

/// One part of a value that does not fit.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Problem {
    /// JSON pointer of the part.
    pub path: String,
    /// The value found there.
    pub found: Found,
    /// The values that would do.
    pub allowed: Allowed,
    /// The problem for a person: one sentence without paths. Without it, the engine words one from `path` and `allowed`.
    #[json(optional)]
    pub plain: Option<String>,
}

impl Problem {
    /// A problem at a place, without a sentence of its own for a person.
    pub fn at(path: impl Into<String>, found: impl Into<Found>, allowed: impl Into<Allowed>) -> Problem {
        Problem { path: path.into(), found: found.into(), allowed: allowed.into(), plain: None }
    }

    /// A problem that one sentence says, so that no other value is named.
    pub fn said(path: impl Into<String>, sentence: impl Into<String>) -> Problem {
        Problem::at(path, Found::Text(sentence.into()), Allowed::Unsaid)
    }
}

/// The type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// null.
    Null,
    /// true or false.
    Boolean,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// A text.
    String,
    /// A list.
    Array,
    /// A list of members with names.
    Object,
}

impl Type {
    /// The name in JSON Schema.
    pub(super) const fn json_name(self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::Boolean => "boolean",
            Type::Number => "number",
            Type::Integer => "integer",
            Type::String => "string",
            Type::Array => "array",
            Type::Object => "object",
        }
    }
}

/// The value that a [`Problem`] is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// No value, where there must be one.
    Missing,
    /// A value of a type.
    Type(Type),
    /// A short value, as JSON, behind its type. A longer text is cut off after 40 characters.
    Value(Type, String),
    /// A text of so many characters.
    Characters(usize),
    /// A list of so many items.
    Items(usize),
    /// An object of so many members.
    Members(usize),
    /// An object with these members, as a JSON string.
    With(String),
    /// A member beside the call that it belongs into.
    BesideCall(String),
    /// Arguments of a tool that do not say which is which.
    NamelessArgs(String),
    /// Arguments in this member, without the name of a tool.
    ArgsAlone(String),
    /// Two things that cannot both hold.
    Both(Box<(String, String)>),
    /// This call, and a reply without a call.
    CallAndNone(String),
    /// A part of the text, behind another; none if the text ends there.
    Behind(Box<(Option<String>, String)>),
    /// A list with equal items.
    EqualItems,
    /// A value that fits more than one of several schemas.
    FitsSeveral,
    /// The name of a member.
    Key,
    /// Several tools in one call.
    SeveralTools,
    /// A call behind words that end with a colon.
    AnnouncedCall,
    /// A call that is cut off, or has more in it than plain values.
    BrokenCall,
    /// A description by an agent or a tool, in the language of the session.
    Text(String),
}

/// The values that a [`Problem`] asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Allowed {
    /// No other value would do, and the [`Found`] of the problem is a sentence that says why.
    Unsaid,
    /// A value that fits a schema.
    Fitting(Fitting),
    /// One of these names.
    Names(Vec<String>),
    /// A value beside the member with this name.
    Beside(String),
    /// An object with one of these members, or with the call that follows.
    With(Box<(Vec<String>, String)>),
    /// Arguments, each with its name.
    Named(Vec<String>),
    /// The first member as a part of the second.
    Inside(Box<(String, String)>),
    /// An integer not beyond this one, above and below zero, or its digits as a text.
    Exact(&'static str),
    /// A description in the program.
    Said(Text),
    /// A description by an agent or a tool, in the language of the session.
    Text(String),
}

/// A schema, with the definitions that it refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitting {
    pub(super) schema: Schema,
    pub(super) scope: Vec<(String, Schema)>,
}

impl Found {
    /// The found value in words for a model, such as `string "perhaps"`, `number 7`, `object` or `missing`.
    pub fn in_lang(&self, lang: Lang) -> String {
        words::found_in(self, lang)
    }
}

impl Allowed {
    /// The allowed values in a few words for a model, such as `integer 1..6`; empty if the finding says all.
    pub fn in_lang(&self, lang: Lang) -> String {
        words::allowed_in(self, lang)
    }

    /// The allowed values in a few words for a person: without names of types and signs.
    pub fn in_plain_words(&self, lang: Lang) -> String {
        words::allowed_plainly(self, lang)
    }

    /// The order to give an allowed value: `must be integer 1..6`.
    pub(crate) fn demand(&self, lang: Lang) -> String {
        words::demand(self, lang)
    }
}

impl From<String> for Found {
    fn from(text: String) -> Self {
        Found::Text(text)
    }
}

impl From<Text> for Allowed {
    fn from(text: Text) -> Self {
        Allowed::Said(text)
    }
}

/// An empty text names no value.
impl From<String> for Allowed {
    fn from(text: String) -> Self {
        match text.is_empty() {
            true => Allowed::Unsaid,
            false => Allowed::Text(text),
        }
    }
}

impl ToJson for Found {
    fn write(&self, out: &mut Writer) {
        out.string(&self.in_lang(Lang::En));
    }
}

impl FromJson for Found {
    fn blank() -> Self {
        Found::Missing
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let mut text = String::new();
        text.take(value)?;
        *self = Found::from(text);
        Ok(())
    }
}

impl ToJson for Allowed {
    fn write(&self, out: &mut Writer) {
        out.string(&self.in_lang(Lang::En));
    }
}

impl FromJson for Allowed {
    fn blank() -> Self {
        Allowed::Unsaid
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let mut text = String::new();
        text.take(value)?;
        *self = Allowed::from(text);
        Ok(())
    }
}
