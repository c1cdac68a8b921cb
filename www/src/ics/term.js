// @ts-check
import ICAL from 'ical.js';
import { unknownIn } from '../checks/assert-option.js';
import { StepgateError } from '../stepgate-error.js';
import { dayAt, DAY_MS, timeText } from './days.js';

/** @typedef {{ week: number, day_of_week: number }} Weekday */
/** @typedef {{ from: number, to: number }} Sections first and last section, from 1 */
/** @typedef {ReturnType<typeof termOf>} Term */

export class IcsError extends StepgateError {
  /** @param {'not_icalendar' | 'too_large' | 'bad_option'} code @param {string} text @param {ErrorOptions} [options] */
  constructor(code, text, options) {
    super(code, text, options);
    this.name = 'IcsError';
  }
}

/** Throws for a member that is no option. @param {object} options @param {string[]} names */
export function mustBeOptions(options, names) {
  const [unknown, allowed] = unknownIn(options, names) ?? [];
  if (unknown !== undefined) throw new IcsError('bad_option', `${unknown} must be ${allowed}`);
}

/**
 * Converts days of a term and sections of a day to dates and clock times.
 * @param {{ clock: { start: string, end: string }[], termStart: string }} options
 */
export function termOf({ clock, termStart }) {
  const monday = dateOf(termStart, 'termStart');
  if (monday.dayOfWeek() !== ICAL.Time.MONDAY) throw new IcsError('bad_option', 'termStart must be a Monday');
  const sections = clockOf(clock);

  /** @param {Weekday} day */
  const date = ({ week, day_of_week }) => plus(monday, (week - 1) * 7 + day_of_week - 1);

  /** @param {Weekday} day @param {number} minutes */
  const at = (day, minutes) => {
    const time = plus(date(day), Math.floor(minutes / 1_440));
    time.isDate = false;
    time.hour = Math.floor(minutes / 60) % 24;
    time.minute = minutes % 60;
    return time;
  };

  /** A clock time in the form of the records. @param {Weekday} day @param {number} minutes */
  const text = ({ week, day_of_week }, minutes) => {
    const day = dayNumber(monday) + (week - 1) * 7 + day_of_week - 1;
    return timeText(day * DAY_MS + minutes * 60_000, false).slice(0, 16);
  };

  return {
    /** Begin of a section as text, `2026-09-07T08:00`. @param {Weekday} day @param {number} section */
    startText: (day, section) => text(day, sections[section - 1].start),
    /** @param {Weekday} day @param {number} section */
    endText: (day, section) => text(day, sections[section - 1].end),
    /** A time of day as text, `2026-09-07T08:30`; minutes from 1440 are on the next day. @param {Weekday} day @param {number} minutes */
    timeText: (day, minutes) => text(day, minutes),
    /** A time of day. @param {Weekday} day @param {number} minutes */
    time: (day, minutes) => at(day, minutes),
    /** Number of sections of a day. */
    sections: sections.length,
    /** Begin of a section. @param {Weekday} day @param {number} section */
    start: (day, section) => at(day, sections[section - 1].start),
    /** End of a section. @param {Weekday} day @param {number} section */
    end: (day, section) => at(day, sections[section - 1].end),
    /** Whether the clock has this section. @param {number} section */
    has: section => sections[section - 1] !== undefined,
    /** Number of days since 1970 of a day of the term. @param {Weekday} day */
    day: ({ week, day_of_week }) => dayNumber(monday) + (week - 1) * 7 + day_of_week - 1,
    /** The day of the term for a number of days since 1970; weeks before the first are below 1. @param {number} day @returns {Weekday} */
    weekday(day) {
      const days = day - dayNumber(monday);
      return { week: Math.floor(days / 7) + 1, day_of_week: ((days % 7) + 7) % 7 + 1 };
    },
    /**
     * The sections that a time within one day touches.
     * @param {number} from minutes @param {number} to minutes @returns {Sections | undefined}
     */
    touched(from, to) {
      const touched = sections.flatMap(({ start, end }, index) => (end > from && start < to ? [index + 1] : []));
      return touched.length ? { from: touched[0], to: touched[touched.length - 1] } : undefined;
    },
  };
}

/** @param {unknown} given @param {string} name of the option */
export function dateOf(given, name) {
  const text = String(given);
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? ICAL.Time.fromDateString(text) : undefined;
  if (time?.toString() !== text) throw new IcsError('bad_option', `${name} must be a date, YYYY-MM-DD`);
  return time;
}

/** @param {ICAL.Time} date @param {number} days */
export function plus(date, days) {
  const time = date.clone();
  time.adjust(days, 0, 0, 0);
  return time;
}

/** @param {ICAL.Time} date */
export const dayNumber = ({ year, month, day }) => dayAt(year, month, day);

/** @param {{ start: string, end: string }[]} clock */
function clockOf(clock) {
  let before = 0;
  if (!Array.isArray(clock)) throw new IcsError('bad_option', 'clock must be a list of { start, end }');
  return clock.map((given, index) => {
    const { start, end } = given ?? {};
    const section = { start: minutes(start, `clock[${index}].start`), end: minutes(end, `clock[${index}].end`) };
    if (section.start < before || section.end <= section.start) throw new IcsError('bad_option', `clock[${index}] must lie behind the section before it`);
    before = section.end;
    return section;
  });
}

/** @param {unknown} text @param {string} name of the option */
function minutes(text, name) {
  const [, hour, minute] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(String(text)) ?? [];
  if (hour === undefined) throw new IcsError('bad_option', `${name} must be a time, HH:MM`);
  return Number(hour) * 60 + Number(minute);
}
