//! The stepper agent: plans a task as steps, chooses one action after the other, and changes the plan as it learns. Its
//! rules are in `spec.md` beside `Cargo.toml`.
//!
//! ```text
//! task ─► planning ─► step ─► think ─► step decision ─┬─ complete ─► next step … ─► completed
//!                              ▲                      └─ continue ─► action decision ─► tool, question, thought ─┐
//!                              └───────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Six [`Stage`]s stand for the machine states of spec.md 3.8; an open action in `memory::Run` tells *executing* and
//! *asking* apart. `flow` holds the main loop, and [`model::Task`] is the plan. The engine handles approvals, calls and
//! corrections.

mod action;
pub mod adjust;
mod agent;
mod cache;
mod clock;
pub mod config;
pub mod context;
pub mod decision;
mod edits;
mod flow;
mod history;
mod input;
pub mod memory;
pub mod model;
mod outside;
mod page;
mod parts;
mod planning;
mod prompts;
pub mod repeat;
pub mod tools;
mod words;

pub use agent::{Stage, Stepper};
