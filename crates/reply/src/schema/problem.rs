//! Problems: how they are made, worded and read. Their types stand beside those of schemas.

use serde_json::Value;

use super::shape::{Allowed, Found, Problem, Type};
use super::words;
use crate::lang::{Lang, Text};
use stepgate_json::{Error, FromJson, ToJson, Writer};

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
