import { today } from './dates.js';
import { dateOf } from './entries.js';
import { minutesOf } from './places.js';
import { clock, term } from './setting.js';

/** Whether a place has begun by now. @param {import('./entries.js').Place} place */
export function hasBegun({ day, from }) {
  const [date, now] = [dateOf(term.value.start, day), new Date()];
  return date < today() || (date === today() && minutesOf(clock.value[from - 1]?.start ?? '24:00') <= now.getHours() * 60 + now.getMinutes());
}
