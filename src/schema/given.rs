//! A value that is fitted to a schema, and how it is taken over to the result.

use crate::json::Tree;
use crate::tape::{Item, Node, Tag, Tape, MADE};

/// A value on some tape, and where the text it points into lies in the text of the result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    item: Item<'a>,
    moved: Moved,
}

/// Where the result has the text and the made text of another tape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Moved {
    /// The start of the text in the made text of the result; nothing if it is the same text.
    text: Option<u32>,
    /// The start of the made text in the made text of the result.
    made: u32,
}

impl Moved {
    fn range(self, at: u32) -> u32 {
        match self.text {
            _ if at >= MADE => at.saturating_add(self.made),
            Some(start) => at.saturating_add(start) | MADE,
            None => at,
        }
    }

    fn node(self, node: Node) -> Node {
        match node.tag {
            Tag::Char => node,
            _ => Node { start: self.range(node.start), end: self.range(node.end), ..node },
        }
    }
}

impl<'a> Given<'a> {
    /// A value whose text is the text of the result, and whose made text the result begins with.
    pub(super) fn new(item: Item<'a>) -> Self {
        Given { item, moved: Moved::default() }
    }

    /// A value in another text, which with its made text is added to what `out` has made.
    pub(super) fn elsewhere(item: Item<'a>, text: &str, tape: &Tape, out: &mut Tape) -> Self {
        let length = |text: &str| u32::try_from(text.len()).unwrap_or(MADE);
        let start = length(&out.made);
        out.made.push_str(text);
        let made = length(&out.made);
        out.made.push_str(&tape.made);
        Given { item, moved: Moved { text: Some(start), made } }
    }

    #[inline]
    pub(super) fn tag(self) -> Tag {
        self.item.tag()
    }

    pub(super) fn at(self) -> usize {
        self.item.at()
    }

    #[inline]
    pub(super) fn raw(self) -> &'a str {
        self.item.raw()
    }

    pub(super) fn string(self) -> std::borrow::Cow<'a, str> {
        self.item.string()
    }

    pub(super) fn tree(self) -> Tree {
        self.item.tree()
    }

    #[inline]
    pub(super) fn is_string(self) -> bool {
        self.item.is_string()
    }

    /// The items of an array, or the keys and values of an object in turn.
    pub(super) fn children(self) -> impl Iterator<Item = Given<'a>> {
        self.item.children().map(move |item| Given { item, ..self })
    }

    /// The members of an object.
    pub(super) fn members(self) -> impl Iterator<Item = (Given<'a>, Given<'a>)> {
        self.item.members().map(move |(key, value)| (Given { item: key, ..self }, Given { item: value, ..self }))
    }

    /// The only item of an array.
    pub(super) fn only_item(self) -> Option<Given<'a>> {
        let mut children = self.children();
        let first = children.next().filter(|_| self.tag() == Tag::Array)?;
        children.next().is_none().then_some(first)
    }

    /// The only member of an object.
    pub(super) fn only_member(self) -> Option<(Given<'a>, Given<'a>)> {
        let mut members = self.members();
        let first = members.next().filter(|_| self.tag() == Tag::Object)?;
        members.next().is_none().then_some(first)
    }

    /// How many nodes the value is.
    pub(super) fn size(self) -> usize {
        self.item.nodes().len()
    }

    /// Adds the value, or key, as it is.
    pub(super) fn copy(self, out: &mut Tape) {
        let nodes = self.item.nodes();
        if let [only] = nodes {
            return out.add(self.moved.node(*only));
        }
        if self.moved == Moved::default() {
            return out.nodes.extend_from_slice(nodes);
        }
        out.nodes.extend(nodes.iter().map(|node| self.moved.node(*node)));
    }

    /// Adds the value's own text as a string.
    pub(super) fn copy_as_text(self, out: &mut Tape) {
        let node = self.item.nodes().first().map(|node| self.moved.node(*node));
        out.nodes.extend(node.map(|node| Node { tag: Tag::Text, size: 1, ..node }));
    }

    /// Opens a container like this one; [`close`](Self::close) closes it.
    pub(super) fn open(self, tag: Tag, out: &mut Tape) -> usize {
        out.open(tag, self.bound(|node| node.start))
    }

    pub(super) fn close(self, at: usize, out: &mut Tape) {
        out.close(at, self.bound(|node| node.end));
    }

    fn bound(self, bound: fn(&Node) -> u32) -> usize {
        self.item.nodes().first().map_or(0, |node| self.moved.range(bound(node)) as usize)
    }
}
