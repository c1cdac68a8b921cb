//! Loading of saved sessions, including those of older versions.

use std::rc::Rc;

use serde_json::Value;

use crate::actor::{Actor, Identity};
use crate::archive::chain;
use crate::archive::changes::Archive;
use crate::archive::part::UNKNOWN;
use crate::archive::saved::{Piece, Saved};
use crate::archive::settings::Settings;
use crate::archive::snapshot::{Snapshot, BEFORE, FORMAT, INPUT, MEMORY, SETTINGS};
use crate::scene::{Loaded, Scene};
use crate::session::any::AnySession;
use crate::session::clock::Clock;
use crate::session::grants::Grants;
use crate::session::head::Head;
use crate::session::queue::Queue;
use crate::session::turn::{Turn, Turns};
use crate::session::waiting::Waits;
use crate::transcript::entries::Transcript;
use crate::vocabulary::step::Fault;
use crate::vocabulary::utterance::Utterance;
use crate::vocabulary::wait::Wait;
use stepgate_json::{self as json, from_text};
use stepgate_reply::{Error, Kind};

impl AnySession {
    /// Continues a session from its snapshot.
    pub fn load(&mut self, mut snapshot: Snapshot) -> Result<(), Error> {
        self.check_agent(&snapshot)?;
        let (format, version) = (snapshot.format, snapshot.version);
        let parts_sum = snapshot.open_head_and_parts()?;
        let snapshot = self.migrated(snapshot)?;
        let is_older = format < FORMAT || version < self.version();
        // Data of an older version is saved again with the next step, under the new version.
        let changed = snapshot.revision + u64::from(is_older);
        let mut head = self.read_head(&snapshot.head)?;
        let checks = std::mem::take(&mut head.checks);
        let is_checked = parts_sum.is_some();
        let (transcript, chain) = chain::read_entries(&snapshot.entries, format)?;
        if is_checked {
            chain.verify(&checks, transcript.len())?;
        }
        let saved = saved_pieces(&snapshot, changed)?;
        read_waits(&mut head, &snapshot, is_checked.then_some(checks.before))?;
        self.renew_memories_from_before(&mut head, &saved, version)?;
        self.actor.take_saved(&saved)?;
        let (settings_piece, settings) = read_settings(&snapshot, changed)?;
        self.archive = Archive::loaded(settings_piece, saved_input(&snapshot, changed)?, saved, chain);
        self.assume(head, settings, transcript, snapshot.revision)?;
        if is_older {
            self.renew_saved(changed);
        } else {
            self.archive.adopt(self.actor.parts())?;
        }
        parts_sum.map_or(Ok(()), |sum| checks.verify_parts(sum))?;
        self.prepare_prompt()?;
        self.renew_wait();
        Ok(())
    }

    /// Makes the prompt of a session that waits for the model.
    ///
    /// # Errors
    /// The function of a scripted agent failed.
    fn prepare_prompt(&mut self) -> Result<(), Error> {
        if self.waits.now().kind() != Wait::Model {
            return Ok(());
        }
        let prompt = self.whole_prompt().map_err(|Fault(text)| Error::new(Kind::Malformed, "/agent", text))?;
        self.adopt_prompt(Rc::new(prompt));
        Ok(())
    }

    fn check_agent(&self, snapshot: &Snapshot) -> Result<(), Error> {
        if snapshot.agent == self.name() {
            return Ok(());
        }
        let text = format!("this snapshot belongs to the agent {}, not {}", snapshot.agent, self.name());
        Err(Kind::Unknown.at("/agent", text))
    }

    /// Converts a snapshot to today's format, and its memory to the agent's version.
    pub(super) fn migrated(&self, snapshot: Snapshot) -> Result<Snapshot, Error> {
        let mut snapshot = snapshot.in_todays_format()?;
        let Identity { name, version, .. } = self.actor.identity();
        if snapshot.version > version {
            let text = format!("this build reads {name} up to version {version}, not {}", snapshot.version);
            return Err(Kind::Version.at("/version", text));
        }
        let memory = snapshot.part(MEMORY)?;
        let memory = migrated_memory(&self.actor, snapshot.version, memory)?;
        snapshot.parts.insert(MEMORY.to_owned(), memory);
        snapshot.version = version;
        Ok(snapshot)
    }

    pub(super) fn read_head(&self, text: &str) -> Result<Head, Error> {
        let mut head: Head = from_text("/head", text)?;
        head.fill();
        head.check_stages(&|stage| self.actor.check_stage(stage)).map_err(|error| error.below("/head"))?;
        Ok(head)
    }

