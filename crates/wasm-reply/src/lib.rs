//! The reader of replies for JavaScript: the wasm of `stepgate/json`.
//!
//! The boundary copies no values. The host writes a text into the reader's buffer and gets the address of a head: numbers with the
//! addresses of the tape, of the text made by the reader, and of the repairs. Offsets are in UTF-16 units. The host has the text, so
//! it cuts the strings out of it and builds the values itself.

#![cfg(target_arch = "wasm32")]

#[cfg(feature = "full")]
mod full;
mod input;
mod keys;
mod output;
mod reader;
mod said;
mod stream;
mod units;

use rlsf::GlobalTlsf;

pub use reader::{kinds, Contract, Reader};
pub use stream::Stream;

/// An allocator with a tenth of the standard one's code, and constant time.
#[global_allocator]
static ALLOCATOR: GlobalTlsf = GlobalTlsf::new();
