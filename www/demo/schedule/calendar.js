import { batch } from '@preact/signals-core';
import { calendarStore, calendarTools } from 'stepgate/calendar';
import { onLoss } from '../session/loss.js';
import { differences, weekOf } from './entries.js';
import { searchTools } from './proposal/search.js';
import { storeSetting, term, todayInTerm } from './setting.js';
import * as state from './state.js';

/** The page's calendar, shared by all tabs. */
export const store = calendarStore('stepgate-demo', { onLoss });

/** Host tools of the schedule agent, with the user's present term and clock. */
export const scheduleTools = () => ({ ...calendarTools(store, () => storeSetting()), ...searchTools() });

let following = false;

/** Follows the calendar. The start page fills an empty one with the sample semester. */
export async function followCalendar() {
  const day = todayInTerm();
  await update();
  batch(() => {
    state.lastChange.value = null;
    state.justMade.value = null;
    state.sheet.value = null;
    state.day.value = day ?? 1;
  });
  if (following) return;
  following = true;
  store.onChange(update);
}

/** Takes in the calendar, and notes the difference. */
async function update() {
  const [after, history] = await Promise.all([store.load(), store.history()]);
  const before = state.calendar.value;
  const known = new Set(state.history.value.map(({ id }) => id));
  const [newest] = history;
  batch(() => {
    state.calendar.value = after;
    state.history.value = history;
    state.lastChange.value = before ? { moves: differences(before, after) } : null;
    state.justMade.value = before && newest && !newest.undone && !known.has(newest.id) ? newest : null;
  });
}

/**
 * Loads the agent's timetable after a change, and shows the week of a proposal.
 * @param {{ read(query: object): any }} agent @param {any} view @param {any} before
 */
export function followSchedule(agent, view, before) {
  const old = before?.agent === 'schedule' ? before.data : undefined;
  if (!old || view.data.timetable_version !== old.timetable_version) state.timetable.value = agent.read({ timetable: true });
  if (!old || view.data.timetable_version !== old.timetable_version || view.data.unsaved !== old.unsaved) state.unsavedChanges.value = agent.read({ unsaved: true });
  if (view.card?.id !== before?.card?.id) state.letGo();
  const [first] = view.card?.id !== before?.card?.id ? state.proposal.value : [];
  if (first) show((first.to ?? first.from).day);
}

/** Shows a day of the term, in the view of its week. @param {number} day */
function show(day) {
  state.day.value = Math.min(day, term.value.weeks * 7);
  if (state.mode.value === 'month' || weekOf(day) !== state.week.value) state.mode.value = 'week';
}
