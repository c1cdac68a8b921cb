// @ts-check
/** @import { Errand, Saved } from './types.js' */
// The calls of tools that run on a page. Each stands in the session's state from the moment it is asked for until its outcome is there. A page takes one before it runs it, and gives
// signs of life meanwhile; without them another page may take it, which then knows that it was begun.

/**
 * @typedef {{ resolve: (awakeable: string, outcome: any) => void, later: (parameter: any) => void }} Tools of a handler: the outcome for the work that waits, and a look later
 * @typedef {{ state?: Saved, answer?: any }} Result the new state, if it is another one, and the answer
 */

/** @param {Saved} state @param {string} key @param {Errand} [errand] none to remove it @returns {Saved} */
function withErrand(state, key, errand) {
  const { [key]: _, ...others } = state.errands;
  return { ...state, errands: errand ? { ...others, [key]: errand } : others };
}

/** Asks the pages to run a call. @param {Saved} state @param {Pick<Errand, 'call' | 'tool' | 'awakeable'>} given @returns {Result} */
export function askPage(state, { call, tool, awakeable }) {
  if (state.effect?.call !== call) return {};
  return { state: withErrand(state, tool.key, { call, tool, awakeable, begun: false, beat: 0, pages: [] }) };
}

/** Lets a page run a call that no other one runs. @param {Saved} state @param {{ key: string, page: string }} given @param {Tools} tools @returns {Result} */
export function claim(state, { key, page }, { later }) {
  const errand = errandOf(state, key);
  if (!errand || errand.by !== undefined || typeof page !== 'string') return { answer: { goes: false } };
  const beat = errand.beat + 1;
  later({ key, page, beat });
  return { state: withErrand(state, key, { ...errand, begun: true, by: page, beat, pages: [...errand.pages, page] }), answer: { goes: true, begun: errand.begun } };
}

/** A sign of life of the page that runs a call. @param {Saved} state @param {{ key: string, page: string }} given @param {Tools} tools @returns {Result} */
export function beat(state, { key, page }, { later }) {
  const errand = errandOf(state, key);
  if (errand?.by !== page) return { answer: { goes: false } };
  later({ key, page, beat: errand.beat + 1 });
  return { state: withErrand(state, key, { ...errand, beat: errand.beat + 1 }), answer: { goes: true } };
}

/** Frees a call whose page has given no sign of life since. @param {Saved} state @param {{ key: string, page: string, beat: number }} given @returns {Result} */
export function lapse(state, { key, page, beat }) {
  const errand = errandOf(state, key);
  if (errand?.by !== page || errand.beat !== beat) return {};
  const { by, ...free } = errand;
  return { state: withErrand(state, key, free) };
}

/** Takes the outcome of a call from a page that has run it, also from one that was given up. @param {Saved} state @param {{ key: string, page: string, outcome: any }} given @param {Tools} tools @returns {Result} */
export function settle(state, { key, page, outcome }, { resolve }) {
  const errand = errandOf(state, key);
  if (!errand?.pages.includes(page)) return { answer: { goes: false } };
  resolve(errand.awakeable, outcomeOf(outcome));
  return { state: withErrand(state, key), answer: { goes: true } };
}

/** @param {Saved} state @param {string} key @returns {Errand | undefined} */
const errandOf = ({ errands }, key) => (Object.hasOwn(errands, key) ? errands[key] : undefined);

/** The answer of a page about a call, reduced to the members of an outcome. @param {any} given @returns {import('./types.js').Outcome} */
function outcomeOf(given) {
  const { result, doubt } = Object(given);
  if (typeof doubt === 'string' || doubt === null) return { doubt };
  if (Object(result) === result && 'ok' in result) return { result: { ok: result.ok } };
  const { code, text, fatal } = Object(result?.error);
  return { result: { error: { code: typeof code === 'string' ? code : 'failed', text: typeof text === 'string' ? text : 'failed', ...(fatal === true && { fatal }) } } };
}
