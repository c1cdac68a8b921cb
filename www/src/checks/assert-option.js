// @ts-check
import { isObject } from './kinds.js';
import { A_TAG, spelled } from './lang.js';
import { meant } from './meant.js';

/** An allowed kind of value: a test, and words for an error. @typedef {[holds: (value: any) => unknown, words: string]} Kind */

/** @param {unknown} value */
const isText = value => typeof value === 'string';
/** @param {any} value */
const areTexts = value => Array.isArray(value) && value.every(isText);

/** @satisfies {Record<string, Kind>} */
const KINDS = {
  text: [isText, 'a text'],
  name: [value => isText(value) && value !== '', 'a text that is not empty'],
  texts: [areTexts, 'a list of texts'],
  'texts by name': [value => isObject(value) && areTexts(Object.values(value)), 'texts by name'],
  list: [Array.isArray, 'a list'],
  number: [Number.isSafeInteger, 'a whole number'],
  count: [value => Number.isSafeInteger(value) && value >= 0, 'a whole number from 0'],
  boolean: [value => typeof value === 'boolean', 'true or false'],
  lang: [spelled, A_TAG],
  function: [value => typeof value === 'function', 'a function'],
  signal: [value => value instanceof AbortSignal, 'an AbortSignal'],
  object: [isObject, 'an object'],
  any: [() => true, 'anything'],
};

/** Kinds of an object's members by their path; members with `?` are optional. @typedef {Record<string, keyof typeof KINDS | Kind>} Form */

/**
 * The first invalid member of an object: its place, and what it must be. `closed`: members outside the form are invalid.
 * @param {any} given @param {Form} form @param {boolean} [closed] @returns {[place: string, allowed: string] | undefined}
 */
export function faultIn(given, form, closed) {
  const unknown = closed && unknownIn(given, Object.keys(form).map(path => path.replace('?', '')));
  if (unknown) return unknown;
  for (const [path, kind] of Object.entries(form)) {
    const place = path.replace('?', '');
    const value = place.split('.').reduce((at, name) => at?.[name], given);
    const [holds, words] = typeof kind === 'string' ? KINDS[kind] : kind;
    if (!holds(value) && (value !== undefined || place === path)) return [place, words];
  }
  return undefined;
}

/**
 * The first member of an object whose name is not one of these: its place, what is allowed, and which was probably meant.
 * @param {any} given @param {string[]} names @returns {[place: string, allowed: string] | undefined}
 */
export function unknownIn(given, names) {
  const unknown = strangerIn(given, names);
  return unknown === undefined ? undefined : [unknown, onlyWords(names, meant(unknown, names))];
}

/** The first member of an object whose name is not one of these. @param {any} given @param {string[]} names */
export const strangerIn = (given, names) => Object.keys(given ?? {}).find(name => !names.includes(name));

/** Words for an error: which names there are, and which was probably meant. @param {string[]} names @param {string} [near] */
export const onlyWords = (names, near) => `left out; there is ${names.join(', ') || 'nothing to set'}${near ? `; did you mean ${near}?` : ''}`;

/**
 * Throws a `TypeError` unless all members of an object have one of these names.
 * @param {any} given @param {string[]} names @param {string} before what stands before a member's name in the place: `tool: `
 */
export function assertKnown(given, names, before) {
  const [member, allowed] = unknownIn(given, names) ?? [];
  must(member === undefined, `${before}${member}`, allowed ?? '');
}

/**
 * Throws a `TypeError` with the place and the allowed values unless `holds`.
 * @param {unknown} holds @param {string} place @param {string} allowed @returns {asserts holds}
 */
export function must(holds, place, allowed) {
  if (!holds) throw new TypeError(`${place}: must be ${allowed}`);
}

/** @param {unknown} value @param {string} place @param {keyof typeof KINDS} kind */
export const assertOption = (value, place, kind) => must(KINDS[kind][0](value), place, KINDS[kind][1]);
