// @ts-check
/** @import { Memory } from './memory.js' */
// Reads JSON that was cut off by closing what is open and calling `JSON.parse`. Success also proves the added brackets right, so they may
// be
// guessed: in a text with many similar parts, its two ends show what is open. Everything else is left to the reader.

const BLANK = 32, QUOTE = 34, COMMA = 44, COLON = 58, BACKSLASH = 92;
const ARRAY = 91, OBJECT = 123;

/** Kinds of bytes outside strings. */
const ODD = 0, PART = 1, OPENS = 2, CLOSES = 3;

const KINDS = new Uint8Array(256);
for (const [kind, bytes] of /** @type {[number, string][]} */ ([[PART, ',:+-.0123456789Etruefalsn'], [OPENS, '{['], [CLOSES, '}]']])) {
  for (const byte of bytes) KINDS[byte.charCodeAt(0)] = kind;
}

/** How many characters of both ends of a text are examined first, and how many next. */
const FIRST = 512, THEN = 1024;

/** Deepest nesting of containers, and longest text. */
const MAX_DEPTH = 512, MAX_LENGTH = 2 ** 26;

/** Longest last member of the open container, except for a string that was cut off. */
const MAX_MEMBER = 4096;

const SCALAR = String.raw`(?:"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)`;
const KEY = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"\s*`;
const SEPARATOR = /^,?\s*$/;
const ITEM = new RegExp(`^,?\\s*${SCALAR}\\s*$`);
const MEMBER = new RegExp(`^,?\\s*${KEY}:\\s*${SCALAR}\\s*$`);
const KEY_AND_COLON = new RegExp(`^,?\\s*${KEY}:\\s*$`);
const KEY_ALONE = new RegExp(`^,?\\s*${KEY}$`);
const HALF_ESCAPE = /^\\(?:u[\da-fA-F]{0,3})?$/;
const CUT_KEY = /^[\w -]*$/;

/**
 * One end of a text, examined for its brackets. Places are addresses of bytes.
 * @typedef {object} Walk
 * @property {number} end
 * @property {number[]} opens opening brackets, outermost first; from `depth` on, those that were closed again
 * @property {number[]} names fingerprint of the first key in each
 * @property {number} depth number of open brackets
 * @property {number} lost last closing bracket without its opening one
 * @property {boolean} keyed whether the surrounding container has keys
 * @property {number} safe where the last member of the open container begins, with its comma
 * @property {number} string where the string that was cut off begins; 0: there is none
 */

/**
 * The value of a JSON text that was cut off; `undefined` for any other text, and for one that is not plain.
 * @param {string} text @param {Memory} memory
 */
export function readCutOff(text, memory) {
  const completed = text.length <= MAX_LENGTH ? complete(text, memory) : undefined;
  if (completed === undefined) return undefined;
  try {
    return JSON.parse(completed);
  } catch {
    return undefined;
  }
}

/** @param {string} text @param {Memory} memory */
function complete(text, memory) {
  /** @type {Walk | undefined} */
  let head;
  /** @type {Walk | undefined} */
  let tail;
  for (const length of looks(text.length)) {
    // More of the beginning helps once the end has shown what to look for.
    if (!head || (tail && tells(tail))) head = walk(memory, text.substring(0, length), false);
    if (!head) return undefined;
    tail = walk(memory, text.substring(text.length - length), true);
    // One long string: the reader takes it out of the text, where `JSON.parse` would copy it.
    if (!tail && head.string > 0 && length >= THEN) return undefined;
    const outer = tail && around(head, tail);
    if (tail && outer) return ended(text, tail, [...outer, ...tail.opens.slice(0, tail.depth)], memory.bytes);
  }
  const all = walk(memory, text, false);
  return all && !all.lost ? ended(text, all, all.opens.slice(0, all.depth), memory.bytes) : undefined;
}

/**
 * How many characters of each end are examined, in this order; where little is not enough, a 128th of the text and then a 16th. The share
 * is the same for
 * every text, so a text of twice the length takes twice the time.
 * @param {number} length
 */
const looks = length => [FIRST, THEN, length >> 7, length >> 4].filter(look => (look === FIRST || look >= THEN) && 2 * look < length);

/** @param {Memory} memory @param {string} text @param {boolean} inside whether the text may begin within a string @returns {Walk | undefined} */
function walk(memory, text, inside) {
  const length = memory.put(text);
  const { bytes } = memory;
  const start = memory.written;
  const from = inside ? outsideOfStrings(bytes, start, start + length) : start;
  return from < 0 ? undefined : walked(bytes, from, start + length);
}

/** @param {Uint8Array} bytes @param {number} from @param {number} end @returns {Walk | undefined} */
function walked(bytes, from, end) {
  /** @type {number[]} */
  const opens = [];
  /** @type {number[]} */
  const names = [];
  let depth = 0, lost = 0, keyed = false, safe = from, string = 0;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at];
    if (byte <= BLANK) continue;
    if (byte === QUOTE) {
      const start = at;
      at = stringEnd(bytes, at + 1, end);
      if (at >= end) string = start;
      else if (depth > 0 && names[depth - 1] === 0 && opens[depth - 1] === OBJECT) names[depth - 1] = (bytes[start + 1] << 16) | (bytes[at - 1] << 8) | (at - start);
      continue;
    }
    switch (KINDS[byte]) {
      case ODD:
        return undefined;
      case OPENS:
        if (depth === MAX_DEPTH) return undefined;
        opens[depth] = byte;
        names[depth] = 0;
        depth += 1;
        safe = at + 1;
        break;
      case CLOSES:
        safe = at + 1;
        if (depth > 0) {
          depth -= 1;
        } else {
          lost = byte - 2;
          keyed = false;
        }
        break;
      case PART:
        if (byte === COMMA) safe = at;
        else if (byte === COLON && depth === 0) keyed = true;
    }
  }
  return { end, opens, names, depth, lost, keyed, safe, string };
}

