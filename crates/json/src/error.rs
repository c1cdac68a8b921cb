//! The error of this crate: for the programmer who embeds it.

use std::fmt;

use crate::push_step;

/// What kind of mistake an [`Error`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// An event, an input or an argument does not have the shape it must have.
    Malformed,
    /// A snapshot has a format or version this build does not know.
    Version,
    /// A name (of an agent, a tool, a query) that does not exist.
    Unknown,
    /// A schema uses something outside the supported subset.
    Schema,
}

impl Kind {
    /// An error of this kind; see [`Error::new`].
    pub fn at(self, place: impl Into<String>, text: impl Into<String>) -> Error {
        Error::new(self, place, text)
    }

    /// The name used at the JavaScript boundary.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Malformed => "malformed",
            Kind::Version => "version",
            Kind::Unknown => "unknown",
            Kind::Schema => "schema",
        }
    }
}

/// A mistake of the embedding program: what kind, where (a JSON pointer or a name), and what is allowed there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Mistake>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    kind: Kind,
    place: String,
    text: String,
}

impl Error {
    /// An error of `kind` at `place` (a JSON pointer, or a name), explained by `text`.
    pub fn new(kind: Kind, place: impl Into<String>, text: impl Into<String>) -> Self {
        Error(Box::new(Mistake { kind, place: place.into(), text: text.into() }))
    }

    /// What kind of mistake it is.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// The same mistake, seen from a value that holds the place under `key`.
    pub fn within(mut self, key: &str) -> Self {
        let mut place = String::new();
        push_step(&mut place, key);
        self.0.place.insert_str(0, &place);
        self
    }

    /// The same mistake, seen from a value that holds the place under the JSON pointer `pointer`.
    pub fn below(mut self, pointer: &str) -> Self {
        self.0.place.insert_str(0, pointer);
        self
    }

    /// What is wrong there, without the place.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Where it is: a JSON pointer into the offending value, or a name. Empty: the whole value.
    pub fn place(&self) -> &str {
        &self.0.place
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.place.is_empty() {
            write!(f, "{}", self.0.text)
        } else {
            write!(f, "{}: {}", self.0.place, self.0.text)
        }
    }
}

impl std::error::Error for Error {}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Error::new(Kind::Malformed, "", error.to_string())
    }
}
