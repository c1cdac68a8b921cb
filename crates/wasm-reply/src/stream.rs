//! Streamed replies: what is new on the tape, in the order of the text.

use wasm_bindgen::prelude::*;

use super::keys::Keys;
use super::output::{Output, Result};
use super::text;
use super::units::GrowingUnits;
use stepgate_reply::raw::Incoming;
use stepgate_reply::raw::Mended;
use stepgate_reply::raw::{Node, Tag, Tape, MADE};
use stepgate_reply::MAX_TEXT;

/// The innermost container or string has ended: a tag besides those of the tape.
const END: u32 = 13;

/// Something new: what it is, the range of its text, and for a key its number, for a key in pieces how many follow.
/// Ranges of the text are in UTF-16 units, those of text made by the reader in bytes.
type Event = [u32; 4];

/// Reads a reply in chunks.
#[wasm_bindgen]
pub struct Stream {
    incoming: Incoming,
    chunk: Vec<u8>,
    /// How much of the tape is in events.
    seen: usize,
    /// The nodes of the containers and the string that are open.
    open: Vec<usize>,
    events: Vec<Event>,
    /// Where the events are and how many, where the made text is, whether the text ends inside of double quotes.
    head: [u32; 4],
    keys: Keys,
    units: GrowingUnits,
    output: Output,
}

impl Default for Stream {
    fn default() -> Self {
        Self::new()
    }
}

#[wasm_bindgen]
impl Stream {
    /// A stream that has read nothing.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Stream {
        Stream {
            incoming: Incoming::new(MAX_TEXT),
            chunk: Vec::new(),
            seen: 0,
            open: Vec::new(),
            events: Vec::new(),
            head: [0; 4],
            keys: Keys::default(),
            units: GrowingUnits::new(),
            output: Output::default(),
        }
    }

    /// Makes the buffer for chunks hold at least `length` bytes; its address.
    pub fn reserve(&mut self, length: usize) -> usize {
        if self.chunk.len() < length {
            self.chunk.resize(length, 0);
        }
        self.chunk.as_ptr() as usize
    }

    /// Reads the first `length` bytes of the buffer as the next chunk, or as two: the first `told` bytes of it are plain text
    /// of the string that is open, which the host has told already. `ascii`: all is ASCII. The address of the head: the
    /// address of the events, how many, the address of the made text, whether the text ends inside of double quotes; 0 if
    /// there are no events.
    pub fn push(&mut self, told: usize, length: usize, ascii: bool) -> usize {
        let (told, chunk) = text(&self.chunk, length).split_at_checked(told).unwrap_or_default();
        if !told.is_empty() {
            self.incoming.push(told);
        }
        self.incoming.push(chunk);
        self.units.grow(self.incoming.text(), ascii);
        self.news()
    }

    /// Says that no more will come. As [`push`](Self::push).
    pub fn end(&mut self) -> usize {
        self.incoming.end();
        self.news()
    }

    /// After the end: the answer, if it is not what was streamed or `always`, as [`Reader::repair`](super::Reader::repair) gives it, with
    /// the text it is of; without an answer, where the value that was streamed is nested too deep, if it is.
    #[wasm_bindgen(js_name = otherAnswer)]
    pub fn other_answer(&mut self, always: bool) -> usize {
        let answer = if always { self.incoming.answer() } else { self.incoming.other_answer() };
        let result = match answer {
            Some(Mended { tape, root, inner, .. }) => {
                let inner = inner.or_else(|| Some(self.incoming.text().to_owned()));
                Result { inner, value: Some(tape), root, ..Result::default() }
            }
            None => {
                let refused_at = self.incoming.too_deep().unwrap_or_default();
                Result { text: self.incoming.text(), refused_at, ..Result::default() }
            }
        };
        // The keys have no numbers: those of the host are the numbers of a `Reader`.
        self.output.put(result, None)
    }

    fn news(&mut self) -> usize {
        let Stream { incoming, seen, open, events, keys, units, .. } = self;
        let Some(tape) = incoming.tape() else { return 0 };
        events.clear();
        let mut news = News { text: incoming.text(), tape, open, events, keys, units };
        while let Some(node) = tape.node(*seen) {
            news.close(*seen);
            news.add(*seen, node);
            *seen += 1;
        }
        news.close(*seen);
        let address = |pointer: *const u8| pointer as usize as u32;
        self.head = [
            address(self.events.as_ptr().cast()),
            self.events.len() as u32,
            address(tape.made.as_ptr()),
            u32::from(incoming.ends_in_quotes()),
        ];
        if self.events.is_empty() {
            0
        } else {
            self.head.as_ptr() as usize
        }
    }
}

/// The events of one call.
struct News<'a> {
    text: &'a str,
    tape: &'a Tape,
    open: &'a mut Vec<usize>,
    events: &'a mut Vec<Event>,
    keys: &'a mut Keys,
    units: &'a mut GrowingUnits,
}

impl News<'_> {
    fn add(&mut self, at: usize, node: Node) {
        let (start, end) = self.range(node);
        let tag = node.tag as u32;
        let event = match node.tag {
            Tag::Key => [tag, start, end, self.number(node)],
            Tag::JoinedKey => [tag, 0, 0, node.size.saturating_sub(1)],
            Tag::Char => [tag, node.start, 0, 0],
            Tag::Object | Tag::Array | Tag::Joined => {
                self.open.push(at);
                [tag, 0, 0, 0]
            }
            _ => [tag, start, end, 0],
        };
        self.events.push(event);
    }

    /// Ends what ends before the node at `seen`.
    fn close(&mut self, seen: usize) {
        while let Some(open) = self.open.last() {
            let size = self.tape.node(*open).map_or(0, |node| node.size as usize);
            if size == 0 || *open + size > seen {
                break;
            }
            self.open.pop();
            self.events.push([END, 0, 0, 0]);
        }
    }

    fn range(&mut self, node: Node) -> (u32, u32) {
        match node.tag {
            Tag::Number | Tag::Text | Tag::Piece | Tag::Key if node.start < MADE => {
                (self.units.at(self.text, node.start), self.units.at(self.text, node.end))
            }
            _ => (node.start, node.end),
        }
    }

    fn number(&mut self, key: Node) -> u32 {
        let made = key.start >= MADE;
        let from = if made { self.tape.made.as_str() } else { self.text };
        let range = (key.start & !MADE) as usize..(key.end & !MADE) as usize;
        self.keys.number(from.get(range).unwrap_or_default())
    }
}
