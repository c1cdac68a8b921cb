//! The agents that ship with the crate, one folder each, and the one list of them.

mod catalog;
#[cfg(feature = "content")]
pub mod content;
#[cfg(feature = "guide")]
pub mod guide;
#[cfg(feature = "ledger")]
pub mod ledger;
#[cfg(feature = "schedule")]
pub mod schedule;
#[cfg(feature = "stepper")]
pub mod stepper;

pub use catalog::{copy, infos, open, resume, AgentInfo, ToolInfo};
