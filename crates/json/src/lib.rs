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
mod plain;
mod pointer;
mod tree;
mod with_serde;
mod writer;

use serde_json::Value;

pub use error::{Error, Kind};
pub use members::{none_of, Members, Variant};
pub use number::{is_number, number, number_end};
pub use pointer::push_step;
pub use tree::{Tree, TreeMembers};
pub use with_serde::Serde;
pub use writer::Writer;

#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use serde_json;

/// A type with a JSON form. The macros of this crate implement it.
pub trait ToJson {
    /// Writes `self` as one JSON value.
    fn write(&self, out: &mut Writer);

    /// Whether an object leaves this value out as an optional member: `None`, null, false, zero, an empty list or map.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A type that can be read from JSON. The macros of this crate implement it.
///
/// A value is read in place: [`blank`](FromJson::blank) makes it, [`take`](FromJson::take) fills it in. So a struct needs no
/// code for reading but the names of its members.
pub trait FromJson {
    /// The value that [`take`](FromJson::take) fills in. A member that is absent keeps it.
    fn blank() -> Self
    where
        Self: Sized;

    /// Replaces `self` by what `value` says. After an error `self` may be filled in part.
    ///
    /// # Errors
    /// [`Kind::Malformed`], at the JSON pointer below `value` of the first thing that is not allowed.
    fn take(&mut self, value: &Value) -> Result<(), Error>;

    /// Whether a required member of this type may be absent, and then stays blank. Only an `Option` says so.
    fn is_optional(&self) -> bool {
        false
    }
}

/// Reads a type from a JSON value.
///
/// # Errors
/// [`Kind::Malformed`], at the JSON pointer below `value` of the first thing that is not allowed.
pub fn read<T: FromJson>(value: &Value) -> Result<T, Error> {
    let mut read = T::blank();
    read.take(value)?;
    Ok(read)
}

/// Writes `value` as JSON text.
pub fn to_text(value: &dyn ToJson) -> String {
    let mut out = Writer::default();
    value.write(&mut out);
    out.text()
}

/// Converts `value` to a JSON value.
pub fn to_value(value: &dyn ToJson) -> Value {
    parsed(&to_text(value))
}

/// Parses the text of a [`Writer`].
fn parsed(text: &str) -> Value {
    parse(text).unwrap_or_default()
}

/// Reads a type from JSON text. `place` is the JSON pointer of the text in a larger document; errors begin with it.
///
/// # Errors
/// [`Kind::Malformed`], at the JSON pointer of the first thing that is not allowed.
pub fn from_text<T: FromJson>(place: &str, text: &str) -> Result<T, Error> {
    parse(text).and_then(|value| read(&value)).map_err(|error| error.below(place))
}

fn parse(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(|error| Error::new(Kind::Malformed, "", error.to_string()))
}

/// The error for a value that must be something else: "must be `allowed`".
pub fn wanted(allowed: &str) -> Error {
    Error::new(Kind::Malformed, "", format!("must be {allowed}"))
}
