//! The records of a session as last saved, and what changed since.

use std::collections::BTreeMap;

use crate::archive::chain::Chain;
use crate::archive::check::Checks;
use crate::archive::part::Part;
use crate::archive::saved::{Piece, Saved, GONE};
use crate::archive::snapshot::{INPUT, MEMORY, SETTINGS};
use crate::transcript::entries::Transcript;
use stepgate_reply::{Error, Kind};

/// The records of a session as last saved.
#[derive(Default)]
pub(crate) struct Archive {
    settings: Piece,
    /// The session's input; without one, a piece without text.
    input: Piece,
    /// The memory, to find out what changed.
    saved: Saved,
    chain: Chain,
}

impl Archive {
    /// The archive of a loaded session.
    pub(crate) fn loaded(settings: Piece, input: Piece, saved: Saved, chain: Chain) -> Self {
        Archive { settings, input, saved, chain }
    }

    /// The session's input, as JSON text; empty without one.
    pub(crate) fn input(&self) -> &str {
        self.input.text()
    }

    /// Keeps the input of revision `rev`, with which the session begins.
    pub(crate) fn keep_input(&mut self, text: String, rev: u64) {
        self.input = Piece::new(INPUT, text, 0, rev);
    }

    /// The memory as last saved.
    pub(crate) fn saved(&self) -> &Saved {
        &self.saved
    }

    /// Records of the entries from number `first` on.
    pub(crate) fn entries(&self, transcript: &Transcript, first: u32) -> Vec<String> {
        self.chain.records(transcript, first)
    }

    /// Checksums for the head. [`Archive::entries`] must have been called for all `entries`. `before`: the checksum of the
    /// part `before`, or 0.
    pub(crate) fn checks(&self, entries: u32, before: u64) -> Checks {
        let own = self.saved.parts().values().map(Piece::check);
        let kept = [self.saved.memory(), &self.settings, &self.input].map(Piece::check);
        let parts = own.chain(kept).fold(0, u64::wrapping_add);
        Checks { entries, chain: self.chain.end() as u32, parts: parts as u32, before: before as u32 }
    }

    /// Records of the parts that changed after revision `since`.
    pub(crate) fn changed_parts(&self, since: u64) -> BTreeMap<String, String> {
        let own = self.saved.parts().iter().map(|(name, piece)| (name.as_str(), piece));
        [(MEMORY, self.saved.memory()), (SETTINGS, &self.settings), (INPUT, &self.input)]
            .into_iter()
            .chain(own)
            .filter(|(_, piece)| piece.rev() > since)
            .map(|(name, piece)| (name.to_owned(), piece.record()))
            .collect()
    }

    /// Keeps the settings of revision `rev`.
    pub(crate) fn keep_settings(&mut self, text: String, rev: u64) {
        if *text != *self.settings.text() {
            self.settings = Piece::new(SETTINGS, text, 0, rev);
        }
    }

    /// Keeps the memory, and returns the one before it.
    pub(crate) fn keep_memory(&mut self, now: Saved) -> Saved {
        std::mem::replace(&mut self.saved, now)
    }

    /// The memory and its parts as they would be saved in revision `rev`. Unchanged pieces are shared with the last saved
    /// memory.
    pub(crate) fn capture(&self, memory: String, own: Vec<Part>, rev: u64) -> Saved {
        let memory = match self.saved.memory() {
            piece if *piece.text() == *memory => piece.clone(),
            _ => Piece::new(MEMORY, memory, 0, rev),
        };
        let mut parts = BTreeMap::new();
        for part in own {
            parts.insert(part.name().to_owned(), self.piece(part, rev));
        }
        for (name, piece) in self.saved.parts() {
            if !parts.contains_key(name) {
                let gone = if piece.is_gone() { piece.clone() } else { Piece::new(name, GONE.to_owned(), 0, rev) };
                parts.insert(name.clone(), gone);
            }
        }
        Saved::new(memory, parts)
    }

    /// A part as it would be saved. A part that was gone is compared as text, whatever its version.
    fn piece(&self, part: Part, rev: u64) -> Piece {
        let version = part.version();
        let held = self.saved.parts().get(part.name());
        if let Some(piece) = held.filter(|piece| piece.is_current(version)) {
            return piece.clone();
        }
        let name = part.name().to_owned();
        let text = part.into_text();
        match held.filter(|piece| *piece.text() == *text) {
            Some(piece) => piece.at_version(version),
            None => Piece::new(&name, text, version, rev),
        }
    }

    /// Makes the next capture compare each part as text, whatever its version is.
    pub(crate) fn forget_versions(&mut self) {
        self.saved.parts_mut().values_mut().for_each(Piece::forget_version);
    }

    /// Marks the memory and its parts as changed in revision `rev`, so that all of it is saved again.
    pub(crate) fn renew(&mut self, rev: u64) {
        self.saved.memory_mut().set_rev(rev);
        self.saved.parts_mut().values_mut().for_each(|piece| piece.set_rev(rev));
    }

    /// Matches the loaded parts with the agent's versions of them.
    ///
    /// # Errors
    /// The agent names a part that was not saved.
    pub(crate) fn adopt(&mut self, own: Vec<Part>) -> Result<(), Error> {
        for part in own {
            let (name, version) = (part.name().to_owned(), part.version());
            let text = part.into_text();
            match self.saved.parts_mut().get_mut(&name) {
                Some(piece) if *piece.text() == *text => piece.set_version(version),
                // The agent now writes it differently: it is saved with the next step.
                Some(piece) if !piece.is_gone() => {}
                _ => return Err(Kind::Malformed.at(format!("/parts/{name}"), "is missing")),
            }
        }
        Ok(())
    }
}
