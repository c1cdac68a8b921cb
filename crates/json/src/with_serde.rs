//! Types of other crates, that know serde.

use std::ops::{Deref, DerefMut};

use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;

use super::{FromJson, ToJson, Writer};
use crate::{Error, Kind};

/// A type with serde's traits as a type with this crate's: for the memory and the stages of agents outside this crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Serde<T>(pub T);

impl<T> Deref for Serde<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Serde<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Serialize> ToJson for Serde<T> {
    fn write(&self, out: &mut Writer) {
        // What has no JSON form (a map with keys that are not text) is written as null, and refused when it is read.
        serde_json::to_value(&self.0).unwrap_or_default().write(out);
    }
}

impl<T: DeserializeOwned + Default> FromJson for Serde<T> {
    fn blank() -> Self {
        Serde::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.0 = T::deserialize(value).map_err(|error| Error::new(Kind::Malformed, "", error.to_string()))?;
        Ok(())
    }
}
