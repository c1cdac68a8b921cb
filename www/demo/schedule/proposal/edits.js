import { callOf } from '../../chat/only-call.js';
import { ask, explain } from '../../session/session.js';
import { t } from '../../words/i18n.js';
import * as session from '../../state.js';
import { changedMoves, windowDay } from './moves.js';
import * as state from '../state.js';

/** @import { Place } from '../entries.js' */

/** Title of the open card with these arguments, or the refusal that an approval would meet. @param {any} args */
function tried(args) {
  try {
    return { title: ask({ check: args }).preview?.title ?? '', refused: '' };
  } catch (error) {
    return { title: '', refused: explain(error) };
  }
}

/**
 * The card with other places and without some changes, tried out. @param {any} card @param {Map<number, Place>} to @param {Set<number>} off
 * @returns {NonNullable<typeof state.edited.value>}
 */
export function attempted(card, to, off) {
  const places = new Map();
  for (const [task, place] of to) {
    const day = windowDay(state.timetable.value, place.day);
    if (day === undefined) return { call: card.id, to, off, args: callOf(card).args, title: '', refused: t('calendar.outside') };
    places.set(task, { day, section: place.from });
  }
  const args = changedMoves(callOf(card), places, off);
  return { call: card.id, to, off, args, ...tried(args) };
}

/** The user's changes of the open card so far. @param {any} card */
const sofar = card => state.editOf(card) ?? { to: new Map(), off: new Set() };

/** The open card with one task elsewhere. @param {number} task @param {Place} place */
export function movedTo(task, place) {
  const card = session.view.value?.card;
  const { to, off } = sofar(card);
  return attempted(card, new Map(to).set(task, place), off);
}

/** Leaves a change of the open card out, or takes it in again. @param {number} task @param {boolean} on */
export function take(task, on) {
  const card = session.view.value?.card;
  const { to, off } = sofar(card);
  const left = new Set(off);
  if (on) left.delete(task);
  else left.add(task);
  state.edited.value = to.size || left.size ? attempted(card, to, left) : null;
}
