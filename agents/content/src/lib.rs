//! The content agent: it leads a project through eight phases, from the intention to an evaluated text (content specification).
//!
//! - `project`: what a project is, how it is opened, edited and saved. The order, the status and the autonomy of the phases are
//!   one list, `Memory::stations`. What is big is saved apart from the memory, when it changed (`parts`).
//! - `fields`: the named texts, what they need, how a change of one makes others out of date. A default field is known by
//!   `Field::is_default`, not by its name: the user may give it another one.
//! - `flow`: the operation in progress, a pile of `Item`s in `Memory::work`; each stands at a [`Stage`]. That a field is being
//!   generated is seen from there, and is no status that is saved.
//! - `research`: queries, searches, pages, a report. `trials`: designs, simulations, evaluations.
//! - `texts`: what is asked (an `Ask`, with the golden context, the index of the fields, the reference texts, the channel and the
//!   language around it), the shapes of the replies, the sentences users read.

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
