//! Loading of saved sessions, including those of older versions.

use serde_json::{Map, Value};

use crate::actor::{Actor, Identity};
use crate::archive::chain;
use crate::archive::check;
use crate::archive::part::UNKNOWN;
use crate::archive::saved::{Piece, Saved, GONE};
use crate::archive::snapshot::{Snapshot, BEFORE, FORMAT, MEMORY, SETTINGS};
use crate::scene::Scene;
use crate::session::any::AnySession;
use crate::session::head::{Head, Settings};
use crate::session::turn::Turn;
use crate::session::waiting::Waiting;
use stepgate_json::{self as json, from_text};
use stepgate_reply::{Error, Kind};

impl AnySession {
    /// Continues a session from its snapshot.
    pub fn load(&mut self, mut snapshot: Snapshot) -> Result<(), Error> {
        if snapshot.agent != self.name() {
            let text = format!("this snapshot belongs to the agent {}, not {}", snapshot.agent, self.name());
            return Err(Kind::Unknown.at("/agent", text));
        }
        let (format, version) = (snapshot.format, snapshot.version);
        let parts_check = snapshot.open_head_and_parts()?;
        let snapshot = migrated(&self.actor, snapshot)?;
        let is_older = format < FORMAT || version < self.version();
        // Data of an older version is saved again with the next step, under the new version.
        let changed = snapshot.revision + u64::from(is_older);
        let head: Head = from_text("/head", &snapshot.head)?;
        head.check_stages(&|stage| self.actor.check_stage(stage)).map_err(|error| error.below("/head"))?;
        let checks = head.checks;
        let (transcript, chain) = chain::read_entries(&snapshot.entries, format)?;
        if parts_check.is_some() {
            chain.verify(&checks, transcript.len())?;
        }
        self.saved = saved_pieces(&snapshot, changed)?;
        self.turn = read_turn(head.turn, &snapshot, parts_check.map(|_| checks.before))?;
        self.waiting = head.waiting;
        if let (None, Waiting::Tool { run, .. } | Waiting::Doubt { run, .. }) = (parts_check, &mut self.waiting) {
            run.plain_key = true;
        }
        self.renew_memories_from_before(version)?;
        take_memory(&mut self.actor, &self.saved)?;
        let (settings, Settings { seed, nonce, lang, rounds_max }) = read_settings(&snapshot, changed)?;
        self.actor.enter(&head.stage);
        let revision = snapshot.revision;
        let (thread, now_ms, worked_ms) = (head.thread, head.at_ms, head.worked_ms);
        *self.actor.scene_mut() =
            Scene { thread, lang, seed, nonce, now_ms, worked_ms, revision, transcript, ..Scene::default() };
        self.tell_wait();
        self.chain = chain;
        (self.heard, self.beat) = (None, None);
        self.calls = head.calls;
        self.counters = head.counters;
        self.rounds_max = rounds_max;
        self.settings = settings;
        self.failure = head.failure;
        self.handed_back = head.handed_back;
        self.approved = head.approved;
        if is_older {
            self.renew_saved(changed);
        } else {
            self.adopt_parts()?;
        }
        parts_check.map_or(Ok(()), |found| checks.verify_parts(found))
    }

    /// Migrates the memories that a rollback may restore: the memory from before the turn and the memory from before a host save. Each is
    /// tried on the agent now, because a rollback cannot report an error.
    fn renew_memories_from_before(&mut self, version: u32) -> Result<(), Error> {
        let AnySession { turn, waiting, saved, actor, .. } = self;
        let of_turn = turn.as_mut().and_then(|turn| turn.before.as_mut());
        for (before, place) in [(of_turn, "/parts/before"), (waiting.before_mut(), "/head/waiting")] {
            if let Some(before) = before {
                before.beside(saved);
                renew(actor, version, before).map_err(|error| error.below(place))?;
            }
        }
        Ok(())
    }

    /// Rewrites the saved data of an older version, all of it as changed in revision `changed`.
    fn renew_saved(&mut self, changed: u64) {
        self.saved = self.captured();
        self.saved.memory.rev = changed;
        for piece in self.saved.parts.values_mut() {
            piece.rev = changed;
        }
        let AnySession { turn, saved, .. } = self;
        if let Some(turn) = turn {
            turn.write_before(saved, changed);
        }
    }

    /// Matches the loaded parts with the agent's versions of them. A part that the agent names and the snapshot lacks is an error.
    fn adopt_parts(&mut self) -> Result<(), Error> {
        for part in self.actor.parts() {
            let (name, version) = (part.name.clone(), part.version);
            let text = part.into_text();
            match self.saved.parts.get_mut(&*name) {
                Some(piece) if *piece.text == *text => piece.version = version,
                // The agent now writes it differently: it is saved with the next step.
                Some(piece) if *piece.text != *GONE => {}
                _ => return Err(Kind::Malformed.at(format!("/parts/{name}"), "is missing")),
            }
        }
        Ok(())
    }
}

