import { EditError, checkEdit, touched } from 'stepgate/calendar';
import { explain } from '../../session/session.js';
import { t } from '../../words/i18n.js';
import { coordsOf, weekOf } from '../entries.js';
import { refusedWords } from '../hand/hand.js';
import { minutesOf, timesOf } from '../places.js';
import { clock, storeSetting } from '../setting.js';
import * as state from '../state.js';
import { mayChange } from './target.js';

/** @import { Place } from '../entries.js' */

/** Name of the held place of a new entry among the held tasks. */
export const NEW = 'new';

/** A place as a time of an event that takes place once. @param {Place} place */
function timeOf(place) {
  const { week, ...time } = coordsOf(place);
  return { ...time, weeks: [week] };
}

/** Reason why no entry can be there. @param {Place} place */
function refusal(place) {
  try {
    checkEdit(state.calendar.value, { save_event: { name: NEW, times: [timeOf(place)] } }, storeSetting());
    return '';
  } catch (error) {
    return error instanceof EditError ? refusedWords(error, place) : explain(error);
  }
}

/** Holds the place of a new entry. @param {Place} place @param {boolean} [keys] whether the keyboard moves it */
export function holdNew(place, keys = false) {
  state.target.value = { id: NEW, name: t('hand.newAt', { times: timesOf(place) }), place, refused: refusal(place), keys };
}

/** Section that begins nearest to a time of day. @param {number} minutes */
export function nearest(minutes) {
  const gaps = clock.value.map(({ start }) => Math.abs(minutesOf(start) - minutes));
  return gaps.indexOf(Math.min(...gaps)) + 1;
}

/** Sections that a dragged span of a day touches; the nearest one, if it lies between two. @param {number} day @param {{ start: string, end: string }} times */
export function placeOf(day, times) {
  const met = touched(times, clock.value);
  const [from = nearest(minutesOf(times.start))] = met;
  return { day, from, to: met.at(-1) ?? from };
}

/** Opens the form of a new entry at the held place; if nothing can be there, shows the reason. */
export function openNew() {
  const target = state.target.value;
  if (target?.id !== NEW) return;
  const { place, refused, keys } = target;
  if (!refused || !keys) state.target.value = null; // with the keyboard the user goes on choosing
  state.refused.value = refused;
  if (!refused) state.sheet.value = { kind: 'event', rows: [{ ...timeOf(place), key: 0 }] };
}

/** First two free sections in a row of a day, else its first ones. @param {number} day */
function freeIn(day) {
  const taken = new Set((state.entries.value.get(day) ?? []).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)));
  const from = clock.value.findIndex((_, index) => index + 1 < clock.value.length && !taken.has(index + 1) && !taken.has(index + 2)) + 1 || 1;
  return { day, from, to: Math.min(from + 1, clock.value.length) };
}

/** Begins to choose a place by the keyboard, in the shown week or day. @param {boolean} narrow whether a week is drawn as a list, which has no places */
export function beginNew(narrow) {
  if (!mayChange()) return;
  if (narrow) state.mode.value = 'day';
  else if (state.mode.value === 'month') state.mode.value = 'week';
  holdNew(freeIn(state.day.value), true);
}

/** Days, and sections of the begin and of the end, that each key moves the place by. */
const STEPS = {
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, -1], ArrowDown: [0, 1, 1],
  'Shift+ArrowUp': [0, 0, -1], 'Shift+ArrowDown': [0, 0, 1],
};

/** Chooses the place of a new entry: arrows move it, with Shift they change its length, Enter takes it, Escape drops it. @param {KeyboardEvent} event */
export function onNewKey(event) {
  const step = STEPS[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
  if (!step && event.key !== 'Enter' && event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  if (step) return moveBy(step);
  if (event.key === 'Enter') return openNew();
  state.letGo();
  /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="calendar-add"]'))?.focus();
}

/** @param {number[]} step */
function moveBy([days, first, last]) {
  const { day, from, to } = /** @type {import('./target.js').Target} */ (state.target.value).place;
  const place = { day: day + days, from: from + first, to: to + last };
  const isInTerm = place.day >= 1 && place.day <= state.term.value.weeks * 7;
  if (!isInTerm || place.from < 1 || place.to > clock.value.length || place.to < place.from) return;
  if (state.mode.value === 'day' || weekOf(place.day) !== state.week.value) state.day.value = place.day;
  holdNew(place, true);
}
