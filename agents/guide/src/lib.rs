//! The guide: it leads a user through improving a resume, task by task.
//!
//! The session's side is in `agent`: which step follows what; what the page changes without the model is in `edits`. A turn
//! passes these files in this order: the prompt is assembled ([`prompts`]), the reply is read against a contract
//! ([`decision`]), the table says what it does to the task's guide ([`target`], [`transition`], [`turn`]), a document is built
//! from the draft ([`document`]) and applied to the resume ([`editor`]), and the workflow moves on ([`workflow`]).
//! Everything is pure: the same memory and the same decision give the same memory.
//!
//! Names of the guide specification and ours: its *guide state* is [`model::GuideState`] in a task's [`model::Guide`], its
//! *workflow stage* follows from the memory ([`workflow::Workflow::stage`]), its events are [`note::Note`]s, its
//! snapshots come in and go out by [`restore`]. The words of a dialogue are in the transcript, one thread a task.

mod agent;
mod basics;
mod cards;
mod course;
pub mod decision;
pub mod document;
pub mod draft;
pub mod editor;
mod edits;
mod find;
pub mod ids;
mod input;
pub mod json_resume;
pub mod lines;
pub mod model;
pub mod note;
pub mod pace;
pub mod page;
mod place;
pub mod planning;
pub mod prompts;
pub mod restore;
pub mod resume;
pub mod stage;
pub mod target;
pub mod transition;
pub mod turn;
mod undo;
pub mod words;
pub mod workflow;

pub use agent::{Guide, Stage};
