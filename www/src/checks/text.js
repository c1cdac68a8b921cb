// @ts-check
/** @import { Lang, Text } from '../index.js' */
import { must } from './assert-option.js';
import { isObject } from './kinds.js';
import { A_TAG, spelled } from './lang.js';

/** Words for a valid text in errors. */
const A_TEXT = 'a text, or texts by language, with en among them: { en, fr, … }';

/**
 * Throws a `TypeError` unless the value is a text, or texts by language.
 * @param {unknown} text @param {string} place @param {string} [found] what it is, for the error
 * @returns {asserts text is Text}
 */
export function assertText(text, place, found) {
  if (typeof text === 'string') return;
  must(isObject(text) && typeof text.then !== 'function', place, found ? `${A_TEXT}, not ${found}` : A_TEXT);
  const tags = Object.keys(text);
  for (const tag of tags) {
    const same = tags.find(other => other !== tag && spelled(other) === spelled(tag));
    must(spelled(tag), `${place}.${tag}`, `left out: a name here is ${A_TAG}`);
    must(!same, `${place}.${tag}`, `left out: it is the same language as ${same}`);
    must(typeof text[tag] === 'string', `${place}.${tag}`, 'a text');
  }
  must('en' in byTag(text), `${place}.en`, 'a text');
}

/** Values by tags as they are usually spelled. @template T @param {Record<string, T>} values @returns {Record<string, T>} */
export const byTag = values => Object.fromEntries(Object.entries(values).map(([tag, value]) => [spelled(tag), value]));

/** The tag, and the languages that it belongs to, the nearest first: `zh-Hant-TW`, `zh-Hant`, `zh`. @param {string} tag @returns {string[]} */
const ranges = tag => tag.split('-').map((_, at, parts) => parts.slice(0, parts.length - at).join('-'));

/** The one of several values by tag for a language; of a text for all languages, that. @param {any} values @param {Lang} lang @returns {any} */
export function inLang(values, lang) {
  const tag = spelled(lang);
  must(tag, 'inLang(values, lang): lang', A_TAG);
  if (typeof values === 'string') return values;
  must(isObject(values) && 'en' in values, 'inLang(values, lang): values', 'a text, or an object by BCP 47 tags with en among them');
  const known = byTag(values);
  return known[ranges(tag).find(range => range in known) ?? 'en'];
}
