// @ts-check
/** @import { Lang } from '../index.js' */

/** The language of the page: that of the document, else of the browser; Chinese, or else English. @returns {Lang} */
export function pageLang() {
  const said = globalThis.document?.documentElement?.lang || globalThis.navigator?.language || '';
  return /^zh\b/i.test(said) ? 'zh' : 'en';
}
