// @ts-check
import { el } from './dom.js';

/** A repair, with its place in bytes of the reply. @typedef {{ kind: string, offset: number, length: number, lossless: boolean }} Repair */

/**
 * A raw reply with its repairs marked in place.
 * @param {string} raw @param {Repair[]} repairs @param {string} lossy words for a repair that may have lost something
 */
export function markedRaw(raw, repairs, lossy) {
  const bytes = new TextEncoder().encode(raw);
  const decoder = new TextDecoder();
  const text = (/** @type {number} */ from, /** @type {number} */ to) => decoder.decode(bytes.subarray(from, to));
  let at = 0;
  const pieces = [...repairs].sort((one, other) => one.offset - other.offset).flatMap(({ kind, offset, length, lossless }) => {
    if (offset < at) return []; // within the one before
    const before = text(at, offset);
    at = offset + length;
    return [before, el('mark', { title: lossless ? kind : `${kind}: ${lossy}`, class: lossless ? undefined : 'lossy' }, text(offset, at))];
  });
  return el('pre', { translate: 'no' }, ...pieces, text(at, bytes.length));
}
