/** @import { Calendar, EventSection, TaskItem } from '../../src/ics/index.d.ts' */
import { ownTimes } from 'stepgate/calendar';
import { dayOfDate } from './setting.js';
import { dayAfter } from './day-after.js';

/**
 * An entry of the drawn calendar. Days count over the term: the Monday of week 1 is day 1.
 * @typedef {object} Entry
 * @property {string} id        `event 5` or `item 201`
 * @property {string} name
 * @property {string} [detail]  class of the task
 * @property {'course' | 'filler' | 'event' | 'existing' | 'suggested' | 'note'} kind
 * @property {number} day
 * @property {number} from      first section
 * @property {number} to        last section; both are 0 for an entry that occupies none
 * @property {{ start: string, end: string }} [times]  times of day of an entry that keeps its own
 * @property {string} [location]
 * @property {boolean} [locked] whether the user pinned it
 * @property {'done' | 'missed'} [mark]  what became of the task
 * @property {number} [event]   id of its event
 * @property {number} [item]    id of its task
 * @property {string} [clash]   name of a fixed entry at the same time
 * @property {boolean} guest    whether it shares a filler course
 * @property {'comes' | 'goes'} [change]  role in a proposal that is not done yet
 * @property {number} [task]    number of a task that a proposal moves
 * @property {number} [classId]
 *
 * @typedef {{ day: number, from: number, to: number }} Place
 * @typedef {{ id: string, item?: number, name?: string, task?: number, from?: Place, to?: Place }} Move change of a task's place against the records
 */

/** @param {{ week: number, day_of_week: number }} one */
export const dayOf = ({ week, day_of_week }) => (week - 1) * 7 + day_of_week;

/** @param {number} day */
export const weekOf = day => Math.ceil(day / 7);

/** A place in the form of the records. @param {Place} place */
export const coordsOf = ({ day, from, to }) => ({ week: weekOf(day), day_of_week: ((day - 1) % 7) + 1, section_from: from, section_to: to });

/** @param {string} termStart @param {number} day */
export const dateOf = (termStart, day) => dayAfter(termStart, day - 1);

/**
 * Entries of the records, with unsaved moves and with a proposal's removals and additions.
 * @param {Calendar} calendar @param {{ unsaved?: Move[], proposed?: Move[] }} [moves] @returns {Map<number, Entry[]>}
 */
export function entriesByDay(calendar, { unsaved = [], proposed = [] } = {}) {
  const names = namesOf(calendar);
  const elsewhere = new Set(unsaved.map(({ id }) => id));
  const saved = recordEntries(calendar, names).filter(({ id }) => !elsewhere.has(id));
  const suggested = unsaved.flatMap(({ id, item, task, to }) => (to ? [{ ...itemEntry(item, names), id, task, ...to, kind: /** @type {const} */ ('suggested') }] : []));
  return byDay(withClashes(withProposal([...saved, ...suggested], proposed, names)));
}

/** Kinds of entries that do not move. */
const FIXED = new Set(['course', 'filler', 'event']);

/** Marks fixed entries that lie over each other. @param {Entry[]} entries */
function withClashes(entries) {
  const byPlace = new Map();
  for (const entry of entries.filter(({ kind }) => FIXED.has(kind))) byPlace.set(entry.day, [...(byPlace.get(entry.day) ?? []), entry]);
  const over = entry => byPlace.get(entry.day)?.find(other => other.id !== entry.id && other.from <= entry.to && entry.from <= other.to);
  return entries.map(entry => {
    const other = FIXED.has(entry.kind) ? over(entry) : undefined;
    return other ? { ...entry, clash: other.name } : entry;
  });
}

/** @param {Entry[]} entries @param {Move[]} proposed @param {Names} names */
function withProposal(entries, proposed, names) {
  const moves = new Map(proposed.map(move => [move.id, move]));
  const marked = entries.map(entry => (moves.has(entry.id) ? { ...entry, change: /** @type {const} */ ('goes') } : entry));
  const coming = proposed.flatMap(({ id, item, task, to }) => {
    const old = entries.find(entry => entry.id === id) ?? { ...itemEntry(item, names), id };
    return to ? [{ ...old, task, ...to, guest: false, change: /** @type {const} */ ('comes') }] : [];
  });
  return [...marked, ...coming];
}

/** @param {Entry[]} entries */
function byDay(entries) {
  /** @type {Map<number, Entry[]>} */
  const days = new Map();
  for (const entry of entries) {
    const list = days.get(entry.day);
    if (list) list.push(entry);
    else days.set(entry.day, [entry]);
  }
  for (const list of days.values()) list.sort((a, b) => a.from - b.from || Number(a.guest) - Number(b.guest) || a.id.localeCompare(b.id));
  return days;
}

/** @typedef {{ events: Map<number, Calendar['events'][0]>, items: Map<number, TaskItem>, classes: Map<number, string> }} Names */

/** @param {Calendar} calendar @returns {Names} */
const namesOf = calendar => ({
  events: new Map(calendar.events.map(event => [event.id, event])),
  items: new Map(calendar.task_items.map(item => [item.id, item])),
  classes: new Map(calendar.task_classes.map(one => [one.id, one.name])),
});

