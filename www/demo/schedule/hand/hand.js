import { EditError } from 'stepgate/calendar';
import { t } from '../../words/i18n.js';
import { attempt, reloadCalendar } from '../../session/session.js';
import { store } from '../calendar.js';
import { placeWords } from '../places.js';
import { refusalWords } from './refusals.js';
import { storeSetting } from '../setting.js';

/** @import { Place } from '../entries.js' */

/** A refused change in plain words. @param {any} error @param {Place} [place] where a task was to be put */
export const refusedWords = (error, place) => (error.code === 'occupied' && place ? t('hand.occupiedAt', { place: placeWords(place), with: error.found }) : refusalWords(error));

/** Runs a change of the store and tells the session. @param {() => Promise<any>} work */
const told = async work => {
  const answer = await work().catch(error => { throw error instanceof EditError ? Object.assign(error, { text: refusedWords(error) }) : error; });
  reloadCalendar();
  return answer;
};

/** Changes the calendar by hand; throws a refusal in plain words. @param {import('../../../src/calendar/index.d.ts').CalendarEdit} edit @param {any} [setting] */
export const change = (edit, setting = storeSetting()) => told(() => store.edit(edit, setting));

/** Changes the calendar by hand and shows a refusal. @param {import('../../../src/calendar/index.d.ts').CalendarEdit} edit */
export const byHand = edit => attempt(() => change(edit));

export const undo = () => attempt(() => told(() => store.undo()));

export const redo = () => attempt(() => told(() => store.redo()));
