/** The quantile of the normal distribution for 95 %. */
const Z = 1.959964;

/** Wilson's interval for a share, at 95 %. @param {number} hits @param {number} of @returns {[number, number]} */
export function wilson(hits, of) {
  if (of === 0) return [0, 1];
  const share = hits / of;
  const scale = 1 + Z ** 2 / of;
  const middle = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt(share * (1 - share) / of + Z ** 2 / (4 * of ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
