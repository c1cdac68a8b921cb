//! What the host reads out of memory.

use super::keys::{Keys, NONE};
use super::units::Units;
use crate::reply::report::Mend;
use crate::tape::{Tag, Tape, MADE};

/// What a call leaves for the host. It stays where it is until the next call.
#[derive(Default)]
pub(super) struct Output {
    head: [u32; 17],
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
    /// | 3, 4 | nodes of the value |
    /// | 5, 6 | text made for it |
    /// | 7, 8 | repairs |
    /// | 9, 10 | nodes the repairs refer to |
    /// | 11, 12 | text made for them |
    /// | 13, 14 | the text the nodes are of; nothing: that of the host |
    /// | 15 | the numbering of the keys; -1: none has a number |
    /// | 16 | where the text was refused |
    pub(super) fn put(&mut self, result: Result, mut keys: Option<&mut Keys>) -> usize {
        let Result { text, ascii, inner, value, root, read, repairs, lossless, refused_at } = result;
        let numbering = keys.as_mut().map_or(NONE, |keys| keys.renew());
        let found = u32::from(value.is_some());
        self.inner = inner.unwrap_or_default();
        self.value = value.unwrap_or_default();
        self.read = read.unwrap_or_default();
        self.repairs = repairs;
        let (body, body_ascii) =
            if self.inner.is_empty() { (text, ascii) } else { (self.inner.as_str(), self.inner.is_ascii()) };
        translate(&mut self.value, body, body_ascii, &mut keys);
        if !self.repairs.is_empty() {
            translate_keys(&mut self.read, body, body_ascii, &mut keys);
        }
        translate_repairs(&mut self.repairs, text, ascii);
        let own = self.read.nodes.is_empty();
        let read = if own { &self.value } else { &self.read };
        let [value_nodes, value_made] = places(&self.value);
        let [read_nodes, read_made] = places(read);
        let (repairs, inner) = (place(&self.repairs), place(self.inner.as_bytes()));
        let parts = [value_nodes, value_made, repairs, read_nodes, read_made, inner];
        let numbers = [found, u32::from(lossless), root as u32].into_iter().chain(parts.into_iter().flatten());
        for (slot, number) in
            self.head.iter_mut().zip(numbers.chain([numbering, Units::of(text, ascii).at(refused_at as u32)]))
        {
            *slot = number;
        }
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

/// Makes the offsets of the nodes the host needs UTF-16 units, and the size of each key its number.
fn translate(tape: &mut Tape, text: &str, ascii: bool, keys: &mut Option<&mut Keys>) {
    translate_some(tape, text, ascii, keys, |tag| matches!(tag, Tag::Number | Tag::Text | Tag::Piece | Tag::Key));
}

/// The same of a tape whose keys only are asked for.
fn translate_keys(tape: &mut Tape, text: &str, ascii: bool, keys: &mut Option<&mut Keys>) {
    translate_some(tape, text, ascii, keys, |tag| matches!(tag, Tag::Piece | Tag::Key));
}

fn translate_some(
    tape: &mut Tape,
    text: &str,
    ascii: bool,
    keys: &mut Option<&mut Keys>,
    needed: impl Fn(Tag) -> bool,
) {
    let Tape { nodes, made, .. } = tape;
    let mut units = Units::of(text, ascii);
    let mut made_units = Units::of(made, made.is_ascii());
    for node in nodes.iter_mut().filter(|node| needed(node.tag)) {
        let from = if node.start < MADE { text } else { made.as_str() };
        if node.tag == Tag::Key {
            let range = (node.start & !MADE) as usize..(node.end & !MADE) as usize;
            node.size = keys.as_mut().map_or(NONE, |keys| keys.number(from.get(range).unwrap_or_default()));
        }
        if node.start < MADE {
            (node.start, node.end) = (units.at(node.start), units.at(node.end));
        } else {
            let (start, end) = (made_units.at(node.start & !MADE), made_units.at(node.end & !MADE));
            (node.start, node.end) = (start | MADE, end | MADE);
        }
    }
}

fn translate_repairs(repairs: &mut [Mend], text: &str, ascii: bool) {
    let mut units = Units::of(text, ascii);
    for repair in repairs {
        let (start, end) = (units.at(repair.offset), units.at(repair.offset + repair.length));
        (repair.offset, repair.length) = (start, end - start);
    }
}
