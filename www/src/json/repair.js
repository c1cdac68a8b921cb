// @ts-check
/** @import { Memory } from './memory.js' */
/** @import { Reading } from './options.js' */
import { readCutOff } from './cut.js';
import { JsonError } from './errors.js';
import { loaded } from './engine.js';
import { DEFAULT, readingOf } from './options.js';
import { listedLater, refusedAt, take } from './result.js';

/** @param {string} text @param {Record<string, unknown>} [options] */
export function repairJson(text, options) {
  const memory = loaded();
  const reading = readingOf(options);
  const result = !reading.bigints && typeof text === 'string' ? readNatively(text, reading, memory) : undefined;
  return result ?? read(text, reading, memory);
}

/**
 * Reads the text with `JSON.parse`, after closing what a cut-off text left open. A look at both ends of the text costs less than a failed
 * parse.
 * @param {string} text @param {Reading} reading @param {Memory} memory
 */
function readNatively(text, reading, memory) {
  const first = pastBlanks(text, 0, 1);
  const closes = CLOSES[text.charCodeAt(first)];
  if (closes === undefined || isTooDeep(text, first)) return undefined;
  const last = text.charCodeAt(pastBlanks(text, text.length - 1, -1));
  if (last === closes) return readWhole(text);
  return reading.policy === DEFAULT ? readCut(text, reading, memory) : undefined;
}

/** Closing bracket for each opening one, as character codes. @type {Record<number, number>} */
const CLOSES = { 123: 125, 91: 93 };

/** @param {string} text */
function readWhole(text) {
  try {
    return { value: JSON.parse(text), repairs: [], lossless: true };
  } catch {
    return undefined;
  }
}

/**
 * Reads a JSON text that was cut off. Only the reader can list its repairs.
 * @param {string} text @param {Reading} reading @param {Memory} memory
 */
function readCut(text, reading, memory) {
  const value = readCutOff(text, memory);
  return value === undefined ? undefined : listedLater(value, false, () => repairsOfCut(text, reading, memory));
}

/**
 * Asks the reader for the repairs. Where the middle is nested deeper than the reader goes, gives those that are certain without it.
 * @param {string} text @param {Reading} reading @param {Memory} memory
 */
function repairsOfCut(text, reading, memory) {
  try {
    return read(text, reading, memory).repairs;
  } catch {
    return [{ kind: 'cut_off', offset: text.length, length: 0, path: '', lossless: false }];
  }
}

/** @param {string} text @param {Reading} reading @param {Memory} memory */
function read(text, reading, memory) {
  const length = memory.put(text);
  const address = memory.reader.repair(length, length === text.length, reading.policy);
  const result = take(memory, address, text, reading.bigints);
  if (!result) throw new JsonError(memory.reader.refusal(), { offset: refusedAt(memory, address) });
  return result;
}

/** Deepest nesting of arrays that is accepted. */
const MAX_DEPTH = 512;

/**
 * Whether a text begins with more open brackets than are accepted: the reader refuses it at once, where `JSON.parse` would take long.
 * @param {string} text @param {number} at
 */
function isTooDeep(text, at) {
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    if (text.charCodeAt(at + depth) !== 91) return false;
  }
  return true;
}

/** @param {string} text @param {number} at @param {1 | -1} step */
function pastBlanks(text, at, step) {
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) return at;
    at += step;
  }
}
