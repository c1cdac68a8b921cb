//! A value that is fitted to a schema, and its copy to the tape of the result.

use crate::tape::{Item, Node, Tag, Tape, MADE};
use stepgate_json::{items, Tree};

/// A tape to take values from, with its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<'a> {
    text: &'a str,
    tape: &'a Tape,
    /// The places of the text and the made text in the result's made text, if the result does not share them.
    moved: Option<Moved>,
}

/// Offsets, in the made text of the result, of another text and of its made text.
#[derive(Clone, Copy, Debug)]
struct Moved {
    text: u32,
    made: u32,
}

impl<'a> Origin<'a> {
    /// A tape that shares its text with the result, and whose made text the result begins with.
    pub(super) fn new(text: &'a str, tape: &'a Tape) -> Self {
        Origin { text, tape, moved: None }
    }

    /// A tape of another text. Adds the text and its made text to the made text of `out`.
    pub(super) fn elsewhere(text: &'a str, tape: &'a Tape, out: &mut Tape) -> Self {
        let length = |text: &str| u32::try_from(text.len()).unwrap_or(MADE);
        let start = length(&out.made);
        out.made.push_str(text);
        let made = length(&out.made);
        out.made.push_str(&tape.made);
        Origin { text, tape, moved: Some(Moved { text: start, made }) }
    }

    /// The value at index `at`; `None` past the end.
    pub(super) fn value(&'a self, at: usize) -> Option<Given<'a>> {
        self.tape.node(at).map(|_| Given { origin: self, at })
    }
}

impl Moved {
    fn range(self, at: u32) -> u32 {
        match at {
            _ if at >= MADE => at.saturating_add(self.made),
            _ => at.saturating_add(self.text) | MADE,
        }
    }

    fn node(self, node: Node) -> Node {
        match node.tag {
            Tag::Char => node,
            _ => Node { start: self.range(node.start), end: self.range(node.end), ..node },
        }
    }
}

/// A value on the tape of an origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    origin: &'a Origin<'a>,
    at: usize,
}

impl<'a> Given<'a> {
    #[inline(always)]
    fn item(self) -> Item<'a> {
        Item::on(self.origin.text, self.origin.tape, self.at)
    }

    #[inline(always)]
    pub(super) fn tag(self) -> Tag {
        self.item().tag()
    }

    pub(super) fn at(self) -> usize {
        self.at
    }

    #[inline(always)]
    pub(super) fn raw(self) -> &'a str {
        self.item().raw()
    }

    pub(super) fn string(self) -> std::borrow::Cow<'a, str> {
        self.item().string()
    }

    pub(super) fn tree(self) -> Tree {
        self.item().tree()
    }

    #[inline(always)]
    pub(super) fn is_string(self) -> bool {
        self.item().is_string()
    }

    /// The items of an array, or the keys and values of an object by turns.
    pub(super) fn children(self) -> impl Iterator<Item = Given<'a>> {
        self.item().children().map(move |item| Given { at: item.at(), ..self })
    }

    /// The members of an object.
    pub(super) fn members(self) -> impl Iterator<Item = (Given<'a>, Given<'a>)> {
        self.item()
            .members()
            .map(move |(key, value)| (Given { at: key.at(), ..self }, Given { at: value.at(), ..self }))
    }

    /// The item of an array that has just one.
    pub(super) fn only_item(self) -> Option<Given<'a>> {
        self.item().only_item().map(|only| Given { at: only.at(), ..self })
    }

    /// The member of an object that has just one.
    pub(super) fn only_member(self) -> Option<(Given<'a>, Given<'a>)> {
        let mut members = self.members();
        let first = members.next().filter(|_| self.tag() == Tag::Object)?;
        members.next().is_none().then_some(first)
    }

    /// The value that this one became, at index `at` of the result.
    pub(super) fn fitted<'t>(self, out: &'t Tape, at: usize) -> Option<Item<'t>>
    where
        'a: 't,
    {
        // The result of a value from elsewhere has all its text in the made text.
        Item::new(self.origin.text, out, at)
    }

    /// The number of nodes of the value.
    pub(super) fn size(self) -> usize {
        self.item().nodes().len()
    }

    /// Copies the value, or key, to `out`.
    pub(super) fn copy(self, out: &mut Tape) {
        self.copy_through(self, out);
    }

    /// Copies all nodes from this one to the end of `last`: a key and its value.
    pub(super) fn copy_through(self, last: Given<'_>, out: &mut Tape) {
        let nodes = items(&self.origin.tape.nodes, self.at..last.item().next());
        for node in nodes {
            out.add(self.origin.moved.map_or(*node, |moved| moved.node(*node)));
        }
    }

    /// Adds the text of the value to `out` as a string.
    pub(super) fn copy_as_text(self, out: &mut Tape) {
        let at = out.len();
        self.copy(out);
        out.retag(at, Tag::Text);
    }

    /// Opens a container for this one's range on `out`; [`close`](Self::close) closes it.
    pub(super) fn open(self, tag: Tag, out: &mut Tape) -> usize {
        out.open(tag, self.bound(|node| node.start))
    }

    pub(super) fn close(self, at: usize, out: &mut Tape) {
        out.close(at, self.bound(|node| node.end));
    }

    fn bound(self, bound: fn(&Node) -> u32) -> usize {
        let at = self.item().nodes().first().map_or(0, bound);
        self.origin.moved.map_or(at, |moved| moved.range(at)) as usize
    }
}
