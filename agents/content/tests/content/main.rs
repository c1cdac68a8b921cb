//! Tests of the content agent: its prompts, its operations, and its pure parts (words, references, fields, edits,
//! states).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod answers;
mod designs;
mod desk;
mod edits;
mod fields;
mod flow;
mod making;
mod prompts;
mod questions;
mod received;
mod references;
mod replies;
mod research;
mod revisions;
mod routing;
mod saving;
mod several;
mod states;
mod texts;
mod trials;
mod walk;
mod words;
