import { t } from '../i18n.js';
import { chooseFile, download, isTooLarge } from '../files.js';
import { attempt } from '../session.js';
import { CLOCK } from './clock.js';
import { store } from './calendar.js';
import * as state from './state.js';
import { dayAfter } from './semester.js';

const options = () => ({ clock: CLOCK, termStart: state.term.value.start });

/** Loads the library behind `stepgate/ics` on first use. */
const ics = () => import('stepgate/ics');

/** Downloads the calendar as a file. */
export const exportIcs = () => attempt(async () => {
  const { toIcs } = await ics();
  download('stepgate.ics', toIcs(state.calendar.value, options()), 'text/calendar');
});

/** Reads a calendar file. @param {File} file */
async function reading(file) {
  if (isTooLarge(file)) throw Object.assign(new Error(file.name), { text: t('calendar.bad.too_large') });
  const { fromIcs, IcsError } = await ics();
  const to = dayAfter(state.term.value.start, state.term.value.weeks * 7 - 1);
  try {
    return fromIcs(await file.text(), { ...options(), into: state.calendar.value, to });
  } catch (error) {
    throw error instanceof IcsError ? Object.assign(error, { text: t(`calendar.bad.${error.code}`) }) : error;
  }
}

/** Adds the events of a file to the calendar and lists those that were left out. */
export const importIcs = () => attempt(async () => {
  const file = await chooseFile('.ics,text/calendar');
  if (!file) return;
  const { calendar, added, skipped } = await reading(file);
  state.imported.value = { added, skipped };
  await store.replace(calendar).catch(error => { state.imported.value = null; throw error; });
});
