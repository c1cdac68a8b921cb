// @ts-check
/** @import { Calendar, CalendarEvent, EventSection, IcsReading, SkipReason, TaskItem } from './index.js' */
/** @import { About as Found } from './events.js' */
/** @import { Cancel, Gathered, Part } from './parts.js' */
/** @import { Group } from './pieces.js' */
/** @import { Sections, Term, Weekday } from './term.js' */
import { minutesOf, ownTimes } from '../calendar/times.js';
import { next } from '../calendar/tables.js';
import { dayOf, DAY_MS, timeText } from './days.js';

/** @typedef {{ reason: SkipReason, with?: string }} Skip */
/** @typedef {Weekday & Sections} Place */

/**
 * The records of a calendar while events are added to them. Existing records are copied before a change.
 * `isNamed`: whether the source is a calendar; else only the program is known, whose files may use the same UIDs for other events.
 * @param {Calendar | undefined} into @param {{ isNamed: boolean, term: Term }} text
 */
export function recordsOn(into, { isNamed, term }) {
  const before = new Map((into?.events ?? []).map(event => [event.id, event]));
  const events = new Map(before);
  const items = new Map((into?.task_items ?? []).map(item => [item.id, item]));
  /** Whether an event may be overlapped by a fixed one. @param {number} id */
  const isFixed = id => { const event = events.get(id); return event?.type === 'course' || Boolean(event?.locked); };

  const rows = rowsByCell(into?.event_sections ?? [], row => row.embedded_task_id != null || !isFixed(row.event_id));
  const bySource = idsBySource(events.values());
  /** @type {Map<number, string>} */
  const cancelled = new Map();
  /** Ids in these records by ids in the text. @type {Map<Found | number, number>} */
  const ids = new Map();
  /** @type {Set<number>} */
  const renewed = new Set();
  /** @type {Set<string>} */
  const displaced = new Set();
  /** @type {Map<string, { name: string, with: string }>} */
  const conflicts = new Map();
  let free = into ? next(into, 'events') : 1;

  /** Places a task where the calendar says, or nowhere. @param {number | null | undefined} id @param {Place} [place] */
  const settle = (id, place) => {
    const item = id == null ? undefined : items.get(id);
    if (item) items.set(item.id, place ? { ...item, status: 2, embedded_time: range(place) } : { ...item, status: 1, embedded_time: null });
  };

  /**
   * Clears the place of an event that the text repeats, and of the tasks that shared it: the text alone says where they are now.
   * @param {number} id
   */
  const renew = id => {
    if (renewed.has(id)) return;
    renewed.add(id);
    if (!events.has(id)) return;
    settle(events.get(id)?.rel_id);
    for (const row of rows.of(id)) {
      settle(row.embedded_task_id);
      rows.delete(row);
    }
  };

  /**
   * Keeps an id of the text if it names the same event here, or none: another calendar may use the same numbers for other events.
   * @param {Found} found
   */
  const idOf = found => {
    const { marks, name } = found;
    const key = marks.id ?? found;
    const old = marks.id === undefined ? undefined : events.get(marks.id);
    const kept = marks.id !== undefined && (!old || (old.type === marks.type && old.name === name)) ? marks.id : free;
    const id = ids.get(key) ?? kept;
    ids.set(key, id);
    free = Math.max(free, id + 1);
    return id;
  };

  /** The task named by the text, if it is the same here. @param {Found} found */
  const itemOf = ({ marks: { item }, name }) => (item !== undefined && items.get(item)?.content === name ? item : undefined);

  /** The reason that keeps an event out of a place; fixed events may overlap. @param {number} id @param {boolean} fixed @param {Place} place */
  const blocking = (id, fixed, place) => {
    for (const one of cellsOf(place)) {
      for (const row of fixed ? rows.movable(one) : rows.each(one)) if (row.event_id !== id && !(fixed && isFixed(row.event_id))) return row;
    }
    return undefined;
  };

  /** @param {Found} found @param {Place} place @returns {Skip | undefined} */
  const putEvent = (found, place) => {
    const id = idOf(found);
    renew(id);
    const { marks: { type, embed, locked }, name, location } = found;
    const fixed = type === 'course' || locked;
    const taken = blocking(id, fixed, place);
    if (taken || cellsOf(place).some(one => rows.get(one, id))) return overlaps(events.get((taken ?? rows.of(id)[0]).event_id)?.name);
    const item = itemOf(found);
    const rel = item === undefined ? {} : { rel_id: item };
    events.set(id, { ...extras(events.get(id)), id, name, type, can_be_embedded: embed, ...rel, start_time: '', end_time: '', ...(location ? { location } : {}), ...(locked ? { locked } : {}) });
    for (const one of cellsOf(place)) rows.put({ event_id: id, ...one, status: 'normal' });
    settle(item, place);
    return undefined;
  };

  /** @param {Found} found @param {Place} place @returns {Skip | undefined} */
  const putGuest = (found, place) => {
    const item = itemOf(found);
    const host = ids.get(/** @type {number} */ (found.marks.host));
    const cells = cellsOf(place).flatMap(one => rows.get(one, host) ?? []);
    if (item === undefined || cells.length !== place.to - place.from + 1) return { reason: 'no_host' };
    const other = cells.map(row => row.embedded_task_id).find(id => id != null && id !== item);
    if (other != null) return overlaps(items.get(other)?.content);
    for (const row of cells) rows.put({ ...row, embedded_task_id: item });
    settle(item, place);
    return undefined;
  };

  /** Takes a task out of the place that a fixed event takes, unless the user pinned it. @param {EventSection} row */
  const displace = row => {
    const event = events.get(row.event_id);
    const item = items.get(/** @type {number} */ (isFixed(row.event_id) ? row.embedded_task_id : event?.rel_id));
    if (isFixed(row.event_id) && !item) return;
    if (item?.locked || event?.locked) return;
    displaced.add(item?.content ?? event?.name ?? '');
    settle(item?.id);
    if (isFixed(row.event_id)) for (const one of rows.of(row.event_id)) { if (one.embedded_task_id === item?.id) rows.put(bare(one)); }
    else {
      rows.of(row.event_id).forEach(rows.delete);
      events.delete(row.event_id);
    }
  };

  /** The record of a UID of a source, if it is the same event and not found before. @param {Pick<Group, 'uid' | 'about'>} group @param {string} source */
  const recordOf = ({ uid, about: { name, marks } }, source) => {
    const own = bySource.of(source, uid).filter(id => events.has(id) && !renewed.has(id));
    const same = own.find(id => id === marks.id) ?? own.find(id => events.get(id)?.name === name);
    return same ?? (isNamed || marks.id !== undefined ? own[0] : undefined);
  };

  /**
   * Puts an event of another program: at all its days, over whatever is there. The same UID of the same source finds it again.
   * @param {Group} group @param {Place[]} places @param {string} source
   */
  const putForeign = ({ uid, about, from, to, days }, places, source) => {
    const id = recordOf({ uid, about }, source) ?? free;
    free = Math.max(free, id + 1);
    bySource.add({ id, uid, source });
    if (about.marks.id !== undefined) ids.set(about.marks.id, id);
    const guests = rows.of(id).filter(row => row.embedded_task_id != null);
    rows.of(id).forEach(rows.delete);
    renewed.add(id);
    const old = events.get(id);
    const span = spanText(days, from, to, term);
    const { location: _, ...kept } = old ?? { id, type: /** @type {const} */ ('course'), can_be_embedded: about.marks.embed };
    events.set(id, { ...kept, name: about.name, ...span, ...(about.location ? { location: about.location } : {}), uid, ...(source ? { source } : {}) });
    for (const place of places) {
      for (const one of cellsOf(place)) {
        rows.movable(one).forEach(displace);
        meet(id, one);
        rows.put({ event_id: id, ...one, status: 'normal' });
      }
    }
    for (const guest of guests) {
      const row = rows.get(guest, id);
      if (row) rows.put({ ...row, embedded_task_id: guest.embedded_task_id });
      else settle(guest.embedded_task_id);
    }
  };

  /** Notes what a fixed event overlaps, up to a limit: a thousand events may stand in one place. @param {number} id @param {Cell} one */
  const meet = (id, one) => {
    for (const row of rows.each(one)) {
      if (conflicts.size >= MOST_CONFLICTS) return;
      conflicts.set(`${id} ${row.event_id}`, { name: events.get(id)?.name ?? '', with: events.get(row.event_id)?.name ?? '' });
    }
  };

  /** Deletes an event. @param {number} id */
  const remove = id => {
    for (const row of rows.of(id)) {
      settle(row.embedded_task_id);
      rows.delete(row);
    }
    events.delete(id);
  };

  /** The records of an event and of its exceptions; of several events with the UID, those of its name. @param {Found} about @param {string} source */
  const recordsWith = ({ uid, name }, source) => {
    if (uid === undefined) return [];
    const own = bySource.family(source, uid).filter(id => events.has(id));
    const isShared = own.filter(id => events.get(id)?.uid === uid).length > 1;
    return isShared ? own.filter(id => events.get(id)?.name === name) : own;
  };

  /** Takes back an event, or some of its times. @param {Part} part @param {Gathered['cancels']} times @param {string} source */
  const cancel = ({ about, spend }, times, source) => {
    if (!times.length) return;
    const own = recordsWith(about, source);
    if (times === 'all') return own.forEach(takeBack);
    spend(own.length * times.length);
    for (const id of own) for (const time of times) cancelTime(id, time);
  };

  /** @param {number} id */
  const takeBack = id => {
    cancelled.set(id, events.get(id)?.name ?? '');
    renewed.add(id);
    remove(id);
  };

  /** Takes back the time of an event that was planned for a moment. @param {number} id @param {Cancel} time */
  const cancelTime = (id, { start, isDate, isMoved, ofSeries }) => {
    const event = events.get(id);
    const times = event && ownTimes(event);
    if (!event || !times) return;
    const at = timeText(start, isDate);
    const isException = event.uid?.endsWith(`;${at.replace(/[-:]/g, '')}`);
    if (isException && !isMoved) takeBack(id);
    if (isException || !ofSeries) return;
    if (!isDate && minutesOf(times.start) !== (start - dayOf(start) * DAY_MS) / 60_000) return;
    const isNote = !rows.of(id).length && event.start_time.slice(0, 10) === at.slice(0, 10);
    if (isNote || takeDay(event, times, dayOf(start))) (isMoved ? remove : takeBack)(id);
  };

  /** Takes a day out of an event; tells whether none is left. @param {CalendarEvent} event @param {{ start: string, end: string }} times @param {number} day */
  const takeDay = (event, times, day) => {
    const [out, left] = [true, false].map(isOut => rows.of(event.id).filter(row => (term.day(row) === day) === isOut));
    if (!out.length || !left.length) return out.length > 0;
    for (const row of out) {
      settle(row.embedded_task_id);
      rows.delete(row);
    }
    events.set(event.id, { ...event, ...spanText(left.map(term.day), minutesOf(times.start), minutesOf(times.end), term) });
    return false;
  };

  return {
    /** @param {Found} found @param {Place} place */
    put: (found, place) => (found.marks.host === undefined ? putEvent : putGuest)(found, place),
    putForeign,
    /** Whether the calendar had this event before. @param {Group} group @param {string} source */
    had: (group, source) => before.has(/** @type {number} */ (recordOf(group, source))),
    cancel,
    /** Events that the text took back. @returns {IcsReading['cancelled']} */
    cancelled: () => [...cancelled].map(([id, name]) => ({ id, name })),
    /** Events of a source that the text does not have any more. @param {string} source @returns {IcsReading['vanished']} */
    vanished: source => (source && [...before.values()].some(event => event.uid && renewed.has(event.id))
      ? [...before.values()].filter(event => event.uid && event.source === source && !renewed.has(event.id)).map(({ id, name }) => ({ id, name })) : []),
    remove,
    displaced: () => [...displaced],
    conflicts: () => [...conflicts.values()],
    /** @returns {Calendar} */
    done() {
      const event_sections = rows.all().sort(byTime);
      const spans = spansOf(event_sections, term);
      const timed = [...events.values()].map(event => (renewed.has(event.id) && !event.uid ? { ...event, ...spans.get(event.id) } : event));
      return { ...into, events: timed, event_sections, task_classes: into?.task_classes ?? [], task_items: [...items.values()] };
    },
  };
}

