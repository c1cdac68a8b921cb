//! The guide: it leads a user through improving a resume, task by task.

mod agent;
mod basics;
pub mod decision;
pub mod document;
pub mod draft;
pub mod editor;
mod export;
mod input;
pub mod json_resume;
pub mod lines;
pub mod model;
pub mod pace;
mod place;
pub mod planning;
pub mod prompts;
mod show;
pub mod target;
pub mod transition;
mod undo;
pub mod words;
pub mod workflow;

pub use agent::{Guide, Stage};
