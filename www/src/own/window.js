// @ts-check
import { faultIn } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';

const ABOVE_0 = /** @type {import('../checks/assert-option.js').Kind} */ ([value => Number.isSafeInteger(value) && value > 0, 'a whole number above 0']);

/** Members of a window by tokens. @type {import('../checks/assert-option.js').Form} */
const BY_TOKENS = { tokens: ABOVE_0, 'keep?': ABOVE_0, 'summarise?': 'boolean' };

/**
 * The fault of a window by tokens: its place, and what it must be. A window of another kind is the engine's to check.
 * @param {any} window @returns {[place: string, allowed: string] | undefined}
 */
export function windowFault(window) {
  if (!isObject(window)) return ['window', 'an object { tokens, keep?, summarise? }'];
  const [member, allowed] = faultIn(window, BY_TOKENS, true) ?? [];
  if (member) return [`window.${member}`, allowed ?? ''];
  if ((window.keep ?? 0) > window.tokens / 2) return ['window.keep', `at most half of tokens, ${Math.floor(window.tokens / 2)}`];
  return undefined;
}
