// @ts-check
import { unknownIn } from '../checks/assert-option.js';
import { JsonError } from './errors.js';

/**
 * How a text is read: the number of the preset, and whether integers beyond the range of a number become `bigint`.
 * @typedef {{ policy: number, bigints: boolean }} Reading
 */

/** Names of the presets; the reader knows them by their place in this list (`policy_of` in crates/wasm-reply/src/reader.rs). */
const PRESETS = ['stepgate', 'strict', 'partial'];

/** Number of the preset `stepgate`. */
export const DEFAULT = 0;

/** The reading without options. @type {Reading} */
const USUAL = { policy: DEFAULT, bigints: false };

/** @param {Record<string, unknown> | undefined} options @returns {Reading} */
export const readingOf = options => (options === undefined ? USUAL : readingBy(options));

/** @param {Record<string, unknown>} options @returns {Reading} */
function readingBy({ preset = 'stepgate', bigints = false, ...others }) {
  const [unknown, allowed] = unknownIn(others, ['preset', 'bigints', 'lang', 'finished']) ?? Object.keys(others).map(name => [name, 'left out; only `readReply` has it'])[0] ?? [];
  if (unknown !== undefined) throw refused(unknown, `must be ${allowed}`);
  if (typeof bigints !== 'boolean') throw refused('bigints', 'must be true or false');
  const policy = PRESETS.indexOf(/** @type {string} */ (preset));
  if (policy < 0) throw refused('preset', `must be one of ${PRESETS.join(', ')}`);
  return { policy, bigints };
}

/** @param {string} place @param {string} why */
const refused = (place, why) => new JsonError('option', { place, detail: `${place}: ${why}` });