/** Entry of a class's item, without a place. @param {number | undefined} id @param {Names} names @returns {Entry} */
function itemEntry(id, { items, classes }) {
  const item = items.get(/** @type {number} */ (id));
  return { id: `item ${id}`, item: id, name: item?.content ?? '', ...(item?.locked ? { locked: true } : {}), ...(item?.mark ? { mark: item.mark } : {}), detail: item && classes.get(item.class_id), classId: item?.class_id, kind: 'existing', day: 0, from: 0, to: 0, guest: false };
}

/** @param {Calendar} calendar @param {Names} names @returns {Entry[]} */
function recordEntries({ event_sections }, names) {
  const sorted = [...event_sections].sort((a, b) => a.event_id - b.event_id || dayOf(a) - dayOf(b) || a.section - b.section);
  const own = runs(sorted, row => row.event_id).map(({ row, ...place }) => ({ ...eventEntry(row, names), ...place }));
  const lived = runs(sorted.filter(row => row.embedded_task_id != null), row => row.embedded_task_id)
    .map(({ row, ...place }) => ({ ...itemEntry(row.embedded_task_id, names), ...place, guest: true }));
  return [...own, ...lived, ...notes(event_sections, names)];
}

/** Entries without sections: notes of a day. @param {EventSection[]} rows @param {Names} names @returns {Entry[]} */
function notes(rows, { events }) {
  const placed = new Set(rows.map(row => row.event_id));
  return [...events.values()].flatMap(event => {
    const times = placed.has(event.id) ? undefined : ownTimes(event);
    const day = times && dayOfDate(event.start_time.slice(0, 10));
    return day ? [{ id: `event ${event.id}`, event: event.id, name: event.name, location: event.location, kind: /** @type {const} */ ('note'), day, from: 0, to: 0, times, guest: false }] : [];
  });
}

/** @param {EventSection} row @param {Names} names @returns {Entry} */
function eventEntry({ event_id }, names) {
  const event = names.events.get(event_id);
  const about = { event: event_id, ...(event?.location ? { location: event.location } : {}), ...(event?.locked ? { locked: true } : {}) };
  if (event?.rel_id != null && names.items.has(event.rel_id)) return { ...itemEntry(event.rel_id, names), ...about };
  const times = event && ownTimes(event);
  const kind = event?.type !== 'course' || event.uid ? 'event' : event.can_be_embedded ? 'filler' : 'course';
  return { id: `event ${event_id}`, ...about, ...(times ? { times } : {}), name: event?.name ?? '', kind, day: 0, from: 0, to: 0, guest: false };
}

/**
 * Joins neighbouring sections of one day and one owner into runs.
 * @param {EventSection[]} sorted @param {(row: EventSection) => unknown} owner
 */
function runs(sorted, owner) {
  /** @type {(Place & { row: EventSection })[]} */
  const all = [];
  for (const row of sorted) {
    const last = all.at(-1);
    if (last && owner(last.row) === owner(row) && last.day === dayOf(row) && last.to + 1 === row.section) last.to = row.section;
    else all.push({ row, day: dayOf(row), from: row.section, to: row.section });
  }
  return all;
}

/**
 * Each class with its tasks: the number that have a place, and those that wait for one.
 * @param {Calendar} calendar @param {Move[]} unsaved
 */
export function classesOf(calendar, unsaved) {
  const now = new Map(unsaved.map(({ id, to }) => [id, Boolean(to)]));
  const placed = item => now.get(`item ${item.id}`) ?? item.status === 2;
  return calendar.task_classes.map(one => {
    const items = calendar.task_items.filter(item => item.class_id === one.id).sort((a, b) => a.order - b.order);
    return { ...one, all: items.length, pending: items.filter(item => !placed(item) && item.mark !== 'done'), done: items.filter(item => item.mark === 'done').length };
  });
}

/** The days to draw: those of the term, one week a row. @param {number} weeks @param {string} termStart */
export const weeksOf = (weeks, termStart) => Array.from({ length: weeks }, (_, index) => ({
  week: index + 1,
  days: Array.from({ length: 7 }, (_, at) => ({ day: index * 7 + at + 1, day_of_week: at + 1, date: dateOf(termStart, index * 7 + at + 1) })),
}));

/**
 * Tasks whose place differs between two calendars.
 * @param {Calendar} before @param {Calendar} after
 */
export function differences(before, after) {
  const places = calendar => new Map([...entriesByDay(calendar).values()].flat().filter(({ item }) => item !== undefined).map(entry => [entry.id, entry]));
  const [old, now] = [places(before), places(after)];
  const same = (a, b) => a?.day === b?.day && a?.from === b?.from && a?.to === b?.to && a?.guest === b?.guest;
  return [...new Set([...old.keys(), ...now.keys()])].filter(id => !same(old.get(id), now.get(id)))
    .map(id => ({ id, name: (now.get(id) ?? old.get(id)).name, from: old.get(id), to: now.get(id) }));
}
