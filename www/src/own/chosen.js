// @ts-check
/** @import { Lang } from '../index.js' */
import { assertText, inLang } from '../checks/text.js';

/** The text for a language, where an author's function gave one. @param {unknown} text @param {Lang} lang @param {string} place @param {string} [found] what it is, for the error */
export function chosen(text, lang, place, found) {
  assertText(text, place, found);
  return inLang(text, lang);
}
