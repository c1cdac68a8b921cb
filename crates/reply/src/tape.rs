//! What a text was read as: a flat list of nodes that point into the text.
//!
//! A reader that builds objects as it goes copies each string and allocates each container, and a boundary that sends
//! text back copies it all again. A tape does neither: its strings are ranges of the text, so a host that has the text
//! builds the objects itself, and a check looks at values without making them.

mod item;

use stepgate_json::Tree;

pub use item::Item;

/// What a [`Node`] is. The numbers are part of the boundary to JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Tag {
    /// `null`.
    Null = 0,
    /// `false`.
    False = 1,
    /// `true`.
    True = 2,
    /// A number; its range is the number as JSON writes it, or `NaN`, `Infinity`, `-Infinity`.
    Number = 3,
    /// A string whose range is its text.
    Text = 4,
    /// A string in pieces, which follow; its range is the raw text.
    Joined = 5,
    /// A range of text, part of the string before.
    Piece = 6,
    /// One UTF-16 unit, or a character, in `start`; part of the string before.
    Char = 7,
    /// An object: keys, each before its value, follow.
    Object = 8,
    /// An array: items follow.
    Array = 9,
    /// A key whose range is its text.
    Key = 10,
    /// A key in pieces, which follow.
    JoinedKey = 11,
    /// No value, where a policy says that there is one.
    Undefined = 12,
}

/// One thing on a tape: its range of the text in bytes (`start` and `end` with [`MADE`]: of the text made by the reader),
/// and how many nodes it is, itself and what follows that belongs to it; 0 while it is open.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Node {
    /// The kind of node.
    pub tag: Tag,
    /// Byte where it starts.
    pub start: u32,
    /// Byte behind its end.
    pub end: u32,
    /// Number of nodes, itself and all below.
    pub size: u32,
}

/// Marks a range of [`Tape::made`].
pub const MADE: u32 = 1 << 31;

/// The nodes of a value, in the order of the text, and the text that was made for them: numbers that were spelled oddly,
/// JSON that was written as text.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    /// The nodes in the order of the text.
    pub nodes: Vec<Node>,
    /// Text that the reader made.
    pub made: String,
    /// What was closed last.
    pub closed: usize,
}

/// Where a tape ended: what came after can be taken back.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub nodes: usize,
    made: usize,
}

/// How many nodes a tape has room for once it has more than a few: those of a decision.
const ROOM: usize = 64;

