//! Schedule agent: it arranges a student's timetable in conversation (spec.md).
//!
//! ```text
//! chat ──► a reply
//!   ├────► plan.1 ─► plan.2 ─► card of the plan ──┐
//!   └────► (execute at once) ─────────────────────┴─► load ─► execute ◄──► tools, arranging, approvals ─► deliver
//! ```
//!
//! The engine holds the cards, approvals, corrections and host calls. The specification's *phase* is [`memory::Phase`]; its nodes are the
//! [`Stage`]s and the errands in [`run::Errand`].

mod agent;
pub mod arrange;
mod board;
mod calls;
mod changes;
mod chat;
mod compact;
pub mod config;
pub mod decision;
mod deliver;
mod edits;
mod errands;
pub mod exceptions;
mod execute;
mod hash;
pub mod health;
mod history;
mod input;
mod legal;
mod loading;
pub mod memory;
mod names;
mod page;
mod plain;
mod plan;
pub mod planning;
pub mod prompts;
mod question;
mod records;
pub mod route;
pub mod run;
mod saving;
mod schedule;
mod settle;
mod stage;
pub mod state;
mod summaries;
mod times;
pub mod tools;
mod undo;
mod words;
mod writing;

pub use records::{load_schedule, plan_changes, Failure};
pub use schedule::Schedule;
pub use stage::Stage;
