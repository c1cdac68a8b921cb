//! Numbers for keys, so that the host makes the string of each key only once.

use crate::units::before;
use stepgate_json::slice;

/// Stands for the number of a key without one.
pub(super) const NONE: u32 = u32::MAX;

const SLOTS: usize = 1024;
const MAX_KEYS: usize = 512;
/// Most bytes of a key with a number: longer keys rarely occur twice.
const MAX_LENGTH: usize = 48;
/// Most slots that a lookup tries.
const PROBES: usize = 8;

/// The numbered keys: a hash table. When it is full, [`renew`](Self::renew) empties it before the next text, and numbers start again.
pub(super) struct Keys {
    /// The number of the key in each slot, plus 1; 0 for an empty slot.
    slots: Vec<u16>,
    /// The end of each key in `text`.
    ends: Vec<usize>,
    text: String,
    /// The number of the last key. Objects of a list repeat their keys in order, so the next key mostly has the next number.
    last: usize,
    /// The number of times that the table was emptied.
    generation: u32,
}

impl Default for Keys {
    fn default() -> Self {
        Keys { slots: vec![0; SLOTS], ends: Vec::new(), text: String::new(), last: 0, generation: 0 }
    }
}

impl Keys {
    /// Empties the table if it is full. Returns the generation of the numbers.
    pub(super) fn renew(&mut self) -> u32 {
        if self.ends.len() >= MAX_KEYS {
            *self = Keys { generation: self.generation + 1, ..Keys::default() };
        }
        self.generation
    }

    /// The number of a key, or [`NONE`].
    pub(super) fn number(&mut self, key: &str) -> u32 {
        let next = self.last.wrapping_add(1);
        if next < self.ends.len() && self.key(next) == key {
            self.last = next;
            return next as u32;
        }
        let number = self.looked_up(key);
        self.last = number as usize;
        number
    }

    fn looked_up(&mut self, key: &str) -> u32 {
        if key.len() > MAX_LENGTH {
            return NONE;
        }
        let first = hash(key.as_bytes());
        for probe in 0..PROBES {
            let slot = (first + probe) % SLOTS;
            match self.slots.get(slot) {
                Some(0) => return self.add(slot, key),
                Some(number) if self.key(usize::from(*number) - 1) == key => return u32::from(*number) - 1,
                _ => {}
            }
        }
        NONE
    }

    fn add(&mut self, slot: usize, key: &str) -> u32 {
        if self.ends.len() >= MAX_KEYS {
            return NONE;
        }
        self.text.push_str(key);
        self.ends.push(self.text.len());
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = self.ends.len() as u16;
        }
        self.ends.len() as u32 - 1
    }

    fn key(&self, number: usize) -> &str {
        slice(&self.text, before(&self.ends, number)..before(&self.ends, number + 1))
    }
}

/// Hashes the length and the first and last eight bytes. Keys that differ only between those share their slots.
fn hash(key: &[u8]) -> usize {
    let (head, tail) = match (key.first_chunk(), key.last_chunk()) {
        (Some(head), Some(tail)) => (u64::from_le_bytes(*head), u64::from_le_bytes(*tail)),
        _ => (key.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)), 0),
    };
    let mixed = (head ^ tail.rotate_left(29) ^ key.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as usize
}
