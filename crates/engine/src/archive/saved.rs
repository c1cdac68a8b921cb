//! The memory as saved text, and its parts.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::archive::check;
use crate::archive::part::{Part, UNKNOWN};
use stepgate_json::object;

/// Saved text of a part that the agent no longer names.
pub(crate) const GONE: &str = "null";

/// The memory and its parts as text, with the revisions that changed them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Saved {
    pub(crate) memory: Piece,
    pub(crate) parts: BTreeMap<String, Piece>,
}

object!(Saved { memory } optional { parts });

impl Saved {
    /// Copy that keeps only the names of unchanged parts.
    pub(crate) fn apart_from(&self, now: &Saved) -> Saved {
        let mut parts = BTreeMap::new();
        for (name, piece) in self.parts.iter() {
            let piece = if now.holds(name, piece) { Piece::default() } else { piece.clone() };
            parts.insert(name.clone(), piece);
        }
        Saved { memory: self.memory.clone(), parts }
    }

    /// Reverses [`apart_from`](Self::apart_from): fills in the unchanged parts.
    pub(crate) fn beside(&mut self, now: &Saved) {
        for (name, piece) in now.parts.iter() {
            if let Some(own) = self.parts.get_mut(name).filter(|own| own.text.is_empty()) {
                own.clone_from(piece);
            }
        }
    }

    /// Replaces the memory's text. Unchanged parts keep their piece.
    pub(crate) fn rewrite(&mut self, memory: String, parts: Vec<Part>) {
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
    pub(crate) fn loses(&self, last: &Saved, now: &Saved) -> bool {
        self.parts.iter().any(|(name, piece)| last.holds(name, piece) && !now.holds(name, piece))
    }

    /// Whether the part `name` is the same piece.
    fn holds(&self, name: &str, piece: &Piece) -> bool {
        self.parts.get(name).is_some_and(|own| Rc::ptr_eq(&own.text, &piece.text))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    pub(crate) text: Rc<str>,
    /// The agent's version of the text.
    pub(crate) version: u64,
    /// The session's revision that changed it.
    pub(crate) rev: u64,
    /// Checksum of its name and text.
    pub(crate) check: u64,
}

object!(Piece { text, version, rev } without { check: 0 });

impl Piece {
    pub(crate) fn new(name: &str, text: String, version: u64, rev: u64) -> Self {
        let check = check::of_part(name, &text);
        Piece { text: text.into(), version, rev, check }
    }

    /// The record to save: text and checksum.
    pub(crate) fn record(&self) -> String {
        check::sealed(self.text.to_string(), self.check)
    }
}

impl Default for Piece {
    fn default() -> Self {
        Piece { text: Rc::from(""), version: 0, rev: 0, check: 0 }
    }
}