/** Begin of the first day's time and end of the last day's. @param {number[]} days @param {number} from minutes @param {number} to @param {Term} term */
const spanText = (days, from, to, term) => ({ start_time: term.timeText(term.weekday(Math.min(...days)), from), end_time: term.timeText(term.weekday(Math.max(...days)), to) });

/** Ends of the UIDs that the exceptions of an event have. */
const STAMP = /;\d{8}(?:T\d{6})?(?:\+\d+)?(?:;\d{8})?$/;

/** Ids of events by their source and UID. @param {Iterable<CalendarEvent>} given */
function idsBySource(given) {
  /** @type {Map<string, Set<number>>} */
  const byUid = new Map();
  /** @type {Map<string, Set<number>>} */
  const byBase = new Map();
  /** @param {Map<string, Set<number>>} map @param {string} key @param {number} id */
  const note = (map, key, id) => map.set(key, (map.get(key) ?? new Set()).add(id));
  const key = (/** @type {string} */ source, /** @type {string} */ uid) => JSON.stringify([source, uid]);
  const ids = {
    /** @param {{ id: number, uid?: string, source?: string }} event */
    add({ id, uid, source = '' }) {
      if (!uid) return;
      note(byUid, key(source, uid), id);
      note(byBase, key(source, uid.replace(STAMP, '')), id);
    },
    /** @param {string} source @param {string} uid */
    of: (source, uid) => [...byUid.get(key(source, uid)) ?? []],
    /** Those of an event and of its exceptions. @param {string} source @param {string} uid */
    family: (source, uid) => [...byBase.get(key(source, uid)) ?? []],
  };
  for (const event of given) ids.add(event);
  return ids;
}

