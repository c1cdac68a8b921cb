// @ts-check
/** @import { Allowed, TermSetting } from './index.js' */
import { strangerIn } from '../checks/assert-option.js';
import { meant } from '../checks/meant.js';
import { EditError } from './error.js';

/**
 * Checks of the values in a change by hand. Each names the place, what was found and what is allowed.
 * @typedef {(value: any, place: string) => void} Check
 */

/** @param {(value: any) => unknown} holds @param {Allowed} allowed @returns {Check} */
export const check = (holds, allowed) => (value, place) => { if (!holds(value)) throw new EditError('invalid', place, value, allowed); };

/** @param {number} least @param {number} most */
export const between = (least, most) => check(value => Number.isInteger(value) && value >= least && value <= most, { kind: 'number', least, most });

/** @param {Check} one @returns {Check} */
export const listOf = one => (value, place) => {
  if (!Array.isArray(value)) throw new EditError('invalid', place, value, { kind: 'list' });
  value.forEach((member, index) => one(member, `${place}[${index}]`));
};

/** @param {string[]} values */
export const oneOf = (...values) => check(value => values.includes(value), { kind: 'choice', values });

/** @param {any} value */
export const isDate = value => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

/** @param {any} value */
const isMoment = value => isDate(value) || (typeof value === 'string' && isDate(value.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(value.slice(10)));

const NAME = 200;

const name = check(value => typeof value === 'string' && value.trim() !== '' && value.length <= NAME, { kind: 'text', least: 1, most: NAME });
const flag = check(value => typeof value === 'boolean', { kind: 'boolean' });
export const date = check(isDate, { kind: 'date' });
export const moment = check(isMoment, { kind: 'moment' });
const id = check(value => Number.isSafeInteger(value) && value > 0, { kind: 'id' });

/** Throws for a member that none of these names. @param {any} given @param {string[]} names @param {string} before what stands before it in the place */
export function mustBeFields(given, names, before) {
  const unknown = strangerIn(given, names);
  if (unknown === undefined) return;
  const near = meant(unknown, names);
  throw new EditError('invalid', `${before}${unknown}`, given[unknown], { kind: 'members', names, ...(near ? { meant: near } : {}) });
}

/** @param {Check} one @returns {Check} */
const orNone = one => (value, place) => { if (value !== null && value !== undefined) one(value, place); };

/** Most sections of a day. */
const MOST_SECTIONS = 64;

const profile = ['low', 'medium', 'high'];

/** Fields of each record that a user may set, with their checks. @type {Record<string, Record<string, Check>>} */
const FIELDS = {
  event: { name, location: orNone(check(value => typeof value === 'string' && value.length <= NAME, { kind: 'text', least: 0, most: NAME })), can_be_embedded: flag, locked: flag },
  class: {
    name, mode: oneOf('auto', 'manual'), start_date: orNone(date), end_date: orNone(date), strategy: oneOf('steady', 'rapid'), total_slots: between(0, 10_000), allow_filler_course: flag,
    excluded_slots: listOf(between(1, MOST_SECTIONS)), excluded_days_of_week: listOf(between(1, 7)), preferred_sections: listOf(between(1, MOST_SECTIONS)), max_per_day: orNone(between(1, MOST_SECTIONS)), buffer_days: orNone(between(0, 365)),
    subject_type: orNone(oneOf('quantitative', 'memory', 'reading', 'mixed')), difficulty_level: orNone(oneOf(...profile)), cognitive_intensity: orNone(oneOf(...profile)),
  },
  item: {
    class_id: id, content: name, order: between(1, 1_000_000), length: orNone(between(1, 12)), priority: orNone(between(1, 3)), earliest: orNone(date),
    deadline: orNone(moment), after: orNone(listOf(id)), locked: flag,
  },
};

/** Names of those fields. */
export const FIELD_NAMES = { event: Object.keys(FIELDS.event), class: Object.keys(FIELDS.class), item: Object.keys(FIELDS.item) };

/**
 * The given fields of a record, checked. Empty optional fields are left out. @param {'event' | 'class' | 'item'} kind @param {Record<string, any>} given @param {string} place
 * @returns {any}
 */
export function fieldsOf(kind, given, place) {
  /** @type {Record<string, any>} */
  const taken = {};
  for (const [field, holds] of Object.entries(FIELDS[kind])) {
    if (!(field in given) || given[field] === undefined) continue;
    holds(given[field], `${place}.${field}`);
    taken[field] = typeof given[field] === 'string' ? given[field].trim() : given[field];
  }
  return taken;
}

/** Fields of an item that may be left out. */
export const ITEM_OPTIONS = ['length', 'priority', 'earliest', 'deadline', 'after'];

/** Most weeks of a term, and their number if none is given. */
export const MOST_WEEKS = 60;

/** Throws unless the term and the clock can be used. @param {TermSetting} setting */
export function checkSetting(setting) {
  mustBeFields(setting, ['termStart', 'clock', 'weeks'], '');
  const { termStart, clock, weeks = MOST_WEEKS } = setting;
  if (!isDate(termStart) || new Date(`${termStart}T00:00:00Z`).getUTCDay() !== 1) throw new EditError('invalid', 'termStart', termStart, { kind: 'monday' });
  between(1, MOST_WEEKS)(weeks, 'weeks');
  if (!Array.isArray(clock) || !clock.length || clock.length > MOST_SECTIONS) throw new EditError('invalid', 'clock', clock?.length, { kind: 'clock', least: 1, most: MOST_SECTIONS });
  let before = '00:00';
  clock.forEach((section, index) => {
    const { start, end } = section ?? {};
    for (const [word, time] of [['start', start], ['end', end]]) {
      if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(String(time))) throw new EditError('invalid', `clock[${index}].${word}`, time, { kind: 'time' });
    }
    if (start < before || end <= start) throw new EditError('invalid', `clock[${index}]`, `${start}–${end}`, { kind: 'section', after: before });
    before = end;
  });
}
