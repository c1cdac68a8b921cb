import { t } from './i18n.js';

const unescaped = step => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** A JSON pointer in words: `/work/0/name` is “work”, entry 1, “name”. @param {string} pointer */
export const placeWords = pointer => pointer.split('/').slice(1).map(step => (/^\d+$/.test(step) ? t('place.entry', { n: Number(step) + 1 }) : `“${unescaped(step)}”`)).join(t('place.and'));

/** A mistake with its place in words. Its message begins with the place, a JSON pointer. @param {import('../../src/index.d.ts').StepgateError} mistake */
export const mistakeWords = ({ place, message }) => (place ? t('place.what', { where: placeWords(place), what: message.slice(`${place}: `.length) }) : message);
