import { t } from './i18n.js';

const unescaped = step => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** A JSON pointer in words: `/work/0/name` is “work”, entry 1, “name”. @param {string} pointer */
export const placeWords = pointer => pointer.split('/').slice(1).map(step => (/^\d+$/.test(step) ? t('place.entry', { n: Number(step) + 1 }) : `“${unescaped(step)}”`)).join(t('place.and'));

/** A message with its leading JSON pointer in words. @param {string} message */
export function inPlain(message) {
  const [, pointer, what] = /^(\/[^\s:]*): ([^]*)$/.exec(message) ?? [];
  return pointer === undefined ? message : t('place.what', { where: placeWords(pointer), what });
}
