// @ts-check
/** @import { Step } from '../trace/steps.js' */

/** The filters, in order. */
export const FILTERS = ['all', 'corrections', 'writes', 'slow', 'costly'];

/** The part that counts as slow or costly, of the steps that take time or tokens. */
const TOP = 0.1;

/**
 * The steps that a filter and a search leave, by their numbers.
 * @param {Step[]} steps @param {string} filter @param {string} wanted words of the search @param {(step: Step) => string} textOf
 */
export function chosenSteps(steps, filter, wanted, textOf) {
  const passes = passing(steps, filter);
  const words = wanted.trim().toLowerCase();
  return steps.filter(step => passes(step) && (!words || textOf(step).includes(words))).map(({ at }) => at);
}

/** @param {Step[]} steps @param {string} filter @returns {(step: Step) => boolean} */
function passing(steps, filter) {
  if (filter === 'corrections') return ({ marks }) => marks.includes('correction');
  if (filter === 'writes') return ({ marks }) => marks.includes('write');
  if (filter === 'slow') return topOf(steps, ({ type, ms }) => (type === 'replied' || type === 'returned' ? ms : 0));
  if (filter === 'costly') return topOf(steps, costOf(steps));
  return () => true;
}

/** The cost of a step: money where any step has a price, else tokens. @param {Step[]} steps @returns {(step: Step) => number} */
const costOf = steps => (steps.some(({ nanoUsd }) => nanoUsd) ? ({ nanoUsd = 0 }) => nanoUsd : ({ tokens }) => (tokens ? tokens.input + tokens.output : 0));

/** Whether a step is in the top part by a measure; those at 0 are not counted. @param {Step[]} steps @param {(step: Step) => number} measure */
function topOf(steps, measure) {
  const sorted = steps.map(measure).filter(Boolean).sort((one, other) => other - one);
  const least = sorted[Math.max(0, Math.ceil(sorted.length * TOP) - 1)] ?? Infinity;
  return (/** @type {Step} */ step) => measure(step) >= least;
}
