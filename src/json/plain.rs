//! The JSON forms of the plain types.

use std::borrow::Cow;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::{wanted, FromJson, ToJson, Writer};
use crate::{Error, SmallMap};

impl ToJson for Value {
    fn write(&self, out: &mut Writer) {
        out.value(self);
    }

    fn is_empty(&self) -> bool {
        self.is_null()
    }
}

impl FromJson for Value {
    fn read(value: &Value) -> Result<Self, Error> {
        Ok(value.clone())
    }
}

impl ToJson for Map<String, Value> {
    fn write(&self, out: &mut Writer) {
        out.object(|out| out.members(self));
    }
}

impl FromJson for Map<String, Value> {
    fn read(value: &Value) -> Result<Self, Error> {
        value.as_object().cloned().ok_or_else(|| wanted("an object"))
    }
}

impl ToJson for bool {
    fn write(&self, out: &mut Writer) {
        out.raw(if *self { "true" } else { "false" });
    }

    fn is_empty(&self) -> bool {
        !self
    }
}

impl FromJson for bool {
    fn read(value: &Value) -> Result<Self, Error> {
        value.as_bool().ok_or_else(|| wanted("true or false"))
    }
}

macro_rules! whole_number {
    ($($type:ty),*) => {$(
        impl ToJson for $type {
            fn write(&self, out: &mut Writer) {
                out.number(*self as u64);
            }

            fn is_empty(&self) -> bool {
                *self == 0
            }
        }

        impl FromJson for $type {
            fn read(value: &Value) -> Result<Self, Error> {
                let number = value.as_u64().and_then(|number| <$type>::try_from(number).ok());
                number.ok_or_else(|| wanted("a whole number from 0"))
            }
        }
    )*};
}

whole_number!(u32, u64, usize);

impl ToJson for f64 {
    fn write(&self, out: &mut Writer) {
        out.value(&Value::from(*self));
    }
}

macro_rules! text {
    ($($type:ty),*) => {$(
        impl ToJson for $type {
            fn write(&self, out: &mut Writer) {
                out.string(self);
            }
        }
    )*};
}

text!(str, String, Rc<str>, Cow<'static, str>);

impl FromJson for String {
    fn read(value: &Value) -> Result<Self, Error> {
        value.as_str().map(str::to_owned).ok_or_else(|| wanted("a string"))
    }
}

impl FromJson for Rc<str> {
    fn read(value: &Value) -> Result<Self, Error> {
        value.as_str().map(Rc::from).ok_or_else(|| wanted("a string"))
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write(out),
            None => out.raw("null"),
        }
    }

    fn is_empty(&self) -> bool {
        self.is_none()
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn read(value: &Value) -> Result<Self, Error> {
        if value.is_null() {
            return Ok(None);
        }
        T::read(value).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: ToJson + ?Sized> ToJson for Box<T> {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn read(value: &Value) -> Result<Self, Error> {
        T::read(value).map(Box::new)
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, out: &mut Writer) {
        out.list(|out| self.iter().for_each(|item| item.write(out)));
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, out: &mut Writer) {
        self.as_slice().write(out);
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn read(value: &Value) -> Result<Self, Error> {
        let items = value.as_array().ok_or_else(|| wanted("a list"))?;
        let mut read = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            read.push(T::read(item).map_err(|error| error.within(&index.to_string()))?);
        }
        Ok(read)
    }
}

/// What a key of a map is written as.
pub trait Key: Ord + Sized {
    /// The key as text.
    fn text(&self) -> String;

    /// A key from its text.
    fn parse(text: &str) -> Option<Self>;
}

impl Key for String {
    fn text(&self) -> String {
        self.clone()
    }

    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl Key for u32 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl<K: Key, T: ToJson> ToJson for SmallMap<K, T> {
    fn write(&self, out: &mut Writer) {
        out.object(|out| self.iter().for_each(|(key, value)| out.member(&key.text(), value)));
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl<K: Key, T: FromJson> FromJson for SmallMap<K, T> {
    fn read(value: &Value) -> Result<Self, Error> {
        let mut read = SmallMap::new();
        for (key, value) in value.as_object().ok_or_else(|| wanted("an object"))? {
            let own = K::parse(key).ok_or_else(|| wanted("under a number").within(key))?;
            read.insert(own, T::read(value).map_err(|error| error.within(key))?);
        }
        Ok(read)
    }
}
