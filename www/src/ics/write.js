// @ts-check
/** @import { Calendar, CalendarEvent, EventSection, TaskItem } from './index.js' */
/** @import { Sections, Term, Weekday } from './term.js' */
import ICAL from 'ical.js';
import { minutesOf, ownTimes } from '../calendar/times.js';
import { DAY_MS, weekdayOf } from './days.js';
import { IcsError, mustBeOptions, termOf } from './term.js';

/** @typedef {Sections & { day_of_week: number, weeks: number[] }} Repeated sections of one weekday, in ascending weeks */

/** @type {typeof import('./index.js').toIcs} */
export function toIcs(calendar, options) {
  mustBeOptions(options, ['clock', 'termStart', 'now', 'name']);
  const { clock, termStart, now = new Date(), name } = options;
  const term = termOf({ clock, termStart });
  const root = new ICAL.Component('vcalendar');
  root.updatePropertyWithValue('prodid', '-//stepgate//calendar//EN');
  root.updatePropertyWithValue('version', '2.0');
  if (name) root.updatePropertyWithValue('x-wr-calname', name);
  const stamp = ICAL.Time.fromJSDate(now, true);
  const items = new Map(calendar.task_items.map(item => [item.id, item]));
  const rows = rowsByEvent(calendar, term.has);
  for (const event of calendar.events) {
    const own = rows.get(event.id) ?? [];
    const times = ownTimes(event);
    if (times) root.addSubcomponent(timed(term, stamp, event, own, times));
    else for (const repeated of runs(own)) root.addSubcomponent(weekly(term, stamp, repeated, ofEvent(event)));
    for (const [id, lived] of guests(own)) {
      for (const repeated of runs(lived)) root.addSubcomponent(weekly(term, stamp, repeated, ofGuest(items.get(id), id, event)));
    }
  }
  return `${root.toString()}\r\n`;
}

/** Properties of an event apart from its time. */
const ofEvent = (/** @type {CalendarEvent} */ event) => ({
  uid: `event-${event.id}`,
  texts: { summary: event.name, categories: event.type, location: event.location },
  marks: { id: event.id, type: event.type, embed: event.can_be_embedded || undefined, item: event.rel_id ?? undefined, locked: event.locked || undefined, source: event.source },
});

/** Properties of a task that shares a filler course. */
const ofGuest = (/** @type {TaskItem | undefined} */ item, /** @type {number} */ id, /** @type {CalendarEvent} */ host) => ({
  uid: `item-${id}`,
  texts: { summary: item?.content ?? host.name, categories: 'task', transp: 'TRANSPARENT' },
  marks: { item: id, host: host.id },
});

/** @typedef {{ uid: string | undefined, texts: Record<string, string | undefined>, marks: Record<string, string | number | boolean | undefined> }} What */
/** @typedef {(name: string, value: any) => void} Put adds a property, unless its value is undefined */

/** A VEVENT; `time` puts when it is. @param {ICAL.Time} stamp @param {What} what @param {(put: Put) => void} time */
function vevent(stamp, { uid, texts, marks }, time) {
  const event = new ICAL.Component('vevent');
  /** @type {Put} */
  const put = (name, value) => { if (value !== undefined) event.addPropertyWithValue(name, value); };
  put('uid', uid);
  put('dtstamp', stamp);
  time(put);
  for (const [name, value] of Object.entries(texts)) put(name, value);
  for (const [name, value] of Object.entries(marks)) put(`x-stepgate-${name}`, value === undefined ? value : String(value));
  return event;
}

