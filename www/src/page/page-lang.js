// @ts-check
/** @import { Lang } from '../index.js' */
import { spelled } from '../checks/lang.js';

/** The language of the page: that of the document, else of the browser, else English. @returns {Lang} */
export function pageLang() {
  const { document, navigator } = globalThis;
  return spelled(document?.documentElement?.lang) ?? spelled(navigator?.language) ?? 'en';
}
