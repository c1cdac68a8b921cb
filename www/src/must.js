// @ts-check

/** Throws where the program gave something wrong. @param {unknown} holds @param {string} place @param {string} allowed @returns {asserts holds} */
export function must(holds, place, allowed) {
  if (!holds) throw new TypeError(`${place}: must be ${allowed}`);
}

/** @param {unknown} value @param {string} place @returns {asserts value is string} */
export const mustBeName = (value, place) => must(typeof value === 'string' && value !== '', place, 'a text that is not empty');

/** @param {unknown} value @param {string} place @returns {asserts value is Function} */
export const mustBeFunction = (value, place) => must(typeof value === 'function', place, 'a function');

/** @param {unknown} value @param {string} place */
export const mustBeObject = (value, place) => must(typeof value === 'object' && value !== null && !Array.isArray(value), place, 'an object');

/** Options that nobody knows are mostly known ones, misspelled. @param {object} unknown @param {string} call @param {string} known */
export function mustBeEmpty(unknown, call, known) {
  for (const name of Object.keys(unknown)) must(false, `${call}({ ${name} })`, `left out; there is ${known}`);
}

/** Whether `fetch` takes them. @param {unknown} headers */
export function areHeaders(headers) {
  try {
    return typeof headers === 'object' && Boolean(new Headers(/** @type {HeadersInit} */ (headers))) && Object.values(headers ?? {}).every(value => typeof value === 'string');
  } catch {
    return false;
  }
}
