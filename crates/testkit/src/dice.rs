//! Repeatable random choices.

/// xorshift32, as in benches/schedule/spec.md.
#[derive(Clone)]
pub struct Dice(u32);

impl Dice {
    /// Dice that fall the same way for the same seed.
    pub fn new(seed: u32) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9) | 1)
    }

    /// Number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % sides.max(1)
    }

    /// Number in `from..=to`.
    pub fn range(&mut self, from: i64, to: i64) -> i64 {
        from + self.roll((to - from + 1).max(1) as usize) as i64
    }

    /// True once in `times` calls, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.roll(times) == 0
    }
}