/** An event that has sections on one weekday of some weeks. @param {Term} term @param {ICAL.Time} stamp @param {Repeated} repeated @param {What} what */
function weekly(term, stamp, { day_of_week, from, to, weeks }, what) {
  const day = (/** @type {number} */ week) => ({ week, day_of_week });
  return vevent(stamp, { ...what, uid: `${what.uid}-${day_of_week}-${from}-${to}-${weeks[0]}@stepgate` }, put => {
    put('dtstart', term.start(day(weeks[0]), from));
    put('dtend', term.end(day(weeks[0]), to));
    repeat(weeks.map(week => term.day(day(week))), at => term.start(term.weekday(at), from), put);
  });
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * An event with times of its own: one that repeats by weeks, without the days on which it is not held. Without sections it is a note of one day.
 * @param {Term} term @param {ICAL.Time} stamp @param {CalendarEvent} event @param {EventSection[]} rows @param {{ start: string, end: string }} times
 */
function timed(term, stamp, event, rows, { start, end }) {
  const days = daysOf(rows, event, term);
  const isDate = start === '00:00' && end === '24:00';
  const at = (/** @type {number} */ day, /** @type {string} */ time) => {
    const moment = term.time(term.weekday(day), minutesOf(time));
    moment.isDate = isDate;
    return moment;
  };
  const { texts, marks } = ofEvent(event);
  return vevent(stamp, { uid: event.uid, texts: { ...texts, transp: rows.length ? undefined : 'TRANSPARENT' }, marks }, put => {
    put('dtstart', at(days[0], start));
    put('dtend', at(days[0], end));
    repeat(days, day => at(day, start), put);
  });
}

/** Days of an event, ascending. @param {EventSection[]} rows @param {CalendarEvent} event @param {Term} term */
function daysOf(rows, event, term) {
  if (!rows.length) return [Date.parse(`${event.start_time.slice(0, 10)}T00:00:00Z`) / DAY_MS];
  return [...new Set(rows.map(term.day))].sort((a, b) => a - b);
}

/** Writes the rule for days, and those that it gives too many: some programs lose the first day of an event that has an RDATE and no rule. @param {number[]} days @param {(day: number) => ICAL.Time} at @param {Put} put */
function repeat(days, at, put) {
  if (days.length < 2) return;
  const weekdays = new Set(days.map(weekdayOf));
  const held = new Set(days);
  const all = Array.from({ length: days[days.length - 1] - days[0] + 1 }, (_, index) => days[0] + index).filter(day => weekdays.has(weekdayOf(day)));
  const byday = weekdays.size > 1 ? { byday: [...weekdays].sort().map(day => WEEKDAYS[day]) } : {};
  put('rrule', ICAL.Recur.fromData({ freq: 'WEEKLY', count: all.length, ...byday }));
  for (const day of all) if (!held.has(day)) put('exdate', at(day));
}

/** @param {Calendar} calendar @param {(section: number) => boolean} known */
function rowsByEvent({ event_sections }, known) {
  /** @type {Map<number, EventSection[]>} */
  const byEvent = new Map();
  for (const row of event_sections) {
    if (!known(row.section)) throw new IcsError('bad_option', `clock has no section ${row.section}`);
    const rows = byEvent.get(row.event_id);
    if (rows) rows.push(row);
    else byEvent.set(row.event_id, [row]);
  }
  return byEvent;
}

/** The rows of each task that shares an event. @param {EventSection[]} rows */
function guests(rows) {
  /** @type {Map<number, EventSection[]>} */
  const byItem = new Map();
  for (const row of rows) {
    if (row.embedded_task_id == null) continue;
    byItem.set(row.embedded_task_id, [...(byItem.get(row.embedded_task_id) ?? []), row]);
  }
  return byItem;
}

/** Joins neighbouring sections of a day into runs, and equal runs of several weeks into one that repeats. @param {EventSection[]} rows */
function runs(rows) {
  const sorted = [...rows].sort((a, b) => a.week - b.week || a.day_of_week - b.day_of_week || a.section - b.section);
  /** @type {(Weekday & Sections)[]} */
  const single = [];
  for (const { week, day_of_week, section } of sorted) {
    const last = single.at(-1);
    if (last?.week === week && last.day_of_week === day_of_week && last.to + 1 === section) last.to = section;
    else single.push({ week, day_of_week, from: section, to: section });
  }
  /** @type {Map<string, Repeated>} */
  const repeated = new Map();
  for (const { week, day_of_week, from, to } of single) {
    const key = `${day_of_week} ${from} ${to}`;
    const run = repeated.get(key);
    if (run) run.weeks.push(week);
    else repeated.set(key, { day_of_week, from, to, weeks: [week] });
  }
  return [...repeated.values()];
}
