import { t } from '../i18n.js';
import { chooseFile, download, isTooLarge } from '../files.js';
import { attempt, reloadCalendar } from '../session.js';
import { store } from './calendar.js';
import { dayAfter } from './day-after.js';
import { storeSetting, term } from './setting.js';
import * as state from './state.js';

/** Loads the library behind `stepgate/ics` on first use. */
const ics = () => import('stepgate/ics');

/** Downloads the calendar as a file. */
export const exportIcs = () => attempt(async () => {
  const { toIcs } = await ics();
  download('stepgate.ics', toIcs(state.calendar.value, storeSetting()), 'text/calendar');
});

/** Reads a calendar file into a calendar. @param {any} file name and text @param {any} into @param {{ allDay: 'busy' | 'note', vanished: 'keep' | 'delete' }} choices */
async function reading(file, into, choices) {
  const { fromIcs, IcsError } = await ics();
  try {
    return fromIcs(file.text, { ...storeSetting(), into, to: dayAfter(term.value.start, term.value.weeks * 7 - 1), outside: 'note', ...choices });
  } catch (error) {
    throw error instanceof IcsError ? Object.assign(error, { text: t(`calendar.bad.${error.code}`) }) : error;
  }
}

/** Asks for a file, and shows what it would bring before anything changes. */
export const openIcs = () => attempt(async () => {
  const chosen = await chooseFile('.ics,text/calendar');
  if (!chosen) return;
  if (isTooLarge(chosen)) throw Object.assign(new Error(chosen.name), { text: t('calendar.bad.too_large') });
  await look({ name: chosen.name, text: await chosen.text() }, { allDay: 'busy', vanished: 'keep' });
});

/** Shows the file with these choices. @param {any} file @param {any} choices */
export async function look(file, choices) {
  const found = await reading(file, state.calendar.value, choices);
  state.sheet.value = { kind: 'import', file, choices, found };
}

/** Takes the file in as one change that can be undone. @param {any} sheet */
export async function takeIn({ file, choices }) {
  const read = await prepared(file, choices);
  const report = await store.change(calendar => { const { calendar: after, ...answer } = read(calendar); return { calendar: after, answer }; }, { by: 'import', what: 'import', name: file.name });
  state.imported.value = { ...report, deleted: choices.vanished === 'delete' ? report.vanished.length : 0 };
  reloadCalendar();
}

/** The reader of the file, for the transaction of the store, which cannot wait. @param {any} file @param {any} choices */
async function prepared(file, choices) {
  const { fromIcs } = await ics();
  const options = { ...storeSetting(), to: dayAfter(term.value.start, term.value.weeks * 7 - 1), outside: /** @type {const} */ ('note'), ...choices };
  return into => fromIcs(file.text, { ...options, into });
}
