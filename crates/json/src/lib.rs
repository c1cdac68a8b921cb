//! Writes Rust types as JSON and reads them back.
//!
//! A type lists its members once, with one of four macros: [`object!`] for a struct, [`names!`] for an enum without values,
//! [`variants!`] and [`tagged!`] for an enum with values. The macros expand to calls of [`Writer`], [`Members`] and [`Variant`],
//! which are not generic: code generated for each type and each format, as serde does it, would make up a third of the wasm.
//! A type that has serde's traits already is wrapped in [`Serde`] instead.
//!
//! A reading error is an [`Error`]: it names the place as a JSON pointer and says what is allowed there.
//!
//! ```
//! use stepgate_json::{from_text, names, object, to_text};
//!
//! enum Status { Open, Done }
//! names!(Status { Open "open", Done "done" });
//!
//! struct Task { title: String, status: Status, tags: Vec<String> }
//! object!(Task { title, status } optional { tags });
//!
//! let task: Task = from_text("", r#"{ "title": "Call Ann", "status": "open" }"#)?;
//! assert_eq!(to_text(&task), r#"{"title":"Call Ann","status":"open"}"#);
//!
//! let error = from_text::<Task>("", r#"{ "title": "Call Ann", "status": "late" }"#).err();
//! assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/status: must be one of open, done"));
//! # Ok::<(), stepgate_json::Error>(())
//! ```

mod error;
mod macros;
mod members;
mod number;
mod parts;
mod plain;
mod pointer;
mod tree;
mod with_serde;
mod writer;

pub use error::{Error, Kind};
pub use members::{from_text, none_of, read, wanted, FromJson, Members, Variant};
pub use number::{is_number, number, number_end};
pub use parts::{items, slice, text_of};
pub use pointer::push_step;
pub use tree::{Tree, TreeMembers};
pub use with_serde::Serde;
pub use writer::{to_text, to_value, ToJson, Writer};

#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use serde_json;
