// @ts-check
/** @import { FilePart, Json, View } from '../index.js' */
import { assertOption, faultIn } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';
import { isFile } from '../files/with-parts.js';

/** Time within which the same words, said for another card, are the same key pressed twice, in milliseconds. */
const TWICE_MS = 1000;

/**
 * Binds words to the card that the page shows when they are said, so that a yes accepts no card that came up since. Words that were handed back
 * answered none: said again, they are for the card that is shown. The second parameter of `say` may name the card itself, as its member `card`; its other members are the page's own data.
 * @returns {(text: string, extra: any, view: View | undefined) => { text: string, card: number, with?: Json }}
 */
export function cardBinder() {
  let last = { text: '', card: 0, at: -TWICE_MS };
  return (text, extra, view) => {
    const { card, ...own } = isObject(extra) ? extra : {};
    if (card !== undefined) assertOption(card, 'say(text, { card })', 'count');
    const isTwice = text === last.text && text !== view?.input && Date.now() - last.at < TWICE_MS;
    const shown = card ?? (isTwice ? last.card : view?.card?.id ?? 0);
    if (!isTwice) last = { text, card: shown, at: Date.now() };
    const data = card === undefined ? extra : own;
    const hasData = data !== undefined && !(card !== undefined && Object.keys(own).length === 0);
    return { text, card: shown, ...(hasData && { with: data }) };
  };
}

/** The fate of words that come while the session is at work. */
const WHEN = ['refuse', 'queue', 'interrupt'];

/** @type {import('../checks/assert-option.js').Form} */
const OPTIONS = {
  'signal?': 'signal',
  'when?': [value => WHEN.includes(value), WHEN.map(word => `'${word}'`).join(' or ')],
  'parts?': [value => Array.isArray(value) && value.every(isFile), 'a list of files: File or Blob, or parts of this session'],
};

/**
 * The options of `say`.
 * @param {any} options @returns {{ when: 'refuse' | 'queue' | 'interrupt', signal?: AbortSignal, parts?: (Blob | FilePart)[] }}
 */
export function sayOptions(options = {}) {
  const fault = faultIn(options, OPTIONS, true);
  if (fault) wrongSay(...fault);
  const { when = 'refuse', signal, parts } = options ?? {};
  return { when, signal, parts };
}

/** The event of words, without the words. @param {'refuse' | 'queue' | 'interrupt'} when */
export function saidEvent(when) {
  if (when === 'refuse') return /** @type {const} */ ({ type: 'said' });
  return /** @type {const} */ ({ type: 'queued', ...(when === 'interrupt' && { interrupts: true }) });
}

/**
 * Takes words back whose caller gives them up: out of the queue, or by ending their turn.
 * @param {string} text @param {{ readonly view: View, edit(change: any): Promise<any>, stop(): Promise<any> }} session
 */
export function giveUpWords(text, session) {
  const waiting = session.view.queued?.filter(words => words.text === text).at(-1);
  (waiting ? session.edit({ unqueue: waiting.id }) : session.stop()).catch(() => {});
}

/** Refuses an option of `say`. @param {string} place @param {string} allowed @returns {never} */
function wrongSay(place, allowed) {
  throw new TypeError(`say(text, extra, options): ${place}: must be ${allowed}`);
}
