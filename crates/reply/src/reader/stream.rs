//! Reads a reply in chunks while it arrives.

use serde_json::{Map, Value};

use super::fault::MAX_LENGTH;
use super::incoming::Incoming;
use crate::tape::{Item, Tag, Tape};
use stepgate_json::{push_step, Deserialize, Json, Serialize};

/// A change of the value under the reader.
#[derive(Clone, Debug, PartialEq, Json, Serialize, Deserialize)]
pub struct Patch {
    /// JSON pointer of the changed value.
    pub path: String,
    /// Text to append to the text at `path`.
    #[json(optional)]
    pub append: Option<String>,
    /// The new value at `path`.
    #[json(optional)]
    pub set: Option<Value>,
    /// `Some(true)` if nothing at or below `path` will change any more.
    #[json(optional)]
    pub complete: Option<bool>,
}

/// Reads a reply in chunks and returns the changes of each.
///
/// The stream reads the first value of the reply and repairs it as [`repair`](super::repair) does. Values grow and never vanish or
/// change their type, with one exception: if the reply has several values, [`end`](Self::end) replaces the root by what `repair` makes of
/// them, the best one or an array of all. Reading takes linear time, however the text is cut into chunks.
///
/// ```
/// use stepgate_reply::ReplyStream;
///
/// let mut stream = ReplyStream::new();
/// stream.push("{\"say\": \"Hel");
/// stream.push("lo\"}");
/// stream.end();
/// assert_eq!(stream.value(), &serde_json::json!({ "say": "Hello" }));
/// ```
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
    /// Starts an empty stream.
    pub fn new() -> Self {
        ReplyStream { incoming: Incoming::new(MAX_LENGTH), patches: Patches::default() }
    }

    /// Reads the next chunk. From the chunk on that exceeds [`MAX_LENGTH`](super::MAX_LENGTH) bytes in total, nothing more is read: such a
    /// reply is refused as a whole.
    pub fn push(&mut self, chunk: &str) -> Vec<Patch> {
        self.incoming.push(chunk);
        self.changes()
    }

    /// Ends the reply: no chunk follows.
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

    /// The value so far; null before it begins.
    pub fn value(&self) -> &Value {
        &self.patches.value
    }

    /// The number of characters inspected so far, repeated inspections included: at most a constant times the length of the text.
    pub fn steps(&self) -> usize {
        self.incoming.steps()
    }

    fn changes(&mut self) -> Vec<Patch> {
        if let Some(tape) = self.incoming.tape() {
            self.patches.follow(self.incoming.text(), tape);
        }
        std::mem::take(&mut self.patches.changes)
    }
}

/// The value built from the tape so far, with the changes since the last call.
#[derive(Debug, Default)]
struct Patches {
    value: Value,
    changes: Vec<Patch>,
    /// Number of nodes of the tape that are in the value.
    seen: usize,
    /// The open containers, and the open string.
    open: Vec<Open>,
    key: Option<String>,
}

/// An open container or string: its index on the tape, and the last step of its pointer.
#[derive(Debug)]
struct Open {
    node: usize,
    step: Option<String>,
}

impl Patches {
    /// Builds the new nodes of the tape into the value.
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
            // A key is on the tape only when it is whole.
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

    /// Closes the containers and strings that end before the node at `seen`.
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

    /// The innermost open container or string.
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

    /// Puts a value at the next place. Returns the last step of its pointer; `None` for the root.
    fn put(&mut self, value: Value, complete: bool) -> Option<String> {
        let key = self.key.take();
        let changed = value.clone();
        let root = self.open.is_empty();
        let step = match self.innermost().filter(|_| !root) {
            Some(Value::Object(object)) => {
                debug_assert!(key.is_some(), "a member without a key on the tape");
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

    /// Appends a piece to the open string.
    fn grow(&mut self, piece: Item) {
        let more = piece.piece();
        if let Some(Value::String(text)) = self.innermost() {
            text.push_str(&more);
        }
        let path = self.path(None);
        self.change(path, &more, false);
    }

    /// Records that a string has grown or a value is complete, in the last change if that is for the same path.
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
