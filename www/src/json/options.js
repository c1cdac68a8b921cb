// @ts-check
import { asking, JsonError } from './errors.js';
import { loaded } from './load.js';

/** @typedef {{ policy: number, native: boolean, text: boolean, bigints: boolean }} Reading how a text is read: number of the policy, whether `JSON.parse` may read it, also where it is a string */

/** @type {Map<string, number>} numbers of the policies so far, by their lines */
const policies = new Map();

/** @param {Record<string, unknown>} options @returns {Reading} */
export function readingOf({ preset = 'stepgate', bigints = false, ...answers }) {
  if (typeof bigints !== 'boolean') throw new JsonError('option', { place: 'bigints', detail: 'bigints: must be true or false' });
  let lines = '';
  for (const [option, answer] of Object.entries(answers)) {
    if (answer !== undefined) lines += `${option.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}=${answer}\n`;
  }
  // What JSON.parse reads without a word.
  const native = !bigints && answers.maxDepth === undefined && answers.duplicateKeys !== 'refuse';
  return { policy: numberOf(`${preset}`, lines), native, text: answers.doubleEncoded === false, bigints };
}

/** Options as the reader calls them have underscores. @param {string} text */
const inCamelCase = text => text.replace(/([a-z])_([a-z])/g, (_, before, letter) => before + letter.toUpperCase());

/** @param {string} preset @param {string} lines */
function numberOf(preset, lines) {
  const name = lines === '' ? preset : `${preset}\n${lines}`;
  let number = policies.get(name);
  if (number === undefined) {
    number = asking('option', () => loaded().reader.policy(preset, lines), inCamelCase);
    policies.set(name, number);
  }
  return number;
}
