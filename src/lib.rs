//! Stepgate: deterministic agent logic for the browser. The model proposes, Stepgate gates.

pub mod agents;
pub mod engine;
mod error;
mod lang;
pub mod prompt;
pub mod reply;
pub mod schema;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use error::{Error, Kind};
pub use lang::{Lang, Text};
