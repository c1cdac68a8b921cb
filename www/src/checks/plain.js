// @ts-check
import { StepgateError } from '../errors.js';

/** Deepest nesting of data. The JSON parser in the WebAssembly accepts at most 128. */
const DEEPEST = 100;

/**
 * Passes data to the WebAssembly as JSON. Data that is no JSON throws, naming its place. A lone surrogate, left where a text was cut,
 * becomes U+FFFD,
 * because JSON in UTF-8 cannot hold it.
 * @template T, R @param {string} place name of the data in the WebAssembly's errors @param {T} data @param {(data: T) => R} take @returns
 * {R}
 */
export function handOver(place, data, take) {
  try {
    return take(data);
  } catch (error) {
    if (/** @type {any} */ (error)?.place !== place) throw error;
    return take(JSON.parse(textOf(place, data).replace(/\\\\|\\ud[\da-f]{3}/g, escape => (escape === '\\\\' ? escape : '\\ufffd'))));
  }
}

/** A copy of data as JSON, which its owner cannot change; data that is no JSON itself, for `handOver` to refuse. @template T @param {T} data @returns {T} */
export function ownCopy(data) {
  try {
    return JSON.parse(JSON.stringify(data));
  } catch {
    return data;
  }
}

/** @param {string} place @param {unknown} data */
function textOf(place, data) {
  let at = place;
  const places = new Map();
  /** @this {object} @param {string} key @param {unknown} value */
  function visit(key, value) {
    at = places.has(this) ? `${places.get(this)}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : place;
    if (at.split('/').length > DEEPEST) throw new RangeError(`more than ${DEEPEST} levels`);
    if (typeof value === 'object') places.set(value, at);
    return value;
  }
  try {
    const text = JSON.stringify(data, visit);
    if (text === undefined) throw new TypeError(typeof data);
    return text;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new StepgateError('malformed', `${at.slice(0, 200)}: must be JSON (${message})`, { place: at });
  }
}
