import type { Calendar } from '../calendar/index.d.ts';

export type { Calendar, CalendarEvent, EventSection, TaskClass, TaskItem } from '../calendar/index.d.ts';

/**
 * Converts calendar records to iCalendar (RFC 5545) and back. A separate entry, because it needs the package `ical.js`, which an
 * application
 * installs itself (`npm install ical.js`).
 *
 * ```js
 * import { toIcs, fromIcs } from 'stepgate/ics'
 * const text = toIcs(calendar, { clock, termStart: '2026-09-07' })
 * const { calendar: after, added, skipped } = fromIcs(text, { clock, termStart: '2026-09-07', into: calendar })
 * ```
 */

/** Writes a calendar. A weekly course becomes one repeating event, a task in a filler course an event beside it. */
export function toIcs(calendar: Calendar, options: IcsOptions & { now?: Date; name?: string }): string;

/**
 * Reads a calendar. Events and tasks written by `toIcs` find their records again by number and name. Any other event becomes a fixed record
 * that keeps its own times of day, in the sections that they touch; it finds its record again by its UID, which gets its new times. Fixed
 * records may overlap (`conflicts`); a task that is not pinned gives way and waits for a place again (`displaced`). Times of one event that
 * differ in the time of day, name or location become records of their own. Each event is read on its own: one that is broken or fits no
 * section is left out and reported. Reading has a work budget, so that no text freezes the page. Throws an `IcsError`, and nothing else, if
 * the text is no iCalendar or has more than 2,097,152 characters or 5,000 events, or if an option is wrong. `into` is never changed.
 */
export function fromIcs(text: string, options: IcsOptions & {
  /** Records to start from. Default: none. */
  into?: Calendar;
  /** First and last day to read, `YYYY-MM-DD`, none before `termStart`. Default: from `termStart`, 26 weeks. */
  from?: string;
  to?: string;
  /** IANA name of the time zone that times are converted to. Default: the host's. */
  timeZone?: string;
  /** Events without a time of day: `busy` takes all sections of their days, `note` none. Default: they are left out. */
  allDay?: 'busy' | 'note';
  /** `note`: keeps the times that touch no section, as notes. Default: they are left out. */
  outside?: 'note';
  /** Events of the same source that the text does not have any more. Default: `keep`. */
  vanished?: 'keep' | 'delete';
  /** Name of the calendar. Default: the one in the text. */
  source?: string;
}): IcsReading;

export interface IcsOptions {
  /** Begin and end of each section of a day, section 1 first: `[{ start: '08:00', end: '08:45' }, …]`. They ascend and do not overlap. */
  clock: { start: string; end: string }[];
  /** The Monday of week 1, `YYYY-MM-DD`. */
  termStart: string;
}

export interface IcsReading {
  calendar: Calendar;
  /** Number of events that were added, and of those found again by their UID. */
  added: number;
  updated: number;
  /** Events of the same source that the text does not have any more. */
  vanished: { id: number; name: string }[];
  /** Names of the tasks that gave way to an event and wait for a place. */
  displaced: string[];
  /** Fixed events that overlap another entry. */
  conflicts: { name: string; with: string }[];
  /** Name of the calendar, kept with its events. */
  source: string;
  /** Times that were left out. `start`: the clock time there, empty if the whole event is meant. `uid`: if the event has one. */
  skipped: { name: string; uid?: string; start: string; reason: SkipReason; with?: string }[];
}

/**
 * `all_day`: the event has no time of day, and `allDay` is not given. `outside_sections`: its time touches no section. `outside_term`: one or all of its times lie
 * before
 * `from` or after `to` (reported once an event, and not for an endless rule). `several_days`: it lasts more than 62 days, or ends before it begins; or `toIcs` wrote it and it ends on another day. `overlaps`: another
 * entry,
 * named by `with`, has that time. `no_host`: the task, or the course it shares, is missing. `no_start`: it has no DTSTART. `never`: its
 * rule ends
 * before it begins, or gives no day up to `to`. `rule`: its rule repeats within a day, or does not follow RFC 5545. `lone_exception`: it
 * replaces a
 * time that no event has. `zone`: its time zone cannot be read. `broken`: it has an invalid value, or no end. `too_many`: reading it takes
 * too much work.
 */
export type SkipReason =
  | 'all_day' | 'outside_sections' | 'outside_term' | 'several_days' | 'overlaps' | 'no_host'
  | 'no_start' | 'never' | 'rule' | 'lone_exception' | 'zone' | 'broken' | 'too_many';

/** The text is no iCalendar or too large, or an option is wrong. */
export class IcsError extends Error {
  readonly code: 'not_icalendar' | 'too_large' | 'bad_option';
}
