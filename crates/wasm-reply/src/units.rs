//! Byte offsets of a text as offsets in UTF-16 units, as JavaScript counts.

/// How many bytes of a text share one entry of the index.
const BLOCK: usize = 64;

/// Counts the units of a text.
///
/// Offsets that ascend cost what the text between them costs. The first one that goes back has the whole text counted block by
/// block, and from then on a jump begins at a block whose count is known: any number of offsets costs a constant each.
pub(super) struct Units<'a> {
    text: &'a str,
    /// How many units stand before each block, except the first; empty until something goes back.
    blocks: Vec<u32>,
    at: usize,
    units: u32,
    /// Up to where all from `at` on is ASCII, as far as is known.
    plain: usize,
}

impl<'a> Units<'a> {
    pub(super) fn of(text: &'a str, ascii: bool) -> Self {
        let plain = if ascii { text.len() } else { 0 };
        Units { text, blocks: Vec::new(), at: 0, units: 0, plain }
    }

    /// The units before the byte at `offset`; of an offset behind the text, the units of the whole.
    #[inline(always)]
    pub(super) fn at(&mut self, offset: u32) -> u32 {
        if (self.at..=self.plain).contains(&(offset as usize)) {
            return self.units + (offset - self.at as u32);
        }
        self.at_odd(offset)
    }

    /// The same where what is not ASCII comes before.
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
        // Once offsets go back as well, what is looked at here may be looked at again.
        let end = if self.blocks.is_empty() { text.len() } else { text.len().min(offset + BLOCK) };
        self.plain = past_ascii(text, offset, end);
        self.units
    }

    /// Goes to the beginning of the block of `offset`.
    fn jump(&mut self, offset: usize) {
        if self.blocks.is_empty() {
            index(&mut self.blocks, self.text.as_bytes());
        }
        let block = offset / BLOCK;
        self.at = block * BLOCK;
        self.units = block.checked_sub(1).and_then(|before| self.blocks.get(before)).copied().unwrap_or_default();
    }
}

/// Counts the units of a text that grows.
pub(super) struct GrowingUnits {
    ascii: bool,
    /// How many units stand before each block, except the first; of a text that is not ASCII.
    blocks: Vec<u32>,
    /// The last offset that was asked for, in bytes, and the units before it.
    last: (u32, u32),
}

impl GrowingUnits {
    pub(super) fn new() -> Self {
        GrowingUnits { ascii: true, blocks: Vec::new(), last: (0, 0) }
    }

    /// Takes in what `text` has grown by; `ascii`: that is ASCII.
    pub(super) fn grow(&mut self, text: &str, ascii: bool) {
        self.ascii &= ascii;
        if self.ascii {
            return;
        }
        index(&mut self.blocks, text.as_bytes());
    }

    /// The units before the byte at `offset`: counted from the last one, if that is near, else from the beginning of a block.
    pub(super) fn at(&mut self, text: &str, offset: u32) -> u32 {
        if self.ascii {
            return offset;
        }
        let (mut from, mut units) = self.last;
        if offset < from || offset - from > BLOCK as u32 {
            let block = offset as usize / BLOCK;
            from = (block * BLOCK) as u32;
            units = block.checked_sub(1).and_then(|before| self.blocks.get(before)).copied().unwrap_or_default();
        }
        units += count(text.as_bytes(), from as usize, offset as usize);
        self.last = (offset, units);
        units
    }
}

/// Adds the units before each block of a text that has been counted so far up to the last of `blocks`.
fn index(blocks: &mut Vec<u32>, text: &[u8]) {
    let mut units = blocks.last().copied().unwrap_or_default();
    for block in blocks.len()..text.len() / BLOCK {
        units += count(text, block * BLOCK, (block + 1) * BLOCK);
        blocks.push(units);
    }
}

/// The units of the characters that begin between two places of `text`, which is UTF-8: one each, two from four bytes on.
/// Eight bytes at a time, as one word; what is behind `to` counts as the rest of a character.
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

/// Eight bytes, the first of them lowest; behind the end of the text there is nothing.
#[inline(always)]
fn word(text: &[u8], at: usize) -> u64 {
    match text.get(at..at + 8).map(<[u8; 8]>::try_from) {
        Some(Ok(bytes)) => u64::from_le_bytes(bytes),
        _ => text.iter().skip(at).rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

/// Up to where all from `at` on is ASCII; not further than `end`.
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
    // The top bit of each byte that begins with 10, and of each that begins with 1111. What a shift brings in from the
    // byte before lands below the top bit.
    let high = word & TOP;
    let continuing = high & !(word << 1);
    let long = high & (word << 1) & (word << 2) & (word << 3);
    8 - continuing.count_ones() + long.count_ones()
}
