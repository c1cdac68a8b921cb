//! Streamed replies, as events for the new nodes of the tape.

use wasm_bindgen::prelude::*;

use super::input::text;
use super::keys::Keys;
use super::output::{Output, Result};
use super::units::GrowingUnits;
use stepgate_json::slice;
use stepgate_reply::raw::Incoming;
use stepgate_reply::raw::Mended;
use stepgate_reply::raw::{Node, Tag, Tape, MADE};
use stepgate_reply::MAX_TEXT;

/// Tag of an event in addition to those of the tape: the innermost container or string has ended.
const END: u32 = 13;

/// A new node: its tag, the start and end of its text, and the number of a key, or the number of pieces of a key in pieces. Ranges
/// of the text are in UTF-16 units, ranges of text made by the reader in bytes.
type Event = [u32; 4];

/// Reads a reply in chunks.
#[wasm_bindgen]
pub struct Stream {
    incoming: Incoming,
    chunk: Vec<u8>,
    /// Number of nodes of the tape that have been put in events.
    seen: usize,
    /// The nodes of the open containers and the open string.
    open: Vec<usize>,
    events: Vec<Event>,
    /// The head of the last call; see [`push`](Self::push).
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
    /// Starts an empty stream.
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

    /// Grows the buffer for chunks to at least `length` bytes. Returns its address.
    pub fn reserve(&mut self, length: usize) -> usize {
        if self.chunk.len() < length {
            self.chunk.resize(length, 0);
        }
        self.chunk.as_ptr() as usize
    }

    /// Reads the first `length` bytes of the buffer; `ascii` says that they are ASCII. The first `reported` bytes are a chunk of their own:
    /// plain text of the open string, which the host has reported already; the rest is the next chunk.
    ///
    /// Returns the address of the head: the address of the events, their number, the address of the made text, and whether the text
    /// ends inside of double quotes. Returns 0 if there are no events.
    pub fn push(&mut self, reported: usize, length: usize, ascii: bool) -> usize {
        let whole = text(&self.chunk, length);
        let (reported, chunk) = (slice(whole, ..reported), slice(whole, reported..));
        if !reported.is_empty() {
            self.incoming.push(reported);
        }
        self.incoming.push(chunk);
        self.units.grow(self.incoming.text(), ascii);
        self.news()
    }

    /// Ends the reply. Returns the address of the head, like [`push`](Self::push).
    pub fn end(&mut self) -> usize {
        self.incoming.end();
        self.news()
    }

    /// Puts out the answer after the end, if it is not the streamed value, or with `always` in any case. Returns the address of a head like
    /// that of [`Reader::repair`](super::Reader::repair), with the text of the nodes. Without an answer, the head has the offset where the
    /// streamed value is nested too deep, if it is.
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
        // The keys get no numbers: the host keeps the numbers of a `Reader`.
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

    /// Ends the containers and strings that end before the node at `seen`.
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
        self.keys.number(slice(from, range))
    }
}
