//! A view of one value on a tape, with functions to inspect it, to walk through it and to build it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::nodes::{Node, Tag, Tape, MADE};
use stepgate_json::{items, number, slice, Tree, TreeMembers};

/// A value, a key or a piece of a string on a tape, with the text that the tape points into.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    text: &'a str,
    tape: &'a Tape,
    at: usize,
}

impl<'a> Item<'a> {
    /// The value at index `at`; `None` past the end.
    pub fn new(text: &'a str, tape: &'a Tape, at: usize) -> Option<Self> {
        tape.node(at).map(|_| Item { text, tape, at })
    }

    /// The value at index `at`, which must exist.
    #[inline(always)]
    pub fn on(text: &'a str, tape: &'a Tape, at: usize) -> Self {
        debug_assert!(at < tape.len(), "no node {at} on a tape of {}", tape.len());
        Item { text, tape, at }
    }

    /// The index on the tape.
    #[inline(always)]
    pub fn at(self) -> usize {
        self.at
    }

    #[inline(always)]
    fn node(self) -> Node {
        self.tape.node(self.at).unwrap_or(Node { tag: Tag::Null, start: 0, end: 0, size: 1 })
    }

    /// The byte of the text where the value begins; for a string without escapes, the byte behind its quote.
    pub fn start(self) -> usize {
        (self.node().start & !MADE) as usize
    }

    /// The kind of the node.
    #[inline(always)]
    pub fn tag(self) -> Tag {
        self.node().tag
    }

    /// The index behind this value; for a value that is still open, the end of the tape.
    #[inline(always)]
    pub fn next(self) -> usize {
        match self.node().size {
            0 => self.tape.len(),
            size => self.at + size as usize,
        }
    }

    /// Whether the container or string is still open.
    pub fn is_open(self) -> bool {
        self.node().size == 0
    }

