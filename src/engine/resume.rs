//! A session as it was saved, by this version or an older one.

use serde_json::{Map, Value};

use super::actor::{Actor, Identity};
use super::session::AnySession;
use super::snapshot::{Head, Piece, Saved, Settings, Snapshot, Turn, BEFORE, FORMAT, MEMORY, SETTINGS, UNKNOWN};
use super::state::Scene;
use super::stored::Stored;
use super::transcript::Transcript;
use crate::json::{self, from_text};
use crate::{Error, Kind, SmallMap};

impl AnySession {
    /// Goes on where the snapshot was made.
    pub(crate) fn load(&mut self, snapshot: Snapshot) -> Result<(), Error> {
        if snapshot.agent != self.name() {
            let text = format!("this snapshot belongs to the agent {}, not {}", snapshot.agent, self.name());
            return Err(Kind::Unknown.at("/agent", text));
        }
        let snapshot = migrated(&self.actor, snapshot)?;
        let head: Head = from_text("/head", &snapshot.head)?;
        head.check_stages(&|stage| self.actor.check_stage(stage)).map_err(|error| error.below("/head"))?;
        self.saved = saved_pieces(&snapshot)?;
        take_memory(&mut self.actor, &self.saved)?;
        self.turn = read_turn(head.turn, &snapshot.parts, &self.saved)?;
        let transcript = read_entries(&snapshot.entries)?;
        let (settings, Settings { seed, lang, rounds_max }) = read_settings(&snapshot)?;
        self.actor.enter(&head.stage);
        let revision = snapshot.revision;
        let (thread, now_ms, worked_ms) = (head.thread, head.at_ms, head.worked_ms);
        let scene = Scene { thread, lang, seed, now_ms, worked_ms, revision, transcript, pending: None };
        *self.actor.scene_mut() = scene;
        self.heard = None;
        self.waiting = head.waiting;
        self.calls = head.calls;
        self.counters = head.counters;
        self.rounds_max = rounds_max;
        self.settings = settings;
        self.failure = head.failure;
        self.handed_back = head.handed_back;
        self.approved = head.approved;
        self.adopt_versions();
        Ok(())
    }

    /// The parts that were read are those the agent's versions stand for. One that an older version of it had otherwise
    /// is saved with the next step.
    fn adopt_versions(&mut self) {
        for part in self.actor.parts() {
            let text = json::to_text(part.value);
            if let Some(piece) = self.saved.parts.get_mut(&*part.name).filter(|piece| *piece.text == *text) {
                piece.version = part.version;
            }
        }
    }
}

pub(super) fn take_memory(actor: &mut dyn Actor, saved: &Saved) -> Result<(), Error> {
    let memory: Value = from_text("/parts/memory", &saved.memory.text)?;
    let mut parts = Vec::new();
    for (name, piece) in saved.parts.iter() {
        parts.push((name.as_str(), from_text(&format!("/parts/{name}"), &piece.text)?));
    }
    actor.take_memory(&memory, parts)
}

fn saved_pieces(snapshot: &Snapshot) -> Result<Saved, Error> {
    let piece = |text: &String| Piece { text: text.as_str().into(), version: UNKNOWN, rev: snapshot.revision };
    let memory = snapshot.parts.get(MEMORY).ok_or_else(|| Kind::Malformed.at("/parts/memory", "is missing"))?;
    let parts = snapshot
        .parts
        .iter()
        .filter(|(name, _)| ![MEMORY, SETTINGS, BEFORE].contains(&name.as_str()))
        .map(|(name, text)| (name.clone(), piece(text)))
        .collect();
    Ok(Saved { memory: piece(memory), parts })
}

fn read_settings(snapshot: &Snapshot) -> Result<(Piece, Settings), Error> {
    let text = snapshot.parts.get(SETTINGS).ok_or_else(|| Kind::Malformed.at("/parts/settings", "is missing"))?;
    let piece = Piece { text: text.as_str().into(), version: UNKNOWN, rev: snapshot.revision };
    Ok((piece, from_text("/parts/settings", text)?))
}

fn read_turn(turn: Option<Turn>, parts: &SmallMap<String, String>, saved: &Saved) -> Result<Option<Turn>, Error> {
    let Some(mut turn) = turn else { return Ok(None) };
    if turn.before_rev > 0 {
        let text = parts.get(BEFORE).ok_or_else(|| Kind::Malformed.at("/parts/before", "is missing"))?;
        turn.before = Some(from_text::<Saved>("/parts/before", text)?.beside(saved));
    }
    Ok(Some(turn))
}

fn read_entries(texts: &[String]) -> Result<Transcript, Error> {
    let mut transcript = Transcript::default();
    let mut last = 0;
    for (seq, text) in texts.iter().enumerate() {
        let stored: Stored = from_text(&format!("/entries/{seq}"), text)?;
        if stored.rev < last {
            return Err(Kind::Malformed.at(format!("/entries/{seq}/rev"), "entries must be in order"));
        }
        last = stored.rev;
        transcript.push(stored);
    }
    Ok(transcript)
}

/// The snapshot in today's format, its memory in the agent's version.
fn migrated(actor: &dyn Actor, mut snapshot: Snapshot) -> Result<Snapshot, Error> {
    match snapshot.format {
        FORMAT => {}
        // Format 3 has more kinds of entries, format 4 another form of them, which are read as they are.
        2 | 3 => snapshot.format = FORMAT,
        1 => snapshot = from_format_1(snapshot)?,
        newer => {
            let text =
                format!("this build reads formats 1 to {FORMAT}, the snapshot has {newer}; update, or export it");
            return Err(Kind::Version.at("/format", text));
        }
    }
    let Identity { name, version, .. } = actor.identity();
    if snapshot.version == version {
        return Ok(snapshot);
    }
    if snapshot.version > version {
        let text = format!("this build reads {name} up to version {version}, not {}", snapshot.version);
        return Err(Kind::Version.at("/version", text));
    }
    let memory: Value = from_text("/parts/memory", snapshot.parts.get(MEMORY).map_or("null", String::as_str))?;
    let memory = actor.migrate(snapshot.version, memory)?;
    snapshot.parts.insert(MEMORY.to_owned(), json::to_text(&memory));
    snapshot.version = version;
    Ok(snapshot)
}

/// Format 1 kept the memory and the settings inside the head.
fn from_format_1(mut snapshot: Snapshot) -> Result<Snapshot, Error> {
    let mut head: Map<String, Value> = from_text("/head", &snapshot.head)?;
    let memory = head.remove(MEMORY).ok_or_else(|| Kind::Malformed.at("/head/memory", "is missing"))?;
    let settings: Settings = from_text("/head", &snapshot.head)?;
    snapshot.parts.insert(MEMORY.to_owned(), json::to_text(&memory));
    snapshot.parts.insert(SETTINGS.to_owned(), json::to_text(&settings));
    snapshot.head = json::to_text(&head);
    snapshot.format = FORMAT;
    Ok(snapshot)
}
