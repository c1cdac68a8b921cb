//! Reading a reply while it comes.

use serde_json::{Map, Value};

use super::incoming::Incoming;
use super::MAX_LENGTH;
use crate::tape::{Item, Tag, Tape};
use stepgate_json::push_step;
use stepgate_json::{object, serde_form};

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
    incoming: Incoming,
    patches: Patches,
}

impl Default for ReplyStream {
    fn default() -> Self {
        Self::new()
    }
}

impl ReplyStream {
    /// A stream that has read nothing.
    pub fn new() -> Self {
        ReplyStream { incoming: Incoming::new(MAX_LENGTH), patches: Patches::default() }
    }

    /// Reads the next chunk. From the one on that exceeds [`MAX_LENGTH`](super::MAX_LENGTH) nothing is read: such a reply
    /// is refused as a whole.
    pub fn push(&mut self, chunk: &str) -> Vec<Patch> {
        self.incoming.push(chunk);
        self.changes()
    }

    /// Says that no more will come.
    pub fn end(&mut self) -> Vec<Patch> {
        self.incoming.end();
        let mut patches = self.changes();
        let other = self.incoming.other_answer().and_then(|other| other.value(self.incoming.text()));
        if let Some(value) = other.filter(|value| *value != self.patches.value) {
            patches.push(Patch { path: String::new(), append: None, set: Some(value.clone()), complete: Some(true) });
            self.patches.value = value;
        }
        patches
    }

    /// The value as far as it has been read; null before it begins.
    pub fn value(&self) -> &Value {
        &self.patches.value
    }

    fn changes(&mut self) -> Vec<Patch> {
        if let Some(tape) = self.incoming.tape() {
            self.patches.follow(self.incoming.text(), tape);
        }
        std::mem::take(&mut self.patches.changes)
    }
}

/// The value built from the tape so far, and what has changed since it was last asked.
#[derive(Debug, Default)]
struct Patches {
    value: Value,
    changes: Vec<Patch>,
    /// How much of the tape is in the value.
    seen: usize,
    /// The containers and the string that are open.
    open: Vec<Open>,
    key: Option<String>,
}

/// Something that goes on: where it is on the tape, and the step to it.
#[derive(Debug)]
struct Open {
    node: usize,
    step: Option<String>,
}

impl Patches {
    /// Takes in what is new on the tape.
    fn follow(&mut self, text: &str, tape: &Tape) {
        while self.seen < tape.len() {
            self.close(tape, self.seen);
            let Some(item) = Item::new(text, tape, self.seen) else { break };
            self.seen += 1;
            self.take(item);
        }
        self.close(tape, self.seen);
    }

    fn take(&mut self, item: Item) {
        match item.tag() {
            Tag::Key => self.key = Some(item.string().into_owned()),
            // A key comes as a whole.
            Tag::JoinedKey => {
                self.key = Some(item.string().into_owned());
                self.seen = item.next();
            }
            Tag::Piece | Tag::Char => self.grow(item),
            Tag::Object => self.begin(item, Value::Object(Map::new())),
            Tag::Array => self.begin(item, Value::Array(Vec::new())),
            Tag::Joined if item.is_open() => self.begin(item, Value::String(String::new())),
            Tag::Joined => {
                self.put(item.value(), true);
                self.seen = item.next();
            }
            _ => {
                self.put(item.value(), true);
            }
        }
    }

    fn begin(&mut self, item: Item, empty: Value) {
        let step = self.put(empty, false);
        self.open.push(Open { node: item.at(), step });
    }

    /// Closes what ends before the node at `seen`.
    fn close(&mut self, tape: &Tape, seen: usize) {
        while let Some(open) = self.open.last() {
            let size = tape.node(open.node).map_or(0, |node| node.size as usize);
            if size == 0 || open.node + size > seen {
                break;
            }
            let path = self.path(None);
            self.open.pop();
            self.change(path, "", true);
        }
    }

    fn path(&self, step: Option<&str>) -> String {
        let mut path = String::new();
        for step in self.open.iter().filter_map(|open| open.step.as_deref()).chain(step) {
            push_step(&mut path, step);
        }
        path
    }

    /// What is innermost of the open containers and strings.
    fn innermost(&mut self) -> Option<&mut Value> {
        let mut value = &mut self.value;
        for step in self.open.iter().filter_map(|open| open.step.as_deref()) {
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
        let root = self.open.is_empty();
        let step = match self.innermost().filter(|_| !root) {
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

    /// The open string goes on.
    fn grow(&mut self, piece: Item) {
        let more = piece.piece();
        if let Some(Value::String(text)) = self.innermost() {
            text.push_str(&more);
        }
        let path = self.path(None);
        self.change(path, &more, false);
    }

    /// Notes that a string has grown or something is complete: in the change that set or grew it, if that was the last.
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
