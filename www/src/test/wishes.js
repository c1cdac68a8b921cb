// @ts-check
import { pick } from './values.js';

/** @import { Roll } from './values.js' */

/** A drawn reply that names open wishes where its shape has a place for them. @param {any} reply @param {any} view @param {Roll} roll */
export function withWishes(reply, { wishes = [] }, roll) {
  const [one] = wishes.length ? [pick(roll, wishes).id] : [];
  if (one === undefined || typeof reply !== 'object' || reply === null) return reply;
  return { ...reply, ...('doing' in reply && { doing: one }), ...('finished' in reply && { finished: [one] }) };
}

/** An edit of the page about an open wish, if there is one. @param {any} view @param {Roll} roll @returns {any[]} */
export function editOfWish({ wishes = [] }, roll) {
  if (!wishes.length) return [];
  return [{ [roll(2) ? 'wish' : 'unwish']: pick(roll, wishes).id }];
}

/** The law of wishes: none is dropped without being said, and after a stop none is begun without the user's word. */
export class WishLaw {
  constructor() {
    /** Wishes that a reply has called done, or worked on. */
    this.named = new Set();
    /** Wishes that were open at a stop after which the user has said nothing. */
    this.stopped = new Set();
  }

  /** What an event has broken. @param {any} before the view @param {any} after @param {any} event @returns {string | undefined} */
  broken(before, after, event) {
    const reply = event.type === 'replied' ? event.text : '';
    for (const { id } of before.wishes ?? []) if (new RegExp(`(doing|finished)\\W+${id}\\b`).test(reply)) this.named.add(id);
    const { wish, unwish } = event.type === 'edited' ? event.change : /** @type {any} */ ({});
    const seqs = new Set(after.blocks.map((/** @type {any} */ { seq }) => seq));
    const isUndone = before.blocks.some((/** @type {any} */ { seq }) => !seqs.has(seq));
    if (event.type === 'stopped') this.stopped = new Set(idsOf(before));
    else if (isUndone || wordsIn(after) > wordsIn(before)) this.stopped.clear();
    this.stopped.delete(wish);
    const lost = idsOf(before).find(id => !idsOf(after).includes(id) && !this.named.has(id) && id !== unwish && !isUndone);
    if (lost !== undefined) return `number ${lost} is dropped, and nobody has said so`;
    const begun = (after.wishes ?? []).find((/** @type {any} */ { id, begun }) => begun && this.stopped.has(id) && !isBegun(before, id));
    return begun && `number ${begun.id} is begun after a stop, without a word of the user`;
  }
}

/** @param {any} view @returns {number[]} */
const idsOf = ({ wishes = [] }) => wishes.map((/** @type {any} */ { id }) => id);

/** @param {any} view @param {number} id */
const isBegun = ({ wishes = [] }, id) => wishes.some((/** @type {any} */ wish) => wish.id === id && wish.begun);

/** Number of messages of the user. @param {any} view */
const wordsIn = ({ blocks }) => blocks.filter((/** @type {any} */ { kind, cue }) => kind === 'user' && !cue).length;
