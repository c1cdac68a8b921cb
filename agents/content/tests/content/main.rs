//! Tests of the content agent: its prompts, its operations, and its pure parts (words, references, fields, edits,
//! states).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod designs;
mod desk;
mod edits;
mod fields;
mod flow;
mod prompts;
mod references;
mod research;
mod saving;
mod states;
mod texts;
mod trials;
mod walk;
mod words;
