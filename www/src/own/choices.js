// @ts-check
/** @import { Lang } from '../index.js' */
import { assertKnown, assertOption, must } from '../checks/assert-option.js';
import { chosen } from './chosen.js';

const OPTIONS = ['by', 'title', 'text', 'decline', 'then', 'no'];
const CANDIDATE = ['id', 'label', 'about', 'data'];

/** Most candidates of a choice. */
const MOST = 100;

/**
 * A choice as the engine takes it.
 * @param {unknown} candidates @param {any} options @param {Lang} lang
 */
export function choiceOf(candidates, options, lang) {
  assertOption(options, 'to.choose(candidates, options)', 'object');
  assertKnown(options, OPTIONS, 'to.choose: ');
  const { by, title, text, decline } = options;
  must(by === 'user' || by === 'model', 'to.choose: by', "'user' or 'model'");
  for (const own of ['decline', 'no']) must(by === 'user' || options[own] === undefined, `to.choose: ${own}`, 'left out: the model takes one of the candidates');
  must(Array.isArray(candidates) && candidates.length > 0 && candidates.length <= MOST, 'to.choose: candidates', `a list of 1 to ${MOST} candidates${Array.isArray(candidates) ? `, not ${candidates.length}` : ''}`);
  const inWords = (/** @type {unknown} */ given, /** @type {string} */ place) => chosen(given, lang, `to.choose: ${place}`);
  return {
    by,
    title: inWords(title, 'title'),
    ...(text !== undefined && { text: inWords(text, 'text') }),
    candidates: candidates.map((candidate, at) => candidateOf(candidate, at, candidates, inWords)),
    ...(decline !== undefined && { decline: inWords(decline, 'decline') }),
  };
}

/** @param {any} candidate @param {number} at @param {any[]} all @param {(given: unknown, place: string) => string} inWords */
function candidateOf(candidate, at, all, inWords) {
  const place = `candidates[${at}]`;
  assertOption(candidate, `to.choose: ${place}`, 'object');
  assertKnown(candidate, CANDIDATE, `to.choose: ${place}.`);
  const { id, label, about, data } = candidate;
  must(typeof id === 'string' && id.trim() !== '', `to.choose: ${place}.id`, 'a text that is not empty');
  const before = all.findIndex(other => other?.id === id);
  must(before === at, `to.choose: ${place}.id`, `an id of its own: candidates[${before}] has ${JSON.stringify(id)}, too`);
  const name = inWords(label, `${place}.label`);
  must(name.trim() !== '', `to.choose: ${place}.label`, 'a text that is not empty');
  return { id, label: name, ...(about !== undefined && { about: inWords(about, `${place}.about`) }), ...(data !== undefined && { data }) };
}
