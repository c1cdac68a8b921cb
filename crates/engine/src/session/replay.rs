//! Replay of a trace.

use serde_json::Value;

use crate::agent::Agent;
use crate::session::any::AnySession;
use crate::session::host_result::HostResult;
use crate::session::open::Session;
use crate::trace::{Line, Record};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::event::Event;
use crate::vocabulary::opening::Opening;
use crate::vocabulary::stored::Stored;
use crate::vocabulary::usage::Usage;
use stepgate_reply::{Error, Kind};

/// Replays a trace. The result is the session that wrote the trace.
///
/// `entries` are those of the session's snapshot, which contain the texts.
///
/// # Errors
/// The trace does not begin with an opening, or names an entry that does not exist.
pub fn replay<A: Agent>(agent: A, records: &[Record], entries: &[Stored]) -> Result<Session<A>, Error> {
    let mut session = Session::blank(agent);
    session.replay(records, entries)?;
    Ok(session)
}

/// The entries that contain the texts of a trace. Errors name `place`, the record that is replayed.
struct Texts<'a> {
    entries: &'a [Stored],
    place: &'a str,
}

impl Texts<'_> {
    /// The event of a line; `call` is the number of the wait. None for lines that changed nothing.
    fn event(&self, line: &Line, call: u32) -> Result<Option<Event>, Error> {
        match line {
            Line::Late { .. } | Line::Refused { .. } | Line::Copied { .. } | Line::Renewed { .. } => Ok(None),
            Line::Opened { .. } => Err(self.wrong("a second opening")),
            Line::Event(event) => Ok(Some(event.clone())),
            Line::Said { entry, with } => self.said(*entry, with).map(Some),
            Line::Replied { entry, reasoning, finish, usage, left_out } => {
                let (at_ms, text, own) = self.reply(*entry)?;
                let (reasoning, finish) = (own.or_else(|| reasoning.clone()), finish.clone());
                Ok(Some(Event::Replied {
                    at_ms,
                    call,
                    text,
                    reasoning,
                    finish,
                    usage: usage.map(Usage::from),
                    left_out: left_out.clone(),
                }))
            }
            Line::Returned { first, at } => {
                let (at_ms, results) = self.results(*first, at)?;
                let (results, parts) = HostResult::apart(results);
                Ok(Some(Event::Returned { at_ms, call, results, parts }))
            }
        }
    }

    fn said(&self, entry: u32, with: &Value) -> Result<Event, Error> {
        let stored = self.get(entry)?;
        let Entry::User { text, parts, .. } = &stored.entry else {
            return Err(self.wrong("the entry named is not the user's"));
        };
        let (text, parts) = (text.clone(), parts.clone());
        Ok(Event::Said { at_ms: stored.at_ms, text, with: with.clone(), card: None, parts })
    }

    /// Time, text and reasoning of a reply.
    fn reply(&self, entry: u32) -> Result<(u64, String, Option<String>), Error> {
        let stored = self.get(entry)?;
        let (text, reasoning) = match &stored.entry {
            Entry::Decision(decision) => (decision.raw.clone(), decision.reasoning.clone()),
            Entry::Correction { raw, .. } | Entry::Summary { raw, .. } => (raw.clone(), None),
            _ => return Err(self.wrong("the entry named is not a reply")),
        };
        Ok((stored.at_ms, text, self.reasoning_before(entry, stored.rev).or(reasoning)))
    }

    /// Reasoning before the reply in `entry`: an entry of the same revision.
    fn reasoning_before(&self, entry: u32, rev: u64) -> Option<String> {
        let before = self.entries.get(..entry as usize)?.iter().rev().take_while(|stored| stored.rev == rev);
        before.into_iter().find_map(|stored| match &stored.entry {
            Entry::Reasoning { text } => Some(text.clone()),
            _ => None,
        })
    }

    /// Time and results of the host's calls, which have the indices `at` in the run that begins with entry `first`.
    fn results(&self, first: u32, at: &[u32]) -> Result<(u64, Vec<HostResult>), Error> {
        let mut results = Vec::with_capacity(at.len());
        let mut at_ms = None;
        for index in at {
            let stored = self.get(first.saturating_add(*index))?;
            let Entry::Tool { result, parts, .. } = &stored.entry else {
                return Err(self.wrong("the entry named is not a tool's"));
            };
            at_ms = Some(stored.at_ms);
            results.push(HostResult { result: result.clone(), parts: parts.clone() });
        }
        Ok((at_ms.ok_or_else(|| self.wrong("no entry is named"))?, results))
    }

    fn get(&self, seq: u32) -> Result<&Stored, Error> {
        self.entries.get(seq as usize).ok_or_else(|| self.wrong(&format!("entry {seq} is not there")))
    }

    fn wrong(&self, text: &str) -> Error {
        Kind::Malformed.at(self.place, text)
    }
}

impl AnySession {
    /// Replays a trace, as [`replay`] does, in a session that has neither begun nor been loaded.
    ///
    /// # Errors
    /// As [`replay`].
    pub fn replay(&mut self, records: &[Record], entries: &[Stored]) -> Result<(), Error> {
        let Some((Record { line: Line::Opened { input, seed, nonce, lang, at_ms }, verdicts, .. }, rest)) =
            records.split_first()
        else {
            return Err(Kind::Malformed.at("/0", "a trace begins with its opening"));
        };
        let (input, nonce) = (input.clone(), nonce.clone());
        self.verdicts.replay(verdicts);
        self.begin(Opening { input, seed: *seed, nonce, lang: lang.clone(), at_ms: *at_ms })?;
        let played = self.play(rest, entries);
        self.verdicts.replay(&[]);
        played
    }

    /// Replays the records after the opening.
    fn play(&mut self, records: &[Record], entries: &[Stored]) -> Result<(), Error> {
        let mut records = (1..).zip(records);
        while let Some((index, record)) = records.next().filter(|_| self.goes_on()) {
            self.play_one(record, entries, &format!("/{index}"))?;
        }
        Ok(())
    }

    fn play_one(&mut self, record: &Record, entries: &[Stored], place: &str) -> Result<(), Error> {
        self.clock.replay(record.since);
        self.verdicts.replay(&record.verdicts);
        if let Line::Copied { seed, nonce, at_ms, started } = &record.line {
            self.become_copy(*seed, nonce.clone(), *at_ms, *started);
        }
        if matches!(record.line, Line::Renewed { .. }) {
            self.renew_wait();
        }
        // An event without a wait gets no wait's number, and does not change the session.
        let call = self.waits.now().call().unwrap_or(0);
        let Some(event) = (Texts { entries, place }).event(&record.line, call)? else { return Ok(()) };
        match self.handle(event) {
            Ok(true) => Ok(()),
            Ok(false) => {
                Err(Kind::Malformed.at(place, "this event did not change the session when it was played again"))
            }
            Err(refusal) => Err(Kind::Malformed.at(place, refusal.text)),
        }
    }
}
