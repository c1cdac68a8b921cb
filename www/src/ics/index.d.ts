import type { StepgateError } from '../index.js';
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

/**
 * Writes a calendar. A weekly course becomes one repeating event, a task in a filler course an event beside it. `now`: the time that each event
 * carries as its stamp; default: the present. `name`: the name of the calendar in the text; default: none. Throws an `IcsError` (`bad_option`) for an option that is wrong.
 */
export function toIcs(calendar: Calendar, options: IcsOptions & { now?: Date; name?: string }): string;

/**
 * Reads a calendar: a text, or its bytes in UTF-8 (or UTF-16 with its mark). Events and tasks written by `toIcs` find their records again by
 * number and name. Any other event becomes a fixed record that keeps its own times of day, in the sections that they touch; it finds its record
 * again by its UID and `source`, and gets its new times. Where the source is only the program that wrote the text, its name must be the same, too.
 * Fixed records may overlap (`conflicts`); a task that is not pinned gives way and waits for a place again (`displaced`). Times of one event that
 * differ in the time of day, name or location become records of their own. An event that is marked as free becomes notes. What the text cancels
 * is not taken in, and deleted where the calendar has it (`cancelled`). Each event is read on its own: one that is broken or fits no section is
 * left out and reported. Reading has a work budget, so that no text freezes the page. Throws an `IcsError`, and nothing else, if the text is no
 * iCalendar or has more than 2,097,152 characters or 5,000 events, or if an option is wrong. `into` is never changed.
 */
export function fromIcs(text: string | ArrayBuffer | ArrayBufferView, options: ReadOptions): IcsReading;
/** Reads a file, for example one that the user chose. */
export function fromIcs(file: Blob, options: ReadOptions): Promise<IcsReading>;

/** The options of `fromIcs`; `clock` and `termStart` are needed. */
export interface ReadOptions extends IcsOptions {
  /** Records to start from. Default: none. */
  into?: Calendar;
  /** First and last day to read, `YYYY-MM-DD`, none before `termStart`. Default: from `termStart`, 26 weeks. */
  from?: string;
  /** Last day to read, `YYYY-MM-DD`. */
  to?: string;
  /** IANA name of the time zone that times are converted to. Default: the host's. */
  timeZone?: string;
  /** Events without a time of day: `busy` takes all sections of their days, unless they are marked as free; `note` none. Default: they are left out. */
  allDay?: 'busy' | 'note';
  /** `note`: keeps the times that touch no section, as notes. Default: they are left out. */
  outside?: 'note';
  /** Events of the same source that the text does not have any more. Default: `keep`. */
  vanished?: 'keep' | 'delete';
  /** Name of the calendar. Default: the one in the text, else the program that wrote it. */
  source?: string;
}

/** The setting that sections and days are counted by. */
export interface IcsOptions {
  /** Begin and end of each section of a day, section 1 first: `[{ start: '08:00', end: '08:45' }, …]`. They ascend and do not overlap. */
  clock: { start: string; end: string }[];
  /** The Monday of week 1, `YYYY-MM-DD`. */
  termStart: string;
}

/** Result of reading a calendar. Lists are empty where nothing is to tell. */
export interface IcsReading {
  /** The records, with those of `into`. */
  calendar: Calendar;
  /** Number of events that were added, and of those found again by their UID. */
  added: number;
  /** Number of events that were found again, and brought up to date. */
  updated: number;
  /** Events of the calendar that the text cancels, by `id` and `name`; they are deleted. */
  cancelled: { id: number; name: string }[];
  /** Events of the same source that the text does not have any more, by `id` and `name`; none if it is a message about some events (METHOD `REQUEST`, `CANCEL`, …). */
  vanished: { id: number; name: string }[];
  /** Names of the tasks that gave way to an event and wait for a place. */
  displaced: string[];
  /** Fixed events (`name`) that overlap another entry (`with`), at most 1,000. */
  conflicts: { name: string; with: string }[];
  /** Name of the calendar, kept with its events. */
  source: string;
  /** Events that were left out: the `name`; the `uid`, if the event has one; the clock time there (`start`), empty if the whole event is meant; the `reason`; what the reason names (`with`). */
  skipped: { name: string; uid?: string; start: string; reason: SkipReason; with?: string }[];
  /** Events that were taken in, but not quite as they are written, with `name`, `uid`, `start`, `reason` and `with` as in `skipped`. */
  changed: { name: string; uid?: string; start: string; reason: ChangeReason; with?: string }[];
}

/**
 * - `all_day`: the event has no time of day, and `allDay` is not given.
 * - `outside_sections`: its time touches no section.
 * - `outside_term`: one or all of its times lie before `from` or after `to` (reported once an event, and not for an endless rule).
 * - `several_days`: it lasts more than 62 days, or ends before it begins; or `toIcs` wrote it and it ends on another day.
 * - `cancelled`: the event, or its time `start`, is cancelled (STATUS or METHOD).
 * - `older`: the text has a version with a higher SEQUENCE.
 * - `answer`: the text tells what somebody answers or proposes (METHOD `REPLY`, `COUNTER`, `DECLINECOUNTER`, `REFRESH`).
 * - `no_event`: a task, a journal or busy times; `with` is its component, for example `VTODO`.
 * - `overlaps`: another entry, named by `with`, has that time.
 * - `no_host`: the task, or the course it shares, is missing.
 * - `no_start`: it has no DTSTART.
 * - `never`: its rule ends before it begins, or gives no day up to `to`.
 * - `rule`: its rule repeats within a day, or does not follow RFC 5545; with `start`: the rule of a single time of a series, whose first time is read.
 * - `zone`: its time zone cannot be read.
 * - `broken`: it has an invalid value, or no end.
 * - `too_many`: reading it takes too much work.
 */
export type SkipReason =
  | 'all_day' | 'outside_sections' | 'outside_term' | 'several_days' | 'cancelled' | 'older' | 'answer' | 'no_event' | 'overlaps' | 'no_host'
  | 'no_start' | 'never' | 'rule' | 'zone' | 'broken' | 'too_many';

/**
 * - `unknown_zone`: its time zone, named by `with`, is neither defined in the text nor known by the IANA or Windows; its times are taken as the reader's.
 * - `encoding`: letters of its name or location were lost, because the bytes are not in UTF-8.
 */
export type ChangeReason = 'unknown_zone' | 'encoding';

/** The text is no iCalendar or too large, or an option is wrong. */
export class IcsError extends StepgateError {
  constructor(code: IcsError['code'], message: string, more?: ErrorOptions);
  name: 'IcsError';
  /** The reason, for programs; `message` says it in English, and names the option. */
  code: 'not_icalendar' | 'too_large' | 'bad_option';
}
