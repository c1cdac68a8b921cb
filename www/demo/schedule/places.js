import { t } from '../words/i18n.js';
import { dateName } from './dates.js';
import { dateOf } from './entries.js';
import { clock, term } from './setting.js';

/** @import { Place } from './entries.js' */

const periods = ({ from, to }) => t(from === to ? 'calendar.period' : 'calendar.periods', { from, to });

/** A place in words, also none: `Wed, Sep 9, 13:30–15:10 (periods 5–6)`. @param {Place | undefined} place */
export const placeWords = place => (place ? wholePlace(place) : t('calendar.nowhere'));

/** Clock times of sections: `13:30–15:10`. @param {{ from: number, to: number, times?: { start: string, end: string } }} place */
export const timesOf = ({ from, to, times }) => (times ? `${times.start}–${times.end}` : `${clock.value[from - 1]?.start ?? '–'}–${clock.value[to - 1]?.end ?? '–'}`);

/** Minutes since midnight. @param {string} time HH:MM */
export const minutesOf = time => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** A place with clock times: `Wed, Sep 9, 13:30–15:10 (periods 5–6)`. @param {Place & { times?: { start: string, end: string } }} place */
export const wholePlace = place => t(place.from ? 'calendar.placeTimes' : 'calendar.placeNote', {
  day: dateName(dateOf(term.value.start, place.day)), times: timesOf(place), periods: place.from ? periods(place) : '',
});
