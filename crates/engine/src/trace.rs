//! The trace: one record for each event, enough to replay the session. A record names the entry that contains a text instead of repeating
//! it.

use serde_json::Value;

use crate::transcript::entries::Transcript;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::event::Event;
use crate::vocabulary::lang_tag::LangTag;
use crate::vocabulary::opening::Opening;
use crate::vocabulary::usage::Usage;
use crate::vocabulary::verdict::Verdict;
use stepgate_json::{self as json, Deserialize, FromJson, Json, Members, Serialize, ToJson, Writer};
use stepgate_reply::Error;

/// One line of the trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// Revision after the event; the same as before if nothing changed.
    pub rev: u64,
    /// The event.
    pub line: Line,
    /// First event after a reload or a sleep: the time from which the clock counts work up to this event.
    pub since: Option<u64>,
    /// Verdicts of the tools' own rules that were given in it, in order. A replay takes these.
    pub verdicts: Vec<Verdict>,
}

impl ToJson for Record {
    fn write(&self, out: &mut Writer) {
        let line = json::to_value(&self.line);
        out.begin_object();
        out.member("rev", &self.rev);
        line.as_object().into_iter().flatten().for_each(|(name, members)| out.member(name, members));
        out.optional("since", &self.since);
        out.optional("verdicts", &self.verdicts);
        out.end_object();
    }
}

impl FromJson for Record {
    fn blank() -> Self {
        Record { rev: 0, line: Line::blank(), since: None, verdicts: Vec::new() }
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        members.required("rev", &mut self.rev)?;
        members.optional("since", &mut self.since)?;
        members.optional("verdicts", &mut self.verdicts)?;
        let mut line = value.clone();
        for own in ["rev", "since", "verdicts"] {
            line.as_object_mut().map(|line| line.shift_remove(own));
        }
        self.line.take(&line)
    }
}

/// An event without the texts that an entry contains.
#[derive(Clone, Debug, PartialEq, Json)]
#[non_exhaustive]
pub enum Line {
    /// The session was opened.
    Opened {
        /// The agent's input.
        input: Value,
        /// The seed.
        seed: u64,
        /// The language.
        lang: LangTag,
        /// The host's clock.
        at_ms: u64,
        /// The nonce.
        #[json(optional)]
        nonce: String,
    },
    /// The session became a copy.
    Copied {
        /// The copy's seed.
        seed: u64,
        /// The copy's nonce.
        nonce: String,
        /// The host's clock.
        at_ms: u64,
        /// Number of the call whose write tools had been started, according to the file.
        #[json(optional)]
        started: Option<u32>,
    },
    /// A tool was defined otherwise when the session was loaded, so what it waited for was put to the user again.
    Renewed {
        /// Time of the last event before.
        at_ms: u64,
    },
    /// The user spoke.
    Said {
        /// Number of the entry with the text.
        entry: u32,
        /// The page's own data.
        #[json(optional)]
        with: Value,
    },
    /// The model replied; the entry is a decision, a correction or a summary.
    Replied {
        /// Number of the entry with the text.
        entry: u32,
        /// Reasoning in traces of formats 1 and 2. Newer traces have an entry for it.
        #[json(optional)]
        reasoning: Option<String>,
        /// Why the model stopped, in the server's word.
        #[json(optional)]
        finish: Option<String>,
        /// Tokens used.
        #[json(optional)]
        usage: Option<Tokens>,
        /// Members of the request that the server refused and the host left off.
        #[json(optional)]
        left_out: Vec<String>,
    },
    /// The host's tools returned; the entries contain the results.
    Returned {
        /// Number of the first entry of the run.
        first: u32,
        /// Indices of the calls that the host ran.
        at: Vec<u32>,
    },
    /// Any other event, whole.
    Event(Event),
    /// An event that came too late or that the session did not wait for; nothing changed.
    Late {
        /// Its name.
        event: String,
        /// The host's clock.
        at_ms: u64,
    },
    /// A refused event; nothing changed.
    Refused {
        /// Its name.
        event: String,
        /// The host's clock.
        at_ms: u64,
        /// Code of the refusal.
        code: String,
    },
}

