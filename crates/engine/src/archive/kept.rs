//! A piece of a memory that is saved separately.

use std::ops::Deref;

use serde_json::Value;

use crate::archive::part::Part;
use stepgate_json::{FromJson, ToJson, Writer};
use stepgate_reply::Error;

/// A piece of a memory that is saved separately, when it changed. The memory itself contains only the number of changes. No change can be
/// missed: [`change`](Kept::change) is the only mutable access to the value.
#[derive(Clone, Debug, Default)]
pub struct Kept<T> {
    value: T,
    changes: u64,
}

impl<T> Kept<T> {
    /// Mutable access to the value. Counts as a change.
    pub fn change(&mut self) -> &mut T {
        self.changes += 1;
        &mut self.value
    }
}

impl<T: ToJson> Kept<T> {
    /// The piece for [`Agent::parts`](crate::Agent::parts).
    pub fn part(&self, name: &'static str) -> Part<'_> {
        Part::new(name, self.changes, &self.value)
    }
}

impl<T: FromJson> Kept<T> {
    /// Reads the saved value, for [`Agent::put_part`](crate::Agent::put_part). Does not count as a change.
    ///
    /// # Errors
    /// The value is malformed.
    pub fn put(&mut self, value: &Value) -> Result<(), Error> {
        self.value.take(value)
    }
}

/// Two pieces are equal if their values are, whatever their numbers of changes.
impl<T: PartialEq> PartialEq for Kept<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> ToJson for Kept<T> {
    fn write(&self, out: &mut Writer) {
        out.number(self.changes);
    }

    fn is_absent(&self) -> bool {
        self.changes == 0
    }
}

impl<T: FromJson> FromJson for Kept<T> {
    fn blank() -> Self {
        Kept { value: T::blank(), changes: 0 }
    }

    /// Reads the number of changes, or the value itself: older versions of an agent saved it inside the memory.
    fn take(&mut self, value: &Value) -> Result<(), Error> {
        match value {
            Value::Number(_) => self.changes.take(value),
            _ => self.value.take(value),
        }
    }
}
