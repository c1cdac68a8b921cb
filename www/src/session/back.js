// @ts-check
/** @import { AgainOptions, RewindTo, View } from '../index.js' */
import { faultIn } from '../checks/assert-option.js';

/** @typedef {{ before?: number, branch?: number, again?: boolean }} Back where a session goes back to, as the engine takes it */

/** @type {import('../checks/assert-option.js').Form} */
const TO = { 'before?': 'count', 'branch?': 'count' };
/** @type {import('../checks/assert-option.js').Form} */
const AGAIN = { 'before?': 'count', 'text?': 'text', 'signal?': 'signal' };

/** @param {string} call @param {string} place @param {string} allowed @returns {never} */
const wrong = (call, place, allowed) => { throw new TypeError(`${call}: ${place}: must be ${allowed}`); };

/** The point that `rewind` is given. @param {RewindTo} to @returns {Back} */
export function rewindTo(to) {
  const fault = faultIn(to, TO, true);
  if (fault) wrong('rewind(to)', ...fault);
  const { before, branch } = /** @type {Back} */ (to ?? {});
  if ((before === undefined) === (branch === undefined)) wrong('rewind(to)', 'to', 'either { before: seq } or { branch: id }');
  return before === undefined ? { branch } : { before };
}

/** Reads the options of `again`. @param {AgainOptions | undefined} options @param {View} view @returns {{ back: Back, text?: string, signal?: AbortSignal }} */
export function againOptions(options, view) {
  const fault = faultIn(options, AGAIN, true);
  if (fault) wrong('again(options)', ...fault);
  const { before = lastWords(view), text, signal } = options ?? {};
  if (before === undefined) wrong('again(options)', 'before', 'the seq of a message of the user, who has said nothing yet');
  return { back: { before, again: text === undefined }, text, signal };
}

/** `seq` of the user's last words. @param {View} view */
const lastWords = ({ blocks }) => blocks.filter(block => block.kind === 'user' && block.cue === undefined).at(-1)?.seq;
