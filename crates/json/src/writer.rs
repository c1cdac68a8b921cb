//! Writing: the trait of types with a JSON form, and the writer of JSON text.
// `push` inlines the encoder of UTF-8 at each call; `push_str` is smaller.
#![allow(clippy::single_char_add_str)]

use crate::items;
use serde_json::{Map, Value};

/// A type with a JSON form. [`Json`](macro@crate::Json) and [`ToJson`](macro@crate::ToJson) derive it.
pub trait ToJson {
    /// Writes `self` as one JSON value.
    fn write(&self, out: &mut Writer);

    /// Whether an object leaves this value out as an optional member: `None`, null, false, zero, an empty list or map, and an object
    /// whose members are all left out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Writes `value` as JSON text.
pub fn to_text(value: &dyn ToJson) -> String {
    let mut out = Writer::default();
    value.write(&mut out);
    out.text()
}

/// Converts `value` to a JSON value.
pub fn to_value(value: &dyn ToJson) -> Value {
    parsed(&to_text(value))
}

/// Parses the text of a [`Writer`].
fn parsed(text: &str) -> Value {
    let value = serde_json::from_str(text);
    debug_assert!(value.is_ok(), "a writer wrote no JSON: {text}");
    value.unwrap_or_default()
}

/// Writes JSON text piece by piece, and sets the commas. The caller keeps begin and end calls in pairs.
#[derive(Clone)]
pub struct Writer {
    text: String,
    /// Whether the next value needs a comma: one of the same container stands before it.
    follows: bool,
}

impl Default for Writer {
    fn default() -> Self {
        Writer { text: String::with_capacity(256), follows: false }
    }
}

impl Writer {
    /// A writer with an open object.
    pub fn object() -> Writer {
        let mut out = Writer::default();
        out.begin_object();
        out
    }

    /// Closes the object that [`Writer::object`] opened, and returns it as a value.
    pub fn object_value(mut self) -> Value {
        self.end_object();
        parsed(&self.text)
    }

    /// The text written so far.
    pub fn text(self) -> String {
        self.text
    }

    /// Writes a number or a literal (`true`, `false`, `null`) as it is. The caller answers for its form.
    pub fn raw(&mut self, literal: &str) {
        self.separate();
        self.text.push_str(literal);
    }

    /// Writes a whole number.
    pub fn number(&mut self, number: u64) {
        self.raw(&number.to_string());
    }

    /// Writes a string, quoted and escaped.
    pub fn string(&mut self, text: &str) {
        self.separate();
        quote(text, &mut self.text);
    }

    /// Opens an object; its members follow.
    pub fn begin_object(&mut self) {
        self.open("{");
    }

    /// Closes the open object.
    pub fn end_object(&mut self) {
        self.close("}");
    }

    /// Opens a list; its items follow.
    pub fn begin_list(&mut self) {
        self.open("[");
    }

    /// Closes the open list.
    pub fn end_list(&mut self) {
        self.close("]");
    }

    /// Opens the variant `name` of an enum, `{ "name": {`; its members follow.
    pub fn begin_variant(&mut self, name: &str) {
        self.begin_object();
        self.key(name);
        self.begin_object();
    }

    /// Closes the open variant.
    pub fn end_variant(&mut self) {
        self.end_object();
        self.end_object();
    }

    /// Writes an object with one member.
    pub fn only_member(&mut self, key: &str, value: &dyn ToJson) {
        self.begin_object();
        self.member(key, value);
        self.end_object();
    }

    /// Writes a key; its value follows.
    pub fn key(&mut self, key: &str) {
        self.string(key);
        self.text.push(':');
        self.follows = false;
    }

    /// Writes a member of the open object.
    pub fn member(&mut self, key: &str, value: &dyn ToJson) {
        self.key(key);
        value.write(self);
    }

    /// Writes a member of the open object, unless its value [is absent](ToJson::is_absent).
    pub fn optional(&mut self, key: &str, value: &dyn ToJson) {
        if !value.is_absent() {
            self.member(key, value);
        }
    }

    /// Writes all of `members` into the open object.
    pub fn members(&mut self, members: &Map<String, Value>) {
        for (key, value) in members {
            self.key(key);
            self.value(value);
        }
    }

    /// Writes a JSON value.
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.raw("null"),
            Value::Bool(value) => self.raw(if *value { "true" } else { "false" }),
            Value::Number(number) => self.raw(&number.to_string()),
            Value::String(text) => self.string(text),
            Value::Array(items) => {
                self.begin_list();
                items.iter().for_each(|item| self.value(item));
                self.end_list();
            }
            Value::Object(members) => {
                self.begin_object();
                self.members(members);
                self.end_object();
            }
        }
    }

    fn open(&mut self, bracket: &str) {
        self.separate();
        self.text.push_str(bracket);
        self.follows = false;
    }

    fn close(&mut self, bracket: &str) {
        self.text.push_str(bracket);
        self.follows = true;
    }

    fn separate(&mut self) {
        if self.follows {
            self.text.push(',');
        }
        self.follows = true;
    }
}

/// Appends `text` as a JSON string.
fn quote(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut rest = text;
    while let Some((plain, special)) = rest.split_at_checked(plain_length(rest.as_bytes())) {
        out.push_str(plain);
        let Some((character, after)) = special.split_at_checked(1) else { break };
        escape(character, out);
        rest = after;
    }
    out.push('"');
}

/// The number of bytes before the first that must be escaped. Tests eight bytes at once: most of the output is the text of
/// messages, which needs few escapes.
fn plain_length(bytes: &[u8]) -> usize {
    let words = bytes.chunks_exact(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
    let plain = 8 * words.take_while(|word| !holds_special(*word)).count();
    let is_special = |byte: &u8| *byte < b' ' || *byte == b'"' || *byte == b'\\';
    let rest = items(bytes, plain..);
    plain + rest.iter().position(is_special).unwrap_or(rest.len())
}

/// Whether one of eight bytes is a quote, a backslash or a control character.
fn holds_special(word: u64) -> bool {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Sets the top bit of each byte below `limit`. A borrow may set it in higher bytes, too, but only if a lower byte is below
    // `limit`: the test against zero stays right. Bytes from 0x80 on are never below.
    let below = |word: u64, limit: u64| word.wrapping_sub(EACH * limit) & !word & (EACH * 0x80);
    let is = |byte: u8| below(word ^ (EACH * u64::from(byte)), 1);
    (below(word, 0x20) | is(b'"') | is(b'\\')) != 0
}

fn escape(character: &str, out: &mut String) {
    match character {
        "\"" => out.push_str("\\\""),
        "\\" => out.push_str("\\\\"),
        "\n" => out.push_str("\\n"),
        "\r" => out.push_str("\\r"),
        "\t" => out.push_str("\\t"),
        "\u{8}" => out.push_str("\\b"),
        "\u{c}" => out.push_str("\\f"),
        control => {
            let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0');
            for code in control.bytes() {
                out.push_str("\\u00");
                out.push(digit(code >> 4));
                out.push(digit(code & 15));
            }
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn strings_are_written_as_serde_json_writes_them(text in any::<String>(), special in "[\\x00-\\x7f]{0,40}") {
            for text in [&text, &special, &format!("{text}{special}{text}")] {
                prop_assert_eq!(super::to_text(text), serde_json::json!(text).to_string());
            }
        }
    }
}
