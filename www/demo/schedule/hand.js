import { EditError } from 'stepgate/calendar';
import { t } from '../i18n.js';
import { attempt, reloadCalendar } from '../session.js';
import { store } from './calendar.js';
import { placeWords } from './places.js';
import { storeSetting } from './setting.js';

/** @import { Place } from './entries.js' */

/** A refused change in plain words. @param {any} error @param {Place} [place] where a task was to be put */
export function refusedWords({ code, place: at, found, allowed }, place) {
  if (code === 'occupied' && place) return t('hand.occupiedAt', { place: placeWords(place), with: found });
  const name = typeof found === 'string' || typeof found === 'number' ? found : JSON.stringify(found ?? '');
  return t(`hand.${code}`, { field: fieldName(at), found: name, allowed });
}

/** Name of the field at a place like `save_item.length`. @param {string} place */
function fieldName(place) {
  const field = place.split('.').at(-1).replace(/\[\d+\]$/, '');
  const words = t(`field.${field}`);
  return words.startsWith('field.') ? field : words;
}

/** Runs a change of the store and tells the session. @param {() => Promise<any>} work */
const told = async work => {
  const answer = await work().catch(error => { throw error instanceof EditError ? Object.assign(error, { text: refusedWords(error) }) : error; });
  reloadCalendar();
  return answer;
};

/** Changes the calendar by hand; throws a refusal in plain words. @param {import('../../src/calendar/index.d.ts').CalendarEdit} edit @param {any} [setting] */
export const change = (edit, setting = storeSetting()) => told(() => store.edit(edit, setting));

/** Changes the calendar by hand and shows a refusal. @param {import('../../src/calendar/index.d.ts').CalendarEdit} edit */
export const byHand = edit => attempt(() => change(edit));

export const undo = () => attempt(() => told(() => store.undo()));

export const redo = () => attempt(() => told(() => store.redo()));
