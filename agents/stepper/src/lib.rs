//! The stepper: it plans a task as steps, chooses one action after the other, and changes the plan as it learns (stepper
//! specification).
//!
//! ```text
//! task ─► planning ─► step ─► think ─► step decision ─┬─ complete ─► next step … ─► completed
//!                              ▲                      └─ continue ─► action decision ─► tool, question, thought ─┐
//!                              └───────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! What the specification calls a machine state is a [`Stage`]; *executing* and *asking* are an open action of
//! `memory::Run`. The plan is [`model::Task`], the loop is `flow`; approvals, calls and corrections are the engine's.

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
