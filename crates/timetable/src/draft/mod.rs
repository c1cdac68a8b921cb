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
//! them stands a [`Register`]: rules, and the numbers given out next. Ids are the keys of the records with a letter
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
mod open;
mod place;
mod rebase;
mod rule;
mod sheet;
mod state;
mod thing;
mod ties;
mod write;

pub use crate::records::Mark;
pub use arranged::placements;
pub use calendar::{Calendar, Register};
pub use card::{diff, Card, Does, Line, Unplaced};
pub use edit::{Changed, Edit, EventFields, GroupFields, ItemFields, Misfit, Put, Refusal, Why};
pub use id::{EventId, GroupId, Id, Ids, ItemId, RuleId};
pub use judge::{judge, Break, Fact, Plan};
pub use open::Draft;
pub use place::{Place, Start, Time};
pub use rebase::{rebase, Rebased};
pub use rule::{About, Count, Dates, Hours, Origin, Pace, Rule, Span, Strength, Times, What};
pub use state::Gone;
pub use thing::{Entry, Item, Thing};
pub use write::{write, Accepted, Written};
