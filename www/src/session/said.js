// @ts-check
/** @import { Json, View } from '../index.js' */
import { assertOption } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';

/** Time within which the same words, said for another card, are the same key pressed twice, in milliseconds. */
const TWICE_MS = 1000;

/**
 * Binds words to the card that the page shows when they are said, so that a yes accepts no card that came up since. The second parameter of
 * `say` may name the card itself, as its member `card`; its other members are the page's own data.
 * @returns {(text: string, extra: any, view: View | undefined) => { text: string, card: number, with?: Json }}
 */
export function cardBinder() {
  let last = { text: '', card: 0, at: -TWICE_MS };
  return (text, extra, view) => {
    const { card, ...own } = isObject(extra) ? extra : {};
    if (card !== undefined) assertOption(card, 'say(text, { card })', 'count');
    const isTwice = text === last.text && Date.now() - last.at < TWICE_MS;
    const shown = card ?? (isTwice ? last.card : view?.card?.id ?? 0);
    last = { text, card: shown, at: Date.now() };
    const data = card === undefined ? extra : own;
    const hasData = data !== undefined && !(card !== undefined && Object.keys(own).length === 0);
    return { text, card: shown, ...(hasData && { with: data }) };
  };
}

/** Refuses an option of `say`. @param {string} place @param {string} allowed @returns {never} */
export function wrongSay(place, allowed) {
  throw new TypeError(`say(text, extra, options): ${place}: must be ${allowed}`);
}
