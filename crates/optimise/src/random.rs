//! Random numbers from a seed (SplitMix64).

#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Number below `limit`; 0 if `limit` is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (((self.next() >> 32) * limit as u64) >> 32) as usize
    }

    /// Number below `limit`, small ones more often: the square of an even spread.
    pub(crate) fn low(&mut self, limit: usize) -> usize {
        let even = self.next() >> 32;
        ((((even * even) >> 32) * limit as u64) >> 32) as usize
    }

    /// Minus the binary logarithm of an even spread over (0, 1], in 1/1024; linear between powers of two.
    pub(crate) fn surprise(&mut self) -> i64 {
        let bits = self.next() | 1;
        let zeros = bits.leading_zeros();
        let fraction = (bits << zeros << 1) >> 54;
        (i64::from(zeros) + 1) * 1024 - fraction as i64
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}
