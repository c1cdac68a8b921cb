//! How types become JSON and come back.
//!
//! A type lists its members once, with `object!`, `names!`, `variants!` or `tagged!`; the lists call the few functions of
//! [`Writer`] and `Members`, which know no type. (Code that is generated for each type and each format would be a
//! third of the wasm.) What is read wrong is an [`Error`] that names the place and what is allowed there.

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

/// A type that is written as JSON.
pub trait ToJson {
    /// Writes one value.
    fn write(&self, out: &mut Writer);

    /// Whether an optional member of this value is left out: nothing, false, zero, an empty list.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A type that is read from JSON. It is read in place, so that a list of members needs no code but its names.
pub trait FromJson {
    /// What reading begins with.
    fn blank() -> Self
    where
        Self: Sized;

    /// Takes the value on; after an error it holds a part of it.
    ///
    /// # Errors
    /// [`Kind::Malformed`], at the JSON pointer below `value` of the first thing that is not allowed.
    fn take(&mut self, value: &Value) -> Result<(), Error>;

    /// Whether the member may be absent and stay blank.
    fn is_optional(&self) -> bool {
        false
    }
}

/// A type from a JSON value.
///
/// # Errors
/// [`Kind::Malformed`], at the JSON pointer below `value` of the first thing that is not allowed.
pub fn read<T: FromJson>(value: &Value) -> Result<T, Error> {
    let mut read = T::blank();
    read.take(value)?;
    Ok(read)
}

/// `value` as JSON text.
pub fn to_text(value: &dyn ToJson) -> String {
    let mut out = Writer::default();
    value.write(&mut out);
    out.text()
}

/// `value` as a JSON value.
pub fn to_value(value: &dyn ToJson) -> Value {
    parsed(&to_text(value))
}

/// What a writer wrote: it can be read.
fn parsed(text: &str) -> Value {
    parse(text).unwrap_or_default()
}

/// A type from JSON text; `place` is the JSON pointer of the text.
///
/// # Errors
/// [`Kind::Malformed`], at the JSON pointer of the first thing that is not allowed.
pub fn from_text<T: FromJson>(place: &str, text: &str) -> Result<T, Error> {
    parse(text).and_then(|value| read(&value)).map_err(|error| error.below(place))
}

fn parse(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(|error| Error::new(Kind::Malformed, "", error.to_string()))
}

/// The error for a value that is not what it must be.
pub fn wanted(allowed: &str) -> Error {
    Error::new(Kind::Malformed, "", format!("must be {allowed}"))
}
