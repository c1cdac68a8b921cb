// @ts-check
/** @import { Memory } from './memory.js' */
import { asking, JsonError } from './errors.js';
import { onlyInFull } from './engine.js';

/**
 * How a text is read: the number of the policy, and whether `JSON.parse` may read it.
 * @typedef {{ policy: number, native: boolean, bigints: boolean }} Reading
 */

/** Number of the policy `stepgate`, which needs no preparation. */
export const DEFAULT = -1;

/** The reading without options. @type {Reading} */
const USUAL = { policy: DEFAULT, native: true, bigints: false };

/** @param {Record<string, unknown> | undefined} options @param {Memory} memory holds the policies @returns {Reading} */
export const readingOf = (options, memory) => (options === undefined ? USUAL : readingBy(options, memory));

/** @param {Record<string, unknown>} options @param {Memory} memory holds the policies @returns {Reading} */
function readingBy({ preset = 'stepgate', bigints = false, ...answers }, memory) {
  if (typeof bigints !== 'boolean') throw new JsonError('option', { place: 'bigints', detail: 'bigints: must be true or false' });
  let lines = '';
  for (const [option, answer] of Object.entries(answers)) {
    if (answer !== undefined) lines += `${option.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}=${answer}\n`;
  }
  // Whether `JSON.parse` gives the same value as the reader for valid JSON.
  const native = !bigints && answers.maxDepth === undefined && answers.duplicateKeys !== 'refuse';
  return { policy: numberOf(`${preset}`, lines, memory), native, bigints };
}

/** Converts option names to camel case: the reader writes them with underscores. @param {string} text */
const inCamelCase = text => text.replace(/([a-z])_([a-z])/g, (_, before, letter) => before + letter.toUpperCase());

/** @param {string} preset @param {string} lines @param {Memory} memory */
function numberOf(preset, lines, { reader, policies, isFull }) {
  if (lines === '' && preset === 'stepgate') return DEFAULT;
  if (!isFull) throw onlyInFull(lines === '' ? 'preset' : inCamelCase(lines.slice(0, lines.indexOf('='))));
  const name = `${preset}\n${lines}`;
  let number = policies.get(name);
  if (number === undefined) {
    number = /** @type {number} */ (asking('option', () => reader.policy(preset, lines), inCamelCase));
    policies.set(name, number);
  }
  return number;
}
