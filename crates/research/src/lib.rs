//! Research over HTTP: what an endpoint finds for a query, and the text of a page by another (content, 5.1).
//!
//! An answer is data of strangers. It comes back with its address, and is never anything but a value. Time is the host's: the
//! signal it hands in ends a call, and with it the connection.

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
