import { has, t } from '../i18n.js';

/** The calendar's words for allowed values, by their form, and the key of the page's own. @type {[RegExp, string][]} */
const ALLOWED = [
  [/^a whole number from (\d+) to (\d+)$/, 'number'], [/^a text of 1 to (\d+) characters$/, 'text'], [/^a text of at most (\d+) characters$/, 'shortText'],
  [/^a date, YYYY-MM-DD, or a time/, 'moment'], [/^a date, /, 'date'], [/^a date from (\S+)$/, 'dateFrom'], [/^a Monday, /, 'monday'],
  [/^a time, /, 'time'], [/^a time after (\S+) that/, 'section'], [/^at least one time$/, 'oneTime'], [/^a list of weeks$/, 'weeks'],
];

/** @param {string} allowed */
function allowedWords(allowed) {
  for (const [form, key] of ALLOWED) {
    const found = form.exec(allowed);
    if (found) return t(`allowed.${key}`, { ...found });
  }
  return allowed;
}

/** Fields of the term, by their names in the setting. */
const TERM = { termStart: 'term_start', weeks: 'term_weeks' };

/** Name of the field at a place like `save_event.times[1].weeks` or `clock[3].start`. @param {string} place */
function fieldName(place) {
  const [, list, index] = /(times|clock)\[(\d+)\]/.exec(place) ?? [];
  const n = Number(index) + 1;
  if (list === 'clock') return t('field.clockOf', { n });
  const field = TERM[place] ?? place.split('.').at(-1).replace(/\[\d+\]$/, '');
  const name = has(`field.${field}`) ? t(`field.${field}`) : field;
  return list ? t('field.inTime', { field: name, n }) : name;
}

/** A refused change in plain words: the field, what was found, what is allowed. @param {import('../../src/calendar/index.d.ts').EditError} error */
export function refusalWords({ code, place, found, allowed }) {
  const value = typeof found === 'string' || typeof found === 'number' ? String(found) : JSON.stringify(found ?? '');
  const isEmpty = ['', '""', '[]'].includes(value.trim());
  return t(code === 'invalid' && isEmpty ? 'hand.empty' : `hand.${code}`, { field: fieldName(place), found: value, allowed: allowedWords(allowed) });
}
