//! Records of a calendar: loading a timetable from them, and writing its changes back (agents/schedule/spec-tools.md 1.4, 1.5 and 8).
//!
//! ```text
//! Records ── load ──► Timetable ── commands ──► Timetable ── diff ──► RecordChanges ── plan ──► Writes ──► the store
//! ```
//!
//! A store holds five kinds of records, each under its key:
//!
//! | store | record | key |
//! | --- | --- | --- |
//! | `events` | [`EventRecord`] | `id` |
//! | `event_sections` | [`SectionRow`]: one for each section of an event | `event_id, week, day_of_week, section` |
//! | `task_classes` | [`Class`](crate::Class) | `id` |
//! | `task_items` | [`ItemRecord`] | `id` |
//! | `applied_change_sets` | id of a change set | the id |
//!
//! A store writes a set of changes in one transaction:
//!
//! 1. If `applied_change_sets` has the id of the change set, the store has written it before and is done.
//! 2. [`reads`] names the records that the changes concern. The store reads those, or all, and the highest key of `events`.
//! 3. [`plan()`] answers with [`Writes`], or with [`Stale`] if the store has changed since it was loaded. Then nothing is written.
//! 4. The store makes the writes (deletes, then puts) and adds the id of the change set.
//!
//! [`plan()`] is a pure function: the same records and changes give the same writes. Within one set all old places are cleared before any
//! new place is taken, so that a swap does not conflict with itself:
//!
//! | | an event | an item of a task class |
//! | --- | --- | --- |
//! | place | adds its rows, and the event if it is gone | adds an event with rows, or its id in its host's rows; sets its place, status 2 |
//! | move | deletes its old rows, adds new ones | undoes the old place, takes the new one |
//! | unplace | deletes its rows, and the event with the last | deletes its event, or its id in its host's rows; clears its place, status 1 |

mod clock;
mod diff;
mod load;
mod loading;
mod outside;
mod plan;
mod record;
pub(crate) mod share;
mod span;
mod store;

pub use clock::Clock;
pub use diff::{diff, ChangeKind, RecordChange};
pub use load::load;
pub use loading::{LoadError, Loading};
pub use outside::{outside, Outside};
pub use plan::{plan, reads, Reads, Setting, Stale, StaleWhy};
pub use record::{Cell, EmbeddedTime, EventRecord, ItemLimits, ItemRecord, ItemStatus, Mark, Records, SectionRow};
pub use store::Writes;