fn renew(actor: &mut dyn Actor, version: u32, before: &mut Saved) -> Result<(), Error> {
    before.memory.text = migrated_memory(actor, version, &before.memory.text)?.into();
    take_memory(actor, before)
}

pub(crate) fn take_memory(actor: &mut dyn Actor, saved: &Saved) -> Result<(), Error> {
    let memory: Value = from_text("/parts/memory", &saved.memory.text)?;
    let mut parts = Vec::new();
    for (name, piece) in saved.parts.iter() {
        parts.push((name.as_str(), from_text(&format!("/parts/{name}"), &piece.text)?));
    }
    actor.take_memory(&memory, parts)
}

fn saved_pieces(snapshot: &Snapshot, rev: u64) -> Result<Saved, Error> {
    let piece = |name: &str, text: &String| Piece::new(name, text.clone(), UNKNOWN, rev);
    let memory = snapshot.parts.get(MEMORY).ok_or_else(|| Kind::Malformed.at("/parts/memory", "is missing"))?;
    let parts = snapshot
        .parts
        .iter()
        .filter(|(name, _)| ![MEMORY, SETTINGS, BEFORE].contains(&name.as_str()))
        .map(|(name, text)| (name.clone(), piece(name, text)))
        .collect();
    Ok(Saved { memory: piece(MEMORY, memory), parts })
}

fn read_settings(snapshot: &Snapshot, rev: u64) -> Result<(Piece, Settings), Error> {
    let text = snapshot.parts.get(SETTINGS).ok_or_else(|| Kind::Malformed.at("/parts/settings", "is missing"))?;
    let piece = Piece::new(SETTINGS, text.clone(), UNKNOWN, rev);
    Ok((piece, from_text("/parts/settings", text)?))
}

/// Reads the turn under way. `check`: the checksum of the part `before`, if the format has one.
fn read_turn(turn: Option<Turn>, snapshot: &Snapshot, check: Option<u64>) -> Result<Option<Turn>, Error> {
    let Some(mut turn) = turn else { return Ok(None) };
    if turn.before_rev > 0 {
        let text = snapshot.parts.get(BEFORE).ok_or_else(|| Kind::Malformed.at("/parts/before", "is missing"))?;
        turn.written = Piece::new(BEFORE, text.clone(), 0, turn.before_rev);
        if check.is_some_and(|check| check != turn.written.check) {
            return Err(check::altered("/parts/before"));
        }
        turn.before = Some(from_text("/parts/before", text)?);
    }
    Ok(Some(turn))
}

/// Converts a snapshot to today's format, and its memory to the agent's version.
fn migrated(actor: &dyn Actor, mut snapshot: Snapshot) -> Result<Snapshot, Error> {
    match snapshot.format {
        FORMAT => {}
        // Each format adds to the one before and is read as it is: 3 more kinds of entries, 4 a shorter form of entries, 5 names in place
        // of unchanged parts, 6 checksums.
        2..FORMAT => snapshot.format = FORMAT,
        1 => snapshot = from_format_1(snapshot)?,
        newer => {
            let text =
                format!("this build reads formats 1 to {FORMAT}, the snapshot has {newer}; update, or export it");
            return Err(Kind::Version.at("/format", text));
        }
    }
    let Identity { name, version, .. } = actor.identity();
    if snapshot.version > version {
        let text = format!("this build reads {name} up to version {version}, not {}", snapshot.version);
        return Err(Kind::Version.at("/version", text));
    }
    let memory = snapshot.parts.get(MEMORY).map_or("null", String::as_str);
    let memory = migrated_memory(actor, snapshot.version, memory)?;
    snapshot.parts.insert(MEMORY.to_owned(), memory);
    snapshot.version = version;
    Ok(snapshot)
}

/// Converts the text of a memory that an older version of the agent saved.
fn migrated_memory(actor: &dyn Actor, version: u32, text: &str) -> Result<String, Error> {
    if version == actor.identity().version {
        return Ok(text.to_owned());
    }
    let memory = actor.migrate(version, from_text("/parts/memory", text)?)?;
    Ok(json::to_text(&memory))
}

/// Converts format 1, which had the memory and the settings inside the head.
fn from_format_1(mut snapshot: Snapshot) -> Result<Snapshot, Error> {
    let mut head: Map<String, Value> = from_text("/head", &snapshot.head)?;
    let memory = head.shift_remove(MEMORY).ok_or_else(|| Kind::Malformed.at("/head/memory", "is missing"))?;
    let settings: Settings = from_text("/head", &snapshot.head)?;
    snapshot.parts.insert(MEMORY.to_owned(), json::to_text(&memory));
    snapshot.parts.insert(SETTINGS.to_owned(), json::to_text(&settings));
    snapshot.head = json::to_text(&head);
    snapshot.format = FORMAT;
    Ok(snapshot)
}
