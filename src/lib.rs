//! Stepgate: deterministic agent logic for the browser. The model proposes, Stepgate gates.

pub mod agents;
pub mod engine;
mod error;
pub mod json;
mod lang;
pub mod prompt;
pub mod reply;
pub mod schema;
mod small_map;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use error::{Error, Kind};
pub(crate) use lang::lower_case;
pub use lang::{Lang, Text};
pub use small_map::SmallMap;
