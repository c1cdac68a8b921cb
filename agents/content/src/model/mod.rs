//! The data of a project: types with their JSON, without rules.

mod evaluation;
mod field;
mod interaction;
mod item;
pub mod limits;
mod memory;
mod phase;
mod section;
mod settings;
mod simulation;

pub use evaluation::{Evaluation, Graded, Grading, Priority, Suggestion};
pub use field::{DependencyType, Field, FieldStatus, FieldType, Older, Template};
pub use interaction::Interaction;
pub use item::{Item, Stage};
pub use memory::{
    Answer, Asking, Begun, Decision, Edition, Golden, Ids, IntentRound, Judgement, Memory, Pending, Project, Proposal,
    Revision, Speaker, Spoken,
};
pub use phase::{Phase, PhaseStatus, Station};
pub use section::{Metric, MetricType, Section};
pub use settings::{Channel, Constraints, CreatorProfile};
pub use simulation::{Role, Simulation, Trial, Turn};
