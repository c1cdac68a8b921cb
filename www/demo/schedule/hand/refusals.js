import { has, t } from '../../words/i18n.js';

/** @import { Allowed, EditError } from '../../../src/calendar/index.d.ts' */

/** Key of the words for allowed values: a bound may be open. @param {any} allowed */
const keyOf = ({ kind, least }) => (kind === 'text' && !least ? 'shortText' : kind === 'date' && least ? 'dateFrom' : kind);

/** @param {Allowed} [allowed] */
const allowedWords = allowed => (allowed ? t(`allowed.${keyOf(allowed)}`, /** @type {any} */ (allowed)) : '');

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

/** A refused change in plain words: the field, what was found, what is allowed. @param {EditError} error */
export function refusalWords({ code, place, found, allowed }) {
  const value = typeof found === 'string' || typeof found === 'number' ? String(found) : JSON.stringify(found ?? '');
  const isEmpty = ['', '""', '[]'].includes(value.trim());
  return t(code === 'invalid' && isEmpty ? 'hand.empty' : `hand.${code}`, { field: fieldName(place), found: value, allowed: allowedWords(allowed) });
}
