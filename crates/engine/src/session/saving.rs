//! Saving: the records of a session, and its captured memory.

use std::collections::BTreeMap;

use crate::archive::check;
use crate::archive::check::Checks;
use crate::archive::part::{Part, UNKNOWN};
use crate::archive::saved::{Piece, Saved, GONE};
use crate::archive::snapshot::{Changes, Snapshot, BEFORE, FORMAT, MEMORY, SETTINGS};
use crate::scene::Scene;
use crate::session::any::AnySession;
use crate::session::head::Settings;
use crate::session::resume;
use crate::session::turn::Turn;
use stepgate_json::{self as json, Writer};

impl AnySession {
    /// The whole session, to save.
    pub fn snapshot(&self) -> Snapshot {
        let Changes { format, agent, version, revision, head, entries, parts, .. } = self.changes(0);
        Snapshot { format, agent: agent.to_owned(), version, revision, head, parts, entries }
    }

    /// Everything that changed after revision `since` and must be saved now.
    pub fn changes(&self, since: u64) -> Changes {
        let transcript = &self.scene().transcript;
        let first = transcript.since(since).next().map_or(transcript.len(), |(seq, _)| seq);
        // The records come first: they compute the checksums for the head.
        let entries = self.chain.records(transcript, first);
        Changes {
            format: FORMAT,
            agent: self.name(),
            version: self.version(),
            revision: self.scene().revision,
            head: self.head(),
            first,
            entries,
            parts: self.changed_parts(since),
        }
    }

    /// Writes the head that [`Head`] reads.
    fn head(&self) -> String {
        let mut waiting = self.waiting.clone();
        if let Some(before) = waiting.before_mut() {
            *before = before.apart_from(&self.saved);
        }
        let mut out = Writer::object();
        out.member("stage", &self.actor.stage());
        out.optional("waiting", &waiting);
        out.member("at_ms", &self.scene().now_ms);
        out.optional("worked_ms", &self.scene().worked_ms);
        out.optional("thread", &self.scene().thread);
        out.optional("calls", &self.calls);
        out.member("counters", &self.counters);
        out.optional("turn", &self.turn);
        out.optional("failure", &self.failure);
        out.optional("handed_back", &self.handed_back);
        out.optional("approved", &self.approved);
        out.optional("checks", &self.checks());
        out.end_object();
        check::sealed_head(out.text(), self.scene().revision)
    }

    fn checks(&self) -> Checks {
        let before = self.turn.as_ref().filter(|turn| turn.before_rev > 0).map_or(0, |turn| turn.written.check);
        Checks { entries: self.scene().transcript.len(), chain: self.chain.end(), parts: self.parts_check(), before }
    }

    /// Sum of the checksums of all parts except `before`.
    pub(crate) fn parts_check(&self) -> u64 {
        let own = self.saved.parts.values().map(|piece| piece.check);
        own.fold(self.saved.memory.check.wrapping_add(self.settings.check), u64::wrapping_add)
    }

    fn settings(&self) -> Settings {
        let Scene { seed, nonce, lang, .. } = self.scene();
        Settings { seed: *seed, nonce: nonce.clone(), lang: *lang, rounds_max: self.rounds_max }
    }

    fn changed_parts(&self, since: u64) -> BTreeMap<String, String> {
        let own = self.saved.parts.iter().map(|(name, piece)| (name.as_str(), piece));
        let mut parts: BTreeMap<String, String> = [(MEMORY, &self.saved.memory), (SETTINGS, &self.settings)]
            .into_iter()
            .chain(own)
            .filter(|(_, piece)| piece.rev > since)
            .map(|(name, piece)| (name.to_owned(), piece.record()))
            .collect();
        if let Some(turn) = self.turn.as_ref().filter(|turn| turn.before_rev > since) {
            parts.insert(BEFORE.to_owned(), turn.written.record());
        }
        parts
    }

    /// Captures the memory after an accepted event, and keeps the one from before the turn.
    pub(crate) fn remember(&mut self) {
        let rev = self.scene().revision;
        let settings = json::to_text(&self.settings());
        if *settings != *self.settings.text {
            self.settings = Piece::new(SETTINGS, settings, 0, rev);
        }
        let now = self.captured();
        let last = std::mem::replace(&mut self.saved, now);
        let Some(turn) = self.turn.as_mut().filter(|turn| !turn.settled) else { return };
        let begins = turn.before.is_none() && self.saved != last;
        let loses = turn.before.as_ref().is_some_and(|before| before.loses(&last, &self.saved));
        if begins {
            turn.before = Some(last);
        }
        if begins || loses {
            turn.write_before(&self.saved, rev);
        }
    }

    /// The memory as it would be saved now. Unchanged pieces are shared with the last saved memory.
    pub(crate) fn captured(&self) -> Saved {
        let rev = self.scene().revision;
        let text = json::to_text(self.actor.memory());
        let memory = match &self.saved.memory {
            piece if *piece.text == *text => piece.clone(),
            _ => Piece::new(MEMORY, text, 0, rev),
        };
        let mut parts = BTreeMap::new();
        for part in self.actor.parts() {
            let name = part.name.clone().into_owned();
            parts.insert(name, self.piece(part));
        }
        for (name, piece) in self.saved.parts.iter() {
            if !parts.contains_key(name) {
                let is_gone = *piece.text == *GONE;
                parts.insert(
                    name.clone(),
                    if is_gone { piece.clone() } else { Piece::new(name, GONE.to_owned(), 0, rev) },
                );
            }
        }
        Saved { memory, parts }
    }

    /// A part as it would be saved now. A part that was gone is compared as text, whatever its version.
    fn piece(&self, part: Part) -> Piece {
        let version = part.version;
        let held = self.saved.parts.get(&*part.name);
        let is_current = |piece: &&Piece| piece.version == version && version != UNKNOWN && *piece.text != *GONE;
        if let Some(piece) = held.filter(is_current) {
            return piece.clone();
        }
        let name = part.name.clone();
        let text = part.into_text();
        match held.filter(|piece| *piece.text == *text) {
            Some(piece) => Piece { version, ..piece.clone() },
            None => Piece::new(&name, text, version, self.scene().revision),
        }
    }

    /// The current state, for taking back the turn that begins.
    pub(crate) fn begin_turn(&self) -> Turn {
        Turn {
            waiting: self.waiting.clone(),
            stage: self.actor.stage(),
            thread: self.scene().thread,
            entries: self.scene().transcript.len(),
            settled: false,
            edits: Vec::new(),
            before: None,
            before_rev: 0,
            written: Piece::default(),
        }
    }

    /// Restores a saved memory. This session wrote it or tried it when loading, so the agent can read it.
    pub(crate) fn restore(&mut self, saved: &Saved) {
        resume::take_memory(&mut self.actor, saved).ok();
        // The agent's version counters went back and may reach numbers that stand for other contents.
        self.forget_versions();
    }

    /// Makes the next capture compare each part as text, whatever its version is.
    pub(crate) fn forget_versions(&mut self) {
        for piece in self.saved.parts.values_mut() {
            piece.version = UNKNOWN;
        }
    }
}
