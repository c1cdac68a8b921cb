//! A project: its state, and how a session opens, edits and saves it.

pub mod edits;
pub mod limits;
mod memory;
mod older;
mod open;
mod parts;
mod phase;
pub mod saved;
mod settings;
mod version;
mod wrong;

pub use memory::{Answer, Begun, Golden, Ids, IntentRound, Judgement, Memory, Project, Proposal, Spoken};
pub(super) use older::migrated;
pub(super) use open::open;
pub(super) use parts::{parts, put_part};
pub use phase::{Phase, PhaseStatus, Station};
pub use settings::{Channel, Constraints, CreatorProfile};
pub(super) use wrong::Wrong;
