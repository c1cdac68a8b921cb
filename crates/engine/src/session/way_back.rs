//! The way back: the state of an earlier time is found by playing the trace again up to there.

use serde_json::Value;

use crate::archive::snapshot::Snapshot;
use crate::session::any::AnySession;
use crate::trace::{Line, Record};
use crate::vocabulary::earlier::Earlier;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::event::Event;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::step::Refusal;
use stepgate_json::{FromJson, ToJson};

/// The point to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromJson)]
#[json(optional)]
pub struct Back {
    /// Before this message of the user, on whatever branch it is: the number of its block.
    pub before: Option<u32>,
    /// To the end of this branch: its number in [`View::branches`](crate::View::branches).
    pub branch: Option<u32>,
    /// Whether the words that the user says next are to get another answer.
    pub again: bool,
}

/// The event that takes a session back, and what the user said there.
#[derive(Clone, Debug, PartialEq, ToJson)]
pub struct WayBack {
    /// The event.
    pub event: Event,
    /// The message before which it goes back. None for a branch.
    #[json(optional)]
    pub said: Option<WasSaid>,
}

/// A message of the user, as it was said.
#[derive(Clone, Debug, PartialEq, ToJson)]
pub struct WasSaid {
    /// The words.
    pub text: String,
    /// The page's own data beside them.
    #[json(optional)]
    pub with: Value,
    /// Images and files beside them.
    #[json(optional)]
    pub parts: Vec<FilePart>,
}

impl AnySession {
    /// The event by which this session goes back. `trace`: all its records; `blank`: a session of the same agent that has neither begun nor been
    /// loaded, in which they are played up to there.
    ///
    /// # Errors
    /// `no_such_message` and `no_such_branch` if there is nothing to go back to, `no_way_back` if the trace does not lead there: it is not whole, or
    /// the agent is another one since.
    pub fn way_back(
        &self,
        blank: &mut AnySession,
        trace: &[Record],
        back: Back,
        at_ms: u64,
    ) -> Result<WayBack, Refusal> {
        let seq = self.place_of(back)?;
        let rev = self.transcript().get(seq).map_or(0, |stored| stored.rev);
        let to = self.play_until(blank, trace, rev.saturating_sub(1))?;
        let Snapshot { format, version, revision, head, parts, .. } = blank.snapshot();
        let state = Earlier { format, version, revision, head, parts };
        let said = back.before.and_then(|seq| self.was_said(seq, trace));
        Ok(WayBack { event: Event::Rewound { at_ms, to, state, again: back.again }, said })
    }

    /// Number of the entry before which the session goes back.
    fn place_of(&self, back: Back) -> Result<u32, Refusal> {
        let is_message = |seq: u32| {
            self.transcript().get(seq).is_some_and(|stored| matches!(stored.entry, Entry::User { cue: None, .. }))
        };
        match (back.before, back.branch) {
            (Some(seq), None) if is_message(seq) => Ok(seq),
            (None, Some(id)) if self.transcript().branches().iter().any(|branch| branch.id == id) => Ok(id),
            (None, Some(_)) => Err(Refusal::no_such_branch(self.lang())),
            _ => Err(Refusal::no_such_message(self.lang())),
        }
    }

    /// Plays the trace up to revision `until`. The number of entries there, which must be the session's own.
    fn play_until(&self, blank: &mut AnySession, trace: &[Record], until: u64) -> Result<u32, Refusal> {
        let entries = self.transcript().all();
        blank.until = Some(until);
        let played =
            blank.replay(trace, entries).map_err(|error| Refusal::no_way_back(&error.to_string(), self.lang()));
        blank.until = None;
        played?;
        let len = blank.transcript().len();
        let is_same =
            blank.scene().revision() == until && entries.get(..len as usize) == Some(blank.transcript().all());
        match is_same {
            true => Ok(len),
            false => Err(Refusal::no_way_back("the trace played otherwise than before", self.lang())),
        }
    }

    /// A message with the page's own data, which only the trace has.
    fn was_said(&self, seq: u32, trace: &[Record]) -> Option<WasSaid> {
        let stored = self.transcript().get(seq)?;
        let Entry::User { text, parts, .. } = &stored.entry else { return None };
        let with = trace.iter().take_while(|record| record.rev <= stored.rev).filter_map(|record| match &record.line {
            Line::Said { entry, with } if *entry == seq => Some(with),
            Line::Event(Event::Queued { text: queued, with, .. }) if queued == text => Some(with),
            _ => None,
        });
        let with = with.last().cloned().unwrap_or(Value::Null);
        Some(WasSaid { text: text.clone(), with, parts: parts.clone() })
    }
}
