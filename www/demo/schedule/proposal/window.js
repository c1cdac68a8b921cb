import { dateOf, dayOf } from '../entries.js';
import * as state from '../state.js';
import { dateName } from '../dates.js';

/** Date of a day of the agent's window, by its number there. @param {number} number */
export function windowDate(number) {
  const day = state.timetable.value?.window.day_mapping.find(({ day_index: index }) => index === number);
  return day ? dateName(dateOf(state.term.value.start, dayOf(day))) : undefined;
}
