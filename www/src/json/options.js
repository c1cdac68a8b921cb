// @ts-check
/** @import { Memory } from './memory.js' */
import { asking, JsonError } from './errors.js';
import { onlyInFull } from './engine.js';

/** @typedef {{ policy: number, native: boolean, bigints: boolean }} Reading how a text is read: number of the policy, whether `JSON.parse` may read it */

/** The number of the policy `stepgate`, which needs no preparing. */
export const DEFAULT = -1;

/** How a text is read where nothing is said. @type {Reading} */
const USUAL = { policy: DEFAULT, native: true, bigints: false };

/** @param {Record<string, unknown> | undefined} options @param {Memory} memory whose policies they are @returns {Reading} */
export const readingOf = (options, memory) => (options === undefined ? USUAL : readingBy(options, memory));

/** @param {Record<string, unknown>} options @param {Memory} memory whose policies they are @returns {Reading} */
function readingBy({ preset = 'stepgate', bigints = false, ...answers }, memory) {
  if (typeof bigints !== 'boolean') throw new JsonError('option', { place: 'bigints', detail: 'bigints: must be true or false' });
  let lines = '';
  for (const [option, answer] of Object.entries(answers)) {
    if (answer !== undefined) lines += `${option.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}=${answer}\n`;
  }
  // What JSON.parse reads without a word.
  const native = !bigints && answers.maxDepth === undefined && answers.duplicateKeys !== 'refuse';
  return { policy: numberOf(`${preset}`, lines, memory), native, bigints };
}

/** Options as the reader calls them have underscores. @param {string} text */
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
