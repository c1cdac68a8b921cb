//! Schedule agent: it arranges a student's timetable in conversation (spec.md).
//!
//! ```text
//! request ──► round ◄──► tools, arranging, approvals, card of a plan
//!               └──────► words ──► the end, or a question
//! ```
//!
//! The engine holds the cards, approvals, corrections and host calls. The specification's *phase* is [`memory::Phase`]; the reasons why tools run
//! are [`run::Errand`].

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
mod packs;
mod page;
mod plain;
mod plan;
pub mod prompts;
mod records;
mod rounds;
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
