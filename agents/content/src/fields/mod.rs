//! Fields, the named texts of a project: declarations, dependencies and writing.

pub(super) mod declare;
pub mod export;
mod needs;
mod points;
pub mod references;
mod write;

pub(crate) use points::{open_points, say_with_open_points};

pub use needs::{in_order, name_of, ring_of, unmet, unmet_names, Cycle};
pub use write::{fail, find, golden_key, refresh_golden, restore, save, stale_after, undo, Written};
