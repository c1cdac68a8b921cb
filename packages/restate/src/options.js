// @ts-check

/** Refuses an option, with what was found. @param {string} place @param {string} allowed @param {unknown} found @returns {never} */
export function bad(place, allowed, found) {
  throw new TypeError(`${place}: must be ${allowed}; found ${shown(found)}`);
}

/** @param {unknown} value */
const shown = value => (typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value)).slice(0, 80));

/** Refuses options that are none, or have a member of another name. @param {any} options @param {string[]} names @param {string} place */
export function known(options, names, place) {
  if (Object(options) !== options) bad(place, 'an object', options);
  const strange = Object.keys(options).find(name => !names.includes(name));
  if (strange !== undefined) bad(`${place}: ${strange}`, `one of ${names.join(', ')}`, options[strange]);
}

/** @param {unknown} value @param {string} place */
export function count(value, place) {
  if (!Number.isSafeInteger(value) || Number(value) <= 0) bad(place, 'a whole number above 0', value);
}

/** @param {unknown} value @param {string} place */
export function text(value, place) {
  if (typeof value !== 'string' || value === '') bad(place, 'a text that is not empty', value);
}
