// @ts-check
import { pick } from './values.js';

/** @import { Roll } from './values.js' */

/** A drawn reply that names open wishes where its shape has a place for them. @param {any} reply @param {any} view @param {Roll} roll */
export function withWishes(reply, { wishes = [] }, roll) {
  if (!wishes.length || typeof reply !== 'object' || reply === null || !('finished' in reply)) return reply;
  return { ...reply, finished: [pick(roll, wishes).id] };
}

/** An edit of the page about an open wish, if there is one, one that brings a dropped card back, and one of the summary. @param {any} view @param {Roll} roll @returns {any[]} */
export function editsOf({ wishes = [], dropped, summary }, roll) {
  return [...(wishes.length ? [{ unwish: pick(roll, wishes).id }] : []), ...(dropped ? [{ reopen: dropped.block }] : []), ...(summary ? [{ summary: { facts: ['The user likes windows.'] } }] : [])];
}

/** The law of wishes: none is dropped without being said, and after a stop the model is not told to go on before the user has spoken. */
export class WishLaw {
  constructor() {
    /** Wishes that a reply has called done. */
    this.finished = new Set();
    /** Whether the user has stopped work that was under way, and said nothing since. */
    this.isStopped = false;
  }

  /** What an event has broken. @param {any} before the view @param {any} after @param {any} event @returns {string | undefined} */
  broken(before, after, event) {
    const reply = event.type === 'replied' ? event.text : '';
    const finished = /finished\W+([\d\s,]+)/.exec(reply)?.[1].split(',').map(Number) ?? [];
    finished.forEach(id => this.finished.add(id));
    const { unwish } = event.type === 'edited' ? event.change : /** @type {any} */ ({});
    const seqs = new Set(after.blocks.map((/** @type {any} */ { seq }) => seq));
    const isUndone = before.blocks.some((/** @type {any} */ { seq }) => !seqs.has(seq));
    if (event.type === 'stopped' && ['model', 'tool'].includes(before.waiting)) this.isStopped = true;
    else if (isUndone || count(after, isWords) > count(before, isWords)) this.isStopped = false;
    const lost = idsOf(before).find(id => !idsOf(after).includes(id) && !this.finished.has(id) && id !== unwish && !isUndone);
    if (lost !== undefined) return `number ${lost} is dropped, and nobody has said so`;
    const goesOn = count(after, isCue) > count(before, isCue);
    return goesOn && this.isStopped ? 'the model is told to go on after a stop, without a word of the user' : undefined;
  }
}

/** @param {any} view @returns {number[]} */
const idsOf = ({ wishes = [] }) => wishes.map((/** @type {any} */ { id }) => id);

/** Whether a block has words of the user. @param {any} block */
const isWords = ({ kind, cue }) => kind === 'user' && !cue;

/** Whether a block tells the model to go on with the list. @param {any} block */
const isCue = ({ kind, cue }) => kind === 'user' && cue === 'go_on';

/** @param {any} view @param {(block: any) => boolean} is */
const count = ({ blocks }, is) => blocks.filter(is).length;
