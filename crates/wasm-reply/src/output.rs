//! What the host reads out of memory.

use super::keys::{Keys, NONE};
use super::said::Said;
use super::units::Units;
use stepgate_reply::raw::Mend;
use stepgate_reply::raw::{Tag, Tape, MADE};

/// The node of what is not there.
pub(super) const NOTHING: u32 = u32::MAX;

/// What a call leaves for the host. It stays where it is until the next call.
#[derive(Default)]
pub(super) struct Output {
    head: [[u32; 2]; 9],
    /// What the ranges of the nodes are of, if it is not the text of the host.
    inner: String,
    value: Tape,
    /// The tape the repairs refer to, where it is not that of the value.
    read: Tape,
    repairs: Vec<Mend>,
}

/// What is put out.
#[derive(Default)]
pub(super) struct Result<'a> {
    pub(super) text: &'a str,
    /// Whether `text` is ASCII.
    pub(super) ascii: bool,
    /// What the ranges of the nodes are of, if it is not `text`.
    pub(super) inner: Option<String>,
    pub(super) value: Option<Tape>,
    /// Where the value is on its tape.
    pub(super) root: usize,
    /// The tape of `repairs`, where it is not that of the value.
    pub(super) read: Option<Tape>,
    pub(super) repairs: Vec<Mend>,
    pub(super) lossless: bool,
    /// Where the text was refused, if it was, in bytes.
    pub(super) refused_at: usize,
    /// What is said besides the value and the repairs.
    pub(super) said: Option<Said>,
}

impl Output {
    /// Puts out a result, with the numbers of `keys` for its keys: the address of the head, which says where things are (addresses in bytes, lengths in nodes, bytes
    /// or repairs):
    ///
    /// | | |
    /// |---|---|
    /// | 0 | whether there is a value |
    /// | 1 | whether every repair was lossless |
    /// | 2 | the node of the value |
    /// | 3 | the numbering of the keys; -1: none has a number |
    /// | 4, 5 | nodes of the value |
    /// | 6, 7 | text made for it |
    /// | 8, 9 | repairs |
    /// | 10, 11 | nodes the repairs refer to |
    /// | 12, 13 | text made for them |
    /// | 14, 15 | the text the nodes are of; nothing: that of the host |
    /// | 16 | where the text was refused |
    /// | 17 | the node of what is said besides; -1: nothing |
    pub(super) fn put(&mut self, result: Result, mut keys: Option<&mut Keys>) -> usize {
        let Result { text, ascii, inner, value, root, read, repairs, lossless, refused_at, said } = result;
        let numbering = keys.as_mut().map_or(NONE, |keys| keys.renew());
        let found = u32::from(value.is_some());
        self.inner = inner.unwrap_or_default();
        self.value = value.unwrap_or_default();
        let last = repairs.iter().map(|repair| repair.node).max();
        let has_own = |read: &Tape| last.is_some_and(|last| !read.is_shaped_as(&self.value, last as usize));
        self.read = read.filter(has_own).unwrap_or_default();
        self.repairs = repairs;
        let said = said.map_or(NOTHING, |said| said.put(&mut self.value));
        let (body, body_ascii) =
            if self.inner.is_empty() { (text, ascii) } else { (self.inner.as_str(), self.inner.is_ascii()) };
        translate(&mut self.value, body, body_ascii, &mut keys, false);
        translate(&mut self.read, body, body_ascii, &mut keys, true);
        translate_repairs(&mut self.repairs, text, ascii);
        let own = self.read.nodes.is_empty();
        let read = if own { &self.value } else { &self.read };
        let [value_nodes, value_made] = places(&self.value);
        let [read_nodes, read_made] = places(read);
        let (repairs, inner) = (place(&self.repairs), place(self.inner.as_bytes()));
        let refused_at = Units::of(text, ascii).at(refused_at as u32);
        self.head = [
            [found, u32::from(lossless)],
            [root as u32, numbering],
            value_nodes,
            value_made,
            repairs,
            read_nodes,
            read_made,
            inner,
            [refused_at, said],
        ];
        self.head.as_ptr() as usize
    }
}

fn places(tape: &Tape) -> [[u32; 2]; 2] {
    [place(&tape.nodes), place(tape.made.as_bytes())]
}

/// Where a list is, and how long it is.
fn place<T>(list: &[T]) -> [u32; 2] {
    [list.as_ptr() as usize as u32, list.len() as u32]
}

/// Makes the offsets of the nodes the host needs UTF-16 units, and the size of each key its number. `keys_only`: the host
/// asks for nothing else.
fn translate(tape: &mut Tape, text: &str, ascii: bool, keys: &mut Option<&mut Keys>, keys_only: bool) {
    let Tape { nodes, made, .. } = tape;
    let mut units = Units::of(text, ascii);
    let mut made_units = Units::of(made, made.is_ascii());
    for node in nodes.iter_mut() {
        match node.tag {
            Tag::Key | Tag::Piece => {}
            Tag::Number | Tag::Text if !keys_only => {}
            _ => continue,
        }
        let (from, units, mark) =
            if node.start < MADE { (text, &mut units, 0) } else { (made.as_str(), &mut made_units, MADE) };
        let (start, end) = (node.start & !MADE, node.end & !MADE);
        if node.tag == Tag::Key {
            let key = from.get(start as usize..end as usize).unwrap_or_default();
            node.size = keys.as_mut().map_or(NONE, |keys| keys.number(key));
        }
        (node.start, node.end) = (units.at(start) | mark, units.at(end) | mark);
    }
}

fn translate_repairs(repairs: &mut [Mend], text: &str, ascii: bool) {
    let mut units = Units::of(text, ascii);
    for repair in repairs {
        let (start, end) = (units.at(repair.offset), units.at(repair.offset + repair.length));
        (repair.offset, repair.length) = (start, end - start);
    }
}
