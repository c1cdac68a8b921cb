//! The error of this crate: for the programmer who embeds it.

use std::fmt;

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
pub struct Error {
    kind: Kind,
    place: String,
    text: String,
}

impl Error {
    /// An error of `kind` at `place` (a JSON pointer, or a name), explained by `text`.
    pub fn new(kind: Kind, place: impl Into<String>, text: impl Into<String>) -> Self {
        Error { kind, place: place.into(), text: text.into() }
    }

    /// What kind of mistake it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Where it is: a JSON pointer into the offending value, or a name. Empty: the whole value.
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            write!(f, "{}", self.text)
        } else {
            write!(f, "{}: {}", self.place, self.text)
        }
    }
}

impl std::error::Error for Error {}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Error::new(Kind::Malformed, "", error.to_string())
    }
}
