//! The agents that ship with the crate, one folder each.

#[cfg(feature = "guide")]
pub mod guide;
