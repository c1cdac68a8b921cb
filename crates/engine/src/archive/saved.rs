//! The memory as saved text, and its parts.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use crate::archive::check;
use crate::archive::part::{Part, UNKNOWN};
use stepgate_json::{self as json, Json};
use stepgate_reply::Error;

/// Saved text of a part that the agent no longer names.
pub(crate) const GONE: &str = "null";

/// Parts of a memory by name.
pub(crate) type NamedParts<'a> = Vec<(&'a str, Value)>;

/// The memory and its parts as text, with the revisions that changed them.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub(crate) struct Saved {
    memory: Piece,
    #[json(optional)]
    parts: BTreeMap<String, Piece>,
}

impl Saved {
    pub(crate) fn new(memory: Piece, parts: BTreeMap<String, Piece>) -> Self {
        Saved { memory, parts }
    }

    pub(crate) fn memory(&self) -> &Piece {
        &self.memory
    }

    pub(crate) fn memory_mut(&mut self) -> &mut Piece {
        &mut self.memory
    }

    pub(crate) fn parts(&self) -> &BTreeMap<String, Piece> {
        &self.parts
    }

    pub(crate) fn parts_mut(&mut self) -> &mut BTreeMap<String, Piece> {
        &mut self.parts
    }

    /// Reads the memory and its parts as JSON.
    ///
    /// # Errors
    /// A text is not JSON; the place is below `/parts`.
    pub(crate) fn read(&self) -> Result<(Value, NamedParts<'_>), Error> {
        let memory = json::from_text("/parts/memory", &self.memory.text)?;
        let mut parts = Vec::new();
        for (name, piece) in &self.parts {
            parts.push((name.as_str(), json::from_text(&format!("/parts/{name}"), &piece.text)?));
        }
        Ok((memory, parts))
    }

    /// Copy that keeps only the names of unchanged parts.
    pub(crate) fn without_unchanged(&self, now: &Saved) -> Saved {
        let mut parts = BTreeMap::new();
        for (name, piece) in self.parts.iter() {
            let piece = if now.holds(name, piece) { Piece::default() } else { piece.clone() };
            parts.insert(name.clone(), piece);
        }
        Saved { memory: self.memory.clone(), parts }
    }

    /// Reverses [`without_unchanged`](Self::without_unchanged): fills in the unchanged parts.
    pub(crate) fn fill_unchanged(&mut self, now: &Saved) {
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
            let name = part.name().to_owned();
            let text = part.into_text();
            if self.parts.get(&name).is_none_or(|piece| *piece.text != *text) {
                self.parts.insert(name.clone(), Piece::new(&name, text, UNKNOWN, 0));
            }
        }
    }

    /// Whether any part changed between `last` and `now`, having been the same as here in `last`.
    pub(crate) fn changed_between(&self, last: &Saved, now: &Saved) -> bool {
        self.parts.iter().any(|(name, piece)| last.holds(name, piece) && !now.holds(name, piece))
    }

    /// Whether the part `name` is the same piece.
    fn holds(&self, name: &str, piece: &Piece) -> bool {
        self.parts.get(name).is_some_and(|own| Rc::ptr_eq(&own.text, &piece.text))
    }
}

#[derive(Clone, Debug, PartialEq, Json)]
pub(crate) struct Piece {
    text: Rc<str>,
    /// The agent's version of the text.
    version: u64,
    /// The session's revision that changed it.
    rev: u64,
    /// Checksum of its name and text.
    #[json(skip = 0)]
    check: u64,
}

impl Piece {
    pub(crate) fn new(name: &str, text: String, version: u64, rev: u64) -> Self {
        let check = check::of_part(name, &text);
        Piece { text: text.into(), version, rev, check }
    }

    /// The last known version of a piece with this text.
    pub(crate) fn at_version(&self, version: u64) -> Self {
        Piece { version, ..self.clone() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn rev(&self) -> u64 {
        self.rev
    }

    pub(crate) fn check(&self) -> u64 {
        self.check
    }

    /// Whether the agent no longer names the part.
    pub(crate) fn is_gone(&self) -> bool {
        *self.text == *GONE
    }

    /// Whether the text is that of `version`, so that it need not be compared.
    pub(crate) fn is_current(&self, version: u64) -> bool {
        self.version == version && version != UNKNOWN && !self.is_gone()
    }

    /// Makes the next capture compare the text, whatever its version is.
    pub(crate) fn forget_version(&mut self) {
        self.version = UNKNOWN;
    }

    /// Sets the version of the current text.
    pub(crate) fn set_version(&mut self, version: u64) {
        self.version = version;
    }

    /// Marks the piece as changed in revision `rev`.
    pub(crate) fn set_rev(&mut self, rev: u64) {
        self.rev = rev;
    }

    /// Replaces the text by a migrated one.
    pub(crate) fn set_text(&mut self, text: String) {
        self.text = text.into();
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
