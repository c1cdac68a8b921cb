/** @typedef {{ offset: number, length: number }} Range */

/**
 * Splits a part of a text at the ends of some ranges, so that each piece belongs to one range or to none. Where ranges overlap,
 * a piece belongs to the one that began last. A range of length 0 gives a piece without text.
 * @param {string} text
 * @param {readonly { range: Range, index: number }[]} ranges  ranges sorted by offset
 * @param {number} [from]  start of the part
 * @param {number} [to]    end of the part
 * @returns {{ text: string, index: number | null }[]}
 */
export function segments(text, ranges, from = 0, to = text.length) {
  const pieces = [];
  const open = [];
  let at = from;
  const upTo = end => {
    while (open.length && at < end) {
      const { range, index } = open.at(-1);
      const stop = Math.min(range.offset + range.length, end);
      if (stop > at) pieces.push({ text: text.slice(at, stop), index });
      at = Math.max(at, stop);
      if (range.offset + range.length <= at) open.pop();
    }
    if (at < end) pieces.push({ text: text.slice(at, end), index: null });
    at = Math.max(at, end);
  };
  for (const one of ranges) {
    upTo(Math.min(Math.max(one.range.offset, from), to));
    if (one.range.length > 0) open.push(one);
    else pieces.push({ text: '', index: one.index });
  }
  upTo(to);
  return pieces;
}

/**
 * The ranges with their indices, sorted by offset; of ranges with the same start the longest comes first.
 * @param {readonly Range[]} ranges
 */
export const inOrder = ranges => ranges.map((range, index) => ({ range, index }))
  .sort((a, b) => a.range.offset - b.range.offset || b.range.length - a.range.length);

/**
 * Splits pieces of a text at line breaks, which belong to neither part. A piece of line breaks alone leaves one piece without text at
 * its start.
 * @param {readonly { text: string, index: number | null }[]} pieces
 * @returns {{ text: string, index: number | null }[][]}
 */
export function byLines(pieces) {
  const lines = [[]];
  for (const { text, index } of pieces) {
    const [first, ...more] = text.split('\n');
    if (first || !/[^\n]/.test(text)) lines.at(-1).push({ text: first, index });
    for (const part of more) lines.push(part ? [{ text: part, index }] : []);
  }
  return lines;
}
