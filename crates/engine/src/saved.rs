//! The memory as it is saved: its text, and the pieces that are kept apart.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::check;
use stepgate_json::{self as json, object, ToJson};

/// What a part is saved as once the agent does not name it any more.
pub(super) const GONE: &str = "null";

/// A piece of an agent's memory that is saved apart.
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
    /// A piece called `name`; `version` moves with every change of `value`. A piece that is no longer named is saved as null.
    pub fn new(name: impl Into<Cow<'a, str>>, version: u64, value: &'a dyn ToJson) -> Self {
        Part { name: name.into(), version, content: Content::Value(value) }
    }

    /// A piece without a version: its text (JSON) is compared with the one that was saved last, at every event, so it should
    /// not be big.
    pub fn compared(name: impl Into<Cow<'a, str>>, text: String) -> Self {
        Part { name: name.into(), version: UNKNOWN, content: Content::Text(text) }
    }

    /// The piece as it is saved.
    pub(super) fn into_text(self) -> String {
        match self.content {
            Content::Value(value) => json::to_text(value),
            Content::Text(text) => text,
        }
    }
}

/// The memory as text, and the revisions that changed it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Saved {
    pub(super) memory: Piece,
    pub(super) parts: BTreeMap<String, Piece>,
}

object!(Saved { memory } optional { parts });

impl Saved {
    /// The same; of the parts that still are as they were here only the names.
    pub(super) fn apart_from(&self, now: &Saved) -> Saved {
        let mut parts = BTreeMap::new();
        for (name, piece) in self.parts.iter() {
            let piece = if now.holds(name, piece) { Piece::default() } else { piece.clone() };
            parts.insert(name.clone(), piece);
        }
        Saved { memory: self.memory.clone(), parts }
    }

    /// As it was before [`apart_from`](Self::apart_from): with the parts that still are as they were.
    pub(super) fn beside(&mut self, now: &Saved) {
        for (name, piece) in now.parts.iter() {
            if let Some(own) = self.parts.get_mut(name).filter(|own| own.text.is_empty()) {
                own.clone_from(piece);
            }
        }
    }

    /// The same memory, written anew; parts that are as they were keep their piece.
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

    /// Whether a part was as it was here until `last`, and is so no more `now`.
    pub(super) fn loses(&self, last: &Saved, now: &Saved) -> bool {
        self.parts.iter().any(|(name, piece)| last.holds(name, piece) && !now.holds(name, piece))
    }

    /// Whether the part `name` is this very piece.
    fn holds(&self, name: &str, piece: &Piece) -> bool {
        self.parts.get(name).is_some_and(|own| Rc::ptr_eq(&own.text, &piece.text))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) text: Rc<str>,
    /// The agent's version of it.
    pub(super) version: u64,
    /// The session's revision that changed it.
    pub(super) rev: u64,
    /// The check of its text, under its name.
    pub(super) check: u64,
}

object!(Piece { text, version, rev } without { check: 0 });

impl Piece {
    pub(super) fn new(name: &str, text: String, version: u64, rev: u64) -> Self {
        let check = check::of_part(name, &text);
        Piece { text: text.into(), version, rev, check }
    }

    /// As it is saved: with its check.
    pub(super) fn record(&self) -> String {
        check::sealed(self.text.to_string(), self.check)
    }
}

/// The version of a piece that has none, or whose memory was read again: its text is looked at, whatever the agent's version is.
pub(super) const UNKNOWN: u64 = u64::MAX;

impl Default for Piece {
    fn default() -> Self {
        Piece { text: Rc::from(""), version: 0, rev: 0, check: 0 }
    }
}
