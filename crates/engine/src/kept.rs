//! A piece of a memory that is saved apart from it.

use std::ops::Deref;

use serde_json::Value;

use super::saved::Part;
use crate::Error;
use stepgate_json::{FromJson, ToJson, Writer};

/// A piece of a memory that is saved apart from it, when it changed. In the memory itself stands how often it did, so that a
/// change cannot be forgotten: there is no other way to the value than [`change`](Kept::change).
#[derive(Clone, Debug, Default)]
pub struct Kept<T> {
    value: T,
    changes: u64,
}

impl<T> Kept<T> {
    /// The value, to change it.
    pub fn change(&mut self) -> &mut T {
        self.changes += 1;
        &mut self.value
    }
}

impl<T: ToJson> Kept<T> {
    /// For [`Agent::parts`](super::Agent::parts).
    pub fn part(&self, name: &'static str) -> Part<'_> {
        Part::new(name, self.changes, &self.value)
    }
}

impl<T: FromJson> Kept<T> {
    /// For [`Agent::put_part`](super::Agent::put_part): the value as it was saved, which is no change.
    ///
    /// # Errors
    /// It is malformed.
    pub fn put(&mut self, value: &Value) -> Result<(), Error> {
        self.value.take(value)
    }
}

/// How often a value changed makes no difference.
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

    /// What an older version of an agent did not keep apart stands in the memory whole.
    fn take(&mut self, value: &Value) -> Result<(), Error> {
        match value {
            Value::Number(_) => self.changes.take(value),
            _ => self.value.take(value),
        }
    }
}
