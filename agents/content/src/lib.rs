//! The content agent. It leads a writing project through eight phases, from the intent to an evaluated text. `spec.md` holds the
//! rules it follows.
//!
//! From the bottom to the top:
//!
//! - `model`: the data of a project. `Memory::stations` lists the phases with their order, status and autonomy. `Memory::work` is the
//!   operation in progress, a stack of `Item`s; each has a [`Stage`]. Whether a field is being generated is read from this stack
//!   and never saved with the field. A default field is marked by `Field::is_default`, not by its name, since the user may rename it.
//! - `texts`: the texts of prompts, the contracts of replies, and the sentences that users read.
//! - `fields`: declarations and dependencies of the named texts, and how a change of one makes others out of date.
//! - `project`: how a session opens, edits and saves a project. Large texts are saved apart from the memory, and only after a change.
//! - `research`: queries, searches, pages and a report. `trials`: designs, simulations and evaluations.
//! - `flow`: the operations, and the driver that runs the stack of work.
//! - `asks` and `assembly`: the request of each stage, and the prompt around it.
//! - `agent`: implements the engine's `Agent`.

mod agent;
mod asks;
mod assembly;
mod content;
pub mod fields;
mod flow;
pub mod model;
mod page;
pub mod project;
mod research;
mod talk;
pub mod texts;
mod trials;

pub use content::Content;
pub use model::{CreatorProfile, DependencyType, Field, FieldStatus, FieldType, Memory, Older, Phase, Stage, Template};
