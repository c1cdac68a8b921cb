//! Optimiser: places the items of a timetable at the least cost.
//!
//! ```text
//! Draft ── Instance::new ──► Instance ── Search::step ──► Placement ── score ──► Score, or the broken rules
//!                                │                            └─────── explain ─► what keeps an item out
//!                                ├── bound ──► cost that no placement goes below
//!                                └── weigh, refuse, relax ─► why an item is here, why not there, what would make room
//! ```
//!
//! The objective is in `crates/optimise/objective.md`. The crate has no clock, no randomness but the seed and no floating point: the same
//! instance, seed, plan and number of iterations give the same placement on every machine.

// Indices are those of an `Instance`, which is checked once; the search reads tables millions of times a second.
#![allow(clippy::indexing_slicing)]

mod among;
mod bound;
mod day;
mod delta;
mod draft;
mod explain;
pub mod file;
mod in_order;
mod instance;
mod invalid;
mod json;
mod placement;
mod random;
mod refuse;
mod relax;
mod score;
mod search;
mod start;
mod weigh;

pub use bound::{bound, Bound, Bounding};
pub use draft::{Cap, Class, Closed, Draft, Event, Exam, Gap, Item, Periods, Place, Quota, Span, Weights, KEEP};
pub use explain::{explain, kept_out, kept_out_of_its_days, Blocked, ByWish};
pub use in_order::last_left_out;
pub use instance::Instance;
pub use invalid::Invalid;
pub use json::from_json;
pub use placement::Placement;
pub use refuse::{refuse, Reason, Verdict};
pub use relax::{relax, Limit, Relaxed, Relaxing};
pub use score::{parts, score, Broken, Parts, Rule, Score};
pub use search::{Replay, Search};
pub use start::{forced, keeps_most_moved};
pub use weigh::{weigh, Standing, Weighed};
