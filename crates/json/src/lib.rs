//! Writes Rust types as JSON and reads them back.
//!
//! A type derives [`Json`](macro@Json), or [`ToJson`](macro@ToJson) or [`FromJson`](macro@FromJson) alone; its page has the forms and the
//! options. The derived code calls [`Writer`], [`Members`] and [`Variant`], which are not generic: code generated for each type and each
//! format, as serde does it, would make up a third of the wasm. A type that has serde's traits already is wrapped in [`Serde`] instead.
//!
//! A reading error is an [`Error`]: it names the place as a JSON pointer and says what is allowed there.
//!
//! ```
//! use stepgate_json::{from_text, to_text, Json};
//!
//! #[derive(Json)]
//! enum Status {
//!     Open,
//!     Done,
//! }
//!
//! #[derive(Json)]
//! struct Task {
//!     title: String,
//!     status: Status,
//!     #[json(optional)]
//!     tags: Vec<String>,
//! }
//!
//! let task: Task = from_text("", r#"{ "title": "Call Ann", "status": "open" }"#)?;
//! assert_eq!(to_text(&task), r#"{"title":"Call Ann","status":"open"}"#);
//!
//! let error = from_text::<Task>("", r#"{ "title": "Call Ann", "status": "late" }"#).err();
//! assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/status: must be one of open, done"));
//! # Ok::<(), stepgate_json::Error>(())
//! ```

mod error;
mod members;
mod number;
mod parts;
mod plain;
mod pointer;
mod tree;
mod value;
mod with_serde;
mod writer;

pub use error::{Error, Kind};
pub use members::{from_text, none_of, read, wanted, FromJson, Members, Variant};
pub use number::{is_number, number, number_end};
pub use parts::{items, slice, text_of};
pub use plain::Present;
pub use pointer::push_step;
pub use stepgate_json_derive::{Deserialize, FromJson, Json, Serialize, ToJson};
pub use tree::{Tree, TreeMembers};
pub use with_serde::Serde;
pub use writer::{to_text, to_value, ToJson, Writer};

#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use serde_json;
