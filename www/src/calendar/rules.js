// @ts-check
/** @import { Calendar, CalendarRule } from './index.js' */
/** @import { Check } from './checks.js' */
/** @import { Edited } from './edits.js' */
import { between, check, date, listOf, moment, mustBeFields, oneOf } from './checks.js';
import { EditError } from './error.js';
import { next } from './tables.js';

/** Checks of the user's rules, and changes to them by hand. What a rule means is in docs/decisions/076-an-open-plan-is-a-draft.md. */

const MANY = 65_535;

/** @param {any} value */
const isTime = value => /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value)) || value === '24:00';
const time = check(isTime, { kind: 'time' });

/** @param {any} value */
const isReference = value => /^[gm][1-9]\d*$/.test(String(value));

/** An object with these members and no others; those with `?` may be left out. @param {Record<string, Check>} members @returns {Check} */
const form = members => (value, place) => {
  const names = Object.keys(members).map(name => name.replace('?', ''));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new EditError('invalid', place, value, { kind: 'members', names });
  mustBeFields(value, names, `${place}.`);
  for (const [name, holds] of Object.entries(members)) {
    const field = name.replace('?', '');
    if (value[field] !== undefined || field === name) holds(value[field], `${place}.${field}`);
  }
};

/** A form whose first member is not behind its second. @param {string} first @param {string} second @param {Check} each @param {boolean} apart @returns {Check} */
const span = (first, second, each, apart) => (value, place) => {
  form({ [first]: each, [second]: each })(value, place);
  if (apart ? value[first] < value[second] : value[first] <= value[second]) return;
  throw new EditError('invalid', `${place}.${second}`, value[second], { kind: 'later', after: value[first] });
};

const times = form({ 'weekdays?': listOf(between(1, 7)), 'dates?': listOf(span('first', 'last', date, false)), 'hours?': listOf(span('from', 'to', time, true)) });
const about = check(value => value === 'all' || isReference(value), { kind: 'about' });

/** @type {Check} */
const pace = (value, place) => {
  if (typeof value === 'object' && value !== null) form({ every_days: between(1, MANY) })(value, place);
  else oneOf('daily', 'early', 'even')(value, place);
};

/** Contents of a rule by their names. @type {Record<string, Check>} */
const WHAT = {
  only: times,
  never: times,
  at_most: form({ most: between(0, MANY), of: oneOf('items', 'minutes'), per: oneOf('day', 'week') }),
  order: form({ 'before?': about, 'days?': between(0, MANY), 'minutes?': between(0, MANY) }),
  pace,
  earliest: moment,
  deadline: form({ by: moment, reserve: between(0, MANY) }),
  pin: form({ date, from: between(1, 64), to: between(1, 64) }),
  avoid_late: time,
};

/** @type {Check} */
const what = (value, place) => {
  if (value === 'stay') return;
  const names = Object.keys(WHAT);
  const [name, ...more] = Object.keys(Object(value));
  if (!Object.hasOwn(WHAT, name) || more.length) throw new EditError('invalid', place, value, { kind: 'choice', values: ['stay', ...names] });
  WHAT[name](value[name], `${place}.${name}`);
};

const text = check(value => typeof value === 'string' && value.length <= 1000, { kind: 'text', least: 0, most: 1000 });

const rule = form({
  id: between(1, 2 ** 32 - 2), about, what, strength: oneOf('must', 'wish'), from: oneOf('user', 'setting', 'approved'), 'words?': text,
});

/** Throws unless the value is a rule. @type {Check} */
export function mustBeRule(value, place) {
  rule(value, place);
  const { about, what } = /** @type {CalendarRule} */ (value);
  const { pin, order } = /** @type {any} */ (what);
  if (pin && (pin.to < pin.from)) throw new EditError('invalid', `${place}.what.pin.to`, pin.to, { kind: 'number', least: pin.from, most: 64 });
  if (pin && !about.startsWith('m')) throw new EditError('invalid', `${place}.about`, about, { kind: 'about', one: true });
  if (order && order.before === about) throw new EditError('invalid', `${place}.what.order.before`, about, { kind: 'about', not: about });
}

/** Classes and tasks that a rule names. @param {CalendarRule} rule @returns {string[]} */
const named = ({ about, what }) => [about, typeof what === 'object' && 'order' in what ? what.order.before : undefined].filter(name => name !== undefined && name !== 'all');

/** Saves a rule. A new one is the user's, and must be kept, unless it says otherwise. @param {Calendar} calendar @param {Partial<CalendarRule>} given @returns {Edited} */
export function saveRule(calendar, given) {
  const old = given.id === undefined ? undefined : knownRule(calendar, given.id, 'save_rule.id');
  const id = old?.id ?? next(calendar, 'rules');
  const row = /** @type {CalendarRule} */ ({ strength: 'must', from: 'user', ...old, ...given, id });
  mustBeRule(row, 'save_rule');
  const missing = named(row).find(name => !isThere(calendar, name));
  if (missing !== undefined) throw new EditError('not_found', missing === row.about ? 'save_rule.about' : 'save_rule.what.order.before', missing);
  return { writes: { put: { rules: [row] } }, answer: { id } };
}

/** @param {Calendar} calendar @param {{ id: number }} given @returns {Edited} */
export function deleteRule(calendar, { id }) {
  return { writes: { delete: { rules: [[knownRule(calendar, id, 'delete_rule.id').id]] } }, answer: { id } };
}

/** @param {Calendar} calendar @param {number} id @param {string} place */
function knownRule({ rules = [] }, id, place) {
  const rule = rules.find(one => one.id === id);
  if (!rule) throw new EditError('not_found', place, id);
  return rule;
}

/** @param {Calendar} calendar @param {string} name */
const isThere = ({ task_classes, task_items }, name) => (name.startsWith('g') ? task_classes : task_items).some(({ id }) => id === Number(name.slice(1)));

/** Keys of the rules that name one of these: they go with it. @param {Calendar} calendar @param {string[]} names */
export const keysOfRules = ({ rules = [] }, names) => rules.filter(rule => named(rule).some(name => names.includes(name))).map(({ id }) => [id]);
