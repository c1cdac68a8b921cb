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
    /// The first edit, or part of one, that does not fit, by its position among these; or the calendar has changed since the draft was begun.
    pub fn add(&self, saved: &Calendar, edits: &[Edit], now: Moment) -> Result<Draft, Misfit> {
        self.is_of(saved).map_err(|refusal| Misfit { edit: 0, id: None, refusal })?;
        let (mut state, _) = self.replay(saved, now);
        match carry_out(&mut state, edits).into_iter().next() {
            Some(misfit) => Err(misfit),
            None => Ok(Draft { edits: self.edits.iter().chain(edits).cloned().collect(), ..self.clone() }),
        }
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
        let misfits = carry_out(&mut state, &self.edits);
        (state, misfits)
    }
}

/// Carries edits out. Those that do not fit, and parts that do not, change nothing.
fn carry_out(state: &mut State, edits: &[Edit]) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    for (number, edit) in edits.iter().enumerate() {
        let misfit = |id, refusal| Misfit { edit: number, id, refusal };
        match state.edit(edit) {
            Ok(parts) => misfits.extend(parts.into_iter().map(|(id, refusal)| misfit(Some(id), refusal))),
            Err(refusal) => misfits.push(misfit(None, refusal)),
        }
    }
    misfits
}
