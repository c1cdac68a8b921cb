//! Reading a reply while it comes.

use serde_json::{Map, Value};

use super::parser::{Parser, Sink};
use super::scanner::Scanner;
use super::source::{Kind, Source};
use super::{repair, MAX_LENGTH};
use crate::json::{object, serde_form};
use crate::schema::push_step;

/// A change of the value that is being read.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// JSON pointer.
    pub path: String,
    /// Text that follows the text at `path`.
    pub append: Option<String>,
    /// The value at `path` from now on.
    pub set: Option<Value>,
    /// True: nothing at or below `path` changes any more.
    pub complete: Option<bool>,
}

object!(Patch { path } optional { append, set, complete });
serde_form!(Patch);

/// Reads a reply in chunks and tells what each changed.
///
/// It follows the first value of the reply and mends it as [`repair`](super::repair) does. Values grow, and never change
/// type or vanish; only when another value of the reply turns out to be the answer, [`end`](Self::end) sets the root. All
/// chunks together cost what one text costs.
#[derive(Debug)]
pub struct ReplyStream {
    text: String,
    scanner: Scanner,
    parser: Option<Parser>,
    patches: Patches,
    too_long: bool,
}

impl Default for ReplyStream {
    fn default() -> Self {
        Self::new()
    }
}

impl ReplyStream {
    /// A stream that has read nothing.
    pub fn new() -> Self {
        ReplyStream {
            text: String::new(),
            scanner: Scanner::default(),
            parser: None,
            patches: Patches::default(),
            too_long: false,
        }
    }

    /// Reads the next chunk. From the one on that exceeds [`MAX_LENGTH`](super::MAX_LENGTH) nothing is read: such a reply
    /// is refused as a whole.
    pub fn push(&mut self, chunk: &str) -> Vec<Patch> {
        self.too_long |= self.text.len() + chunk.len() > MAX_LENGTH;
        if self.too_long {
            return Vec::new();
        }
        self.text.push_str(chunk);
        self.read(false)
    }

    /// Says that no more will come.
    pub fn end(&mut self) -> Vec<Patch> {
        if self.too_long {
            return Vec::new();
        }
        let mut patches = self.read(true);
        if let Some(value) = repair(&self.text).value.filter(|value| *value != self.patches.value) {
            patches.push(Patch { path: String::new(), append: None, set: Some(value.clone()), complete: Some(true) });
            self.patches.value = value;
        }
        patches
    }

    /// The value as far as it has been read; null before it begins.
    pub fn value(&self) -> &Value {
        &self.patches.value
    }

    fn read(&mut self, whole: bool) -> Vec<Patch> {
        let src = if whole { Source::whole(&self.text) } else { Source::open(&self.text) };
        if self.parser.is_none() {
            if let Ok(Some(root)) = self.scanner.next(&src) {
                self.parser = Some(Parser::new(root.at));
            }
        }
        if let Some(parser) = &mut self.parser {
            // Waiting is what a stream does: the next chunk goes on from here.
            let _ = parser.run(&src, &mut self.patches);
        }
        std::mem::take(&mut self.patches.changes)
    }
}

/// The value being built, and what has changed since it was last asked.
#[derive(Debug, Default)]
struct Patches {
    value: Value,
    changes: Vec<Patch>,
    /// The steps to the innermost open container.
    steps: Vec<String>,
    key: Option<String>,
    /// The open string: the step to it, and how much of its text is in the value.
    text: Option<(Option<String>, usize)>,
}

impl Patches {
    fn path(&self, step: Option<&str>) -> String {
        let mut path = String::new();
        for step in self.steps.iter().map(String::as_str).chain(step) {
            push_step(&mut path, step);
        }
        path
    }

    /// The container or value `step` leads to from the innermost open container.
    fn target(&mut self, step: Option<&str>) -> Option<&mut Value> {
        let mut value = &mut self.value;
        for step in self.steps.iter().map(String::as_str).chain(step) {
            value = match value {
                Value::Object(object) => object.get_mut(step)?,
                Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// Puts a value where the next one belongs. The step to it; nothing for the root.
    fn put(&mut self, value: Value, complete: bool) -> Option<String> {
        let key = self.key.take();
        let changed = value.clone();
        let step = match self.target(None) {
            Some(Value::Object(object)) => {
                let key = key.unwrap_or_default();
                object.insert(key.clone(), value);
                Some(key)
            }
            Some(Value::Array(items)) => {
                items.push(value);
                Some((items.len() - 1).to_string())
            }
            _ => {
                self.value = value;
                None
            }
        };
        let path = self.path(step.as_deref());
        self.changes.push(Patch { path, append: None, set: Some(changed), complete: complete.then_some(true) });
        step
    }

    /// Brings the open string up to `text`.
    fn update(&mut self, text: &str, complete: bool) {
        let (step, sent) = match self.text.take() {
            Some(open) => open,
            None => (self.put(Value::String(String::new()), false), 0),
        };
        let more = text.get(sent..).unwrap_or_default();
        if let Some(Value::String(value)) = self.target(step.as_deref()) {
            value.push_str(more);
        }
        let path = self.path(step.as_deref());
        self.change(path, more, complete);
        if !complete {
            self.text = Some((step, sent.max(text.len())));
        }
    }

    /// Notes that a string has grown: in the change that set or grew it, if that was the last.
    fn change(&mut self, path: String, more: &str, complete: bool) {
        let complete = complete.then_some(true);
        if let Some(last) = self.changes.last_mut().filter(|last| last.path == path) {
            match (&mut last.set, &mut last.append) {
                (Some(Value::String(text)), _) | (None, Some(text)) => {
                    text.push_str(more);
                    last.complete = complete;
                    return;
                }
                _ => {}
            }
        }
        if !more.is_empty() || complete.is_some() {
            let append = (!more.is_empty()).then(|| more.to_owned());
            self.changes.push(Patch { path, append, set: None, complete });
        }
    }
}

impl Sink for Patches {
    fn key(&mut self, key: String) {
        self.key = Some(key);
    }

    fn open(&mut self, kind: Kind) {
        let empty = match kind {
            Kind::Object => Value::Object(Map::new()),
            Kind::Array => Value::Array(Vec::new()),
        };
        let step = self.put(empty, false);
        self.steps.extend(step);
    }

    fn close(&mut self) {
        let path = self.path(None);
        self.steps.pop();
        self.changes.push(Patch { path, append: None, set: None, complete: Some(true) });
    }

    fn scalar(&mut self, value: Value) {
        self.put(value, true);
    }

    fn grow(&mut self, text: &str) {
        self.update(text, false);
    }

    fn text(&mut self, text: String) {
        self.update(&text, true);
    }
}
