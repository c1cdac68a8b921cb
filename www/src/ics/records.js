// @ts-check
/** @import { Calendar, CalendarEvent, EventSection, IcsReading, SkipReason, TaskItem } from './index.js' */
/** @import { About as Found } from './events.js' */
/** @import { Group } from './pieces.js' */
/** @import { Sections, Term, Weekday } from './term.js' */

/** @typedef {{ reason: SkipReason, with?: string }} Skip */
/** @typedef {Weekday & Sections} Place */

/**
 * The records of a calendar while events are added to them. Existing records are copied before a change.
 * @param {Calendar} [into]
 */
export function recordsOn(into) {
  const before = new Map((into?.events ?? []).map(event => [event.id, event]));
  const events = new Map(before);
  const items = new Map((into?.task_items ?? []).map(item => [item.id, item]));
  const rows = rowsByCell(into?.event_sections ?? []);
  /** Events with a UID, by it. */
  const byUid = new Map([...events.values()].flatMap(event => (event.uid ? [[event.uid, event.id]] : [])));
  /** Ids in these records by ids in the text. @type {Map<Found | number, number>} */
  const ids = new Map();
  /** @type {Set<number>} */
  const renewed = new Set();
  /** @type {Set<string>} */
  const displaced = new Set();
  /** @type {Map<string, { name: string, with: string }>} */
  const conflicts = new Map();
  let free = [...events.keys()].reduce((most, id) => Math.max(most, id), 0) + 1;

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

  /** Whether an event may be overlapped by a fixed one. @param {number} id */
  const isFixed = id => { const event = events.get(id); return event?.type === 'course' || Boolean(event?.locked); };

  /** @param {Found} found @param {Place} place @returns {Skip | undefined} */
  const putEvent = (found, place) => {
    const id = idOf(found);
    renew(id);
    const { marks: { type, embed, locked }, name, location } = found;
    const fixed = type === 'course' || locked;
    const taken = cellsOf(place).flatMap(rows.at).find(row => row.event_id !== id && !(fixed && isFixed(row.event_id)));
    if (taken || cellsOf(place).some(one => rows.at(one).some(row => row.event_id === id))) return overlaps(events.get((taken ?? rows.of(id)[0]).event_id)?.name);
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
    const cells = cellsOf(place).flatMap(one => rows.at(one).filter(row => row.event_id === host));
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

  /**
   * Puts an event of another program: at all its days, over whatever is there. The same UID finds it again.
   * @param {Group} group @param {Place[]} places @param {{ term: Term, source: string }} from
   */
  const putForeign = ({ uid, about, from, to, days }, places, { term, source }) => {
    const id = byUid.get(uid) ?? free;
    free = Math.max(free, id + 1);
    byUid.set(uid, id);
    if (about.marks.id !== undefined) ids.set(about.marks.id, id);
    const guests = rows.of(id).filter(row => row.embedded_task_id != null);
    rows.of(id).forEach(rows.delete);
    renewed.add(id);
    const old = events.get(id);
    const span = { start_time: term.timeText(term.weekday(Math.min(...days)), from), end_time: term.timeText(term.weekday(Math.max(...days)), to) };
    const { location: _, ...kept } = old ?? { id, type: /** @type {const} */ ('course'), can_be_embedded: about.marks.embed };
    events.set(id, { ...kept, name: about.name, ...span, ...(about.location ? { location: about.location } : {}), uid, ...(source ? { source } : {}) });
    for (const place of places) {
      for (const one of cellsOf(place)) {
        for (const row of rows.at(one)) meet(id, row);
        rows.put({ event_id: id, ...one, status: 'normal' });
      }
    }
    for (const guest of guests) {
      const row = rows.at(guest).find(one => one.event_id === id);
      if (row) rows.put({ ...row, embedded_task_id: guest.embedded_task_id });
      else settle(guest.embedded_task_id);
    }
  };

  /** @param {number} id of a fixed event @param {EventSection} row of what is there */
  const meet = (id, row) => {
    displace(row);
    const [name, other] = [events.get(id)?.name ?? '', events.get(row.event_id)?.name];
    if (other !== undefined) conflicts.set(`${id} ${row.event_id}`, { name, with: other });
  };

  return {
    /** @param {Found} found @param {Place} place */
    put: (found, place) => (found.marks.host === undefined ? putEvent : putGuest)(found, place),
    putForeign,
    /** Whether the calendar had this event before. @param {string} uid */
    had: uid => before.has(/** @type {number} */ (byUid.get(uid))),
    /** Events of a source that the text does not have any more. @param {string} source @returns {IcsReading['vanished']} */
    vanished: source => (source && [...before.values()].some(event => event.uid && renewed.has(event.id))
      ? [...before.values()].filter(event => event.uid && event.source === source && !renewed.has(event.id)).map(({ id, name }) => ({ id, name })) : []),
    /** Deletes an event. @param {number} id */
    remove(id) {
      for (const row of rows.of(id)) {
        settle(row.embedded_task_id);
        rows.delete(row);
      }
      events.delete(id);
    },
    displaced: () => [...displaced],
    conflicts: () => [...conflicts.values()],
    /** @param {Term} term @returns {Calendar} */
    done(term) {
      const event_sections = rows.all().sort(byTime);
      const spans = spansOf(event_sections, term);
      const timed = [...events.values()].map(event => (renewed.has(event.id) && !event.uid ? { ...event, ...spans.get(event.id) } : event));
      return { events: timed, event_sections, task_classes: into?.task_classes ?? [], task_items: [...items.values()] };
    },
  };
}

/** The rows of a calendar, by cell and event. @param {EventSection[]} given */
function rowsByCell(given) {
  /** @type {Map<string, Map<number, EventSection>>} */
  const cells = new Map();
  /** @type {Map<number, Map<string, EventSection>>} */
  const own = new Map();
  /** @template K, L @param {Map<K, Map<L, EventSection>>} map @param {K} key */
  const within = (map, key) => {
    const inner = map.get(key) ?? new Map();
    map.set(key, inner);
    return inner;
  };
  const rows = {
    /** @param {Cell} one @returns {EventSection[]} */
    at: one => [...(cells.get(cell(one)) ?? new Map()).values()],
    /** @param {number} id @returns {EventSection[]} */
    of: id => [...(own.get(id) ?? new Map()).values()],
    /** @param {EventSection} row */
    put(row) {
      within(cells, cell(row)).set(row.event_id, row);
      within(own, row.event_id).set(cell(row), row);
    },
    /** @param {EventSection} row */
    delete(row) {
      cells.get(cell(row))?.delete(row.event_id);
      own.get(row.event_id)?.delete(cell(row));
    },
    all: () => [...own.values()].flatMap(one => [...one.values()]),
  };
  given.forEach(rows.put);
  return rows;
}

/** @param {EventSection} row @returns {EventSection} */
const bare = ({ embedded_task_id, ...row }) => row;

/** What a repeated event keeps of its record. @param {CalendarEvent | undefined} event */
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
