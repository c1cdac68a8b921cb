// @ts-check
import { IcsError } from './term.js';

/** Most bytes that are read: each of the most characters may take four. */
const MOST_BYTES = 8 * 2 ** 20;

const [TAB, LF, CR, BLANK] = [9, 10, 13, 32];

/** The text of a calendar. In bytes, lines are unfolded first: a fold may lie within a character. @param {unknown} given */
export function textOf(given) {
  if (typeof given === 'string') return given;
  if (ArrayBuffer.isView(given)) return decoded(new Uint8Array(given.buffer, given.byteOffset, given.byteLength));
  if (given instanceof ArrayBuffer) return decoded(new Uint8Array(given));
  throw new IcsError('not_icalendar', 'a calendar is a text, a Uint8Array, an ArrayBuffer or a Blob');
}

/** @param {Uint8Array} bytes in UTF-8, or in UTF-16 with its mark */
function decoded(bytes) {
  if (bytes.length > MOST_BYTES) throw new IcsError('too_large', `the text has ${bytes.length} bytes, and at most ${MOST_BYTES} are read`);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(unfolded(bytes));
}

/** The bytes without the line ends that a blank follows, and that blank. @param {Uint8Array} bytes */
function unfolded(bytes) {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const fold = foldAt(bytes, at);
    if (fold) at += fold - 1;
    else kept[length++] = bytes[at];
  }
  return kept.subarray(0, length);
}

/** Length of a fold that begins here. @param {Uint8Array} bytes @param {number} at */
function foldAt(bytes, at) {
  const end = bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : bytes[at] === LF ? at + 1 : 0;
  return end && (bytes[end] === BLANK || bytes[end] === TAB) ? end + 1 - at : 0;
}
