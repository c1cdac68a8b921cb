//! The value a parser finds, built as it goes.

use serde_json::{Map, Value};

use super::parser::Sink;
use super::source::Kind;

#[derive(Default)]
pub(super) struct Tree {
    open: Vec<(Option<String>, Value)>,
    key: Option<String>,
    root: Option<Value>,
}

impl Tree {
    pub(super) fn root(self) -> Option<Value> {
        self.root
    }

    fn put(&mut self, key: Option<String>, value: Value) {
        match self.open.last_mut() {
            Some((_, Value::Object(object))) => {
                object.insert(key.unwrap_or_default(), value);
            }
            Some((_, Value::Array(list))) => list.push(value),
            _ => self.root = Some(value),
        }
    }
}

impl Sink for Tree {
    fn key(&mut self, key: String) {
        self.key = Some(key);
    }

    fn open(&mut self, kind: Kind) {
        let empty = match kind {
            Kind::Object => Value::Object(Map::new()),
            Kind::Array => Value::Array(Vec::new()),
        };
        self.open.push((self.key.take(), empty));
    }

    fn close(&mut self) {
        if let Some((key, value)) = self.open.pop() {
            self.put(key, value);
        }
    }

    fn scalar(&mut self, value: Value) {
        let key = self.key.take();
        self.put(key, value);
    }

    fn grow(&mut self, _: &str) {}

    fn text(&mut self, text: String) {
        self.scalar(Value::String(text));
    }
}
