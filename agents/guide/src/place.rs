//! Reads JSON input with errors that name the place of the mistake.

use serde_json::{Map, Value};
use stepgate_engine::{Error, Kind};
use stepgate_json::{self as json, FromJson};

/// A value and its JSON pointer.
pub(super) struct Place<'v> {
    value: &'v Value,
    pointer: String,
}

/// A `malformed` error at `pointer`.
pub(super) fn malformed(pointer: &str, text: &str) -> Error {
    Error::new(Kind::Malformed, pointer, text)
}

impl<'v> Place<'v> {
    pub(super) fn new(value: &'v Value, pointer: impl Into<String>) -> Self {
        Place { value, pointer: pointer.into() }
    }

    /// The value itself.
    pub(super) fn value(&self) -> &'v Value {
        self.value
    }

    /// The pointer of a member.
    pub(super) fn pointer(&self, key: &str) -> String {
        format!("{}/{}", self.pointer, key.replace('~', "~0").replace('/', "~1"))
    }

    /// Returns the place itself if its value is an object.
    pub(super) fn object(self) -> Result<Self, Error> {
        if self.value.is_object() {
            Ok(self)
        } else {
            Err(malformed(&self.pointer, "must be an object"))
        }
    }

    /// A member; `null` counts as absent.
    pub(super) fn get(&self, key: &str) -> Option<Place<'v>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Place::new(value, self.pointer(key)))
    }

    /// A required text member.
    pub(super) fn text(&self, key: &str) -> Result<String, Error> {
        self.optional_text(key)?.ok_or_else(|| malformed(&self.pointer(key), "is missing: must be a string"))
    }

    /// A required text member that is not blank.
    pub(super) fn name(&self, key: &str) -> Result<String, Error> {
        let text = self.text(key)?;
        if text.trim().is_empty() {
            return Err(malformed(&self.pointer(key), "must not be empty"));
        }
        Ok(text)
    }

    /// An optional text member.
    pub(super) fn optional_text(&self, key: &str) -> Result<Option<String>, Error> {
        match self.get(key) {
            None => Ok(None),
            Some(place) => match place.value.as_str() {
                Some(text) => Ok(Some(text.to_owned())),
                None => Err(malformed(&place.pointer, "must be a string")),
            },
        }
    }

    /// A member that is a list of texts; absent is empty.
    pub(super) fn texts(&self, key: &str) -> Result<Vec<String>, Error> {
        self.each(key, |place| match place.value.as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(malformed(&place.pointer, "must be a string")),
        })
    }

    /// Puts a required text member into `to`.
    pub(super) fn put_text(&self, key: &str, to: &mut String) -> Result<(), Error> {
        *to = self.text(key)?;
        Ok(())
    }

    /// Puts an optional text member into `to`.
    pub(super) fn put_optional_text(&self, key: &str, to: &mut Option<String>) -> Result<(), Error> {
        *to = self.optional_text(key)?;
        Ok(())
    }

    /// Puts a list of texts into `to`; absent is empty.
    pub(super) fn put_texts(&self, key: &str, to: &mut Vec<String>) -> Result<(), Error> {
        *to = self.texts(key)?;
        Ok(())
    }

    /// A member that is a list of objects; absent is empty.
    pub(super) fn list(&self, key: &str) -> Result<Vec<Place<'v>>, Error> {
        self.each(key, Place::object)
    }

    /// A member that is a list, each item read by `read`; absent is empty.
    pub(super) fn each<T>(&self, key: &str, read: fn(Place<'v>) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let mut all = Vec::new();
        if let Some(place) = self.get(key) {
            let items = place.value.as_array().ok_or_else(|| malformed(&place.pointer, "must be a list"))?;
            for (index, item) in items.iter().enumerate() {
                all.push(read(Place::new(item, place.pointer(&index.to_string())))?);
            }
        }
        Ok(all)
    }

    /// An optional member that is a whole number from 1.
    pub(super) fn positive(&self, key: &str) -> Result<Option<u32>, Error> {
        let Some(place) = self.get(key) else { return Ok(None) };
        match place.value.as_u64().and_then(|number| u32::try_from(number).ok()) {
            Some(number) if number > 0 => Ok(Some(number)),
            _ => Err(malformed(&place.pointer, "must be a whole number from 1")),
        }
    }

    /// An optional member that is true or false; absent is false.
    pub(super) fn flag(&self, key: &str) -> Result<bool, Error> {
        match self.get(key) {
            None => Ok(false),
            Some(place) => place.value.as_bool().ok_or_else(|| malformed(&place.pointer, "must be true or false")),
        }
    }

    /// An optional member that is a whole number from 0.
    pub(super) fn index(&self, key: &str) -> Result<Option<usize>, Error> {
        self.get(key).map(|place| place.whole()).transpose()
    }

    /// A member that is a list of whole numbers from 0; absent is empty.
    pub(super) fn indices(&self, key: &str) -> Result<Vec<usize>, Error> {
        self.each(key, |place| place.whole())
    }

    fn whole(&self) -> Result<usize, Error> {
        let number = self.value.as_u64().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| malformed(&self.pointer, "must be a whole number from 0"))
    }

    /// All members of an object.
    pub(super) fn members(&self) -> Result<Vec<Place<'v>>, Error> {
        let members = self.value.as_object().ok_or_else(|| malformed(&self.pointer, "must be an object"))?;
        Ok(members.iter().map(|(key, value)| Place::new(value, self.pointer(key))).collect())
    }

    /// An optional member that is one of the names of `T`.
    pub(super) fn choice<T: FromJson>(&self, key: &str) -> Result<Option<T>, Error> {
        let Some(place) = self.get(key) else { return Ok(None) };
        json::read(place.value).map(Some).map_err(|error| error.below(&place.pointer))
    }

    /// All members but the ones in `known`.
    pub(super) fn rest(&self, known: &[&str]) -> Map<String, Value> {
        let members = self.value.as_object().into_iter().flatten();
        members
            .filter(|(key, _)| !known.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    }
}
