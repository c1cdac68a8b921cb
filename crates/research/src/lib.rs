//! Research over HTTP: a search by one endpoint, and the text of a page by another (`agents/content/spec.md 5.1`).
//!
//! An answer is untrusted data: it is returned with its address and never interpreted. The host keeps the time: its signal ends a call,
//! and with it the connection.

mod address;
#[cfg(target_arch = "wasm32")]
mod answer;
mod endpoint;
mod failure;
#[cfg(target_arch = "wasm32")]
mod get;
mod hits;
mod question;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use address::{finding, is_http, reading};
#[cfg(target_arch = "wasm32")]
pub use answer::answer;
pub use endpoint::Endpoint;
pub use failure::Failure;
pub use hits::hits;
pub use question::Question;
#[cfg(target_arch = "wasm32")]
pub use wasm::research;
