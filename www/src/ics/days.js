// @ts-check

/**
 * Calendar arithmetic on numbers. A day is the number of days since 1970-01-01; a clock time is the number of milliseconds since then,
 * without a zone.
 */

export const DAY_MS = 86_400_000;

/** @param {number} time */
export const dayOf = time => Math.floor(time / DAY_MS);

/** @param {number} year @param {number} month from 1 @param {number} date */
export const dayAt = (year, month, date) => new Date(0).setUTCFullYear(year, month - 1, date) / DAY_MS;

/** Monday is 0. @param {number} day */
export const weekdayOf = day => (((day + 3) % 7) + 7) % 7;

/** @param {number} day */
export function dateParts(day) {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() };
}

/** @param {number} year @param {number} month from 1 */
export const daysIn = (year, month) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** `2026-09-07T08:00:00`, or the date alone; empty for a time beyond the calendar's range. @param {number} time @param {boolean} isDate */
export function timeText(time, isDate) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, isDate ? 10 : 19);
}