    /// Migrates the memories that a rollback may restore: the memory from before the turn and the memory from before a host save. Each is
    /// tried on the agent now, because a rollback cannot report an error.
    pub(super) fn renew_memories_from_before(
        &mut self,
        head: &mut Head,
        saved: &Saved,
        version: u32,
    ) -> Result<(), Error> {
        let of_turn = head.turn.as_mut().and_then(Turn::before_mut);
        for (before, place) in [(of_turn, "/parts/before"), (head.waiting.before_mut(), "/head/waiting")] {
            if let Some(before) = before {
                before.fill_unchanged(saved);
                self.renew(before, version).map_err(|error| error.below(place))?;
            }
        }
        Ok(())
    }

    fn renew(&mut self, before: &mut Saved, version: u32) -> Result<(), Error> {
        let text = migrated_memory(&self.actor, version, before.memory().text())?;
        before.memory_mut().set_text(text);
        self.actor.take_saved(before)
    }

    /// Takes on the state of a saved session.
    fn assume(&mut self, head: Head, settings: Settings, transcript: Transcript, revision: u64) -> Result<(), Error> {
        self.actor.enter(&head.stage).map_err(|error| error.below("/head/stage"))?;
        let Settings { seed, nonce, lang, rounds_max } = settings;
        let last_ms = || transcript.newest().map(|entry| entry.at_ms);
        let now_ms = head.at_ms.or_else(last_ms).ok_or_else(|| Kind::Malformed.at("/head/at_ms", "is missing"))?;
        let (thread, worked_ms) = (head.thread, head.worked_ms);
        *self.scene_mut() =
            Scene::loaded(Loaded { thread, lang, seed, nonce, now_ms, worked_ms, revision, transcript });
        self.look_at_branches();
        self.waits = Waits::loaded(head.waiting, head.standing, head.shown, head.choosing, head.talked_at, head.calls);
        let handed_back = head.handed_back.map(|text| Utterance { text, parts: head.parts_back });
        self.turns = Turns::loaded(head.turn, head.failure, handed_back);
        self.queue = Queue::loaded(head.queued);
        self.wishes = head.wishes;
        self.no_at = head.no_at;
        self.early_at = head.early_at;
        self.dropped = head.dropped;
        self.again = head.again;
        self.allowance = head.allowance;
        self.counters = head.counters.limited(rounds_max);
        self.grants = Grants::loaded(head.grants, head.granted);
        self.clock = Clock::default();
        self.publish_wait();
        Ok(())
    }

    /// Rewrites the saved data of an older version, all of it as changed in revision `changed`.
    fn renew_saved(&mut self, changed: u64) {
        self.archive.keep_memory(self.captured());
        self.archive.renew(changed);
        if let Some(turn) = self.turns.now_mut() {
            turn.write_before(self.archive.saved(), changed);
        }
    }
}

/// Converts the text of a memory that an older version of the agent saved.
fn migrated_memory(actor: &dyn Actor, version: u32, text: &str) -> Result<String, Error> {
    if version == actor.identity().version {
        return Ok(text.to_owned());
    }
    let memory = actor.migrate(version, from_text("/parts/memory", text)?)?;
    Ok(json::to_text(&memory))
}

/// Completes the turn and the wait of the head. `before_check`: the checksum of the part `before`; None if the format has no checksums.
pub(super) fn read_waits(head: &mut Head, snapshot: &Snapshot, before_check: Option<u32>) -> Result<(), Error> {
    if before_check.is_none() {
        head.waiting.keep_plain_keys();
    }
    let part = snapshot.parts.get(BEFORE);
    head.turn.as_mut().map_or(Ok(()), |turn| turn.read_before(part, before_check))
}

pub(super) fn saved_pieces(snapshot: &Snapshot, rev: u64) -> Result<Saved, Error> {
    let piece = |name: &str, text: &str| Piece::new(name, text.to_owned(), UNKNOWN, rev);
    let memory = piece(MEMORY, snapshot.part(MEMORY)?);
    let own = snapshot.parts.iter().filter(|(name, _)| ![MEMORY, SETTINGS, INPUT, BEFORE].contains(&name.as_str()));
    let parts = own.map(|(name, text)| (name.clone(), piece(name, text))).collect();
    Ok(Saved::new(memory, parts))
}

/// The saved input. A session without one, or begun with an older version, has none.
fn saved_input(snapshot: &Snapshot, rev: u64) -> Result<Piece, Error> {
    let Some(text) = snapshot.parts.get(INPUT) else { return Ok(Piece::default()) };
    from_text::<Value>("/parts/input", text)?;
    Ok(Piece::new(INPUT, text.clone(), UNKNOWN, rev))
}

pub(super) fn read_settings(snapshot: &Snapshot, rev: u64) -> Result<(Piece, Settings), Error> {
    let text = snapshot.part(SETTINGS)?;
    let piece = Piece::new(SETTINGS, text.to_owned(), UNKNOWN, rev);
    Ok((piece, from_text("/parts/settings", text)?))
}
