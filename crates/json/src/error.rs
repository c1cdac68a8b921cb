//! The error of all crates of Stepgate. Its texts are for the programmer who embeds it, never for users or models.

use std::fmt;

use crate::pointer::push_step;

/// The kind of mistake that an [`Error`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// An event, an input or an argument has the wrong shape.
    Malformed,
    /// A snapshot has a format or a version that this build does not know.
    Version,
    /// The name of an agent, a tool or a query does not exist.
    Unknown,
    /// A schema uses a keyword or a value outside the supported subset of JSON Schema.
    Schema,
}

impl Kind {
    /// Makes an error of this kind; see [`Error::new`].
    pub fn at(self, place: impl Into<String>, text: impl Into<String>) -> Error {
        Error::new(self, place, text)
    }

    /// The name of the kind in JavaScript: `error.kind`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Malformed => "malformed",
            Kind::Version => "version",
            Kind::Unknown => "unknown",
            Kind::Schema => "schema",
        }
    }
}

/// A mistake of the embedding program: its kind, its place (a JSON pointer or a name), and what is allowed there.
///
/// ```
/// use stepgate_json::{Error, Kind};
///
/// let error = Error::new(Kind::Malformed, "/title", "must be a string").below("/tasks/0");
/// assert_eq!(error.to_string(), "/tasks/0/title: must be a string");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Mistake>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    kind: Kind,
    place: String,
    text: String,
}

impl Error {
    /// Makes an error of `kind` at `place` (a JSON pointer or a name); `text` says what is allowed there.
    pub fn new(kind: Kind, place: impl Into<String>, text: impl Into<String>) -> Self {
        Error(Box::new(Mistake { kind, place: place.into(), text: text.into() }))
    }

    /// The kind of mistake.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// Puts `key` in front of the place: the same mistake as the value sees it that holds the faulty one under `key`.
    pub fn within(mut self, key: &str) -> Self {
        let mut place = String::new();
        push_step(&mut place, key);
        self.0.place.insert_str(0, &place);
        self
    }

    /// Puts a JSON pointer in front of the place.
    pub fn below(mut self, pointer: &str) -> Self {
        self.0.place.insert_str(0, pointer);
        self
    }

    /// The explanation, without the place.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The place: a JSON pointer into the faulty value, or a name. Empty for the whole value.
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
