//! Drafts: an open plan is a list of edits of the saved calendar, and its card says what they change.
//!
//! ```text
//! Records, Register ── Calendar::new ──► Calendar ─┬─ diff ──► Card: lines, rules that they break, what is left out
//!                                     Draft.edits ─┤
//!                                                  └─ write ──► Calendar (── parts ──► Records, Register), Written ── undo ──► Edit
//! ```
//!
//! **Things.** A [`Calendar`] is the records of `records` and no second model: each [`Thing`] is a record with all that changes with it
//! (an item with the event that is its place and the rows in which a host carries it), and `parts` gives the same records back. Beside
//! them stands a [`Register`]: rules, marks (done, missed), and the numbers given out next. Ids are the keys of the records with a letter
//! ([`Id`]: m12, g3, e7, r2), so that a calendar without a register needs no new ones.
//!
//! **Drafts.** A [`Draft`] is the revision of the calendar that it was begun on, and [`Edit`]s. Whoever changes anything adds an edit: the
//! model, the page, `arrange` (one [`Edit::Place`] with all its places, by [`placements`]), and an undo (one [`Edit::Restore`]). An edit is
//! checked when it is added; what it refuses is a [`Refusal`], with the place, what was found and what is allowed. Nothing is placed in
//! the past, but what lies there can be marked, reopened and placed anew.
//!
//! **Cards.** [`diff`] carries the edits out on a copy and compares thing by thing; a line holds the thing before and after. [`write`](write())
//! sets the things of the accepted lines and does nothing else, so that the card is what is written. A line tells the others that it needs:
//! those that make room for it, that it stands on, or that change with it as one.
//!
//! **Rules.** One list, [`Rule`], and one judge, [`judge()`]. A rule never refuses an edit: what breaks it stands on the line, as a fact, and
//! the user decides. Who accepts it approves it: the item gets a pin (`from: approved`) as a line of the same card. An edit that names a
//! pinned item takes the pin along; an event that would take its place is refused.
//!
//! **Changes meanwhile.** [`rebase`] puts the edits onto the changed calendar. An edit that no longer fits stays in the draft, and the card
//! tells it as a [`Misfit`]; of several places or restored things only those that do not fit.
//!
//! **Arranging.** `arrange` knows tasks of a window, not ids. Its request comes from the rules that hold for the window, its steps become an
//! edit. The places that a [`Timetable`](crate::Timetable) accepts are those that a draft accepts.

mod arranged;
mod calendar;
mod card;
mod edit;
mod id;
mod judge;
mod place;
mod rebase;
mod rule;
mod sheet;
mod state;
mod thing;
mod write;

use stepgate_json::Json;

use crate::Moment;
use state::State;

pub use arranged::placements;
pub use calendar::{Calendar, Register};
pub use card::{diff, Card, Does, Line, Misfit, Unplaced};
pub use edit::{Changed, Edit, EventFields, GroupFields, ItemFields, Put, Refusal, Why};
pub use id::{EventId, GroupId, Id, Ids, ItemId, RuleId};
pub use judge::{judge, Break, Fact, Plan};
pub use place::{Place, Start, Time};
pub use rebase::{rebase, Rebased};
pub use rule::{About, Count, Dates, Daypart, Hours, Later, Origin, Pace, Rule, Span, Strength, Times, Until, What};
pub use state::Gone;
pub use thing::{Entry, Item, Mark, Thing};
pub use write::{write, Accepted, Written};

/// Open plan: edits of a saved calendar. See the [module](self).
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

    /// The draft that takes back a write. Its card tells what has changed since, and stays as it is.
    pub fn undoing(&self, saved: &Calendar, written: &Written) -> Self {
        Draft { edits: vec![written.undo()], ..self.afresh(saved) }
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
    fn is_of(&self, saved: &Calendar) -> Result<(), Refusal> {
        let stale = Why::Stale { found: self.base, revision: saved.revision };
        if self.base == saved.revision {
            Ok(())
        } else {
            Err(Refusal::new("base", stale))
        }
    }

    /// Carries the edits out on a copy of the calendar. Those that do not fit are left out, and told.
    fn replay(&self, saved: &Calendar, now: Moment) -> (State, Vec<Misfit>) {
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