/** Most overlaps that are told. */
const MOST_CONFLICTS = 1_000;

/**
 * The rows of a calendar, by cell and event.
 * @param {EventSection[]} given @param {(row: EventSection) => boolean} isMovable whether a fixed event takes the place of it or of its guest
 */
function rowsByCell(given, isMovable) {
  /** @type {Map<string, Map<number, EventSection>>} */
  const cells = new Map();
  /** @type {Map<string, Map<number, EventSection>>} */
  const movables = new Map();
  /** @type {Map<number, Map<string, EventSection>>} */
  const own = new Map();
  /** @template K, L @param {Map<K, Map<L, EventSection>>} map @param {K} key */
  const within = (map, key) => {
    const inner = map.get(key) ?? new Map();
    map.set(key, inner);
    return inner;
  };
  const rows = {
    /** @param {Cell} one @returns {Iterable<EventSection>} */
    each: one => cells.get(cell(one))?.values() ?? [],
    /** @param {Cell} one @param {number | undefined} id */
    get: (one, id) => cells.get(cell(one))?.get(/** @type {number} */ (id)),
    /** @param {Cell} one @returns {EventSection[]} */
    movable: one => [...(movables.get(cell(one)) ?? new Map()).values()],
    /** @param {number} id @returns {EventSection[]} */
    of: id => [...(own.get(id) ?? new Map()).values()],
    /** @param {EventSection} row */
    put(row) {
      within(cells, cell(row)).set(row.event_id, row);
      if (isMovable(row)) within(movables, cell(row)).set(row.event_id, row);
      else movables.get(cell(row))?.delete(row.event_id);
      within(own, row.event_id).set(cell(row), row);
    },
    /** @param {EventSection} row */
    delete(row) {
      cells.get(cell(row))?.delete(row.event_id);
      movables.get(cell(row))?.delete(row.event_id);
      own.get(row.event_id)?.delete(cell(row));
    },
    all: () => [...own.values()].flatMap(one => [...one.values()]),
  };
  given.forEach(rows.put);
  return rows;
}

