import { download, pickFile } from '../files.js';
import { attempt } from '../session.js';
import { CLOCK } from './clock.js';
import { store } from './calendar.js';
import * as state from './state.js';
import { dayAfter } from './semester.js';

const options = () => ({ clock: CLOCK, termStart: state.term.value.start });

/** The library behind `stepgate/ics` is loaded when it is first used. */
const ics = () => import('stepgate/ics');

/** The calendar as a file. */
export const exportIcs = () => attempt(async () => {
  const { toIcs } = await ics();
  download('stepgate.ics', toIcs(state.calendar.value, options()), 'text/calendar');
});

/** Adds the events of a file to the calendar; what is left out is listed. */
export const importIcs = () => attempt(async () => {
  const text = await pickFile('.ics,text/calendar');
  if (text === null) return;
  const { fromIcs } = await ics();
  const to = dayAfter(state.term.value.start, state.term.value.weeks * 7 - 1);
  const { calendar, added, skipped } = fromIcs(text, { ...options(), into: state.calendar.value, to });
  state.imported.value = { added, skipped };
  await store.replace(calendar).catch(error => { state.imported.value = null; throw error; });
});
