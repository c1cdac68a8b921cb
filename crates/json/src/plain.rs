//! The JSON forms of the standard types: numbers, texts, lists, maps, options, boxes.

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::Error;
use crate::members::{wanted, FromJson};
use crate::number::is_number;
use crate::tree::Tree;
use crate::writer::{ToJson, Writer};

impl ToJson for Value {
    fn write(&self, out: &mut Writer) {
        out.value(self);
    }

    fn is_absent(&self) -> bool {
        self.is_null()
    }
}

impl FromJson for Value {
    fn blank() -> Self {
        Value::Null
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = value.clone();
        Ok(())
    }
}

impl ToJson for Tree {
    fn write(&self, out: &mut Writer) {
        match self {
            Tree::Null => out.raw("null"),
            Tree::Bool(value) => out.raw(if *value { "true" } else { "false" }),
            Tree::Number(text) => out.raw(if is_number(text) { text } else { "null" }),
            Tree::String(text) => out.string(text),
            Tree::Array(items) => items.write(out),
            Tree::Object(members) => {
                out.begin_object();
                members.iter().for_each(|(key, value)| out.member(key, value));
                out.end_object();
            }
        }
    }
}

impl ToJson for Map<String, Value> {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.members(self);
        out.end_object();
    }
}

impl FromJson for Map<String, Value> {
    fn blank() -> Self {
        Map::new()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = value.as_object().cloned().ok_or_else(|| wanted("an object"))?;
        Ok(())
    }
}

impl ToJson for bool {
    fn write(&self, out: &mut Writer) {
        out.raw(if *self { "true" } else { "false" });
    }

    fn is_absent(&self) -> bool {
        !self
    }
}

impl FromJson for bool {
    fn blank() -> Self {
        false
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = value.as_bool().ok_or_else(|| wanted("true or false"))?;
        Ok(())
    }
}

macro_rules! whole_number {
    ($($type:ty: $allowed:literal),*) => {$(
        impl ToJson for $type {
            fn write(&self, out: &mut Writer) {
                out.number(*self as u64);
            }

            fn is_absent(&self) -> bool {
                *self == 0
            }
        }

        impl FromJson for $type {
            fn blank() -> Self {
                0
            }

            fn take(&mut self, value: &Value) -> Result<(), Error> {
                let number = value.as_u64().and_then(|number| <$type>::try_from(number).ok());
                *self = number.ok_or_else(|| wanted($allowed))?;
                Ok(())
            }
        }
    )*};
}

whole_number!(
    u8: "a whole number from 0 to 255",
    u16: "a whole number from 0 to 65535",
    u32: "a whole number from 0",
    u64: "a whole number from 0",
    usize: "a whole number from 0"
);

impl ToJson for i64 {
    fn write(&self, out: &mut Writer) {
        out.value(&Value::from(*self));
    }

    fn is_absent(&self) -> bool {
        *self == 0
    }
}

impl FromJson for i64 {
    fn blank() -> Self {
        0
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = value.as_i64().ok_or_else(|| wanted("a whole number"))?;
        Ok(())
    }
}

impl ToJson for f64 {
    fn write(&self, out: &mut Writer) {
        out.value(&Value::from(*self));
    }
}

impl FromJson for f64 {
    fn blank() -> Self {
        0.0
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = value.as_f64().ok_or_else(|| wanted("a number"))?;
        Ok(())
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
    fn blank() -> Self {
        String::new()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = value.as_str().map(str::to_owned).ok_or_else(|| wanted("a string"))?;
        Ok(())
    }
}

impl FromJson for Rc<str> {
    fn blank() -> Self {
        Rc::from("")
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = value.as_str().map(Rc::from).ok_or_else(|| wanted("a string"))?;
        Ok(())
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write(out),
            None => out.raw("null"),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn blank() -> Self {
        None
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = None;
        if value.is_null() {
            return Ok(());
        }
        self.insert(T::blank()).take(value)
    }

    fn is_optional(&self) -> bool {
        true
    }
}

/// A JSON value, or none: for an optional member for which null is a value. An `Option<Value>` reads null as a member that is missing.
///
/// ```
/// use stepgate_json::{from_text, serde_json::Value, to_text, Json, Present};
///
/// #[derive(Json)]
/// struct Was {
///     #[json(optional)]
///     before: Present,
/// }
///
/// for text in [r#"{"before":null}"#, "{}"] {
///     assert_eq!(to_text(&from_text::<Was>("", text)?), text);
/// }
/// # Ok::<(), stepgate_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Present(pub Option<Value>);

impl ToJson for Present {
    fn write(&self, out: &mut Writer) {
        self.0.write(out);
    }

    fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl FromJson for Present {
    fn blank() -> Self {
        Present(None)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.0 = Some(value.clone());
        Ok(())
    }

    fn is_optional(&self) -> bool {
        true
    }
}

impl<T: ToJson + ?Sized> ToJson for Box<T> {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn blank() -> Self {
        Box::new(T::blank())
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        (**self).take(value)
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: ToJson> ToJson for Rc<T> {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, out: &mut Writer) {
        out.begin_list();
        self.iter().for_each(|item| item.write(out));
        out.end_list();
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, out: &mut Writer) {
        self.as_slice().write(out);
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn blank() -> Self {
        Vec::new()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.clear();
        each(value, &mut |item| {
            self.push(T::blank());
            self.last_mut().map_or(Ok(()), |own| own.take(item))
        })
    }
}

impl<A: ToJson, B: ToJson> ToJson for (A, B) {
    fn write(&self, out: &mut Writer) {
        out.begin_list();
        self.0.write(out);
        self.1.write(out);
        out.end_list();
    }
}

impl<A: FromJson, B: FromJson> FromJson for (A, B) {
    fn blank() -> Self {
        (A::blank(), B::blank())
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let Some([one, other]) = value.as_array().map(Vec::as_slice) else {
            return Err(wanted("a list of two values"));
        };
        self.0.take(one).map_err(|error| error.within("0"))?;
        self.1.take(other).map_err(|error| error.within("1"))
    }
}

/// Calls `take` for each item of a list. A function of its own, so that it is compiled once and not for each type of items.
fn each(value: &Value, take: &mut dyn FnMut(&Value) -> Result<(), Error>) -> Result<(), Error> {
    for (index, item) in value.as_array().ok_or_else(|| wanted("a list"))?.iter().enumerate() {
        take(item).map_err(|error| error.within(&index.to_string()))?;
    }
    Ok(())
}

/// A type that can be the key of a map: JSON keys are text.
pub trait Key: Ord + Sized {
    /// Writes the key.
    fn text(&self) -> String;

    /// Reads a key; `None` if the text is none.
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

impl<K: Key, T: ToJson> ToJson for BTreeMap<K, T> {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        self.iter().for_each(|(key, value)| out.member(&key.text(), value));
        out.end_object();
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<K: Key, T: FromJson> FromJson for BTreeMap<K, T> {
    fn blank() -> Self {
        BTreeMap::new()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.clear();
        for (key, item) in value.as_object().ok_or_else(|| wanted("an object"))? {
            let mut own = T::blank();
            own.take(item).map_err(|error| error.within(key))?;
            self.insert(K::parse(key).ok_or_else(|| wanted("under a number").within(key))?, own);
        }
        Ok(())
    }
}
