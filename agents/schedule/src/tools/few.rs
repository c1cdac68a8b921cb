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
    if let (Some(four), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The last four overlap the first ones, and are the same there.
        let last = u64::from(u32::from_le_bytes(*last)) << (8 * (bytes.len() - 4));
        return u64::from(u32::from_le_bytes(*four)) | last;
    }
    match *bytes {
        [one] => u64::from(one),
        [one, two] => u64::from(u16::from_le_bytes([one, two])),
        [one, two, three] => u64::from(u32::from_le_bytes([one, two, three, 0])),
        _ => 0,
    }
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
    while number >= 10 {
        // Nearly all numbers are small: a multiplication divides those faster than a division does.
        let tenth = if number < 43_690 { (number * 52_429) >> 19 } else { number / 10 };
        few = before(b'0' + (number - 10 * tenth) as u8, few);
        number = tenth;
    }
    before(b'0' + number as u8, few)
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

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The same with a blank for each byte that is less.
#[inline(always)]
pub(super) fn blanked(few: u64) -> u64 {
    // No byte borrows from the next: each has its highest bit set.
    let less = !((few | (ONES << 7)) - (ONES << 5)) & !few & (ONES << 7);
    let all = (less >> 7) * 0xFF;
    few & !all | (ONES << 5) & all
}

/// Where the first byte like this is; 8 if there is none.
pub(super) fn find(byte: u8, few: u64) -> usize {
    let other = few ^ (ONES * u64::from(byte));
    // The lowest bit that is set here is of the lowest byte that is zero.
    let zero = other.wrapping_sub(ONES) & !other & (ONES << 7);
    (zero.trailing_zeros() / 8) as usize
}

/// The longest short text, in bytes.
pub(super) const LONGEST: usize = 24;

/// A short text.
pub(super) struct Short {
    pub(super) bytes: [u8; LONGEST],
    pub(super) length: u8,
}

/// A short text.
pub(super) const fn short(text: &str) -> Short {
    let mut bytes = [0; LONGEST];
    let mut room: &mut [u8] = &mut bytes;
    let mut rest = text.as_bytes();
    while let (Some((byte, behind)), Some((place, others))) = (rest.split_first(), room.split_first_mut()) {
        *place = *byte;
        (rest, room) = (behind, others);
    }
    assert!(rest.is_empty(), "longer than a short text");
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
