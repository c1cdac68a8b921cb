//! Pieces of a memory that are saved separately.

use std::borrow::Cow;

use stepgate_json::{self as json, ToJson};

/// A piece of an agent's memory that is saved separately.
pub struct Part<'a> {
    name: Cow<'a, str>,
    version: u64,
    content: Content<'a>,
}

enum Content<'a> {
    Value(&'a dyn ToJson),
    Text(String),
}

impl<'a> Part<'a> {
    /// A piece called `name`. `version` must change with every change of `value`. A piece that the agent no longer names is saved as
    /// null.
    pub fn new(name: impl Into<Cow<'a, str>>, version: u64, value: &'a dyn ToJson) -> Self {
        Part { name: name.into(), version, content: Content::Value(value) }
    }

    /// A piece without a version. The engine compares its JSON text with the last saved text at every event, so it should be small.
    pub fn compared(name: impl Into<Cow<'a, str>>, text: String) -> Self {
        Part { name: name.into(), version: UNKNOWN, content: Content::Text(text) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// JSON text of the piece.
    pub(crate) fn into_text(self) -> String {
        match self.content {
            Content::Value(value) => json::to_text(value),
            Content::Text(text) => text,
        }
    }
}

/// Version of a piece whose text must be compared whatever the agent's version is.
pub(crate) const UNKNOWN: u64 = u64::MAX;