/**
 * Place of the quote that ends a string; for a string that was cut off, the end of the text or beyond.
 * @param {Uint8Array} bytes @param {number} at @param {number} end
 */
function stringEnd(bytes, at, end) {
  for (; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) at += 1;
  }
  return at;
}

/**
 * The first place, at or after a quote, that is certainly outside strings: a quote that opens a string follows a bracket, comma or colon;
 * one that closes
 * a string precedes one. -1: no quote decides it.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function outsideOfStrings(bytes, start, end) {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== QUOTE) continue;
    let before = at - 1;
    while (before >= start && bytes[before] === BACKSLASH) before -= 1;
    if (before < start || (at - before) % 2 === 0) continue;
    while (before > start && isBlank(bytes[before])) before -= 1;
    let behind = at + 1;
    while (behind < end && isBlank(bytes[behind])) behind += 1;
    if (behind === end) return -1;
    const opens = isSeparator(bytes[before]) || KINDS[bytes[before]] === OPENS;
    const closes = isSeparator(bytes[behind]) || KINDS[bytes[behind]] === CLOSES;
    if (opens !== closes) return opens ? at : at + 1;
  }
  return -1;
}

/** @param {number} byte */
const isBlank = byte => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** @param {number} byte */
const isSeparator = byte => byte === COMMA || byte === COLON;

/**
 * Containers open around the end of a text, as far as its beginning shows something similar: the outermost place that fits.
 * @param {Walk} head @param {Walk} tail
 */
function around({ opens, names }, tail) {
  if (!tells(tail)) return undefined;
  const inner = tail.depth > 0 ? tail.opens[0] : tail.lost;
  const name = nameOf(tail);
  const outer = tail.keyed ? OBJECT : tail.depth > 0 ? ARRAY : 0;
  for (let depth = 1; depth < opens.length; depth += 1) {
    const fits = outer === 0 || opens[depth - 1] === outer;
    if (fits && opens[depth] === inner && (name === 0 || names[depth] === name)) return opens.slice(0, depth);
  }
  return undefined;
}

/** Fingerprint of the first key in the container that is open at the end of a text; 0: that key stands further ahead. @param {Walk} tail */
const nameOf = ({ depth, keyed, names }) => (depth > 0 && !keyed ? names[0] : 0);

/** Whether the end of a text shows what is open around it. @param {Walk} tail */
const tells = tail => tail.lost !== 0 || nameOf(tail) !== 0;

/**
 * The text with everything closed that is open. Keeps of its last member what the reader keeps.
 * @param {string} text @param {Walk} walk @param {number[]} open @param {Uint8Array} bytes
 */
function ended(text, { safe, string, end }, open, bytes) {
  const { length } = open;
  if (length === 0 || length > MAX_DEPTH) return undefined;
  const from = text.length - units(bytes, safe, end);
  const stop = string === 0 ? text.length : text.length - units(bytes, string, end);
  if (stop - from > MAX_MEMBER) return undefined;
  const member = text.substring(from, stop);
  const isArray = open[length - 1] === ARRAY;
  const kept = string === 0 ? endOfMember(member, isArray) : endOfString(member, text, stop, isArray);
  if (kept === undefined) return undefined;
  let closing = kept === DROPPED || string === 0 ? '' : '"';
  for (let at = length - 1; at >= 0; at -= 1) closing += open[at] === ARRAY ? ']' : '}';
  return text.substring(0, kept === DROPPED ? from : kept === WHOLE ? text.length : kept) + closing;
}

/** Results for a last member: it is left out, or it is complete. */
const DROPPED = -1, WHOLE = -2;

/** End of the usable part of a member, outside strings. @param {string} member @param {boolean} isArray */
function endOfMember(member, isArray) {
  if ((isArray ? ITEM : MEMBER).test(member)) return WHOLE;
  return SEPARATOR.test(member) || (!isArray && (KEY_AND_COLON.test(member) || KEY_ALONE.test(member))) ? DROPPED : undefined;
}

/**
 * End of the usable part of a string that was cut off.
 * @param {string} member text before the string @param {string} text @param {number} start @param {boolean} isArray
 */
function endOfString(member, text, start, isArray) {
  if (!(isArray ? SEPARATOR : KEY_AND_COLON).test(member)) {
    return !isArray && SEPARATOR.test(member) && CUT_KEY.test(text.substring(start + 1)) ? DROPPED : undefined;
  }
  const end = beforeHalfEscape(text, start + 1);
  return isCloser(text.substring(start + 1, end).trimEnd().at(-1)) ? undefined : end;
}

/** End of the text, or the start of the escape that was cut off there. @param {string} text @param {number} start start of the string */
function beforeHalfEscape(text, start) {
  const { length } = text;
  const last = length - 5 + text.slice(-5).padStart(5).lastIndexOf('\\');
  if (last < start || last === length - 6) return length;
  let first = last;
  while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  if ((last - first) % 2 === 1) return length;
  return HALF_ESCAPE.test(text.substring(last)) ? last : length;
}

/**
 * Whether a character is a closing bracket. It may be that of the surrounding container, and the string complete.
 * @param {string | undefined} c
 */
const isCloser = c => c !== undefined && '}]｝］'.includes(c);

/** Length in UTF-16 units of the characters between two places. @param {Uint8Array} bytes @param {number} from @param {number} to */
function units(bytes, from, to) {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if ((byte & 0xc0) !== 0x80) count += byte >= 0xf0 ? 2 : 1;
  }
  return count;
}
