//! Drafts: laws over random edits, rebased on random outside changes; and the stories that people told.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod desk;
mod fits;
mod followed;
mod forms;
mod laws;
mod random;
mod rules;
mod stories;
