// @ts-check
/** @import { TermSetting } from './index.js' */
import { EditError } from './error.js';

/**
 * Checks of the values in a change by hand. Each names the place, what was found and what is allowed.
 * @typedef {(value: any, place: string) => void} Check
 */

/** @param {(value: any) => unknown} holds @param {string} allowed @returns {Check} */
const check = (holds, allowed) => (value, place) => { if (!holds(value)) throw new EditError('invalid', place, value, allowed); };

/** @param {number} least @param {number} most */
export const between = (least, most) => check(value => Number.isInteger(value) && value >= least && value <= most, `a whole number from ${least} to ${most}`);

/** @param {Check} one @returns {Check} */
const listOf = one => (value, place) => {
  if (!Array.isArray(value)) throw new EditError('invalid', place, value, 'a list');
  value.forEach((member, index) => one(member, `${place}[${index}]`));
};

/** @param {any[]} values */
const oneOf = (...values) => check(value => values.includes(value), values.map(value => JSON.stringify(value)).join(', '));

/** @param {any} value */
export const isDate = value => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

/** @param {any} value */
const isMoment = value => isDate(value) || (typeof value === 'string' && isDate(value.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(value.slice(10)));

const NAME = 200;

const name = check(value => typeof value === 'string' && value.trim() !== '' && value.length <= NAME, `a text of 1 to ${NAME} characters`);
const flag = check(value => typeof value === 'boolean', 'true or false');
const date = check(isDate, 'a date, YYYY-MM-DD');
const id = check(value => Number.isSafeInteger(value) && value > 0, 'an id');

/** @param {Check} one @returns {Check} */
const orNone = one => (value, place) => { if (value !== null && value !== undefined) one(value, place); };

const profile = ['low', 'medium', 'high'];

/** Fields of each record that a user may set, with their checks. @type {Record<string, Record<string, Check>>} */
const FIELDS = {
  event: { name, location: orNone(check(value => typeof value === 'string' && value.length <= NAME, `a text of at most ${NAME} characters`)), can_be_embedded: flag, locked: flag },
  class: {
    name, mode: oneOf('auto', 'manual'), start_date: orNone(date), end_date: orNone(date), strategy: oneOf('steady', 'rapid'), total_slots: between(0, 10_000), allow_filler_course: flag,
    excluded_slots: listOf(between(1, 64)), excluded_days_of_week: listOf(between(1, 7)), preferred_sections: listOf(between(1, 64)), max_per_day: orNone(between(1, 64)), buffer_days: orNone(between(0, 365)),
    subject_type: orNone(oneOf('quantitative', 'memory', 'reading', 'mixed')), difficulty_level: orNone(oneOf(...profile)), cognitive_intensity: orNone(oneOf(...profile)),
  },
  item: {
    class_id: id, content: name, order: between(1, 1_000_000), length: orNone(between(1, 12)), priority: orNone(between(1, 3)), earliest: orNone(date),
    deadline: orNone(check(isMoment, 'a date, YYYY-MM-DD, or a time, YYYY-MM-DDTHH:MM')), after: orNone(listOf(id)), locked: flag,
  },
};

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
export function checkSetting({ termStart, clock, weeks = MOST_WEEKS }) {
  if (!isDate(termStart) || new Date(`${termStart}T00:00:00Z`).getUTCDay() !== 1) throw new EditError('invalid', 'termStart', termStart, 'a Monday, YYYY-MM-DD');
  between(1, MOST_WEEKS)(weeks, 'weeks');
  if (!Array.isArray(clock) || !clock.length || clock.length > 64) throw new EditError('invalid', 'clock', clock?.length, '1 to 64 sections');
  let before = '00:00';
  clock.forEach((section, index) => {
    const { start, end } = section ?? {};
    for (const [word, time] of [['start', start], ['end', end]]) {
      if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(String(time))) throw new EditError('invalid', `clock[${index}].${word}`, time, 'a time, HH:MM');
    }
    if (start < before || end <= start) throw new EditError('invalid', `clock[${index}]`, `${start}–${end}`, `a time after ${before} that ends after it begins`);
    before = end;
  });
}
