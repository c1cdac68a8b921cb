//! The nodes of a tape, and how it grows.

use stepgate_json::{items, Tree};

/// The kind of a [`Node`]. The numbers are part of the boundary to JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Tag {
    /// `null`.
    Null = 0,
    /// `false`.
    False = 1,
    /// `true`.
    True = 2,
    /// A number; its range is the number as JSON writes it.
    Number = 3,
    /// A string without escapes: its range is its text.
    Text = 4,
    /// A string in pieces, which follow as nodes; its range is the text as written, with escapes.
    Joined = 5,
    /// A piece of the string before it: a range of text.
    Piece = 6,
    /// A piece of the string before it: one UTF-16 unit, or one character, as the number `start`.
    Char = 7,
    /// An object; its keys follow, each before its value.
    Object = 8,
    /// An array; its items follow.
    Array = 9,
    /// A key without escapes: its range is its text.
    Key = 10,
    /// A key in pieces, which follow as nodes.
    JoinedKey = 11,
}

/// A value, a key or a piece of a string on a tape. Its range is in bytes of the text; with the bit [`MADE`], in bytes of
/// [`Tape::made`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Node {
    /// The kind of node.
    pub tag: Tag,
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
    /// The number of nodes, with this one and all below it; 0 while the container or string is open.
    pub size: u32,
}

/// Bit that marks an offset into [`Tape::made`].
pub const MADE: u32 = 1 << 31;

/// The nodes of a value in the order of the text, with text that is not in the source: corrected numbers, decoded JSON.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    /// The nodes in the order of the text.
    pub nodes: Vec<Node>,
    /// Text that the reader made.
    pub made: String,
    /// Index of the container or string that was closed last.
    pub closed: usize,
}

/// A position on a tape to [go back to](Tape::back_to).
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub nodes: usize,
    made: usize,
}

/// Number of nodes to allocate at once: a typical reply has fewer.
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

    /// Makes room for the nodes of a typical reply.
    pub fn make_room(&mut self) {
        self.nodes.reserve(ROOM);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.nodes.reserve(if self.nodes.is_empty() { 4 } else { ROOM });
    }

    /// Whether the tape has no node.
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

    /// The end of the tape as it is now.
    pub fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), made: self.made.len() }
    }

    /// Drops all nodes, and all made text, behind `mark`.
    pub fn back_to(&mut self, mark: Mark) {
        self.nodes.truncate(mark.nodes);
        self.made.truncate(mark.made);
    }

    /// Drops the nodes from `at` on.
    pub fn truncate(&mut self, at: usize) {
        self.nodes.truncate(at);
    }

    /// Whether both tapes have the same keys and containers at the same indices, up to the node at `last`. Then a JSON pointer into
    /// one is valid for the other.
    pub fn is_shaped_as(&self, other: &Tape, last: usize) -> bool {
        let alone = |node: &Node| node.size == 1 && !matches!(node.tag, Tag::Key | Tag::Object | Tag::Array);
        let mut pairs = self.nodes.iter().zip(&other.nodes).take(last.saturating_add(1));
        self.len() == other.len() && pairs.all(|(one, two)| one == two || alone(one) && alone(two))
    }

    /// Index of the key whose value is, or will be, at `at`; for an item of an array, `at` itself.
    pub fn member(&self, at: usize) -> usize {
        let before = items(&self.nodes, ..at);
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

    /// Opens a container, or a string in pieces, and returns its index.
    #[inline(always)]
    pub fn open(&mut self, tag: Tag, start: usize) -> usize {
        self.add(Node { tag, start: offset(start), end: offset(start), size: 0 });
        self.nodes.len() - 1
    }

    /// Closes the container or string that [`open`](Self::open) opened at index `at`.
    pub fn close(&mut self, at: usize, end: usize) {
        self.closed = at;
        let size = offset(self.nodes.len() - at);
        if let Some(node) = self.nodes.get_mut(at) {
            node.end = offset(end);
            node.size = size;
        }
    }

    /// Replaces the array at `at` by its only item.
    pub fn unwrap(&mut self, at: usize) {
        if at < self.nodes.len() {
            self.nodes.remove(at);
        }
    }

    /// Appends the nodes of another tape of the same text, and returns the index of the first of them.
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

    /// Changes the kind of the container at `at`, and returns the byte of the text where it begins.
    pub fn retag(&mut self, at: usize, tag: Tag) -> usize {
        self.nodes.get_mut(at).map_or(0, |node| {
            node.tag = tag;
            node.start as usize
        })
    }

    /// Opens the last array again if the tape ends with one. Returns its index, and the byte of the text where it ended.
    pub fn open_again(&mut self) -> Option<(usize, usize)> {
        let (closed, length) = (self.closed, self.nodes.len());
        let node = self.nodes.get_mut(closed).filter(|node| node.tag == Tag::Array && node.size > 0)?;
        if closed + node.size as usize != length {
            return None;
        }
        node.size = 0;
        Some((closed, node.end as usize))
    }

    /// Adds text that is not in the source, and returns its range.
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
    // A text is at most `MAX_TEXT` bytes long, so an offset always fits.
    u32::try_from(at).unwrap_or(u32::MAX)
}
