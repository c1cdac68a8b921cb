//! The content agent: it leads a project through eight phases, from the intention to an evaluated text (content specification).
//!
//! - `model`, `field`, `phase`: what a project is. The order, the status and the autonomy of the phases are one list, `Memory::stations`.
//!   Texts (with their history), the golden context and the simulations are parts of their own; each has a version that moves.
//! - A default field is known by `Field::is_default`, not by its name: the user may give it another one.
//! - That a field is being generated is seen from the work under way, and is no status that is saved.

mod field;
pub mod fields;
pub mod limits;
mod model;
mod phase;
pub mod references;
mod sentences;
pub mod words;

pub use field::{DependencyType, Field, FieldStatus, FieldType, Older, Template};
pub use model::{
    Answer, Channel, Constraints, CreatorProfile, Evaluation, Golden, Graded, Ids, IntentRound, Interaction, Memory,
    Priority, Project, Proposal, Role, Simulation, Suggestion, Turn,
};
pub use phase::{Phase, PhaseStatus, Station};
