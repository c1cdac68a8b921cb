//! Replay of a trace.

use crate::agent::Agent;
use crate::session::any::AnySession;
use crate::session::open::Session;
use crate::trace::{Line, Record};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::event::Event;
use crate::vocabulary::opening::Opening;
use crate::vocabulary::stored::Stored;
use stepgate_reply::{Error, Kind};

/// Replays a trace. The result is the session that wrote the trace.
///
/// `entries` are those of the session's snapshot, which contain the texts.
///
/// # Errors
/// The trace does not begin with an opening, or names an entry that does not exist.
pub fn replay<A: Agent>(agent: A, records: &[Record], entries: &[Stored]) -> Result<Session<A>, Error> {
    let mut records = records.iter();
    let Some(Record { line: Line::Opened { input, seed, nonce, lang, at_ms }, .. }) = records.next() else {
        return Err(Kind::Malformed.at("/0", "a trace begins with its opening"));
    };
    let opening = Opening { input: input.clone(), seed: *seed, nonce: nonce.clone(), lang: *lang, at_ms: *at_ms };
    let mut session = Session::open(agent, opening)?;
    session.play(records.as_slice(), entries)?;
    Ok(session)
}

fn event_of(line: &Line, call: u32, entries: &[Stored], place: &str) -> Result<Option<Event>, Error> {
    let stored = |seq: u32| {
        entries.get(seq as usize).ok_or_else(|| Kind::Malformed.at(place, format!("entry {seq} is not there")))
    };
    Ok(match line {
        Line::Late { .. } | Line::Refused { .. } | Line::Copied { .. } => None,
        Line::Opened { .. } => return Err(Kind::Malformed.at(place, "a second opening")),
        Line::Event(event) => Some(event.clone()),
        Line::Said { entry, with } => match stored(*entry)? {
            Stored { at_ms, entry: Entry::User { text, .. }, .. } => {
                Some(Event::Said { at_ms: *at_ms, text: text.clone(), with: with.clone() })
            }
            _ => return Err(Kind::Malformed.at(place, "the entry named is not the user's")),
        },
        Line::Replied { entry, reasoning, finish, usage } => {
            let held = stored(*entry)?;
            let (text, told) = match &held.entry {
                Entry::Decision(decision) => (decision.raw.clone(), decision.reasoning.clone()),
                Entry::Correction { raw, .. } => (raw.clone(), None),
                _ => return Err(Kind::Malformed.at(place, "the entry named is not a reply")),
            };
            let reasoning = thought_before(*entry, held.rev, entries).or(told).or_else(|| reasoning.clone());
            let at_ms = held.at_ms;
            Some(Event::Replied { at_ms, call, text, reasoning, finish: finish.clone(), usage: *usage })
        }
        Line::Returned { first, at } => {
            let mut results = Vec::with_capacity(at.len());
            let mut at_ms = 0;
            for index in at {
                let held = stored(first + index)?;
                at_ms = held.at_ms;
                match &held.entry {
                    Entry::Tool { result, .. } => results.push(result.clone()),
                    _ => return Err(Kind::Malformed.at(place, "the entry named is not a tool's")),
                }
            }
            Some(Event::Returned { at_ms, call, results })
        }
    })
}

/// Reasoning before the reply in `entry`: an entry of the same revision.
fn thought_before(entry: u32, rev: u64, entries: &[Stored]) -> Option<String> {
    let before = entries.get(..entry as usize)?.iter().rev().take_while(|stored| stored.rev == rev);
    before.into_iter().find_map(|stored| match &stored.entry {
        Entry::Reasoning { text } => Some(text.clone()),
        _ => None,
    })
}

impl AnySession {
    /// Replays the records after the opening.
    fn play(&mut self, records: &[Record], entries: &[Stored]) -> Result<(), Error> {
        (1..).zip(records).try_for_each(|(index, record)| self.play_one(record, entries, &format!("/{index}")))
    }

    fn play_one(&mut self, record: &Record, entries: &[Stored], place: &str) -> Result<(), Error> {
        self.clock.replay(record.since);
        if let Line::Copied { seed, nonce, at_ms, started } = &record.line {
            self.become_copy(*seed, nonce.clone(), *at_ms, *started);
        }
        // An event without a wait gets no wait's number, and does not change the session.
        let call = self.waits.now().call().unwrap_or(0);
        let Some(event) = event_of(&record.line, call, entries, place)? else { return Ok(()) };
        match self.handle(event) {
            Ok(true) => Ok(()),
            Ok(false) => {
                Err(Kind::Malformed.at(place, "this event did not change the session when it was played again"))
            }
            Err(refusal) => Err(Kind::Malformed.at(place, refusal.text)),
        }
    }
}
