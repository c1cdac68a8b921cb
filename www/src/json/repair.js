// @ts-check
import { JsonError } from './errors.js';
import { loaded } from './engine.js';
import { readingOf } from './options.js';
import { refusedAt, take } from './result.js';

/** @param {string} text @param {Record<string, unknown>} [options] */
export function repairJson(text, options) {
  const memory = loaded();
  const reading = readingOf(options, memory);
  if (reading.native && typeof text === 'string' && mayBeJson(text)) {
    try {
      return { value: JSON.parse(text), repairs: [], lossless: true };
    } catch {
      // It is not.
    }
  }
  const length = memory.put(text);
  const address = memory.reader.repair(length, length === text.length, reading.policy);
  const result = take(memory, address, text, reading.bigints);
  if (!result) throw new JsonError(memory.reader.refusal(), { offset: refusedAt(memory, address) });
  return result;
}

/** Whether a text begins and ends as JSON does that is no string: to try in vain costs more than to look. @param {string} text */
function mayBeJson(text) {
  const last = text.charCodeAt(pastBlanks(text, text.length - 1, -1));
  const first = pastBlanks(text, 0, 1);
  switch (text.charCodeAt(first)) {
    case 123: return last === 125;
    case 91: return last === 93 && !isTooDeep(text, first);
    default: return false;
  }
}

/** How deep arrays may be nested. */
const MAX_DEPTH = 512;

/** Whether a text begins with more brackets than may be open: the reader refuses it at once, and `JSON.parse` would take long. @param {string} text @param {number} at */
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
