//! Saved form of a session: a small head, the memory and its large parts (saved when they change), and the entries (append-only).

use serde_json::Value;
use std::collections::BTreeMap;

use super::actor::AnyStage;
use super::check::{self, Checks};
use super::limits::Counters;
use super::resume;
use super::saved::{Part, Piece, Saved, GONE, UNKNOWN};
use super::session::AnySession;
use super::state::Scene;
use super::view::Failure;
use super::wait::Waiting;
use crate::Lang;
use stepgate_json::{self as json, object, serde_form, Writer};

/// Version of the saved form. This build migrates older formats and refuses newer ones.
pub const FORMAT: u32 = 6;

/// Name of the part with the memory.
pub(super) const MEMORY: &str = "memory";
/// Name of the part with the settings.
pub(super) const SETTINGS: &str = "settings";
/// Name of the part with the memory from before the turn under way, if the turn changed it.
pub(super) const BEFORE: &str = "before";

/// A saved session. Each record is a text, so that saving it takes one put: JSON and, from format 6 on, a line break and a checksum of
/// eight hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Version of the saved form, see [`FORMAT`].
    pub format: u32,
    /// The agent's name.
    pub agent: String,
    /// Version of the agent's memory.
    pub version: u32,
    /// Number of the last accepted event.
    pub revision: u64,
    /// Stage, wait, counters: small, saved with every step.
    pub head: String,
    /// `memory`, `settings`, `before`, and the agent's large parts by name.
    pub parts: BTreeMap<String, String>,
    /// All entries, in order.
    pub entries: Vec<String>,
}

object!(Snapshot { format, agent, version, revision, head, parts, entries });
serde_form!(Snapshot);

/// Records to save after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Version of the saved form.
    pub format: u32,
    /// The agent's name.
    pub agent: &'static str,
    /// Version of the agent's memory.
    pub version: u32,
    /// The revision these changes lead to.
    pub revision: u64,
    /// The head, whole.
    pub head: String,
    /// Number of the first new entry.
    pub first: u32,
    /// The new entries.
    pub entries: Vec<String>,
    /// The parts that changed.
    pub parts: BTreeMap<String, String>,
}

object!(write Changes { format, agent, version, revision, head, first, entries, parts });

/// The turn under way: the state before the user's move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turn {
    pub(super) waiting: Waiting,
    pub(super) stage: AnyStage,
    pub(super) thread: u32,
    /// Length of the transcript.
    pub(super) entries: u32,
    /// Whether the turn wrote something and so cannot be taken back.
    pub(super) settled: bool,
    /// Edits that the page made during the turn. A rollback reapplies them.
    pub(super) edits: Vec<Value>,
    /// The memory from before the turn, if the turn changed it. Its changed parts are saved as the part `before`.
    pub(super) before: Option<Saved>,
    /// Revision that last wrote `before` down; 0: none.
    pub(super) before_rev: u64,
    /// `before` as saved in that revision.
    pub(super) written: Piece,
}

object!(Turn { stage, entries } optional { waiting, thread, settled, edits, before_rev }
    without { before: None, written: Piece::default() });

impl Turn {
    /// Makes the turn final: it cannot be taken back.
    pub(super) fn settle(&mut self) {
        (self.settled, self.before, self.before_rev) = (true, None, 0);
        self.edits.clear();
    }

    /// Writes `before` for revision `rev`. Parts that are the same `now` are written as names only.
    pub(super) fn write_before(&mut self, now: &Saved, rev: u64) {
        let Some(before) = &self.before else { return };
        self.before_rev = rev;
        self.written = Piece::new(BEFORE, json::to_text(&before.apart_from(now)), 0, rev);
    }
}

/// The head, as read. It is saved with every step, so default values are left out.
pub(super) struct Head {
    pub(super) stage: AnyStage,
    pub(super) waiting: Waiting,
    pub(super) at_ms: u64,
    pub(super) worked_ms: u64,
    pub(super) thread: u32,
    pub(super) calls: u32,
    pub(super) counters: Counters,
    pub(super) turn: Option<Turn>,
    pub(super) failure: Option<Failure>,
    pub(super) handed_back: Option<String>,
    pub(super) approved: Vec<String>,
    pub(super) checks: Checks,
}

object!(read Head { stage, at_ms }
    optional { waiting, worked_ms, thread, calls, counters, turn, failure, handed_back, approved, checks });

/// Data that seldom changes, saved as a part.
pub(super) struct Settings {
    pub(super) seed: u64,
    /// Source of the session's idempotency keys; if empty, the seed is used.
    pub(super) nonce: String,
    pub(super) lang: Lang,
    pub(super) rounds_max: u32,
}

object!(Settings { seed } optional { nonce, lang, rounds_max });

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
    pub(super) fn parts_check(&self) -> u64 {
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
    pub(super) fn remember(&mut self) {
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
    pub(super) fn captured(&self) -> Saved {
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
    pub(super) fn begin_turn(&self) -> Turn {
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
    pub(super) fn restore(&mut self, saved: &Saved) {
        resume::take_memory(&mut self.actor, saved).ok();
        // The agent's version counters went back and may reach numbers that stand for other contents.
        self.forget_versions();
    }

    /// Makes the next capture compare each part as text, whatever its version is.
    pub(super) fn forget_versions(&mut self) {
        for piece in self.saved.parts.values_mut() {
            piece.version = UNKNOWN;
        }
    }
}
