import { dateOf, dayOf } from './entries.js';
import * as state from './state.js';
import { dateName } from './week.js';

/** Numbers of days as the agent tells the model of them. */
const DAYS = /第 ?(\d+) ?天(?:（周.）)?|\bday (\d+)(?: \(\w+\))?/g;

/** Words of the agent that name tasks and days by their numbers, as a person knows them: names in quotes, and dates. @param {string} text */
export function plainWords(text) {
  const { tasks = [], window } = state.timetable.value ?? {};
  const named = tasks.reduce((words, { state_id: id, name }) => words.replaceAll(`[${id}]${name}`, `“${name}”`), text);
  return named.replace(DAYS, (whole, zh, en) => {
    const day = window?.day_mapping.find(({ day_index: index }) => index === Number(zh ?? en));
    return day ? dateName(dateOf(state.term.value.start, dayOf(day))) : whole;
  });
}
