//! The content agent at its public surface: what it asks the model, and how its operations go.
#![cfg(all(feature = "content", not(target_arch = "wasm32")))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "content_agent/flow.rs"]
mod flow;
#[path = "content_agent/player.rs"]
mod player;
#[path = "content_agent/prompts.rs"]
mod prompts;
#[path = "content_agent/research.rs"]
mod research;
mod reviewed;
