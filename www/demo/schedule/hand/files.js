import { t } from '../../words/i18n.js';
import { chooseFile, download, isTooLarge } from '../../browser/files.js';
import { attempt, reloadCalendar } from '../../session/session.js';
import { store } from '../calendar.js';
import { dayAfter } from '../day-after.js';
import { storeSetting, term } from '../setting.js';
import * as state from '../state.js';

/** Loads the library behind `stepgate/ics` on first use. */
const ics = () => import('stepgate/ics');

/** The term's settings, as far as a calendar file needs them. */
function icsSetting() {
  const { termStart, clock } = storeSetting();
  return { termStart, clock };
}

/** Downloads the calendar as a file. */
export const exportIcs = () => attempt(async () => {
  const { toIcs } = await ics();
  download('stepgate.ics', toIcs(state.calendar.value, icsSetting()), 'text/calendar');
});

/**
 * Gives the reader of a calendar file, which does not wait: a transaction of the store cannot.
 * @param {any} file name and bytes @param {{ allDay: 'busy' | 'note', vanished: 'keep' | 'delete' }} choices
 */
async function readerOf(file, choices) {
  const { fromIcs, IcsError } = await ics();
  const options = { ...icsSetting(), to: dayAfter(term.value.start, term.value.weeks * 7 - 1), outside: /** @type {const} */ ('note'), ...choices };
  return into => {
    try {
      return fromIcs(file.bytes, { ...options, into });
    } catch (error) {
      throw error instanceof IcsError ? Object.assign(error, { text: t(`calendar.bad.${error.code}`) }) : error;
    }
  };
}

/** The result of an import with these choices. @param {any} file @param {any} choices */
const found = async (file, choices) => (await readerOf(file, choices))(state.calendar.value);

/** Asks for a file, and shows what it would bring before anything changes. */
export const openIcs = () => attempt(async () => {
  const chosen = await chooseFile('.ics,text/calendar');
  if (!chosen) return;
  if (isTooLarge(chosen)) throw Object.assign(new Error(chosen.name), { text: t('calendar.bad.too_large') });
  const file = { name: chosen.name, bytes: await chosen.arrayBuffer() };
  const choices = { allDay: /** @type {const} */ ('busy'), vanished: /** @type {const} */ ('keep') };
  state.sheet.value = { kind: 'import', file, choices, found: await found(file, choices) };
});

/** Shows the open file with other choices, unless the user closes it meanwhile. @param {any} file @param {any} choices */
export async function look(file, choices) {
  const own = state.opened();
  const now = await found(file, choices);
  if (own && state.opened() === own) state.alter({ choices, found: now, problem: null });
}

/** Takes the file in as one change that can be undone. @param {any} sheet */
export async function takeIn({ file, choices }) {
  const read = await readerOf(file, choices);
  const report = await store.change(calendar => { const { calendar: after, ...answer } = read(calendar); return { calendar: after, answer }; }, { by: 'import', what: 'import', name: file.name });
  state.imported.value = { ...report, deleted: choices.vanished === 'delete' ? report.vanished.length : 0 };
  reloadCalendar();
}