    /// The text of a piece of a string.
    pub fn piece(self) -> Cow<'a, str> {
        match self.tag() {
            Tag::Char => Cow::Owned(char::from_u32(self.node().start).unwrap_or(char::REPLACEMENT_CHARACTER).into()),
            _ => Cow::Borrowed(self.raw()),
        }
    }

    /// The nodes of this value.
    #[inline(always)]
    pub fn nodes(self) -> &'a [Node] {
        items(&self.tape.nodes, self.at..self.next())
    }

    /// The text of the node's range. Strings in pieces and containers are as written.
    #[inline(always)]
    pub fn raw(self) -> &'a str {
        self.range(self.node())
    }

    #[inline(always)]
    fn range(self, node: Node) -> &'a str {
        let (from, start, end) = if node.start < MADE {
            (self.text, node.start, node.end)
        } else {
            (self.tape.made.as_str(), node.start & !MADE, node.end & !MADE)
        };
        slice(from, start as usize..end as usize)
    }

    /// The text of a string or key, with its pieces joined.
    pub fn string(self) -> Cow<'a, str> {
        if !matches!(self.tag(), Tag::Joined | Tag::JoinedKey) {
            return Cow::Borrowed(self.raw());
        }
        let mut out = String::new();
        let mut high = None;
        for node in self.nodes().iter().skip(1) {
            match (node.tag, high.take()) {
                (Tag::Char, pending) => high = push_unit(&mut out, pending, node.start),
                (_, pending) => {
                    out.extend(pending.map(|_: u32| char::REPLACEMENT_CHARACTER));
                    out.push_str(self.range(*node));
                }
            }
        }
        out.extend(high.map(|_| char::REPLACEMENT_CHARACTER));
        Cow::Owned(out)
    }

    /// Whether the value is a string.
    #[inline(always)]
    pub fn is_string(self) -> bool {
        matches!(self.tag(), Tag::Text | Tag::Joined)
    }

    /// Whether both values are the same, with members in the same order and numbers in the same digits.
    pub fn is_same(self, other: Item) -> bool {
        let (mut one, mut two) = (self, other);
        let mut ends = vec![(self.next(), other.next())];
        loop {
            if !one.looks_same(two) {
                return false;
            }
            if matches!(one.tag(), Tag::Object | Tag::Array) {
                ends.push((one.next(), two.next()));
            }
            let (after_one, after_two) = (one.entered(), two.entered());
            while ends.last() == Some(&(after_one, after_two)) {
                ends.pop();
            }
            let Some(end) = ends.last() else { return true };
            if after_one == end.0 || after_two == end.1 {
                return false;
            }
            match (Item::new(one.text, one.tape, after_one), Item::new(two.text, two.tape, after_two)) {
                (Some(next_one), Some(next_two)) => (one, two) = (next_one, next_two),
                _ => return false,
            }
        }
    }

    /// Whether both are containers of the same kind, or equal scalars.
    fn looks_same(self, other: Item) -> bool {
        let kind = |tag| match tag {
            Tag::Joined => Tag::Text,
            Tag::JoinedKey => Tag::Key,
            tag => tag,
        };
        kind(self.tag()) == kind(other.tag())
            && match kind(self.tag()) {
                Tag::Text | Tag::Key => self.string() == other.string(),
                Tag::Number => self.raw() == other.raw(),
                _ => true,
            }
    }

    /// The index of the first child of a container; for a scalar, the index behind it.
    fn entered(self) -> usize {
        if matches!(self.tag(), Tag::Object | Tag::Array) {
            self.at + 1
        } else {
            self.next()
        }
    }

    /// The items of an array, or the keys and values of an object by turns.
    #[inline(always)]
    pub fn children(self) -> Children<'a> {
        let end = if matches!(self.tag(), Tag::Object | Tag::Array) { self.next() } else { self.at };
        Children { next: Item { at: self.at + 1, ..self }, end }
    }

    /// The members of an object, in order. A duplicate key comes twice.
    #[inline(always)]
    pub fn members(self) -> Members<'a> {
        Members(self.children())
    }

    /// The item of an array that has just one.
    pub fn only_item(self) -> Option<Item<'a>> {
        let mut children = self.children();
        let first = children.next().filter(|_| self.tag() == Tag::Array)?;
        children.next().is_none().then_some(first)
    }

    /// Builds the value as a [`Tree`], which does not borrow from the text.
    pub fn tree(self) -> Tree {
        match self.tag() {
            Tag::False => Tree::Bool(false),
            Tag::True => Tree::Bool(true),
            Tag::Number => Tree::Number(self.raw().to_owned()),
            Tag::Text | Tag::Joined => Tree::String(self.string().into_owned()),
            Tag::Array => {
                let mut items = Vec::new();
                self.children().for_each(|item| items.push(item.tree()));
                Tree::Array(items)
            }
            Tag::Object => {
                let mut members = TreeMembers::default();
                self.members().for_each(|(key, value)| members.push(key.string().into_owned(), value.tree()));
                Tree::Object(members)
            }
            _ => Tree::Null,
        }
    }

    /// Builds the value. The last of duplicate keys wins; numbers that JSON cannot write become null.
    pub fn value(self) -> Value {
        match self.tag() {
            Tag::False => Value::Bool(false),
            Tag::True => Value::Bool(true),
            Tag::Number => number(self.raw()).map_or(Value::Null, Value::Number),
            Tag::Text | Tag::Joined => Value::String(self.string().into_owned()),
            Tag::Array => self.children().map(Item::value).collect(),
            Tag::Object => Value::Object(
                self.members().map(|(key, value)| (key.string().into_owned(), value.value())).collect::<Map<_, _>>(),
            ),
            _ => Value::Null,
        }
    }
}

/// The iterator of [`Item::children`].
pub struct Children<'a> {
    next: Item<'a>,
    end: usize,
}

impl<'a> Iterator for Children<'a> {
    type Item = Item<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Item<'a>> {
        let item = self.next;
        if item.at >= self.end {
            return None;
        }
        self.next.at = item.next();
        Some(item)
    }
}

/// The iterator of [`Item::members`].
pub struct Members<'a>(Children<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (Item<'a>, Item<'a>);

    #[inline(always)]
    fn next(&mut self) -> Option<(Item<'a>, Item<'a>)> {
        Some((self.0.next()?, self.0.next()?))
    }
}

/// Appends a UTF-16 unit or a character. Returns the unit if it is the first half of a surrogate pair, to be passed as `high` with
/// the second.
fn push_unit(out: &mut String, high: Option<u32>, unit: u32) -> Option<u32> {
    let low = (0xdc00..0xe000).contains(&unit);
    if let (Some(high), true) = (high, low) {
        out.extend(char::from_u32(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00)));
        return None;
    }
    out.extend(high.map(|_| char::REPLACEMENT_CHARACTER));
    if (0xd800..0xdc00).contains(&unit) {
        return Some(unit);
    }
    out.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    None
}
