//! JSON text, written piece by piece.

use serde_json::{Map, Value};

use super::ToJson;

/// Writes JSON text; commas come by themselves.
#[derive(Default)]
pub struct Writer {
    text: String,
    /// A value of the same container has been written just before.
    follows: bool,
}

impl Writer {
    /// What has been written.
    pub fn text(self) -> String {
        self.text
    }

    /// A value that JSON writes as it is: a number or a literal.
    pub fn raw(&mut self, literal: &str) {
        self.separate();
        self.text.push_str(literal);
    }

    /// A whole number.
    pub fn number(&mut self, number: u64) {
        self.raw(&number.to_string());
    }

    /// A string.
    pub fn string(&mut self, text: &str) {
        self.separate();
        quote(text, &mut self.text);
    }

    /// An object whose members `write` writes.
    pub fn object(&mut self, write: impl FnOnce(&mut Writer)) {
        self.open('{');
        write(self);
        self.close('}');
    }

    /// The variant `name` of an enum, with the members `write` writes.
    pub fn variant(&mut self, name: &str, write: impl FnOnce(&mut Writer)) {
        self.object(|out| {
            out.key(name);
            out.object(write);
        });
    }

    /// A list whose items `write` writes.
    pub fn list(&mut self, write: impl FnOnce(&mut Writer)) {
        self.open('[');
        write(self);
        self.close(']');
    }

    /// The key of the value written next.
    pub fn key(&mut self, key: &str) {
        self.string(key);
        self.text.push(':');
        self.follows = false;
    }

    /// A member of the open object.
    pub fn member(&mut self, key: &str, value: &dyn ToJson) {
        self.key(key);
        value.write(self);
    }

    /// A member that is left out where it is empty.
    pub fn optional(&mut self, key: &str, value: &dyn ToJson) {
        if !value.is_empty() {
            self.member(key, value);
        }
    }

    /// Members of the open object that travel along as they came.
    pub fn members(&mut self, members: &Map<String, Value>) {
        for (key, value) in members {
            self.key(key);
            self.value(value);
        }
    }

    /// Any value.
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.raw("null"),
            Value::Bool(value) => self.raw(if *value { "true" } else { "false" }),
            Value::Number(number) => self.raw(&number.to_string()),
            Value::String(text) => self.string(text),
            Value::Array(items) => {
                self.open('[');
                items.iter().for_each(|item| self.value(item));
                self.close(']');
            }
            Value::Object(members) => {
                self.open('{');
                self.members(members);
                self.close('}');
            }
        }
    }

    fn open(&mut self, bracket: char) {
        self.separate();
        self.text.push(bracket);
        self.follows = false;
    }

    fn close(&mut self, bracket: char) {
        self.text.push(bracket);
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
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (plain, special) = rest.split_at(at);
        let (escaped, after) = special.split_at(1);
        out.push_str(plain);
        escape(escaped, out);
        rest = after;
    }
    out.push_str(rest);
    out.push('"');
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
            let code = control.bytes().next().unwrap_or_default();
            out.push_str("\\u00");
            out.push(digit(code >> 4));
            out.push(digit(code & 15));
        }
    }
}
