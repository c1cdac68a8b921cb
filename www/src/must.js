// @ts-check

/** An allowed kind of value: a test, and words for an error. @typedef {[holds: (value: any) => unknown, words: string]} Kind */

/** @param {unknown} value */
const isText = value => typeof value === 'string';
/** @param {unknown} value */
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {any} value */
const areTexts = value => Array.isArray(value) && value.every(isText);

/** @satisfies {Record<string, Kind>} */
const KINDS = {
  text: [isText, 'a text'],
  name: [value => isText(value) && value !== '', 'a text that is not empty'],
  texts: [areTexts, 'a list of texts'],
  'texts by name': [value => isObject(value) && areTexts(Object.values(value)), 'texts by name'],
  number: [Number.isSafeInteger, 'a whole number'],
  count: [value => Number.isSafeInteger(value) && value >= 0, 'a whole number from 0'],
  boolean: [value => typeof value === 'boolean', 'true or false'],
  lang: [value => value === 'zh' || value === 'en', '"zh" or "en"'],
  function: [value => typeof value === 'function', 'a function'],
  object: [isObject, 'an object'],
  any: [() => true, 'anything'],
};

/** Kinds of an object's members by their path; members with `?` are optional. @typedef {Record<string, keyof typeof KINDS | Kind>} Form */

/**
 * The first invalid member of an object: its place, and what it must be. `closed`: members outside the form are invalid.
 * @param {any} given @param {Form} form @param {boolean} [closed] @returns {[place: string, allowed: string] | undefined}
 */
export function faultIn(given, form, closed) {
  const names = Object.keys(form).map(path => path.replace('?', ''));
  const unknown = closed && Object.keys(given).find(name => !names.includes(name));
  if (unknown) return [unknown, `left out; there is ${names.join(', ')}`];
  for (const [path, kind] of Object.entries(form)) {
    const place = path.replace('?', '');
    const value = place.split('.').reduce((at, name) => at?.[name], given);
    const [holds, words] = typeof kind === 'string' ? KINDS[kind] : kind;
    if (!holds(value) && (value !== undefined || place === path)) return [place, words];
  }
  return undefined;
}

/**
 * Throws a `TypeError` with the place and the allowed values unless `holds`.
 * @param {unknown} holds @param {string} place @param {string} allowed @returns {asserts holds}
 */
export function must(holds, place, allowed) {
  if (!holds) throw new TypeError(`${place}: must be ${allowed}`);
}

/** @param {unknown} value @param {string} place @param {keyof typeof KINDS} kind */
export const mustBe = (value, place, kind) => must(KINDS[kind][0](value), place, KINDS[kind][1]);
