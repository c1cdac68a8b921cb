//! Arranging: from a timetable and a request to an instance of the optimiser, and from its placement to the steps of a plan.
//!
//! ```text
//! Request ── Arranging::new ──► draft ── optimiser ──► Placement ── steps ──► Command::Plan
//! ```
//!
//! The optimiser knows items by index; an [`Arranging`] keeps their tasks.

mod about;
mod building;
mod instance;
mod order;
mod preferences;
mod request;
mod rules;
mod weeks;

pub use instance::Arranging;
pub use preferences::{Exam, Occasions, Preferences};
pub use request::{Request, Scope, Stability, Wish, WishKind};
pub use weeks::{Load, Week};
