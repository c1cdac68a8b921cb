// @ts-check
// Values from a tape: numbers in fours (what it is, where its text starts and ends, how many nodes it is), see src/tape.rs.

/** What a node is. */
export const NULL = 0, FALSE = 1, TRUE = 2, NUMBER = 3, TEXT = 4, JOINED = 5, PIECE = 6, CHAR = 7, OBJECT = 8, ARRAY = 9, KEY = 10, JOINED_KEY = 11;

/** Numbers in a node. */
export const NODE = 4;

/** Where the range of a node is one of the text made by the reader, its start is negative. */
const MADE = 0x7fffffff;

/** What escapes mostly stand for: to have it is faster than to make it. */
export const ASCII = Array.from({ length: 128 }, (_, unit) => String.fromCharCode(unit));

/** Powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 16 }, (_, n) => 10 ** n);
const MOST_DIGITS = 15;

/**
 * A text that was read, and what the reader made for it.
 * @typedef {{ text: string, made: string, keys: string[], bigints: boolean }} Source `keys`: those that are made already, by number
 */

/** The containers around the one that is being built, and where the nodes of each of them end; kept from call to call, as most values are small. @type {any[]} */
const outer = [];
/** @type {number[]} */
const ends = [];

/**
 * Builds the value whose node is the number `root` of the tape at `words[first]`, which has `count` nodes.
 * @param {Int32Array} words @param {number} first @param {number} count @param {number} root @param {Source} source @returns {unknown}
 */
export function build(words, first, count, root, source) {
  const stop = first + NODE * count;
  /** @type {any} */
  let container;
  let depth = 0;
  let isArray = false;
  let end = -1;
  let key = '';
  let value;
  for (let at = first + NODE * root; at < stop;) {
    const tag = words[at];
    if (tag === KEY) {
      key = keyAt(words, at, source);
      at += NODE;
      continue;
    }
    if (tag === JOINED_KEY) {
      key = joined(words, at, stop, source);
      at = behind(words, at, stop);
      continue;
    }
    let next = at + NODE;
    const opens = tag === OBJECT || tag === ARRAY;
    if (opens) {
      value = tag === ARRAY ? [] : {};
    } else if (tag === TEXT) {
      value = cut(source, words[at + 1], words[at + 2]);
    } else if (tag === NUMBER) {
      value = number(source, words[at + 1], words[at + 2]);
    } else if (tag === JOINED) {
      value = joined(words, at, stop, source);
      next = behind(words, at, stop);
    } else {
      value = literal(tag);
    }
    if (container === undefined) {
      if (!opens) return value;
    } else if (isArray) {
      container.push(value);
    } else {
      put(container, key, value);
    }
    if (opens) {
      outer[depth] = container;
      ends[depth] = end;
      depth += 1;
      container = value;
      isArray = tag === ARRAY;
      end = behind(words, at, stop);
    }
    at = next;
    while (at === end) {
      const closed = container;
      depth -= 1;
      container = outer[depth];
      outer[depth] = undefined;
      end = ends[depth];
      if (container === undefined) return closed;
      isArray = Array.isArray(container);
    }
  }
  return depth > 1 ? outer[1] : container;
}

/** @param {number} tag */
export function literal(tag) {
  return tag === TRUE ? true : tag === FALSE ? false : tag === NULL ? null : undefined;
}

/** Where what follows the node begins; of one that is still open, the end of the tape. @param {Int32Array} words @param {number} at @param {number} stop */
export function behind(words, at, stop) {
  return words[at + 3] === 0 ? stop : at + NODE * words[at + 3];
}

/** A member of its own, whatever it is called. @param {any} object @param {string} key @param {unknown} value */
export function put(object, key, value) {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** @param {Source} source @param {number} start @param {number} end */
function cut(source, start, end) {
  return start >= 0 ? source.text.substring(start, end) : source.made.substring(start & MADE, end & MADE);
}

/** @param {Int32Array} words @param {number} at @param {Source} source */
export function keyAt(words, at, source) {
  const number = words[at + 3];
  if (number < 0) return cut(source, words[at + 1], words[at + 2]);
  return source.keys[number] ??= cut(source, words[at + 1], words[at + 2]);
}

/** A string in pieces. @param {Int32Array} words @param {number} at @param {number} stop @param {Source} source */
export function joined(words, at, stop, source) {
  let text = '';
  const end = behind(words, at, stop);
  for (let piece = at + NODE; piece < end; piece += NODE) text += pieceAt(words, piece, source);
  return text;
}

/** @param {Int32Array} words @param {number} at @param {Source} source */
function pieceAt(words, at, source) {
  if (words[at] === PIECE) return cut(source, words[at + 1], words[at + 2]);
  const unit = words[at + 1];
  return ASCII[unit] ?? String.fromCodePoint(unit);
}

/** @param {Source} source @param {number} start @param {number} end */
function number(source, start, end) {
  return start >= 0 ? numeral(source.text, start, end, source.bigints) : numeral(source.made, start & MADE, end & MADE, source.bigints);
}

/**
 * A number from its digits. Up to 15 of them and a power of ten are exact, so that one division rounds right; others are read by the engine.
 * @param {string} text @param {number} start @param {number} end @param {boolean} bigints whether integers that no number holds become BigInts
 */
export function numeral(text, start, end, bigints) {
  const negative = text.charCodeAt(start) === 45;
  let at = negative ? start + 1 : start;
  if (end - at > MOST_DIGITS) return longNumeral(text.substring(start, end), bigints);
  let digits = 0;
  let point = -1;
  for (; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
    } else if (digit === -2 && point < 0) {
      point = at;
    } else {
      return +text.substring(start, end);
    }
  }
  if (point >= 0) digits /= POWERS[end - point - 1];
  return negative ? -digits : digits;
}

/** @param {string} text @param {boolean} bigints */
function longNumeral(text, bigints) {
  return bigints && !Number.isSafeInteger(+text) && /^-?\d+$/.test(text) ? BigInt(text) : +text;
}
