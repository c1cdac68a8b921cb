/** @typedef {{ offset: number, length: number }} Range */

/**
 * A part of a text cut at the ends of some ranges, so that each piece belongs to one of them or to none; where ranges overlap,
 * a piece belongs to the one that began last. A range of length 0 is a piece without text.
 * @param {string} text
 * @param {readonly { range: Range, index: number }[]} ranges  sorted by their offsets
 * @param {number} [from]  where the part begins
 * @param {number} [to]    where it ends
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

/** The ranges, each with its place in the list, by their offsets; of those that begin together the longest first. @param {readonly Range[]} ranges */
export const inOrder = ranges => ranges.map((range, index) => ({ range, index }))
  .sort((a, b) => a.range.offset - b.range.offset || b.range.length - a.range.length);

/**
 * Pieces of a text by its lines; a piece that goes over a line break is cut there, and the break is in neither part. Of a piece
 * that is nothing but line breaks a piece without text is left, where it begins.
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
