// @ts-check
// Builds values from a tape. A node is four numbers: tag, start and end of its text, size in nodes. See crates/reply/src/tape/nodes.rs.

/** Tags of nodes; null has 0. */
export const FALSE = 1, TRUE = 2, NUMBER = 3, TEXT = 4, JOINED = 5, PIECE = 6, CHAR = 7, OBJECT = 8, ARRAY = 9, KEY = 10, JOINED_KEY = 11;

/** Length of a node in numbers. */
export const NODE = 4;

/** Mask for ranges in the text made by the reader: their start is negative. */
const MADE = 0x7fffffff;

/** The ASCII characters, which are the most frequent values of escapes: a look-up is faster than building the string. */
export const ASCII = Array.from({ length: 128 }, (_, unit) => String.fromCharCode(unit));

/** Powers of ten that a double represents exactly. */
const POWERS = Array.from({ length: 16 }, (_, n) => 10 ** n);
const MOST_DIGITS = 15;

/**
 * A text that was read, and the text that the reader made for it. `keys` holds the keys that were already built, by number.
 * @typedef {{ text: string, made: string, keys: string[], bigints: boolean }} Source
 */

/**
 * Containers around the one that is being built, and the ends of their nodes. Both arrays are reused from call to call, because most values
 * are small.
 * @type {any[]}
 */
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
  return tag === TRUE ? true : tag === FALSE ? false : null;
}

/**
 * First node after this one and all its children; the end of the tape for a container that is still open.
 * @param {Int32Array} words @param {number} at @param {number} stop
 */
export function behind(words, at, stop) {
  return words[at + 3] === 0 ? stop : at + NODE * words[at + 3];
}

/** Sets an own member of an object, even for the name `__proto__`. @param {any} object @param {string | number} key @param {unknown} value */
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

/** A string that the tape holds in pieces. @param {Int32Array} words @param {number} at @param {number} stop @param {Source} source */
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
 * A number from its digits. Up to 15 digits and a power of ten are exact, so one division rounds correctly; the JavaScript engine reads all
 * others.
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