/** @param {EventSection} row @returns {EventSection} */
const bare = ({ embedded_task_id, ...row }) => row;

/** The part of its record that a repeated event keeps. @param {CalendarEvent | undefined} event */
const extras = event => (event?.uid ? { uid: event.uid, ...(event.source ? { source: event.source } : {}) } : {});

/** @param {string | undefined} name @returns {Skip} */
const overlaps = name => ({ reason: 'overlaps', ...(name === undefined ? {} : { with: name }) });

/** @typedef {Weekday & { section: number }} Cell */

/** @param {Cell} one */
const cell = ({ week, day_of_week, section }) => `${week} ${day_of_week} ${section}`;

/** @param {Place} place @returns {Cell[]} */
const cellsOf = ({ week, day_of_week, from, to }) => Array.from({ length: to - from + 1 }, (_, index) => ({ week, day_of_week, section: from + index }));

/** @param {Place} place @returns {NonNullable<TaskItem['embedded_time']>} */
const range = ({ week, day_of_week, from, to }) => ({ week, day_of_week, section_from: from, section_to: to });

/** @param {EventSection} a @param {EventSection} b */
const byTime = (a, b) => a.event_id - b.event_id || a.week - b.week || a.day_of_week - b.day_of_week || a.section - b.section;

/** Begin of the first section and end of the last one, for each event. @param {EventSection[]} sorted @param {Term} term */
function spansOf(sorted, term) {
  /** @type {Map<number, Pick<CalendarEvent, 'start_time' | 'end_time'>>} */
  const spans = new Map();
  for (const row of sorted) {
    const end_time = term.endText(row, row.section);
    const span = spans.get(row.event_id);
    if (span) span.end_time = end_time;
    else spans.set(row.event_id, { start_time: term.startText(row, row.section), end_time });
  }
  return spans;
}
