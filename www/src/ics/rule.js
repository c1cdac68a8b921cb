// @ts-check
/** @import { Spend } from './work.js' */
import ICAL from 'ical.js';
import { dateParts, dayAt, daysIn, weekdayOf } from './days.js';
import { LeftOut } from './work.js';

/**
 * Days on which a rule (RFC 5545, 3.3.10) repeats. `ical.js` parses the rule but does not expand it: its iterator may search for ever
 * within one
 * step. Here each period of the rule is one step, and every period lies before the requested end.
 * @typedef {object} Rule
 * @property {'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'} freq
 * @property {number} interval @property {number} [count] @property {string} [until] in its text form @property {number} wkst Monday is 0
 * @property {number[]} [months] @property {number[]} [monthDays] @property {number[]} [yearDays] @property {number[]} [positions]
 * @property {{ weekday: number, nth: number }[]} [weekdays] `nth`: 0 where every such day is meant
 */

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const LAST_YEAR = 9_999;

/** @param {string} value @param {Spend} spend @returns {Rule} */
export function ruleOf(value, spend) {
  spend(10 + value.length / 2);
  const plain = partsOf(value);
  const rule = read(plain);
  const { freq, interval, parts: { BYDAY, BYMONTH: months, BYMONTHDAY: monthDays, BYYEARDAY: yearDays, BYSETPOS: positions, ...other } } = rule;
  const weekdays = /** @type {Rule['weekdays']} */ (BYDAY?.map(weekday));
  const nths = weekdays?.some(({ nth }) => nth !== 0);
  const isRead = FREQUENCIES.includes(freq) && Number.isSafeInteger(interval) && interval > 0 && !Object.keys(other).length
    && !(nths && (freq === 'DAILY' || freq === 'WEEKLY')) && !(monthDays && freq === 'WEEKLY') && !(yearDays && freq !== 'YEARLY');
  if (!isRead) throw new LeftOut('rule');
  const until = /(?:^|;)UNTIL=([^;]*)/.exec(plain)?.[1];
  return { freq, interval, count: rule.count ?? undefined, until, wkst: (rule.wkst + 5) % 7, months, monthDays, yearDays, positions, weekdays };
}

/** Names of a rule's parts. Another one would change its days. */
const PART = /^(?:FREQ|INTERVAL|COUNT|UNTIL|WKST|BY[A-Z]+|RSCALE=GREGORIAN$)/;

/** Parts that stand beside a rule, though some programs write them into it. */
const BESIDE = /^EXDATE=/;

/** The parts of a rule, without blanks and without the dates that are taken out. @param {string} value */
function partsOf(value) {
  const parts = value.toUpperCase().replace(/\s/g, '').split(';').filter(part => part && !BESIDE.test(part));
  if (!parts.every(part => PART.test(part))) throw new LeftOut('rule');
  return parts.filter(part => !part.startsWith('RSCALE')).join(';');
}

/** Dates that a rule takes out. @param {string} value */
export const takenOut = value => value.replace(/\s/g, '').split(';').flatMap(part => (/^EXDATE=/i.test(part) ? [part.slice(7)] : []));

/** @param {string} value @returns {any} */
function read(value) {
  try {
    return ICAL.Recur.fromString(value);
  } catch {
    throw new LeftOut('rule');
  }
}

/** @param {string} text for example `-1FR` */
function weekday(text) {
  const [, nth, name] = /^([+-]?\d{1,3})?([A-Z]{2})$/i.exec(text) ?? [];
  const at = WEEKDAYS.indexOf(name?.toUpperCase() ?? '');
  if (at < 0) throw new LeftOut('rule');
  return { weekday: at, nth: Number(nth ?? 0) };
}

/**
 * The days of a rule from `start` to before `behind`, in order. Days before `from` may be skipped if nothing counts them.
 * @param {Rule} rule @param {number} start @param {{ from: number, behind: number }} window @param {Spend} spend
 */
export function* daysOfRule(rule, start, { from, behind }, spend) {
  const { numberOf, last, begins, days } = PERIODS[rule.freq](rule, start);
  const first = numberOf(start);
  const skipped = rule.count === undefined && from > start ? Math.max(0, Math.floor((numberOf(from) - first) / rule.interval)) : 0;
  for (let period = first + skipped * rule.interval; period <= last && begins(period) < behind; period += rule.interval) {
    const found = days(period);
    spend(COST[rule.freq] + found.length);
    for (const day of chosen(found, rule.positions)) {
      if (day >= behind) return;
      if (day >= start) yield day;
    }
  }
}

/** Units of work for one period. */
const COST = { DAILY: 1, WEEKLY: 2, MONTHLY: 10, YEARLY: 100 };

/** The days of a period that `BYSETPOS` selects. @param {number[]} days @param {number[]} [positions] */
function chosen(days, positions) {
  if (!positions) return days;
  const taken = new Set(positions.map(position => days[position > 0 ? position - 1 : days.length + position]));
  return days.filter(day => taken.has(day));
}