impl Tape {
    /// Adds a node.
    #[inline(always)]
    pub fn add(&mut self, node: Node) {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow();
        }
        self.nodes.push(node);
    }

    /// Makes room for the nodes of a decision.
    pub fn make_room(&mut self) {
        self.nodes.reserve(ROOM);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.nodes.reserve(if self.nodes.is_empty() { 4 } else { ROOM });
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node at `at`.
    #[inline(always)]
    pub fn node(&self, at: usize) -> Option<Node> {
        self.nodes.get(at).copied()
    }

    /// The present end, to go back to.
    pub fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), made: self.made.len() }
    }

    /// Drops all nodes and made text behind `mark`.
    pub fn back_to(&mut self, mark: Mark) {
        self.nodes.truncate(mark.nodes);
        self.made.truncate(mark.made);
    }

    /// Takes back the nodes from `at` on.
    pub fn truncate(&mut self, at: usize) {
        self.nodes.truncate(at);
    }

    /// Whether up to the node at `last` both have the same keys and containers at the same places: a JSON pointer into one is
    /// one into the other.
    pub fn is_shaped_as(&self, other: &Tape, last: usize) -> bool {
        let alone = |node: &Node| node.size == 1 && !matches!(node.tag, Tag::Key | Tag::Object | Tag::Array);
        let mut pairs = self.nodes.iter().zip(&other.nodes).take(last.saturating_add(1));
        self.len() == other.len() && pairs.all(|(one, two)| one == two || alone(one) && alone(two))
    }

    /// Where the member begins whose value is, or will be, at `at`: at its key. Of an item, `at` itself.
    pub fn member(&self, at: usize) -> usize {
        let before = self.nodes.get(..at).unwrap_or_default();
        let pieces = before.iter().rev().take_while(|node| matches!(node.tag, Tag::Piece | Tag::Char)).count();
        let key = before.len().saturating_sub(pieces + 1);
        match before.get(key).map(|node| node.tag) {
            Some(Tag::JoinedKey) => key,
            Some(Tag::Key) if pieces == 0 => key,
            _ => at,
        }
    }

    /// Adds a node without children.
    #[inline(always)]
    pub fn push(&mut self, tag: Tag, start: usize, end: usize) {
        self.add(Node { tag, start: offset(start), end: offset(end), size: 1 });
    }

    /// Opens a container or a string in pieces; where it is.
    #[inline(always)]
    pub fn open(&mut self, tag: Tag, start: usize) -> usize {
        self.add(Node { tag, start: offset(start), end: offset(start), size: 0 });
        self.nodes.len() - 1
    }

    /// Closes what [`open`](Self::open) opened.
    pub fn close(&mut self, at: usize, end: usize) {
        self.closed = at;
        let size = offset(self.nodes.len() - at);
        if let Some(node) = self.nodes.get_mut(at) {
            node.end = offset(end);
            node.size = size;
        }
    }

    /// Takes the array at `at` away, so that the value in it stands there.
    pub fn unwrap(&mut self, at: usize) {
        if at < self.nodes.len() {
            self.nodes.remove(at);
        }
    }

    /// Appends the nodes of another tape of the same text. How many came before.
    pub fn append(&mut self, other: &Tape) -> usize {
        let (nodes, made) = (self.nodes.len(), offset(self.made.len()));
        let moved = |node: &Node| {
            let shift = if node.start >= MADE && node.tag != Tag::Char { made } else { 0 };
            Node { start: node.start + shift, end: node.end + shift, ..*node }
        };
        self.nodes.extend(other.nodes.iter().map(moved));
        self.made.push_str(&other.made);
        nodes
    }

    /// Makes another container of the one at `at`. Where it begins in the text.
    pub fn retag(&mut self, at: usize, tag: Tag) -> usize {
        self.nodes.get_mut(at).map_or(0, |node| {
            node.tag = tag;
            node.start as usize
        })
    }

    /// Opens the array again that the tape ends with. Where it is, and where it ended in the text; nothing if it ends with
    /// something else.
    pub fn open_again(&mut self) -> Option<(usize, usize)> {
        let (closed, length) = (self.closed, self.nodes.len());
        let node = self.nodes.get_mut(closed).filter(|node| node.tag == Tag::Array && node.size > 0)?;
        if closed + node.size as usize != length {
            return None;
        }
        node.size = 0;
        Some((closed, node.end as usize))
    }

    /// Adds text that is not in the source. Its range.
    pub fn make(&mut self, text: &str) -> (usize, usize) {
        let start = self.made.len();
        if start == 0 {
            self.made.reserve(ROOM);
        }
        self.made.push_str(text);
        (start | MADE as usize, self.made.len() | MADE as usize)
    }

    /// Adds a string that is not in the source.
    pub fn push_made(&mut self, tag: Tag, text: &str) {
        let (start, end) = self.make(text);
        self.push(tag, start, end);
    }

    /// Adds a value that is not in the source.
    pub fn push_tree(&mut self, value: &Tree) {
        match value {
            Tree::Null => self.push(Tag::Null, 0, 0),
            Tree::Bool(value) => self.push(if *value { Tag::True } else { Tag::False }, 0, 0),
            Tree::Number(text) => self.push_made(Tag::Number, text),
            Tree::String(text) => self.push_made(Tag::Text, text),
            Tree::Array(items) => {
                let at = self.open(Tag::Array, 0);
                items.iter().for_each(|item| self.push_tree(item));
                self.close(at, 0);
            }
            Tree::Object(members) => {
                let at = self.open(Tag::Object, 0);
                for (key, value) in members.iter() {
                    self.push_made(Tag::Key, key);
                    self.push_tree(value);
                }
                self.close(at, 0);
            }
        }
    }
}

fn offset(at: usize) -> u32 {
    // Texts are at most `MAX_LENGTH` long, far below.
    u32::try_from(at).unwrap_or(u32::MAX)
}
