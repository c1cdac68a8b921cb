import { EditError, checkEdit } from 'stepgate/calendar';
import { callOf } from '../../chat/only-call.js';
import { explain } from '../../session/session.js';
import * as session from '../../state.js';
import { coordsOf } from '../entries.js';
import { movedTo } from '../proposal/edits.js';
import { byHand, refusedWords } from '../hand/hand.js';
import { hasPlace } from '../proposal/moves.js';
import { clock, storeSetting } from '../setting.js';
import * as state from '../state.js';

/** @import { Entry, Place } from '../entries.js' */

/**
 * Place that a task is held over before it is dropped there. `edit`: its change of the open card, if it is a proposal.
 * @typedef {{ call?: number, id: string, item?: number, name: string, place: Place, edit?: any, refused: string, keys: boolean }} Target
 */

/** Whether a proposed entry may be moved before its approval. @param {Entry} entry */
const mayMoveProposal = entry => entry.change === 'comes' && session.mayAct.value && Boolean(callOf(session.view.value?.card)) && hasPlace(callOf(session.view.value.card), entry.task);

/** Whether a task in the calendar may be moved by hand: not while a card is open, which would no longer fit. @param {Entry} entry */
const mayMoveByHand = entry => entry.kind === 'existing' && !entry.change && !entry.locked && entry.mark !== 'done' && mayChange();

/** Whether the calendar may be changed by hand now. */
export const mayChange = () => session.mayAct.value && !session.view.value?.card;

/** @param {Entry} entry */
export const mayMove = entry => mayMoveProposal(entry) || mayMoveByHand(entry);

/** The change by hand that puts a task somewhere. @param {number} item @param {Place} place */
const placing = (item, place) => ({ place_item: { id: item, ...coordsOf(place) } });

/** Reason why a task cannot be put somewhere by hand. @param {number} item @param {Place} place */
function refusal(item, place) {
  try {
    checkEdit(state.calendar.value, placing(item, place), storeSetting());
    return '';
  } catch (error) {
    return error instanceof EditError ? refusedWords(error, place) : explain(error);
  }
}

/**
 * Holds a task over a place.
 * @param {Entry} entry @param {number} day @param {number} section @param {boolean} keys whether the keyboard moves it
 */
export function hold(entry, day, section, keys = false) {
  const { id, item, task, name, from, to } = entry;
  const start = Math.min(Math.max(section, 1), clock.value.length - (to - from));
  const place = { day, from: start, to: start + to - from };
  const now = state.target.value;
  if (now?.id === id && now.place.day === day && now.place.from === start) return;
  if (mayMoveProposal(entry)) {
    const edit = movedTo(task, place);
    state.target.value = { call: edit.call, id, name, place, edit, refused: edit.refused, keys };
  } else if (mayMoveByHand(entry)) {
    state.target.value = { id, item, name, place, refused: refusal(item, place), keys };
  }
}

/**
 * Drops the held task at its place: a proposal changes on its card, without an approval; a task in the calendar is moved. If it cannot stay
 * there, shows the reason.
 */
export function putDown() {
  const target = state.target.value;
  if (!target) return;
  const { call, item, place, edit, refused, keys } = target;
  if (!refused || !keys) state.target.value = null; // with the keyboard the user goes on choosing
  state.refused.value = refused;
  if (refused) return;
  if (!edit) byHand(placing(item, place));
  else if (call === session.view.value?.card?.id) state.edited.value = edit;
}
