import { has, t } from './i18n.js';

const unescaped = step => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Steps of a JSON pointer. What a session begins with is `input`: a user did not write that word. @param {string} pointer */
const stepsOf = pointer => pointer.replace(/^\/input(?=\/)/, '').split('/').slice(1).map(unescaped);

const isIndex = step => /^\d+$/.test(step);

/** A JSON pointer in words: `/work/0/name` is “work”, entry 1, “name”. @param {string} pointer */
export const placeWords = pointer => stepsOf(pointer).map(step => (isIndex(step) ? t('place.entry', { n: Number(step) + 1 }) : `“${step}”`)).join(t('place.and'));

/** Lists of texts in a resume; the entries of its other lists are objects. */
const TEXT_LISTS = ['links', 'highlights', 'keywords', 'courses', 'roles'];
const LISTS = [...TEXT_LISTS, 'sections', 'items', 'profiles', 'work', 'volunteer', 'education', 'awards', 'certificates', 'publications', 'skills', 'languages', 'interests', 'references', 'projects'];
const OBJECTS = ['resume', 'basics', 'meta'];

/** Kind of value that a resume has at a place, in its own form and in JSON Resume. @param {string[]} steps */
function kindIn(steps) {
  const [before = '', last = ''] = steps.slice(-2);
  if (isIndex(last)) return TEXT_LISTS.includes(before) ? 'string' : 'object';
  return LISTS.includes(last) ? 'list' : OBJECTS.includes(last) ? 'object' : 'string';
}

const kindOf = value => (Array.isArray(value) ? 'list' : typeof value);

/** Longest value that is quoted, in characters. */
const QUOTED = 40;

/** A value in words: itself, if it is short, or its kind. */
function valueWords(value) {
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  return text.length <= QUOTED ? text : t(`place.${kindOf(value)}`);
}

/**
 * A refused value in words: its place, what stands there, and what may, as far as the page knows. The error's message is for programmers.
 * @param {import('../../src/index.d.ts').StepgateError} mistake @param {any} [given] what was given; the error's place is in it
 */
export function mistakeWords({ place, message }, given) {
  if (!place) return message;
  const [where, steps] = [placeWords(place), stepsOf(place)];
  if (given === undefined) return t('place.refused', { where });
  const found = steps.reduce((value, step) => value?.[step], place.startsWith('/input/') ? given.input : given);
  if (found === undefined || found === null) return t('place.missing', { where });
  if (typeof found === 'string' && !found.trim()) return t('place.empty', { where });
  const kind = steps[0] === 'resume' && kindIn(steps);
  if (kind && kind !== kindOf(found)) return t('place.kind', { where, found: valueWords(found), kind: t(`place.${kind}`) });
  return t('place.found', { where, found: valueWords(found) });
}

/** Reason why a text is no JSON, with line and column. The reader is loaded for it; undefined if that fails. @param {string} text */
export async function jsonFault(text) {
  try {
    const { init, repairJson } = await import('stepgate/json/full');
    await init(new URL('stepgate_json_full_bg.wasm', document.baseURI));
    repairJson(text, { preset: 'strict' });
  } catch (error) {
    if (error.name !== 'JsonError' || error.offset === undefined) return undefined;
    const before = text.slice(0, error.offset).split('\n');
    const why = ['refusal', 'repair'].map(group => `${group}.${error.code}`).find(has);
    return t('place.inText', { line: before.length, column: [...before.at(-1)].length + 1, why: why ? t(why) : error.code });
  }
}
