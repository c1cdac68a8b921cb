//! Saving: the records of a session, and its captured memory.

use std::collections::BTreeMap;

use crate::archive::check;
use crate::archive::saved::Saved;
use crate::archive::settings::Settings;
use crate::archive::snapshot::{Changes, Snapshot, BEFORE, FORMAT};
use crate::session::any::AnySession;
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
        let transcript = self.transcript();
        let first = transcript.since(since).next().map_or(transcript.len(), |(seq, _)| seq);
        // The records come first: they compute the checksums for the head.
        let entries = self.archive.entries(transcript, first);
        Changes {
            format: FORMAT,
            agent: self.name(),
            version: self.version(),
            revision: self.scene().revision(),
            head: self.head(),
            first,
            entries,
            parts: self.changed_parts(since),
        }
    }

    /// Writes the head that [`Head`](super::head::Head) reads.
    fn head(&self) -> String {
        let scene = self.scene();
        let mut waiting = self.waits.now().clone();
        if let Some(before) = waiting.before_mut() {
            *before = before.without_unchanged(self.archive.saved());
        }
        let before = self.turns.now().and_then(Turn::written).map_or(0, |(_, piece)| piece.check());
        let stage = self.actor.stage();
        let is_told = scene.transcript().newest().is_some_and(|entry| entry.at_ms == scene.now());
        let calls = if waiting.call() == Some(self.waits.last()) { 0 } else { self.waits.last() };
        let mut out = Writer::object();
        out.member("stage", &stage);
        out.optional("waiting", &waiting);
        out.optional("standing", &self.waits.standing().cloned());
        out.optional("shown", &self.waits.shown());
        out.optional("choosing", &self.waits.choosing().cloned());
        out.optional("talked_at", &self.waits.talked_at());
        out.optional("at_ms", &(!is_told).then(|| scene.now()));
        out.optional("worked_ms", &scene.worked());
        out.optional("thread", &scene.thread());
        out.optional("calls", &calls);
        out.member("counters", &self.counters);
        self.turns.write_members(&stage, &mut out);
        out.optional("queued", self.queue.words());
        out.optional("wishes", &self.wishes.kept());
        out.optional("no_at", &self.no_at);
        out.optional("dropped", &self.dropped);
        out.optional("early_at", &self.early_at.filter(|_| self.spoke_early()));
        out.optional("again", &self.again);
        out.optional("allowance", &self.allowance.kept());
        out.optional("grants", self.grants.list());
        out.optional("granted", &self.grants.last());
        out.member("checks", &self.archive.checks(scene.transcript().len(), before));
        out.end_object();
        check::sealed_head(out.text(), scene.revision())
    }

    fn changed_parts(&self, since: u64) -> BTreeMap<String, String> {
        let mut parts = self.archive.changed_parts(since);
        if let Some((rev, piece)) = self.turns.now().and_then(Turn::written) {
            if rev > since {
                parts.insert(BEFORE.to_owned(), piece.record());
            }
        }
        parts
    }

    fn settings(&self) -> Settings {
        let scene = self.scene();
        let (seed, nonce, lang) = (scene.seed(), scene.nonce().to_owned(), scene.lang_tag().clone());
        Settings { seed, nonce, lang, rounds_max: self.counters.rounds_max() }
    }

    /// Completes an accepted event: increments the revision and keeps what changed.
    pub(super) fn accept(&mut self) {
        if self.grants.has_of_turn() {
            let spoke = self.transcript().turn_began();
            self.grants.end_turn(spoke);
        }
        self.scene_mut().next_revision();
        self.publish_wait();
        let rev = self.scene().revision();
        self.archive.keep_settings(json::to_text(&self.settings()), rev);
        let last = self.archive.keep_memory(self.captured());
        if let Some(turn) = self.turns.now_mut() {
            turn.keep_before(last, self.archive.saved(), rev);
        }
    }

    /// The memory as it would be saved now.
    pub(super) fn captured(&self) -> Saved {
        self.archive.capture(json::to_text(self.actor.memory()), self.actor.parts(), self.scene().revision())
    }

    /// Restores a saved memory. This session wrote it or tried it when loading, so the agent can read it.
    pub(super) fn restore(&mut self, saved: &Saved) {
        if let Err(error) = self.actor.take_saved(saved) {
            self.note_unreadable(&error);
        }
        // The agent's version counters went back and may reach numbers that stand for other contents.
        self.archive.forget_versions();
    }

    /// A turn that begins now.
    pub(super) fn new_turn(&self) -> Turn {
        let (thread, entries) = (self.scene().thread(), self.transcript().len());
        Turn::new(self.waits.now().clone(), self.actor.stage(), thread, entries, self.wishes.list())
    }

    /// Makes a move that may begin a turn, in an event that has changed the memory before: if the turn is taken back, that change stays.
    pub(super) fn starting_here<T>(&mut self, begin: impl FnOnce(&mut Self) -> T) -> T {
        let here = self.captured();
        let begun = begin(self);
        if let Some(turn) = self.turns.now_mut() {
            turn.begin_from(here);
        }
        begun
    }
}
