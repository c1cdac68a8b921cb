//! A project: how a session opens, edits and saves it.

mod choice;
pub mod edits;
mod older;
mod open;
mod parts;
pub mod saved;
mod settings;
mod version;
mod wrong;

pub use crate::model::limits;
pub(super) use older::migrated;
pub(super) use open::open;
pub(super) use parts::{parts, put_part};
pub(super) use wrong::Wrong;
