//! The members of an object, and the one variant of an enum, as they are read.

use serde_json::{Map, Value};

use super::{wanted, FromJson};
use crate::{Error, Kind};

/// The members of an object.
pub(crate) struct Members<'v>(&'v Map<String, Value>);

impl<'v> Members<'v> {
    pub(crate) fn of(value: &'v Value) -> Result<Self, Error> {
        value.as_object().map(Members).ok_or_else(|| wanted("an object"))
    }

    /// A member that must be there.
    pub(crate) fn required<T: FromJson>(&self, key: &str) -> Result<T, Error> {
        match self.0.get(key) {
            Some(value) => T::read(value).map_err(|error| error.within(key)),
            None => T::absent().ok_or_else(|| missing(key)),
        }
    }

    /// A member that may be absent: then it is the default.
    pub(crate) fn optional<T: FromJson + Default>(&self, key: &str) -> Result<T, Error> {
        match self.0.get(key) {
            Some(value) => T::read(value).map_err(|error| error.within(key)),
            None => Ok(T::default()),
        }
    }

    /// Refuses members that are not in `known`.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Error> {
        match self.0.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(wanted(&format!("left out; there is {}", known.join(", "))).within(key)),
            None => Ok(()),
        }
    }
}

fn missing(key: &str) -> Error {
    Error::new(Kind::Malformed, "", "is missing").within(key)
}

/// One variant of an enum: its name alone, or an object with the name as its one key.
pub(crate) struct Variant<'v> {
    name: &'v str,
    content: &'v Value,
}

impl<'v> Variant<'v> {
    pub(crate) fn of(value: &'v Value) -> Result<Self, Error> {
        match value {
            Value::String(name) => Some(Variant { name, content: &Value::Null }),
            Value::Object(members) if members.len() == 1 => {
                members.iter().next().map(|(name, content)| Variant { name, content })
            }
            _ => None,
        }
        .ok_or_else(|| wanted("a name, or an object with one key"))
    }

    pub(crate) fn name(&self) -> &'v str {
        self.name
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// The variant's one value.
    pub(crate) fn value<T: FromJson>(&self) -> Result<T, Error> {
        T::read(self.content).map_err(|error| error.within(self.name))
    }

    /// What is made of the variant's members.
    pub(crate) fn members<T>(&self, read: impl FnOnce(Members) -> Result<T, Error>) -> Result<T, Error> {
        Members::of(self.content).and_then(read).map_err(|error| error.within(self.name))
    }
}

/// The error for a value that must be one of `names`.
pub(crate) fn none_of(names: &[&str]) -> Error {
    wanted(&format!("one of {}", names.join(", ")))
}
