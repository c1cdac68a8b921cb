//! The content agent: it leads a project through eight phases, from the intention to an evaluated text (content specification).
//!
//! - `model`, `field`, `phase`: what a project is. The order, the status and the autonomy of the phases are one list, `Memory::stations`.
//!   Texts (with their history), the golden context and the simulations are parts of their own; each has a version that moves.
//! - A default field is known by `Field::is_default`, not by its name: the user may give it another one.
//! - That a field is being generated is seen from the work under way, and is no status that is saved.
//! - `work`: the operation in progress, a pile of [`Item`]s in `Memory::work`. What a call asks is an [`Ask`]; around it go the golden
//!   context, the index of the fields, the reference texts, the channel and the language (`prompts`).
//! - What takes several calls keeps its half-done result in its item. `simulation`: `ask(&Memory, &Simulation, Lang) -> Ask` and
//!   `take(&mut Simulation, &Value, Lang) -> Result<bool, Complaint>` (true: it is done: `keep` it). `evaluation`: the same of a
//!   `Grading` (the sections to judge, those judged, the suggestions). `outcomes` takes the replies.

mod agent;
mod ask;
mod asks;
mod batch;
mod contracts;
pub mod declare;
mod doing;
pub mod edits;
pub mod evaluation;
pub mod export;
mod field;
pub mod fields;
mod flow;
pub mod input;
mod intent;
mod interaction;
pub mod limits;
mod making;
mod material;
mod model;
mod operations;
mod outcomes;
pub mod page;
pub mod parts;
mod phase;
mod phases;
mod prompts;
pub mod proposals;
pub mod references;
pub mod report;
mod research;
mod results;
pub mod route;
pub mod saved;
pub mod sections;
mod sentences;
pub mod settings;
pub mod simulation;
mod talk;
pub mod versions;
pub mod words;
mod work;

pub use agent::{Content, Stage};
pub use ask::Ask;
pub use field::{DependencyType, Field, FieldStatus, FieldType, Older, Template};
pub use interaction::Interaction;
pub use model::{Answer, Begun, Golden, Ids, IntentRound, Memory, Project, Proposal, Spoken};
pub use phase::{Phase, PhaseStatus, Station};
pub use results::{Evaluation, Graded, Priority, Role, Simulation, Suggestion, Turn};
pub use settings::{Channel, Constraints, CreatorProfile};
pub use work::Item;
