import { dateOf, dayOf } from './entries.js';
import * as state from './state.js';
import { dateName } from './dates.js';

/** The agent's day numbers in texts for the model. */
const DAYS = /第 ?(\d+) ?天(?:（周.）)?|\bday (\d+)(?: \(\w+\))?/g;

/** Date of a day of the agent's window. @param {number} number */
export function dayName(number) {
  const day = state.timetable.value?.window.day_mapping.find(({ day_index: index }) => index === number);
  return day ? dateName(dateOf(state.term.value.start, dayOf(day))) : undefined;
}

/** Turns the agent's words for tasks and days, which use numbers, into names in quotes and dates. @param {string} text */
export function plainWords(text) {
  const { tasks = [] } = state.timetable.value ?? {};
  const named = tasks.reduce((words, { state_id: id, name }) => words.replaceAll(`[${id}]${name}`, `“${name}”`), text);
  return named.replace(DAYS, (whole, zh, en) => dayName(Number(zh ?? en)) ?? whole);
}
