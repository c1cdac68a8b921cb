//! The output of the reader, which the host reads from the memory of the wasm.

use super::keys::{Keys, NONE};
use super::said::{Said, NOTHING};
use super::units::Units;
use stepgate_json::slice;
use stepgate_reply::raw::Mend;
use stepgate_reply::raw::{Tag, Tape, MADE};

/// The result of the last call, for the host. It keeps its place in memory until the next call.
#[derive(Default)]
pub(super) struct Output {
    head: [[u32; 2]; 9],
    /// The text of the nodes, if it is not the text of the host.
    inner: String,
    value: Tape,
    /// The tape of the repairs, if it is not the tape of the value.
    read: Tape,
    repairs: Vec<Mend>,
}

/// A result to put out.
#[derive(Default)]
pub(super) struct Result<'a> {
    pub(super) text: &'a str,
    /// Whether `text` is ASCII.
    pub(super) ascii: bool,
    /// The text of the nodes, if it is not `text`.
    pub(super) inner: Option<String>,
    pub(super) value: Option<Tape>,
    /// Index of the value on its tape.
    pub(super) root: usize,
    /// The tape of `repairs`, if it is not the tape of the value.
    pub(super) read: Option<Tape>,
    pub(super) repairs: Vec<Mend>,
    pub(super) lossless: bool,
    /// The byte where the text was refused.
    pub(super) refused_at: usize,
    /// The notes besides the value and the repairs.
    pub(super) said: Option<Said>,
}

impl Output {
    /// Puts out a result, whose keys get their numbers from `keys`. Returns the address of the head: 18 numbers of 32 bits. A list
    /// takes two numbers, its address in bytes and its length in nodes, bytes or repairs.
    ///
    /// | number | content |
    /// |---|---|
    /// | 0 | 1 if there is a value |
    /// | 1 | 1 if every repair was lossless |
    /// | 2 | the node of the value |
    /// | 3 | the generation of the key numbers; -1 if no key has a number |
    /// | 4, 5 | the nodes of the value |
    /// | 6, 7 | the text made for the value |
    /// | 8, 9 | the repairs |
    /// | 10, 11 | the nodes that the repairs refer to |
    /// | 12, 13 | the text made for these nodes |
    /// | 14, 15 | the text of the nodes; empty if it is the text of the host |
    /// | 16 | the offset where the text was refused |
    /// | 17 | the node of the notes ([`Said`]); -1 if there are none |
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

/// The address and the length of a list.
fn place<T>(list: &[T]) -> [u32; 2] {
    [list.as_ptr() as usize as u32, list.len() as u32]
}

/// Converts the offsets of the nodes that the host needs to UTF-16 units, and replaces the size of each key by its number. With
/// `keys_only` the host needs only keys.
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
            let key = slice(from, start as usize..end as usize);
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
