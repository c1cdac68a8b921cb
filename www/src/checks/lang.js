// @ts-check
/** @import { Lang } from '../index.js' */

/** A BCP 47 tag as it is usually spelled (`en-GB` for `EN-gb`); `undefined` for what is none. @param {unknown} value @returns {Lang | undefined} */
export function spelled(value) {
  if (typeof value !== 'string') return undefined;
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
}

/** Words for a valid language in errors. */
export const A_TAG = 'a BCP 47 language tag, such as "en" or "zh-TW"';

/** Language of the package's own sentences: Chinese for every kind of Chinese, else English. @param {Lang} lang @returns {'zh' | 'en'} */
export const ownLang = lang => (spelled(lang)?.split('-')[0] === 'zh' ? 'zh' : 'en');
