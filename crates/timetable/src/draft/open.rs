//! The open plan itself: edits, and what they make of a calendar.

use stepgate_json::Json;

use super::calendar::Calendar;
use super::edit::{Edit, Misfit, Refusal, Why};
use super::id::Ids;
use super::state::State;
use crate::Moment;

/// Open plan: edits of a saved calendar. See the [module](super).
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Draft {
    /// Revision of the calendar that it changes.
    pub base: u64,
    /// Numbers that it gives out next, to new things.
    pub ids: Ids,
    /// Edits, in their order.
    pub edits: Vec<Edit>,
}

/// Edit that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Position among the new edits, from 0.
    pub edit: usize,
    /// Reason.
    pub refusal: Refusal,
}

impl Draft {
    /// Begins a draft.
    pub fn new(saved: &Calendar) -> Self {
        Draft { base: saved.revision, ids: saved.ids, edits: Vec::new() }
    }

    /// Begins a draft in the place of this one. Ids that this one gave out are not given out again.
    pub fn afresh(&self, saved: &Calendar) -> Self {
        Draft { ids: self.ids.behind(saved.ids), ..Draft::new(saved) }
    }

    /// The draft with more edits.
    ///
    /// # Errors
    /// The first edit that does not fit, or of which a part does not fit; or the calendar has changed since the draft was begun.
    pub fn add(&self, saved: &Calendar, edits: &[Edit], now: Moment) -> Result<Draft, Refused> {
        self.is_of(saved).map_err(|refusal| Refused { edit: 0, refusal })?;
        let (mut state, _) = self.replay(saved, now);
        for (number, edit) in edits.iter().enumerate() {
            let misfits = state.edit(edit).map_err(|refusal| Refused { edit: number, refusal })?;
            if let Some((_, refusal)) = misfits.into_iter().next() {
                return Err(Refused { edit: number, refusal });
            }
        }
        Ok(Draft { edits: self.edits.iter().chain(edits).cloned().collect(), ..self.clone() })
    }

    /// Checks that the calendar is the one on which the draft was begun.
    pub(super) fn is_of(&self, saved: &Calendar) -> Result<(), Refusal> {
        let stale = Why::Stale { found: self.base, revision: saved.revision };
        if self.base == saved.revision {
            Ok(())
        } else {
            Err(Refusal::new("base", stale))
        }
    }

    /// Carries the edits out on a copy of the calendar. Those that do not fit are left out, and told.
    pub(super) fn replay(&self, saved: &Calendar, now: Moment) -> (State, Vec<Misfit>) {
        let mut state = State::new(saved, self.ids, now);
        let mut misfits = Vec::new();
        for (number, edit) in self.edits.iter().enumerate() {
            match state.edit(edit) {
                Ok(parts) => {
                    let part = |(id, refusal)| Misfit { edit: number, id: Some(id), refusal };
                    misfits.extend(parts.into_iter().map(part));
                }
                Err(refusal) => misfits.push(Misfit { edit: number, id: None, refusal }),
            }
        }
        (state, misfits)
    }
}
