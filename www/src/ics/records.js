// @ts-check
/** @import { Calendar, CalendarEvent, EventSection, SkipReason, TaskItem } from './index.js' */
/** @import { About as Found } from './events.js' */
/** @import { Sections, Term, Weekday } from './term.js' */

/** @typedef {{ reason: SkipReason, with?: string }} Skip */
/** @typedef {Weekday & Sections} Place */

/**
 * The records of a calendar while events are added to them. Existing records are copied before a change.
 * @param {Calendar} [into]
 */
export function recordsOn(into) {
  const events = new Map((into?.events ?? []).map(event => [event.id, event]));
  const items = new Map((into?.task_items ?? []).map(item => [item.id, item]));
  const rows = new Map((into?.event_sections ?? []).map(row => [cell(row, row.section), row]));
  /** Ids in these records by ids in the text. @type {Map<Found | number, number>} */
  const ids = new Map();
  /** @type {Set<number>} */
  const renewed = new Set();
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
    for (const [key, row] of rows) {
      if (row.event_id !== id) continue;
      settle(row.embedded_task_id);
      rows.delete(key);
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

  /** @param {Found} found @param {Place} place @returns {Skip | undefined} */
  const putEvent = (found, place) => {
    const id = idOf(found);
    renew(id);
    const cells = cellsOf(place);
    const taken = cells.map(({ key }) => rows.get(key)).find(row => row !== undefined);
    if (taken) return overlaps(events.get(taken.event_id)?.name);
    const { marks: { type, embed }, name, location } = found;
    const item = itemOf(found);
    const rel = item === undefined ? {} : { rel_id: item };
    events.set(id, { id, name, type, can_be_embedded: embed, ...rel, start_time: '', end_time: '', ...(location ? { location } : {}) });
    const { week, day_of_week } = place;
    for (const { key, section } of cells) rows.set(key, { event_id: id, week, day_of_week, section, status: 'normal' });
    settle(item, place);
    return undefined;
  };

  /** @param {Found} found @param {Place} place @returns {Skip | undefined} */
  const putGuest = (found, place) => {
    const item = itemOf(found);
    const host = ids.get(/** @type {number} */ (found.marks.host));
    const cells = cellsOf(place).flatMap(({ key }) => rows.get(key) ?? []);
    const inside = cells.length === place.to - place.from + 1 && cells.every(row => row.event_id === host);
    if (item === undefined || !inside) return { reason: 'no_host' };
    const other = cells.map(row => row.embedded_task_id).find(id => id != null && id !== item);
    if (other != null) return overlaps(items.get(other)?.content);
    for (const row of cells) rows.set(cell(row, row.section), { ...row, embedded_task_id: item });
    settle(item, place);
    return undefined;
  };

  return {
    /** @param {Found} found @param {Place} place */
    put: (found, place) => (found.marks.host === undefined ? putEvent : putGuest)(found, place),
    /** @param {Term} term @returns {Calendar} */
    done(term) {
      const event_sections = [...rows.values()].sort(byTime);
      const spans = spansOf(event_sections, term);
      const timed = [...events.values()].map(event => (renewed.has(event.id) ? { ...event, ...spans.get(event.id) } : event));
      return { events: timed, event_sections, task_classes: into?.task_classes ?? [], task_items: [...items.values()] };
    },
  };
}

/** @param {string | undefined} name @returns {Skip} */
const overlaps = name => ({ reason: 'overlaps', ...(name === undefined ? {} : { with: name }) });

/** @param {Weekday} day @param {number} section */
const cell = ({ week, day_of_week }, section) => `${week} ${day_of_week} ${section}`;

/** @param {Place} place */
const cellsOf = place => Array.from({ length: place.to - place.from + 1 }, (_, index) => ({ key: cell(place, place.from + index), section: place.from + index }));

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
