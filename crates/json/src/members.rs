//! Reading: the trait of types that can be read from JSON, and the readers of objects and enums that derived code calls.

use serde_json::{Map, Value};

use crate::error::{Error, Kind};

/// A type that can be read from JSON. [`Json`](macro@crate::Json) and [`FromJson`](macro@crate::FromJson) derive it.
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

/// Reads a type from JSON text. `place` is the JSON pointer of the text in a larger document; errors begin with it.
///
/// # Errors
/// [`Kind::Malformed`], at the JSON pointer of the first thing that is not allowed.
pub fn from_text<T: FromJson>(place: &str, text: &str) -> Result<T, Error> {
    parse(text).and_then(|value| read(&value)).map_err(|error| error.below(place))
}

fn parse(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(Error::from)
}

/// The error for a value that must be something else: "must be `allowed`".
pub fn wanted(allowed: &str) -> Error {
    Error::new(Kind::Malformed, "", format!("must be {allowed}"))
}

/// The members of a JSON object that is being read.
pub struct Members<'v> {
    members: &'v Map<String, Value>,
    /// The enum variant that has these members: part of the place in errors.
    variant: Option<&'v str>,
}

impl<'v> Members<'v> {
    /// Begins to read `value`, which must be an object.
    pub fn of(value: &'v Value) -> Result<Self, Error> {
        match value {
            Value::Object(members) => Ok(Members { members, variant: None }),
            _ => Err(wanted("an object")),
        }
    }

    /// Reads a member that must be there.
    pub fn required(&self, key: &str, member: &mut dyn FromJson) -> Result<(), Error> {
        let taken = match self.members.get(key) {
            Some(value) => member.take(value),
            None if member.is_optional() => Ok(()),
            None => Err(Error::new(Kind::Malformed, "", "is missing")),
        };
        taken.map_err(|error| self.placed(key, error))
    }

    /// Reads a member that may be absent: then `member` stays as it is.
    pub fn optional(&self, key: &str, member: &mut dyn FromJson) -> Result<(), Error> {
        if self.members.contains_key(key) {
            self.required(key, member)
        } else {
            Ok(())
        }
    }

    /// Refuses members whose names are not in `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), Error> {
        match self.members.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(self.placed(key, wanted(&format!("left out; there is {}", known.join(", "))))),
            None => Ok(()),
        }
    }

    fn placed(&self, key: &str, error: Error) -> Error {
        let error = error.within(key);
        match self.variant {
            Some(variant) => error.within(variant),
            None => error,
        }
    }
}

/// An enum variant that is being read: the name as a string, or an object with the name as its only key.
pub struct Variant<'v> {
    name: &'v str,
    content: &'v Value,
}

impl<'v> Variant<'v> {
    /// Begins to read `value`, which must be a string or an object with one key.
    pub fn of(value: &'v Value) -> Result<Self, Error> {
        match value {
            Value::String(name) => Some(Variant { name, content: &Value::Null }),
            Value::Object(members) if members.len() == 1 => {
                members.iter().next().map(|(name, content)| Variant { name, content })
            }
            _ => None,
        }
        .ok_or_else(|| wanted("a name, or an object with one key"))
    }

    /// The name of the variant.
    pub fn name(&self) -> &'v str {
        self.name
    }

    /// Whether `name` is the name of the variant.
    pub fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// Reads the only value of a variant such as `Ok(value)`.
    pub fn value(&self, value: &mut dyn FromJson) -> Result<(), Error> {
        value.take(self.content).map_err(|error| error.within(self.name))
    }

    /// Begins to read the members of a variant such as `Said { text }`.
    pub fn members(&self) -> Result<Members<'v>, Error> {
        match self.content {
            Value::Object(members) => Ok(Members { members, variant: Some(self.name) }),
            _ => Err(wanted("an object").within(self.name)),
        }
    }
}

/// The error for a value that must be one of `names`.
pub fn none_of(names: &[&str]) -> Error {
    wanted(&format!("one of {}", names.join(", ")))
}
