//! The content agent. It leads a writing project through eight phases, from the intent to an evaluated text. `spec.md` holds the
//! rules it follows.
//!
//! - `project`: the state of a project, and how a session opens, edits and saves it. `Memory::stations` lists the phases with their
//!   order, status and autonomy. Large texts are saved apart from the memory, and only after a change (`parts`).
//! - `fields`: the named texts of a project, their dependencies, and how a change of one makes others out of date. A default field
//!   is marked by `Field::is_default`, not by its name, since the user may rename it.
//! - `flow`: the operation in progress, a stack of `Item`s in `Memory::work`; each has a [`Stage`]. Whether a field is being
//!   generated is read from this stack and never saved with the field.
//! - `research`: queries, searches, pages and a report. `trials`: designs, simulations and evaluations.
//! - `texts`: the prompts (an `Ask`, to which the golden context, the index of the fields, the reference texts, the channel and the
//!   language are added), the contracts of the replies, and the sentences that users read.

mod agent;
pub mod fields;
mod flow;
mod page;
pub mod project;
mod research;
pub mod texts;
mod trials;

pub use agent::Content;
pub use fields::{DependencyType, Field, FieldStatus, FieldType, Older, Template};
pub use flow::Stage;
pub use project::{CreatorProfile, Memory, Phase};
