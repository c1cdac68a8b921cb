//! The guide agent. It leads a user through improving a resume, task by task. `spec.md` holds the rules it follows.
//!
//! `agent` implements the engine's `Agent`; `edits` handles the buttons and edits of the page, which need no model. A turn
//! passes through these modules in order:
//!
//! 1. [`prompts`] assembles the system message.
//! 2. [`decision`] checks the reply and turns it into a decision.
//! 3. [`target`] and [`transition`] look the decision up in a table; the result is a [`turn::Turn`].
//! 4. [`document`] builds an execution document from the draft, and [`editor`] applies it to the resume.
//! 5. [`workflow`] moves on to the next task (`operations`, `course`).
//!
//! A resume that comes as text is first read into sections: [`reading`], and `reader` for its steps.
//!
//! All of it is pure: the same memory and the same decision give the same memory.
//!
//! Terms of `spec.md` and their types: a *guide state* is [`model::GuideState`], held in a task's [`model::Guide`]; the *workflow
//! stage* is computed by [`workflow::Workflow::stage`]; *events* are [`note::Note`]s; [`restore`] reads and writes *snapshots*.
//! The messages of a dialogue are in the engine's transcript, one thread for each task.

mod addition;
mod agent;
mod basics;
mod brought;
mod by_hand;
mod cards;
mod changes;
mod course;
pub mod decision;
mod destination;
pub mod dialogue;
pub mod document;
pub mod draft;
pub mod editor;
mod edits;
pub mod entry;
mod figures;
mod find;
mod guide;
pub mod ids;
mod input;
pub mod json_resume;
pub mod lines;
mod lost;
pub mod model;
pub mod note;
mod objections;
mod operations;
mod outline;
pub mod pace;
pub mod page;
mod place;
pub mod planning;
pub mod prompts;
mod reader;
pub mod reading;
pub mod restore;
pub mod resume;
pub mod stage;
mod steering;
mod steps;
pub mod target;
mod told;
pub mod transition;
pub mod turn;
mod undo;
mod unsaid;
pub mod words;
pub mod workflow;

pub use guide::{Guide, Stage};
