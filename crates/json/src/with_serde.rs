//! Types that implement serde's traits instead of this crate's.

use std::ops::{Deref, DerefMut};

use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, Kind};
use crate::members::FromJson;
use crate::writer::{ToJson, Writer};

/// Wrapper that gives a type with serde's traits the traits of this crate, for the memory and the stages of an agent that
/// uses serde.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use stepgate_json::{from_text, to_text, Serde};
///
/// #[derive(Default, Serialize, Deserialize)]
/// struct Tally { count: u32 }
///
/// let tally: Serde<Tally> = from_text("", r#"{ "count": 3 }"#)?;
/// assert_eq!(tally.count, 3);
/// assert_eq!(to_text(&tally), r#"{"count":3}"#);
/// # Ok::<(), stepgate_json::Error>(())
/// ```
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
        let value = serde_json::to_value(&self.0);
        // A map whose keys are no text has no JSON form. Writing cannot fail, so null stands for it, and reading that fails.
        debug_assert!(value.is_ok(), "a value without a JSON form: {value:?}");
        value.unwrap_or_default().write(out);
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
