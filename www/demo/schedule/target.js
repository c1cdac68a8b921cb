import { ask, explain } from '../session.js';
import { t } from '../i18n.js';
import * as session from '../state.js';
import { CLOCK } from './clock.js';
import { movedArgs, windowDay } from './moves.js';
import * as state from './state.js';

/** @import { Entry, Place } from './entries.js' */

/**
 * Place that a proposed task is held over before it is dropped there.
 * @typedef {{ call: number, task: number, name: string, place: Place, args?: any, title: string, refused: string, keys: boolean }} Target
 */

/** The card's tool with the user's present arguments. */
const toolNow = card => ({ ...card.tool, args: state.editOf(card)?.args ?? card.tool.args });

/** Title of the open card with these arguments, or the refusal that an approval would meet. @param {any} args */
function tried(args) {
  try {
    return { title: ask({ check: args }).preview?.title ?? '', refused: '' };
  } catch (error) {
    return { title: '', refused: explain(error) };
  }
}

/**
 * Holds a proposed task over a place.
 * @param {Entry} entry @param {number} day @param {number} section @param {boolean} keys whether the keyboard moves it
 */
export function hold({ task, name, from, to }, day, section, keys = false) {
  const card = session.view.value?.card;
  if (!card?.tool || task === undefined) return;
  const start = Math.min(Math.max(section, 1), CLOCK.length - (to - from));
  const now = state.target.value;
  if (now?.task === task && now.place.day === day && now.place.from === start) return;
  const inWindow = windowDay(state.timetable.value, day);
  const args = inWindow === undefined ? undefined : movedArgs(toolNow(card), task, inWindow, start);
  const { title, refused } = args ? tried(args) : { title: '', refused: t('calendar.outside') };
  state.target.value = { call: card.call, task, name, place: { day, from: start, to: start + to - from }, args, title, refused, keys };
}

/** Drops the held task at its place: the open card changes, without an approval. If the task cannot stay there, shows the reason. */
export function putDown() {
  const target = state.target.value;
  if (!target || target.call !== session.view.value?.card?.call) return void (state.target.value = null);
  const { call, task, place, args, title, refused, keys } = target;
  if (!refused) state.edited.value = { call, task, to: place, args, title };
  if (!refused || !keys) state.target.value = null; // with the keyboard the user goes on choosing
  state.refused.value = refused;
}

/** Whether a proposed entry may be moved before its approval. @param {Entry} entry */
export const mayMove = entry => entry.change === 'comes' && session.mayAct.value && Boolean(movedArgs(session.view.value.card.tool, entry.task, 1, 1));
