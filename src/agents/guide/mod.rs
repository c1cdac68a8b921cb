//! The guide: it leads a user through improving a resume, task by task.

mod basics;
mod course;
pub mod decision;
pub mod document;
pub mod draft;
pub mod editor;
mod find;
pub mod json_resume;
pub mod lines;
pub mod model;
pub mod pace;
pub mod page;
mod place;
pub mod planning;
pub mod prompts;
pub mod restore;
pub mod resume;
pub mod target;
pub mod transition;
mod undo;
pub mod words;
pub mod workflow;
