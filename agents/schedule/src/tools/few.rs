//! Packed text: up to eight non-zero bytes in one number, the first byte lowest.

/// Largest number with at most eight digits.
pub(super) const MOST: u32 = 99_999_999;

/// Number of packed bytes.
#[inline(always)]
pub(super) fn length(packed: u64) -> usize {
    (8 - packed.leading_zeros() / 8) as usize
}

/// Packs the first eight of these bytes.
pub(super) fn pack(bytes: &[u8]) -> u64 {
    if let Some(eight) = bytes.first_chunk() {
        return u64::from_le_bytes(*eight);
    }
    if let (Some(four), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The last four bytes overlap the first four, with equal bits.
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

/// Prepends a byte.
#[inline(always)]
pub(super) fn prepend(byte: u8, packed: u64) -> u64 {
    packed << 8 | u64::from(byte)
}

/// Prepends the digits of a number.
#[inline(always)]
pub(super) fn prepend_number(number: u32, packed: u64) -> u64 {
    if number < 10 {
        return prepend(b'0' + number as u8, packed);
    }
    prepend_long(number, packed)
}

fn prepend_long(mut number: u32, mut packed: u64) -> u64 {
    while number >= 10 {
        // Small numbers are the usual case, and a multiplication divides them faster than a division.
        let tenth = if number < 43_690 { (number * 52_429) >> 19 } else { number / 10 };
        packed = prepend(b'0' + (number - 10 * tenth) as u8, packed);
        number = tenth;
    }
    prepend(b'0' + number as u8, packed)
}

/// Last eight digits of a number, with leading zeros.
#[cold]
pub(super) fn last_digits(number: u32) -> u64 {
    let mut packed = 0;
    let mut rest = number;
    for _ in 0..8 {
        packed = prepend(b'0' + (rest % 10) as u8, packed);
        rest /= 10;
    }
    packed
}

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Replaces bytes below 0x20 by blanks.
#[inline(always)]
pub(super) fn without_controls(packed: u64) -> u64 {
    // Each byte has its highest bit set, so that no subtraction borrows from the next byte.
    let less = !((packed | (ONES << 7)) - (ONES << 5)) & !packed & (ONES << 7);
    let all = (less >> 7) * 0xFF;
    packed & !all | (ONES << 5) & all
}

/// Index of the first `byte`; 8 if there is none.
pub(super) fn find(byte: u8, packed: u64) -> usize {
    let other = packed ^ (ONES * u64::from(byte));
    // The lowest set bit belongs to the lowest zero byte.
    let zero = other.wrapping_sub(ONES) & !other & (ONES << 7);
    (zero.trailing_zeros() / 8) as usize
}

/// Maximum length of a short text, in bytes.
pub(super) const LONGEST: usize = 24;

/// Text of up to [`LONGEST`] bytes in a fixed array.
pub(super) struct Short {
    pub(super) bytes: [u8; LONGEST],
    pub(super) length: u8,
}

/// Makes a [`Short`] at compile time; a longer text does not compile.
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

/// Short text in both languages.
pub(super) struct Word {
    pub(super) zh: Short,
    pub(super) en: Short,
}

/// Makes a [`Word`] at compile time.
pub(super) const fn word(zh: &'static str, en: &'static str) -> Word {
    Word { zh: short(zh), en: short(en) }
}
