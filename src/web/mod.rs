//! Research over HTTP: what an endpoint finds for a query, and the text of a page by another (content, 5.1).
//!
//! An answer is data of strangers. It comes back with its address, and is never anything but a value. Time is the host's: the
//! signal it hands in ends a call, and with it the connection.

mod address;
mod endpoint;
mod failure;
#[cfg(target_arch = "wasm32")]
mod get;
mod hits;

pub use address::{finding, reading};
pub use endpoint::Endpoint;
pub use failure::Failure;
#[cfg(target_arch = "wasm32")]
pub use get::{page, search};
pub use hits::hits;
