import { batch } from '@preact/signals-core';
import { calendarStore, calendarTools } from 'stepgate/calendar';
import { CLOCK } from './clock.js';
import { differences, weekOf } from './entries.js';
import * as state from './state.js';

/** The page's calendar, shared by all tabs. */
export const store = calendarStore('stepgate-demo');

/** Host tools of the schedule agent. */
export const scheduleTools = () => calendarTools(store, { termStart: state.term.value.start, clock: CLOCK, today: () => new Date().toISOString().slice(0, 10) });

let following = false;
/** The last import that the calendar already contains. */
let reported = state.imported.value;

/** Follows the calendar. The start page fills an empty one with the sample semester. */
export async function followCalendar() {
  state.calendar.value = await store.load();
  if (following) return;
  following = true;
  store.onChange(async () => { changed(await store.load()); });
}

/** Takes in the changed calendar and notes the difference. @param {import('../../src/ics/index.d.ts').Calendar} after */
function changed(after) {
  const before = state.calendar.value;
  batch(() => {
    state.calendar.value = after;
    state.lastChange.value = before && state.imported.value === reported ? { moves: differences(before, after) } : null; // an import is no write of the agent
    reported = state.imported.value;
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
  if (view.card?.call !== before?.card?.call) state.letGo();
  const [first] = view.card?.call !== before?.card?.call ? state.proposal.value : [];
  if (!first) return;
  state.week.value = Math.min(weekOf((first.to ?? first.from).day), state.term.value.weeks);
  state.mode.value = 'week';
}