/// Tokens, time and money of one model call: [`Usage`] with the names that it has in traces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct Tokens {
    /// Tokens of the messages sent.
    pub input: u64,
    /// Those of them that the server had read before.
    pub cached: u64,
    /// Tokens of the reply.
    pub output: u64,
    /// Those of them that are reasoning.
    pub reasoning: u64,
    /// Time of the call, in milliseconds.
    pub ms: u64,
    /// Cost in billionths of a dollar.
    pub nano_usd: u64,
    /// 1 if the host estimated the tokens.
    pub estimated: u32,
}

impl From<Usage> for Tokens {
    fn from(Usage { input, cached, output, reasoning, ms, nano_usd, estimated }: Usage) -> Self {
        Tokens { input, cached, output, reasoning, ms, nano_usd, estimated }
    }
}

impl From<Tokens> for Usage {
    fn from(Tokens { input, cached, output, reasoning, ms, nano_usd, estimated }: Tokens) -> Self {
        Usage { input, cached, output, reasoning, ms, nano_usd, estimated }
    }
}

impl Line {
    pub(crate) fn opened(opening: Opening) -> Self {
        let Opening { input, seed, nonce, lang, at_ms } = opening;
        Line::Opened { input, seed, nonce, lang, at_ms }
    }

    /// Line of an event before it is handled, with a transcript of `entries` entries.
    pub(crate) fn stub(event: &Event, entries: u32, host: Vec<u32>) -> Self {
        match event {
            Event::Said { with, .. } => Line::Said { entry: entries, with: with.clone() },
            Event::Replied { finish, usage, left_out, .. } => Line::Replied {
                entry: entries,
                reasoning: None,
                finish: finish.clone(),
                usage: usage.map(Tokens::from),
                left_out: left_out.clone(),
            },
            Event::Returned { .. } => Line::Returned { first: entries, at: host },
            other => Line::Event(other.clone()),
        }
    }

    /// Line after the event was accepted: finds the entry that contains the text, from number `first` on.
    pub(crate) fn settled(self, transcript: &Transcript, first: u32) -> Self {
        match self {
            Line::Said { with, .. } => {
                let entry = find(transcript, first, |entry| matches!(entry, Entry::User { cue: None, .. }));
                Line::Said { entry, with }
            }
            Line::Replied { reasoning, finish, usage, left_out, .. } => {
                let is_reply = |entry: &Entry| {
                    matches!(entry, Entry::Decision(_) | Entry::Correction { .. } | Entry::Summary { .. })
                };
                let entry = find(transcript, first, is_reply);
                Line::Replied { entry, reasoning, finish, usage, left_out }
            }
            other => other,
        }
    }
}

/// Number of the entry that an accepted event added.
fn find(transcript: &Transcript, first: u32, holds: impl Fn(&Entry) -> bool) -> u32 {
    let mut added = first..transcript.len();
    let found = added.find(|seq| transcript.get(*seq).is_some_and(|stored| holds(&stored.entry)));
    debug_assert!(found.is_some(), "an accepted message or reply is in the transcript");
    found.unwrap_or(first)
}

/// The records that the host has not taken yet.
#[derive(Default)]
pub(crate) struct Trace(Vec<Record>);

impl Trace {
    /// Adds an event after which the session is at revision `rev`. `since`: see [`Record::since`].
    pub(crate) fn push(&mut self, rev: u64, line: Line, since: Option<u64>) {
        self.0.push(Record { rev, line, since, verdicts: Vec::new() });
    }

    /// Adds verdicts to the last event.
    pub(crate) fn add_verdicts(&mut self, verdicts: Vec<Verdict>) {
        if let Some(last) = self.0.last_mut() {
            last.verdicts.extend(verdicts);
        }
    }

    /// Returns the records added since the last call.
    pub(crate) fn take(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.0)
    }
}
