//! The memory as saved text, and its parts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::check;
use stepgate_json::{self as json, object, ToJson};

/// Saved text of a part that the agent no longer names.
pub(super) const GONE: &str = "null";

/// A piece of an agent's memory that is saved separately.
pub struct Part<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) version: u64,
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

    /// JSON text of the piece.
    pub(super) fn into_text(self) -> String {
        match self.content {
            Content::Value(value) => json::to_text(value),
            Content::Text(text) => text,
        }
    }
}

/// The memory and its parts as text, with the revisions that changed them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Saved {
    pub(super) memory: Piece,
    pub(super) parts: BTreeMap<String, Piece>,
}

object!(Saved { memory } optional { parts });

impl Saved {
    /// Copy that keeps only the names of unchanged parts.
    pub(super) fn apart_from(&self, now: &Saved) -> Saved {
        let mut parts = BTreeMap::new();
        for (name, piece) in self.parts.iter() {
            let piece = if now.holds(name, piece) { Piece::default() } else { piece.clone() };
            parts.insert(name.clone(), piece);
        }
        Saved { memory: self.memory.clone(), parts }
    }

    /// Reverses [`apart_from`](Self::apart_from): fills in the unchanged parts.
    pub(super) fn beside(&mut self, now: &Saved) {
        for (name, piece) in now.parts.iter() {
            if let Some(own) = self.parts.get_mut(name).filter(|own| own.text.is_empty()) {
                own.clone_from(piece);
            }
        }
    }

    /// Replaces the memory's text. Unchanged parts keep their piece.
    pub(super) fn rewrite(&mut self, memory: String, parts: Vec<Part>) {
        self.memory = Piece::new("", memory, UNKNOWN, self.memory.rev);
        for part in parts {
            let name = part.name.clone().into_owned();
            let text = part.into_text();
            if self.parts.get(&name).is_none_or(|piece| *piece.text != *text) {
                self.parts.insert(name.clone(), Piece::new(&name, text, UNKNOWN, 0));
            }
        }
    }

    /// Whether any part changed between `last` and `now`, having been the same as here in `last`.
    pub(super) fn loses(&self, last: &Saved, now: &Saved) -> bool {
        self.parts.iter().any(|(name, piece)| last.holds(name, piece) && !now.holds(name, piece))
    }

    /// Whether the part `name` is the same piece.
    fn holds(&self, name: &str, piece: &Piece) -> bool {
        self.parts.get(name).is_some_and(|own| Rc::ptr_eq(&own.text, &piece.text))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) text: Rc<str>,
    /// The agent's version of the text.
    pub(super) version: u64,
    /// The session's revision that changed it.
    pub(super) rev: u64,
    /// Checksum of its name and text.
    pub(super) check: u64,
}

object!(Piece { text, version, rev } without { check: 0 });

impl Piece {
    pub(super) fn new(name: &str, text: String, version: u64, rev: u64) -> Self {
        let check = check::of_part(name, &text);
        Piece { text: text.into(), version, rev, check }
    }

    /// The record to save: text and checksum.
    pub(super) fn record(&self) -> String {
        check::sealed(self.text.to_string(), self.check)
    }
}

/// Version of a piece whose text must be compared whatever the agent's version is.
pub(super) const UNKNOWN: u64 = u64::MAX;

impl Default for Piece {
    fn default() -> Self {
        Piece { text: Rc::from(""), version: 0, rev: 0, check: 0 }
    }
}
