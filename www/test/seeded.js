/** Random numbers from 0 to 1, the same for the same seed (Marsaglia's xorshift). @param {number} seed */
export function seeded(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
