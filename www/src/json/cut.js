// @ts-check
/** @import { Memory } from './memory.js' */
// JSON that was cut off: what is open is closed, and `JSON.parse` reads it. That also proves the brackets right that were put behind it, so they may
// be guessed: where a text has many of the same kind, its two ends tell what is open. Whatever is not plain is left to the reader.

const BLANK = 32, QUOTE = 34, COMMA = 44, COLON = 58, BACKSLASH = 92;
const ARRAY = 91, OBJECT = 123;

/** What a byte is outside of strings. */
const ODD = 0, PART = 1, OPENS = 2, CLOSES = 3;

const KINDS = new Uint8Array(256);
for (const [kind, bytes] of /** @type {[number, string][]} */ ([[PART, ',:+-.0123456789Etruefalsn'], [OPENS, '{['], [CLOSES, '}]']])) {
  for (const byte of bytes) KINDS[byte.charCodeAt(0)] = kind;
}

/** How much is looked at of the two ends of a text at first, and then, in characters. */
const FIRST = 512, THEN = 1024;

/** How deep containers may be nested, and how long texts may be. */
const MAX_DEPTH = 512, MAX_LENGTH = 2 ** 26;

/** How long the last member of what is open may be, except for a string that was cut off. */
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
 * A stretch of a text, by its brackets. Places are addresses of bytes.
 * @typedef {object} Walk
 * @property {number} end
 * @property {number[]} opens the brackets that were opened, from the outermost on; behind `depth` those that were closed again
 * @property {number[]} names what the first key of each looks like
 * @property {number} depth how many are open
 * @property {number} lost the last bracket that was closed and not opened
 * @property {boolean} keyed whether what is around has keys
 * @property {number} safe where the last member of what is open begins, with its comma
 * @property {number} string where the string begins that was cut off; 0: none was
 */

/**
 * The value of a JSON text that was cut off; `undefined`: it is something else, or not plain.
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
    // More of the beginning is of use where the end has told what to look for.
    if (!head || (tail && tells(tail))) head = walk(memory, text.substring(0, length), false);
    if (!head) return undefined;
    tail = walk(memory, text.substring(text.length - length), true);
    // One long string: the reader cuts it out of the text, `JSON.parse` would copy it.
    if (!tail && head.string > 0 && length >= THEN) return undefined;
    const outer = tail && around(head, tail);
    if (tail && outer) return ended(text, tail, [...outer, ...tail.opens.slice(0, tail.depth)], memory.bytes);
  }
  const all = walk(memory, text, false);
  return all && !all.lost ? ended(text, all, all.opens.slice(0, all.depth), memory.bytes) : undefined;
}

/**
 * How much of either end is looked at, one after the other: where little tells nothing, a 128th of the text and then a 16th. It is the same share of any
 * text, so that one of twice the length takes twice the time.
 * @param {number} length
 */
const looks = length => [FIRST, THEN, length >> 7, length >> 4].filter(look => (look === FIRST || look >= THEN) && 2 * look < length);

/** @param {Memory} memory @param {string} text @param {boolean} inside whether it may begin within a string @returns {Walk | undefined} */
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

/** Where the quote is that ends a string; if it is cut off, the end or behind it. @param {Uint8Array} bytes @param {number} at @param {number} end */
function stringEnd(bytes, at, end) {
  for (; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) at += 1;
  }
  return at;
}

/**
 * The first place that is surely outside of strings, at or behind a quote: one that opens a string stands behind a bracket, comma or colon,
 * one that closes it before one. -1: no quote tells.
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
 * What is open around the end of a text, as far as its beginning shows something of the same kind: the outermost place that fits.
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

/** What the first key looks like of what is open at the end of a text; 0: it stands further ahead. @param {Walk} tail */
const nameOf = ({ depth, keyed, names }) => (depth > 0 && !keyed ? names[0] : 0);

/** Whether the end of a text tells what is open around it. @param {Walk} tail */
const tells = tail => tail.lost !== 0 || nameOf(tail) !== 0;

/**
 * The text with all closed that is open. What is there of its last member is kept as the reader keeps it.
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

/** A member that does not count, and one that is there. */
const DROPPED = -1, WHOLE = -2;

/** What there is of a member outside of strings. @param {string} member @param {boolean} isArray */
function endOfMember(member, isArray) {
  if ((isArray ? ITEM : MEMBER).test(member)) return WHOLE;
  return SEPARATOR.test(member) || (!isArray && (KEY_AND_COLON.test(member) || KEY_ALONE.test(member))) ? DROPPED : undefined;
}

/** Up to where a string is there that was cut off at `start`. @param {string} member what stands before it @param {string} text @param {number} start @param {boolean} isArray */
function endOfString(member, text, start, isArray) {
  if (!(isArray ? SEPARATOR : KEY_AND_COLON).test(member)) {
    return !isArray && SEPARATOR.test(member) && CUT_KEY.test(text.substring(start + 1)) ? DROPPED : undefined;
  }
  const end = beforeHalfEscape(text, start + 1);
  return isCloser(text.substring(start + 1, end).trimEnd().at(-1)) ? undefined : end;
}

/** Where the text ends, or the escape begins that it ends in. @param {string} text @param {number} start of the string it is in */
function beforeHalfEscape(text, start) {
  const { length } = text;
  const last = length - 5 + text.slice(-5).padStart(5).lastIndexOf('\\');
  if (last < start || last === length - 6) return length;
  let first = last;
  while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  if ((last - first) % 2 === 1) return length;
  return HALF_ESCAPE.test(text.substring(last)) ? last : length;
}

/** A bracket may be that of what is around, and the string is whole. @param {string | undefined} c */
const isCloser = c => c !== undefined && '}]｝］'.includes(c);

/** How many UTF-16 units the characters between two places are. @param {Uint8Array} bytes @param {number} from @param {number} to */
function units(bytes, from, to) {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if ((byte & 0xc0) !== 0x80) count += byte >= 0xf0 ? 2 : 1;
  }
  return count;
}
