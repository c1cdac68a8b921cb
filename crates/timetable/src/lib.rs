//! Timetable: tasks in the sections of days, and checked changes.
//!
//! The crate knows nothing of agents or models. A [`Timetable`] is loaded as a whole and checked ([`Timetable::new`]); from then on every
//! change preserves the invariants I1 to I7 of `invariants.rs`:
//!
//! ```text
//! Command ── check ──► Change (new placements, not applied yet) ── apply ──► the timetable ── undo ──► the state before
//!              └─────► Refused (code, tasks and places), nothing changed
//! ```
//!
//! The timetable keeps the entries of each day, so that the cost of a change depends only on the days it touches, whatever the number of
//! tasks elsewhere.

pub mod arrange;
mod change;
mod check;
mod command;
mod conflict;
mod date;
mod day;
pub mod draft;
mod forms;
mod invalid;
mod invariants;
mod limits;
mod lines;
mod order;
mod plan;
mod range;
pub mod records;
mod refused;
mod slots;
mod target;
mod task;
mod timetable;
mod vocabulary;
mod window;

pub use change::{Change, Edit};
pub use command::{At, Command, Move, MovePolicy, Open, Rules, Step};
pub use conflict::Fit;
pub use date::{minute, write_minute, Date, Moment, Term};
pub use day::{Entry, FreeRange};
pub use invalid::Invalid;
pub use limits::{share, Limits, Wishes};
pub use range::Range;
pub use refused::{Held, Refused, Side, Why};
pub use slots::Slots;
pub use task::{Class, Event, Level, Placement, Source, Status, Strategy, Subject, Task};
pub use timetable::Timetable;
pub use vocabulary::{Day, Slot, TaskId, Weekday, MAX_SECTIONS};
pub use window::Window;
