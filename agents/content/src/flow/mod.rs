//! The operations on a project, and the stack of work they run on (spec.md 3.2 to 3.7).
//!
//! An operation changes the memory, and returns a `Follow` if it may need a certain step. Only [`driver`] runs the stack.

mod batch;
pub(super) mod doing;
pub(super) mod driver;
pub(super) mod failure;
pub(super) mod intent;
pub(super) mod making;
mod numbers;
pub(super) mod operations;
mod outdated;
pub(super) mod phases;
mod questions;
pub(super) mod revisions;
pub(super) mod route;
mod tally;

pub(super) use batch::{can_refresh, can_start};
