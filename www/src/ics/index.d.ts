import type { Calendar } from '../calendar/index.d.ts';

export type { Calendar, CalendarEvent, EventSection, TaskClass, TaskItem } from '../calendar/index.d.ts';

/**
 * Calendar records to iCalendar (RFC 5545) and back. An entry of its own: it needs the package `ical.js`, which an application that
 * uses it installs itself (`npm install ical.js`).
 *
 * ```js
 * import { toIcs, fromIcs } from 'stepgate/ics'
 * const text = toIcs(calendar, { clock, termStart: '2026-09-07' })
 * const { calendar: after, added, skipped } = fromIcs(text, { clock, termStart: '2026-09-07', into: calendar })
 * ```
 */

/** Writes what stands in a calendar: a weekly course is one event that repeats, a task in a filler course an event beside it. */
export function toIcs(calendar: Calendar, options: IcsOptions & { now?: Date; name?: string }): string;

/**
 * Reads a calendar. Events and tasks that `toIcs` wrote find their records again by number and name; any other event becomes a record of
 * its own, in the sections its time touches. Each event is read on its own: what is broken, cannot be put into sections, or stands where something
 * stands already is left out and told. A text is read within a budget of work, so that none stops the page. Throws an `IcsError`, and nothing
 * else, where the text is no iCalendar or has more than 2,097,152 characters or 5,000 events, or an option is wrong; `into` is never changed.
 */
export function fromIcs(text: string, options: IcsOptions & {
  /** What is there already. Default: nothing. */
  into?: Calendar;
  /** First and last day to read, `YYYY-MM-DD`, none before `termStart`. Default: from `termStart`, 26 weeks. */
  from?: string;
  to?: string;
  /** Whose clock times with a zone are turned into, an IANA name. Default: the host's. */
  timeZone?: string;
}): IcsReading;

export interface IcsOptions {
  /** When each section of a day begins and ends, section 1 first: `[{ start: '08:00', end: '08:45' }, …]`. They ascend and do not overlap. */
  clock: { start: string; end: string }[];
  /** The Monday of week 1, `YYYY-MM-DD`. */
  termStart: string;
}

export interface IcsReading {
  calendar: Calendar;
  /** How many events of the text are in it. */
  added: number;
  /** `start`: the clock time there, empty where an event as a whole is meant. `uid`: where the event has one. */
  skipped: { name: string; uid?: string; start: string; reason: SkipReason; with?: string }[];
}

/**
 * `all_day`: it has no time of day. `outside_sections`: its time touches no section. `outside_term`: a time of it, or all, lies before `from` or behind `to`
 * (told once an event, and not of a rule without end). `several_days`: it ends on another day. `overlaps`: another entry, named by `with`, stands there.
 * `no_host`: the task, or the course it lives in, is not there. `no_start`: it has no DTSTART. `never`: its rule ends before it begins, or names no day up
 * to `to`. `rule`: its rule repeats within a day, or is none of RFC 5545. `lone_exception`: it replaces a time that no event has. `zone`: its time zone
 * cannot be read. `broken`: it has a value that is none, or no end. `too_many`: reading it takes too much work.
 */
export type SkipReason =
  | 'all_day' | 'outside_sections' | 'outside_term' | 'several_days' | 'overlaps' | 'no_host'
  | 'no_start' | 'never' | 'rule' | 'lone_exception' | 'zone' | 'broken' | 'too_many';

/** The text is no iCalendar, or larger than is read, or an option is not what it must be. */
export class IcsError extends Error {
  readonly code: 'not_icalendar' | 'too_large' | 'bad_option';
}
