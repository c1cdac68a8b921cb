//! A session as it was saved, by this version or an older one.

use serde_json::{Map, Value};

use super::agent::Agent;
use super::session::Session;
use super::snapshot::{Head, Piece, Saved, Settings, Snapshot, Turn, BEFORE, FORMAT, MEMORY, SETTINGS};
use super::state::State;
use super::transcript::{Stored, Transcript};
use crate::json::{self, from_text};
use crate::{Error, Kind, SmallMap};

impl<A: Agent> Session<A> {
    /// A session as it was saved, by this version or an older one.
    ///
    /// # Errors
    /// [`Kind::Version`] for a newer format or agent, [`Kind::Unknown`] for another agent's snapshot,
    /// [`Kind::Malformed`] for a snapshot that cannot be read. The saved data is the caller's and stays as it is.
    pub fn resume(agent: A, snapshot: Snapshot) -> Result<Self, Error> {
        if snapshot.agent != A::NAME {
            let text = format!("this snapshot belongs to the agent {}, not {}", snapshot.agent, A::NAME);
            return Err(Kind::Unknown.at("/agent", text));
        }
        let snapshot = migrated(&agent, snapshot)?;
        let head: Head<A::Stage> = from_text("/head", &snapshot.head)?;
        let saved = saved_pieces(&snapshot)?;
        let memory = read_memory(&agent, &saved)?;
        let (settings, Settings { seed, lang, rounds_max }) = read_settings(&snapshot)?;
        let state = State {
            memory,
            stage: head.stage,
            thread: head.thread,
            lang,
            seed,
            now_ms: head.at_ms,
            revision: snapshot.revision,
            transcript: read_entries(&snapshot.entries)?,
            pending: None,
        };
        let mut session = Session::standing(agent, state);
        session.waiting = head.waiting;
        session.calls = head.calls;
        session.counters = head.counters;
        session.rounds_max = rounds_max;
        session.settings = settings;
        session.turn = read_turn(head.turn, &snapshot.parts)?;
        session.failure = head.failure;
        session.handed_back = head.handed_back;
        session.approved = head.approved;
        session.saved = saved;
        session.adopt_versions();
        Ok(session)
    }

    /// The parts that were read are those the agent's versions stand for.
    fn adopt_versions(&mut self) {
        for part in self.agent.parts(&self.state.memory) {
            if let Some(piece) = self.saved.parts.get_mut(part.name) {
                piece.version = part.version;
            }
        }
    }
}

pub(super) fn read_memory<A: Agent>(agent: &A, saved: &Saved) -> Result<A::Memory, Error> {
    let mut memory = from_text("/parts/memory", &saved.memory.text)?;
    for (name, piece) in saved.parts.iter() {
        let value = from_text(&format!("/parts/{name}"), &piece.text)?;
        agent.put_part(&mut memory, name, value)?;
    }
    Ok(memory)
}

fn saved_pieces(snapshot: &Snapshot) -> Result<Saved, Error> {
    let piece = |text: &String| Piece { text: text.as_str().into(), version: 0, rev: snapshot.revision };
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
    let piece = Piece { text: text.as_str().into(), version: 0, rev: snapshot.revision };
    Ok((piece, from_text("/parts/settings", text)?))
}

fn read_turn<S>(turn: Option<Turn<S>>, parts: &SmallMap<String, String>) -> Result<Option<Turn<S>>, Error> {
    let Some(mut turn) = turn else { return Ok(None) };
    if turn.before_rev > 0 {
        let text = parts.get(BEFORE).ok_or_else(|| Kind::Malformed.at("/parts/before", "is missing"))?;
        turn.before = Some(from_text("/parts/before", text)?);
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
fn migrated<A: Agent>(agent: &A, mut snapshot: Snapshot) -> Result<Snapshot, Error> {
    match snapshot.format {
        FORMAT => {}
        1 => snapshot = from_format_1(snapshot)?,
        newer => {
            let text =
                format!("this build reads formats 1 to {FORMAT}, the snapshot has {newer}; update, or export it");
            return Err(Kind::Version.at("/format", text));
        }
    }
    if snapshot.version == A::VERSION {
        return Ok(snapshot);
    }
    if snapshot.version > A::VERSION {
        let text = format!("this build reads {} up to version {}, not {}", A::NAME, A::VERSION, snapshot.version);
        return Err(Kind::Version.at("/version", text));
    }
    let memory: Value = from_text("/parts/memory", snapshot.parts.get(MEMORY).map_or("null", String::as_str))?;
    let memory = agent.migrate(snapshot.version, memory)?;
    snapshot.parts.insert(MEMORY.to_owned(), json::to_text(&memory));
    snapshot.version = A::VERSION;
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
