//! The stepper agent: plans a task as steps, chooses one action after the other, and changes the plan as it learns. Its
//! rules are in `spec.md` beside `Cargo.toml`.
//!
//! ```text
//! task ─► planning ─► step ─► think ─► step decision ─┬─ complete ─► next step … ─► completed
//!                              ▲                      └─ continue ─► action decision ─► tool, question, thought ─┐
//!                              └───────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! In single mode, the default, one call decides the thought, the step and the action together. Seven [`Stage`]s stand for the machine states of spec.md 3.8; an open action in `memory::Run` tells *executing* and
//! *asking* apart. `flow` holds the main loop, and [`model::Task`] is the plan. The engine handles approvals, calls and
//! corrections.

// Types, and rules without a session.
mod cache;
pub mod config;
pub mod context;
mod cut;
pub mod decision;
pub mod model;
mod outside;
mod stage;
pub mod tools;
mod words;

// The memory, and rules over it.
pub mod adjust;
mod earlier;
mod handoff;
mod host_tools;
mod input;
pub mod memory;
mod outcome;
mod parts;
mod prompts;
mod readable;
pub mod repeat;
mod seen;
mod visible;

// The session: the loop, its inputs and its views.
mod action;
mod batch;
mod claim;
mod clock;
mod edits;
mod flow;
mod history;
mod page;
mod planning;
mod resume;
mod single;
mod stepper;

// The agent, which no other module imports.
mod agent;

pub use stage::Stage;
pub use stepper::Stepper;
