// @ts-check
/** @import { Skip } from './records.js' */
/** @import { Sections, Term, Weekday } from './term.js' */
import ICAL from 'ical.js';
import { recordsOn } from './records.js';
import { dateOf, IcsError, minutesOf, plus, termOf } from './term.js';

/** Occurrences looked at in one event and in one text: a rule may repeat every second for ever. */
const MOST_OF_EVENT = 20_000;
const MOST_OF_TEXT = 200_000;
const DEFAULT_WEEKS = 26;

/** @typedef {{ start: ICAL.Time, end: ICAL.Time }} Time */
/**
 * What `toIcs` wrote beside the time.
 * @typedef {{ id?: number, type: 'course' | 'task', embed: boolean, item?: number, host?: number }} Marks
 */
/** @typedef {{ name: string, location?: string, marks: Marks, times: Time[], cut: boolean }} Found `cut`: there were more times than are looked at */

/** @type {typeof import('./index.js').fromIcs} */
export function fromIcs(text, { clock, termStart, into, from = termStart, to, timeZone }) {
  const term = termOf({ clock, termStart });
  const first = dateOf(from, 'from');
  const behind = plus(to === undefined ? plus(dateOf(termStart, 'termStart'), DEFAULT_WEEKS * 7 - 1) : dateOf(to, 'to'), 1);
  const records = recordsOn(into);
  /** @type {import('./index.js').IcsReading['skipped']} */
  const skipped = [];
  let added = 0;
  for (const found of eventsOf(text, behind, timeZone)) {
    let placed = false;
    for (const time of found.times) {
      const where = placeOf(time, term, first, behind);
      const skip = 'reason' in where ? where : records.put(found, where);
      if (skip) skipped.push({ name: found.name, start: time.start.toString(), ...skip });
      else placed = true;
    }
    if (placed) added += 1;
    if (found.cut) skipped.push({ name: found.name, start: '', reason: 'too_many' });
  }
  return { calendar: records.done(term), added, skipped };
}

/** @param {string} text */
function parse(text) {
  try {
    const root = ICAL.Component.fromString(text);
    if (root.name === 'vcalendar') return root;
  } catch (error) {
    throw new IcsError('not_icalendar', 'the text is no iCalendar', { cause: error });
  }
  throw new IcsError('not_icalendar', 'the text is an iCalendar component, but no calendar');
}

/** All events in the order of the text, but tasks in courses last. @param {string} text @param {ICAL.Time} behind @param {string} [timeZone] */
function eventsOf(text, behind, timeZone) {
  const root = parse(text);
  const components = root.getAllSubcomponents('vevent');
  const exceptions = new Map();
  for (const component of components.filter(component => component.hasProperty('recurrence-id'))) {
    const uid = component.getFirstPropertyValue('uid');
    exceptions.set(uid, [...(exceptions.get(uid) ?? []), component]);
  }
  const local = localTime(timeZone);
  let left = MOST_OF_TEXT;
  /** @type {Found[]} */
  const found = [];
  for (const component of components) {
    if (component.hasProperty('recurrence-id') || !component.hasProperty('dtstart')) continue;
    const event = new ICAL.Event(component, { exceptions: exceptions.get(component.getFirstPropertyValue('uid')) ?? [] });
    const times = [];
    let looked = 0;
    let cut = false;
    for (const { startDate, endDate } of occurrences(event)) {
      if (startDate.compare(plus(behind, 1)) > 0) break; // a day more: zones shift
      if (looked++ === MOST_OF_EVENT || left-- <= 0) {
        cut = true;
        break;
      }
      times.push({ start: local(startDate), end: local(endDate) });
    }
    found.push({ name: event.summary || '–', ...(event.location ? { location: event.location } : {}), marks: marksOf(component), times, cut });
  }
  return found.sort((a, b) => Number(a.marks.host !== undefined) - Number(b.marks.host !== undefined));
}

/** @param {ICAL.Event} event */
function* occurrences(event) {
  if (!event.isRecurring()) {
    yield event;
    return;
  }
  const iterator = event.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) yield event.getOccurrenceDetails(next);
}

/** @param {ICAL.Component} component @returns {Marks} */
function marksOf(component) {
  const mark = (/** @type {string} */ name) => component.getFirstPropertyValue(`x-stepgate-${name}`);
  const number = (/** @type {string} */ name) => (/^\d{1,15}$/.test(String(mark(name))) ? Number(mark(name)) : undefined);
  return { id: number('id'), type: mark('type') === 'course' ? 'course' : 'task', embed: mark('embed') === 'true', item: number('item'), host: number('host') };
}

/** Clock times with a zone as clock times of the reader; others are theirs already. @param {string} [timeZone] */
function localTime(timeZone) {
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
  return (/** @type {ICAL.Time} */ time) => {
    if (time.isDate || time.zone === ICAL.Timezone.localTimezone) return time;
    const parts = Object.fromEntries(format.formatToParts(time.toJSDate()).map(({ type, value }) => [type, Number(value)]));
    const { year, month, day, hour, minute, second } = parts;
    return new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, ICAL.Timezone.localTimezone);
  };
}

/**
 * The sections of the day that a time touches.
 * @param {Time} time @param {Term} term @param {ICAL.Time} first @param {ICAL.Time} behind @returns {(Weekday & Sections) | Skip}
 */
function placeOf({ start, end }, term, first, behind) {
  if (start.isDate) return { reason: 'all_day' };
  if (start.compareDateOnlyTz(first, ICAL.Timezone.localTimezone) < 0 || start.compareDateOnlyTz(behind, ICAL.Timezone.localTimezone) >= 0) return { reason: 'outside_term' };
  const day = term.weekday(start);
  if (day.week < 1) return { reason: 'outside_term' };
  const last = term.weekday(end);
  const midnight = minutesOf(end) === 0 && last.week * 7 + last.day_of_week === day.week * 7 + day.day_of_week + 1;
  if (!midnight && (last.week !== day.week || last.day_of_week !== day.day_of_week)) return { reason: 'several_days' };
  const sections = term.touched(minutesOf(start), midnight ? 1_440 : minutesOf(end));
  return sections ? { ...day, ...sections } : { reason: 'outside_sections' };
}
