//! Converts byte offsets of a text to offsets in UTF-16 units, the units of JavaScript.

/// Number of bytes of a text that share one entry of the index.
const BLOCK: usize = 64;

/// Counts the UTF-16 units of a text.
///
/// For ascending offsets, the counter walks the text once. The first offset that goes back makes it build an index of the whole text
/// by blocks. From then on it starts at the block of an offset, which takes constant time.
pub(super) struct Units<'a> {
    text: &'a str,
    /// Number of units before each block, except the first; empty until an offset goes back.
    blocks: Vec<u32>,
    at: usize,
    units: u32,
    /// End of the text behind `at` that is known to be ASCII.
    plain: usize,
}

impl<'a> Units<'a> {
    pub(super) fn of(text: &'a str, ascii: bool) -> Self {
        let plain = if ascii { text.len() } else { 0 };
        Units { text, blocks: Vec::new(), at: 0, units: 0, plain }
    }

    /// The number of units before the byte at `offset`; behind the text, the number of all units.
    #[inline(always)]
    pub(super) fn at(&mut self, offset: u32) -> u32 {
        if (self.at..=self.plain).contains(&(offset as usize)) {
            return self.units + (offset - self.at as u32);
        }
        self.at_odd(offset)
    }

    /// The slow path of [`at`](Self::at), for text that is not ASCII.
    #[inline(never)]
    fn at_odd(&mut self, offset: u32) -> u32 {
        let text = self.text.as_bytes();
        let offset = (offset as usize).min(text.len());
        if offset < self.at || (offset - self.at > BLOCK && !self.blocks.is_empty()) {
            self.jump(offset);
        } else if offset > self.plain {
            self.units += (self.plain - self.at) as u32;
            self.at = self.plain;
        }
        self.units += count(text, self.at, offset);
        self.at = offset;
        // With an index, look only a block ahead: later offsets may go back and look again.
        let end = if self.blocks.is_empty() { text.len() } else { text.len().min(offset + BLOCK) };
        self.plain = past_ascii(text, offset, end);
        self.units
    }

    /// Moves to the beginning of the block of `offset`.
    fn jump(&mut self, offset: usize) {
        if self.blocks.is_empty() {
            index(&mut self.blocks, self.text.as_bytes());
        }
        let block = offset / BLOCK;
        self.at = block * BLOCK;
        self.units = before(&self.blocks, block);
    }
}

/// Counts the UTF-16 units of a text that grows.
pub(super) struct GrowingUnits {
    ascii: bool,
    /// Number of units before each block, except the first; empty for a text that is ASCII.
    blocks: Vec<u32>,
    /// The offset of the last call, in bytes, and the number of units before it.
    last: (u32, u32),
}

impl GrowingUnits {
    pub(super) fn new() -> Self {
        GrowingUnits { ascii: true, blocks: Vec::new(), last: (0, 0) }
    }

    /// Follows the growth of `text`; `ascii` says that the new part is ASCII.
    pub(super) fn grow(&mut self, text: &str, ascii: bool) {
        self.ascii &= ascii;
        if self.ascii {
            return;
        }
        index(&mut self.blocks, text.as_bytes());
    }

    /// The number of units before the byte at `offset`. Counts from the offset of the last call, if it is near, else from the beginning
    /// of a block.
    pub(super) fn at(&mut self, text: &str, offset: u32) -> u32 {
        if self.ascii {
            return offset;
        }
        let (mut from, mut units) = self.last;
        if offset < from || offset - from > BLOCK as u32 {
            let block = offset as usize / BLOCK;
            from = (block * BLOCK) as u32;
            units = before(&self.blocks, block);
        }
        units += count(text.as_bytes(), from as usize, offset as usize);
        self.last = (offset, units);
        units
    }
}

/// The entry before the one at `at`, in a list of running totals; 0 before the first.
pub(super) fn before<T: Copy + Default>(totals: &[T], at: usize) -> T {
    at.checked_sub(1).and_then(|before| totals.get(before)).copied().unwrap_or_default()
}

/// Extends `blocks`, the number of units before each block, to the end of `text`.
fn index(blocks: &mut Vec<u32>, text: &[u8]) {
    let mut units = before(blocks, blocks.len());
    for block in blocks.len()..text.len() / BLOCK {
        units += count(text, block * BLOCK, (block + 1) * BLOCK);
        blocks.push(units);
    }
}

/// The number of units of the characters that begin between two places of the UTF-8 `text`: one for each, two for a character of four
/// bytes. Counts eight bytes at a time, as one word; bytes behind `to` are made to look like the rest of a character.
#[inline(always)]
fn count(text: &[u8], from: usize, to: usize) -> u32 {
    let mut units = 0;
    let mut at = from;
    while at < to {
        let word = word(text, at);
        let length = to - at;
        units += count_word(if length < 8 { word & !(!0 << (8 * length)) | TOP << (8 * length) } else { word });
        at += 8;
    }
    units
}

/// Reads eight bytes as a little-endian word, with zeros behind the end of the text.
#[inline(always)]
fn word(text: &[u8], at: usize) -> u64 {
    match text.get(at..at + 8).map(<[u8; 8]>::try_from) {
        Some(Ok(bytes)) => u64::from_le_bytes(bytes),
        _ => text.iter().skip(at).rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

/// The end of the ASCII text from `at` on, no further than `end`.
fn past_ascii(text: &[u8], at: usize, end: usize) -> usize {
    let mut past = at;
    while past < end {
        let high = word(text, past) & TOP;
        if high != 0 {
            return past + high.trailing_zeros() as usize / 8;
        }
        past += 8;
    }
    past.min(end)
}

const TOP: u64 = 0x8080_8080_8080_8080;

#[inline(always)]
fn count_word(word: u64) -> u32 {
    // Sets the top bit of each byte that begins with 10 (continuing), and of each that begins with 1111 (long). A bit that a
    // shift moves in from the byte before lands below the top bit.
    let high = word & TOP;
    let continuing = high & !(word << 1);
    let long = high & (word << 1) & (word << 2) & (word << 3);
    8 - continuing.count_ones() + long.count_ones()
}