/**
 * Division of time by a rule: the number of a day's period, and for each period its first day and the days that the rule selects.
 * @typedef {{ numberOf: (day: number) => number, last: number, begins: (period: number) => number, days: (period: number) => number[] }}
 * Periods
 */

/** @type {Record<Rule['freq'], (rule: Rule, start: number) => Periods>} */
const PERIODS = {
  DAILY(rule) {
    const isTaken = dayFilter(rule);
    return { numberOf: day => day, last: dayAt(LAST_YEAR, 12, 31), begins: day => day, days: day => (isTaken(day) ? [day] : []) };
  },
  WEEKLY(rule, start) {
    const { wkst, weekdays = [{ weekday: weekdayOf(start), nth: 0 }] } = rule;
    const offsets = [...new Set(weekdays.map(({ weekday: day }) => (day - wkst + 7) % 7))].sort((a, b) => a - b);
    const isTaken = dayFilter({ ...rule, weekdays: undefined });
    const begins = (/** @type {number} */ week) => week * 7 - 3 + wkst; // day -3 was a Monday
    return {
      numberOf: day => Math.floor((day + 3 - wkst) / 7),
      last: dayAt(LAST_YEAR, 12, 31) / 7,
      begins,
      days: week => offsets.map(offset => begins(week) + offset).filter(isTaken),
    };
  },
  MONTHLY(rule, start) {
    const yearAndMonth = (/** @type {number} */ number) => /** @type {const} */ ([Math.floor(number / 12), (number % 12) + 1]);
    return {
      numberOf(day) {
        const { year, month } = dateParts(day);
        return year * 12 + month - 1;
      },
      last: LAST_YEAR * 12 + 11,
      begins: number => dayAt(...yearAndMonth(number), 1),
      days: number => daysOfMonth(rule, start, ...yearAndMonth(number)),
    };
  },
  YEARLY: (rule, start) => ({
    numberOf: day => dateParts(day).year,
    last: LAST_YEAR,
    begins: year => dayAt(year, 1, 1),
    days: year => daysOfYear(rule, start, year),
  }),
};

/** Test whether a day passes the rule's filters. @param {Rule} rule @returns {(day: number) => boolean} */
function dayFilter({ months, monthDays, weekdays }) {
  const isWeekday = weekdays && new Set(weekdays.map(({ weekday: day }) => day));
  return day => {
    if (isWeekday && !isWeekday.has(weekdayOf(day))) return false;
    if (!months && !monthDays) return true;
    const { year, month, date } = dateParts(day);
    return isOneOf(months, month) && (!monthDays || monthDays.some(own => own === date || own === date - daysIn(year, month) - 1));
  };
}

/** @param {number[] | undefined} values @param {number} value */
const isOneOf = (values, value) => !values || values.includes(value);

/** @param {Rule} rule @param {number} start @param {number} year @param {number} month */
function daysOfMonth({ months, monthDays, weekdays }, start, year, month) {
  if (!isOneOf(months, month)) return [];
  const [first, count] = [dayAt(year, month, 1), daysIn(year, month)];
  const all = Array.from({ length: count }, (_, index) => first + index);
  if (!monthDays && !weekdays) return all.slice(dateParts(start).date - 1, dateParts(start).date);
  return all.filter(day => (!monthDays || isMonthDay(monthDays, day - first + 1, count)) && (!weekdays || isNthWeekday(weekdays, day, first, count)));
}

/** @param {number[]} monthDays @param {number} date @param {number} count days of the month */
const isMonthDay = (monthDays, date, count) => monthDays.some(own => own === date || own === date - count - 1);

/**
 * Whether a day is the n-th of its weekday in a month or year, for example the second or the last Tuesday.
 * @param {NonNullable<Rule['weekdays']>} weekdays @param {number} day @param {number} first @param {number} count
 */
const isNthWeekday = (weekdays, day, first, count) => weekdays.some(({ weekday: own, nth }) => {
  if (own !== weekdayOf(day)) return false;
  return nth === 0 || nth === Math.floor((day - first) / 7) + 1 || nth === -Math.floor((first + count - 1 - day) / 7) - 1;
});

/** @param {Rule} rule @param {number} start @param {number} year */
function daysOfYear(rule, start, year) {
  const { months, monthDays, yearDays, weekdays } = rule;
  const [first, count] = [dayAt(year, 1, 1), dayAt(year + 1, 1, 1) - dayAt(year, 1, 1)];
  const ofMonths = (/** @type {number[]} */ numbers, /** @type {Rule} */ own) => numbers.flatMap(month => daysOfMonth(own, start, year, month));
  if (yearDays) {
    const isTaken = dayFilter(rule);
    return Array.from({ length: count }, (_, index) => first + index).filter(day => isMonthDay(yearDays, day - first + 1, count) && isTaken(day));
  }
  if (months || monthDays) return ofMonths(months ? [...new Set(months)].sort((a, b) => a - b) : MONTHS, rule);
  if (!weekdays) return ofMonths([dateParts(start).month], rule);
  return Array.from({ length: count }, (_, index) => first + index).filter(day => isNthWeekday(weekdays, day, first, count));
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
