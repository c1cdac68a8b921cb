//! Tests of the content agent: its prompts, its operations, and its pure parts (words, references, fields, edits,
//! states).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod bare;
#[path = "content/designs.rs"]
mod designs;
#[path = "content/desk.rs"]
mod desk;
#[path = "content/edits.rs"]
mod edits;
#[path = "content/fields.rs"]
mod fields;
#[path = "content/flow.rs"]
mod flow;
#[path = "content/prompts.rs"]
mod prompts;
#[path = "content/references.rs"]
mod references;
#[path = "content/research.rs"]
mod research;
mod reviewed;
#[path = "content/saving.rs"]
mod saving;
#[path = "content/states.rs"]
mod states;
#[path = "content/texts.rs"]
mod texts;
#[path = "content/trials.rs"]
mod trials;
#[path = "content/walk.rs"]
mod walk;
#[path = "content/words.rs"]
mod words;
