// @ts-check
/** @import { CalendarEvent, EventSection, TermSetting } from './index.js' */

/** Date of a day of the term, `YYYY-MM-DD`. @param {string} termStart @param {{ week: number, day_of_week: number }} day */
export const dateOf = (termStart, { week, day_of_week }) => new Date(Date.parse(`${termStart}T00:00:00Z`) + ((week - 1) * 7 + day_of_week - 1) * 86_400_000).toISOString().slice(0, 10);

/** @param {EventSection} a @param {EventSection} b */
const byTime = (a, b) => a.week - b.week || a.day_of_week - b.day_of_week || a.section - b.section;

/**
 * Begin of the first section and end of the last one, as an event's times; empty without sections.
 * @param {EventSection[]} rows @param {TermSetting} setting
 */
export function spanOf(rows, { termStart, clock }) {
  const [first, last] = [[...rows].sort(byTime)[0], [...rows].sort(byTime).at(-1)];
  if (!first || !last) return { start_time: '', end_time: '' };
  return {
    start_time: `${dateOf(termStart, first)}T${clock[first.section - 1].start}`,
    end_time: `${dateOf(termStart, last)}T${clock[last.section - 1].end}`,
  };
}

/** Whether an entry may be overlapped by fixed entries only. @param {CalendarEvent | undefined} event */
export const isFixed = event => event?.type === 'course' || Boolean(event?.uid);

/** Minutes since midnight. @param {string} time HH:MM */
export const minutesOf = time => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * Times of day of an event that keeps its own, as one from a file does; otherwise undefined. An end at midnight is 24:00.
 * @param {{ uid?: string, start_time?: string, end_time?: string }} event
 */
export function ownTimes({ uid, start_time = '', end_time = '' }) {
  if (!uid || start_time.length < 16 || end_time.length < 16) return undefined;
  const [start, end] = [start_time.slice(11, 16), end_time.slice(11, 16)];
  return { start, end: end === '00:00' ? '24:00' : end };
}

/**
 * Sections that times of day touch. @param {{ start: string, end: string }} times @param {TermSetting['clock']} clock @returns {number[]}
 */
export function touched({ start, end }, clock) {
  const [from, to] = [minutesOf(start), minutesOf(end)];
  return clock.flatMap((section, index) => (minutesOf(section.end) > from && minutesOf(section.start) < to ? [index + 1] : []));
}
