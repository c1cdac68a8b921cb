//! Byte offsets of a text as offsets in UTF-16 units, as JavaScript counts.

/// How many bytes of a text share one entry of the index.
const BLOCK: usize = 64;

/// Counts the units of a text.
///
/// Offsets that ascend cost what the text between them costs. The first one that goes back has the whole text counted block by
/// block, and from then on a jump begins at a block whose count is known: any number of offsets costs a constant each.
pub(super) struct Units<'a> {
    text: &'a str,
    ascii: bool,
    /// How many units stand before each block, except the first; empty until something goes back.
    blocks: Vec<u32>,
    at: usize,
    units: u32,
}

impl<'a> Units<'a> {
    pub(super) fn of(text: &'a str, ascii: bool) -> Self {
        Units { text, ascii, blocks: Vec::new(), at: 0, units: 0 }
    }

    /// The units before the byte at `offset`; of an offset behind the text, the units of the whole.
    pub(super) fn at(&mut self, offset: u32) -> u32 {
        if self.ascii {
            return offset;
        }
        let offset = (offset as usize).min(self.text.len());
        if offset < self.at || (offset - self.at > BLOCK && !self.blocks.is_empty()) {
            self.jump(offset);
        }
        self.units += count(self.text.as_bytes().get(self.at..offset).unwrap_or_default());
        self.at = offset;
        self.units
    }

    /// Goes to the beginning of the block of `offset`.
    fn jump(&mut self, offset: usize) {
        if self.blocks.is_empty() {
            let counts = self.text.as_bytes().chunks_exact(BLOCK).map(count);
            self.blocks = counts.scan(0, |sum, units| Some(add(sum, units))).collect();
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
        let new = text.as_bytes().get(self.blocks.len() * BLOCK..).unwrap_or_default();
        let mut sum = self.blocks.last().copied().unwrap_or_default();
        self.blocks.extend(new.chunks_exact(BLOCK).map(|block| add(&mut sum, count(block))));
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
        units += count(text.as_bytes().get(from as usize..offset as usize).unwrap_or_default());
        self.last = (offset, units);
        units
    }
}

fn add(sum: &mut u32, units: u32) -> u32 {
    *sum += units;
    *sum
}

/// The units of the characters that begin in `bytes`, which are UTF-8: one each, two from four bytes on.
fn count(bytes: &[u8]) -> u32 {
    let words = bytes.chunks_exact(8);
    let rest: u32 =
        words.remainder().iter().map(|byte| u32::from(*byte & 0xc0 != 0x80) + u32::from(*byte >= 0xf0)).sum();
    rest + words.map(|word| count_word(u64::from_le_bytes(word.try_into().unwrap_or_default()))).sum::<u32>()
}

fn count_word(word: u64) -> u32 {
    const TOP: u64 = 0x8080_8080_8080_8080;
    let high = word & TOP;
    if high == 0 {
        return 8;
    }
    // The top bit of each byte that begins with 10, and of each that begins with 1111. What a shift brings in from the
    // byte before lands below the top bit.
    let continuing = high & !(word << 1);
    let long = high & (word << 1) & (word << 2) & (word << 3);
    8 - continuing.count_ones() + long.count_ones()
}
