//! Up to eight bytes, none of them zero, as a number: the first is the lowest.

/// The greatest number that has at most eight digits.
pub(super) const MOST: u32 = 99_999_999;

/// How many there are.
#[inline(always)]
pub(super) fn length(few: u64) -> usize {
    (8 - few.leading_zeros() / 8) as usize
}

/// The first of these bytes.
pub(super) fn first(bytes: &[u8]) -> u64 {
    if let Some(eight) = bytes.first_chunk() {
        return u64::from_le_bytes(*eight);
    }
    let mut few = 0;
    for byte in bytes.iter().rev() {
        few = before(*byte, few);
    }
    few
}

/// A byte and these.
#[inline(always)]
pub(super) fn before(byte: u8, few: u64) -> u64 {
    few << 8 | u64::from(byte)
}

/// The digits of a number, and these.
#[inline(always)]
pub(super) fn number(number: u32, few: u64) -> u64 {
    if number < 10 {
        return before(b'0' + number as u8, few);
    }
    long(number, few)
}

fn long(mut number: u32, mut few: u64) -> u64 {
    loop {
        // Nearly all numbers are small: a multiplication divides those faster than a division does.
        let tenth = if number < 43_690 { (number * 52_429) >> 19 } else { number / 10 };
        few = before(b'0' + (number - 10 * tenth) as u8, few);
        number = tenth;
        if number == 0 {
            return few;
        }
    }
}

/// The last eight digits of a number, whatever they are.
#[cold]
pub(super) fn digits(number: u32) -> u64 {
    let mut few = 0;
    let mut rest = number;
    for _ in 0..8 {
        few = before(b'0' + (rest % 10) as u8, few);
        rest /= 10;
    }
    few
}

/// Where the first byte like this is; 8 if there is none.
pub(super) fn find(byte: u8, few: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let other = few ^ (ONES * u64::from(byte));
    // The lowest bit that is set here is of the lowest byte that is zero.
    let zero = other.wrapping_sub(ONES) & !other & (ONES << 7);
    (zero.trailing_zeros() / 8) as usize
}

/// A text of at most sixteen bytes.
pub(super) struct Short {
    pub(super) bytes: [u8; 16],
    pub(super) length: u8,
}

/// A short text.
pub(super) const fn short(text: &str) -> Short {
    let mut bytes = [0; 16];
    let mut room: &mut [u8] = &mut bytes;
    let mut rest = text.as_bytes();
    while let (Some((byte, behind)), Some((place, others))) = (rest.split_first(), room.split_first_mut()) {
        *place = *byte;
        (rest, room) = (behind, others);
    }
    assert!(rest.is_empty(), "longer than sixteen bytes");
    Short { bytes, length: text.len() as u8 }
}

/// A short text in both languages.
pub(super) struct Word {
    pub(super) zh: Short,
    pub(super) en: Short,
}

/// A short text in both languages.
pub(super) const fn word(zh: &'static str, en: &'static str) -> Word {
    Word { zh: short(zh), en: short(en) }
}
