// @ts-check
/** @import { Calendar, CalendarEdit, CalendarEvent, EventSection, PlaceOfTask, TaskClass, TaskItem, TermSetting } from './index.js' */
/** @import { Writes } from './store.js' */
import { meant } from '../checks/meant.js';
import { between, check, checkSetting, FIELD_NAMES, fieldsOf, ITEM_OPTIONS, MOST_WEEKS, mustBeFields, oneOf } from './checks.js';
import { EditError } from './error.js';
import { applied, difference } from './history.js';
import { deleteRule, keysOfRules, saveRule } from './rules.js';
import { next } from './tables.js';
import { isFixed, ownTimes, spanOf, touched } from './times.js';

/**
 * Changes to the records by the user's own hand. Each function checks the whole change before it gives the writes.
 * @typedef {{ writes: Writes, answer: { id?: number } }} Edited
 */

/** @param {Calendar} calendar @param {CalendarEdit} edit @param {TermSetting} setting @returns {Edited} */
export function edited(calendar, edit, setting) {
  checkSetting(setting);
  const [[name, given] = ['', null], ...more] = Object.entries(edit ?? {});
  const work = EDITS[name];
  if (!work || more.length) throw noSuchEdit(Object.keys(edit ?? {}));
  mustBeFields(given, MEMBERS[name], `${name}.`);
  return work(calendar, given, setting);
}

/** @param {string[]} names */
function noSuchEdit(names) {
  const values = Object.keys(EDITS);
  const near = names.length === 1 ? meant(names[0], values) : undefined;
  return new EditError('invalid', 'edit', names.join(', '), { kind: 'choice', values, ...(near ? { meant: near } : {}) });
}

const PLACE = ['week', 'day_of_week', 'section_from', 'section_to'];

/** Members of each change. @type {Record<string, string[]>} */
const MEMBERS = {
  save_event: ['id', ...FIELD_NAMES.event, 'times'],
  delete_event: ['id'],
  save_class: ['id', ...FIELD_NAMES.class],
  delete_class: ['id'],
  save_item: ['id', ...FIELD_NAMES.item, 'place'],
  delete_item: ['id'],
  place_item: ['id', ...PLACE],
  unplace_item: ['id'],
  mark_items: ['ids', 'mark'],
  lock: ['event', 'item', 'locked'],
  save_rule: ['id', 'about', 'what', 'strength', 'from', 'words'],
  delete_rule: ['id'],
  set_clock: ['from'],
};

/** @type {Record<string, (calendar: Calendar, given: any, setting: TermSetting) => Edited>} */
const EDITS = {
  save_event: saveEvent,
  delete_event: deleteEvent,
  save_class: saveClass,
  delete_class: deleteClass,
  save_item: saveItem,
  delete_item: deleteItem,
  place_item: placeItem,
  unplace_item: unplaceItem,
  mark_items: markItems,
  lock,
  save_rule: saveRule,
  delete_rule: deleteRule,
  set_clock: setClock,
};

/** @template {{ id: number }} T @param {T[]} rows @param {number} id @param {string} place @returns {T} */
function known(rows, id, place) {
  const row = rows.find(one => one.id === id);
  if (!row) throw new EditError('not_found', place, id);
  return row;
}

/** @param {EventSection} row @returns {(string | number)[]} */
const keyOf = row => [row.event_id, row.week, row.day_of_week, row.section];

/** @param {{ week: number, day_of_week: number, section: number }} row */
const cell = ({ week, day_of_week, section }) => `${week} ${day_of_week} ${section}`;

/** Rows of an event. @param {Calendar} calendar @param {number} id */
const rowsOf = (calendar, id) => calendar.event_sections.filter(row => row.event_id === id);

/** The rows of each event. @param {Calendar} calendar @returns {Map<number, EventSection[]>} */
function rowsByEvent(calendar) {
  const rows = new Map(calendar.events.map(({ id }) => [id, /** @type {EventSection[]} */ ([])]));
  for (const row of calendar.event_sections) rows.get(row.event_id)?.push(row);
  return rows;
}

/**
 * Saves a course or another fixed entry. Without `times` an existing one keeps its own. Fixed entries may overlap each other, not a task.
 * @param {Calendar} calendar @param {Extract<CalendarEdit, { save_event: any }>['save_event']} given @param {TermSetting} setting @returns {Edited}
 */
function saveEvent(calendar, given, setting) {
  const old = given.id === undefined ? undefined : known(calendar.events, given.id, 'save_event.id');
  const fields = fieldsOf('event', old ? given : { name: '', ...given }, 'save_event');
  const id = old?.id ?? next(calendar, 'events');
  const rows = given.times ? repeated(id, given.times, setting) : rowsOf(calendar, id);
  if (!rows.length && !old) throw new EditError('invalid', 'save_event.times', given.times ?? 'nothing', { kind: 'times' });
  const { writes, kept } = given.times ? exchanged(calendar, id, rows) : { writes: {}, kept: rows };
  const moved = given.times && differs(rowsOf(calendar, id), rows);
  const times = !old || moved ? spanOf(kept, setting) : {};
  const { location, ...named } = fields;
  const event = { ...blankEvent(id), ...old, ...named, ...(location === undefined ? {} : { location: location ?? '' }), ...times };
  if (!event.location) delete event.location;
  return { writes: { ...writes, put: { ...writes.put, events: [event] } }, answer: { id } };
}

/** @param {number} id @returns {CalendarEvent} */
const blankEvent = id => ({ id, name: '', type: 'course', can_be_embedded: false, start_time: '', end_time: '' });

/** @param {EventSection[]} a @param {EventSection[]} b */
const differs = (a, b) => a.length !== b.length || new Set([...a, ...b].map(cell)).size !== a.length;

/**
 * Rows of an event that repeats. @param {number} event_id @param {{ day_of_week: number, section_from: number, section_to: number, weeks: number[] }[]} times @param {TermSetting} setting
 * @returns {EventSection[]}
 */
function repeated(event_id, times, { clock, weeks: most = MOST_WEEKS }) {
  const rows = times.flatMap((time, index) => {
    const place = `save_event.times[${index}]`;
    mustBeFields(time, ['day_of_week', 'section_from', 'section_to', 'weeks'], `${place}.`);
    const { day_of_week, section_from, section_to, weeks } = time;
    between(1, 7)(day_of_week, `${place}.day_of_week`);
    between(1, clock.length)(section_from, `${place}.section_from`);
    between(section_from, clock.length)(section_to, `${place}.section_to`);
    if (!Array.isArray(weeks) || !weeks.length) throw new EditError('invalid', `${place}.weeks`, weeks, { kind: 'weeks' });
    return weeks.flatMap(week => {
      between(1, most)(week, `${place}.weeks`);
      return sections(section_from, section_to).map(section => ({ event_id, week, day_of_week, section, status: /** @type {const} */ ('normal') }));
    });
  });
  return [...new Map(rows.map(row => [cell(row), row])).values()];
}

/** @param {number} from @param {number} to */
const sections = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Replaces the rows of a fixed entry. Tasks in its old rows stay there; a task under its new ones refuses the change. @param {Calendar} calendar @param {number} id @param {EventSection[]} rows */
function exchanged(calendar, id, rows) {
  const old = new Map(rowsOf(calendar, id).map(row => [cell(row), row]));
  const names = new Set(rows.map(cell));
  const kept = rows.map(row => ({ ...old.get(cell(row)), ...row }));
  const lost = [...old.values()].filter(row => !names.has(cell(row)));
  const guest = lost.find(row => row.embedded_task_id != null);
  if (guest) throw new EditError('holds_task', 'save_event.times', nameOfItem(calendar, guest.embedded_task_id));
  const fixed = new Set(calendar.events.filter(isFixed).map(event => event.id));
  const tasks = calendar.event_sections.filter(row => row.event_id !== id && names.has(cell(row)) && !fixed.has(row.event_id));
  if (tasks.length) throw new EditError('occupied', 'save_event.times', nameOfEvent(calendar, tasks[0].event_id));
  return { writes: { delete: { event_sections: lost.map(keyOf) }, put: { event_sections: kept } }, kept };
}

/** @param {Calendar} calendar @param {number} id */
const nameOfEvent = (calendar, id) => calendar.events.find(event => event.id === id)?.name ?? String(id);

/** @param {Calendar} calendar @param {number | null | undefined} id */
const nameOfItem = (calendar, id) => calendar.task_items.find(item => item.id === id)?.content ?? String(id);

/** @param {Calendar} calendar @param {{ id: number }} given @returns {Edited} */
function deleteEvent(calendar, { id }) {
  return { writes: withoutEvents(calendar, [known(calendar.events, id, 'delete_event.id')]), answer: { id } };
}

/** Writes that delete events; their tasks and guests wait for a place again. @param {Calendar} calendar @param {CalendarEvent[]} events @returns {Writes} */
function withoutEvents(calendar, events) {
  const ids = new Set(events.map(event => event.id));
  const rows = calendar.event_sections.filter(row => ids.has(row.event_id));
  const freed = new Set([...events.map(event => event.rel_id), ...rows.map(row => row.embedded_task_id)]);
  return {
    put: { task_items: calendar.task_items.filter(item => freed.has(item.id)).map(waiting) },
    delete: { events: [...ids].map(id => [id]), event_sections: rows.map(keyOf) },
  };
}

/** @param {TaskItem} item @returns {TaskItem} */
const waiting = item => ({ ...item, status: 1, embedded_time: null });

/** @param {Calendar} calendar @param {any} given @returns {Edited} */
function saveClass(calendar, given) {
  const old = given.id === undefined ? undefined : known(calendar.task_classes, given.id, 'save_class.id');
  const fields = fieldsOf('class', old ? given : { name: '', ...given }, 'save_class');
  const id = old?.id ?? next(calendar, 'task_classes');
  const row = /** @type {TaskClass} */ (cleaned({ ...BLANK_CLASS, ...old, ...fields, id }, ['preferred_sections', 'max_per_day', 'buffer_days']));
  const { start_date: from, end_date: to } = row;
  if (from && to && to < from) throw new EditError('invalid', 'save_class.end_date', to, { kind: 'date', least: from });
  return { writes: { put: { task_classes: [row] } }, answer: { id } };
}

/** @type {Omit<TaskClass, 'id' | 'name'>} */
const BLANK_CLASS = { mode: 'auto', strategy: 'steady', total_slots: 0, allow_filler_course: false, excluded_slots: [], excluded_days_of_week: [] };

/** A row without its empty optional fields. @param {Record<string, any>} row @param {string[]} optional */
function cleaned(row, optional) {
  const isEmpty = (/** @type {any} */ value) => value === null || value === '' || (Array.isArray(value) && !value.length);
  return Object.fromEntries(Object.entries(row).filter(([field, value]) => !(optional.includes(field) && isEmpty(value))));
}

/** @param {Calendar} calendar @param {{ id: number }} given @returns {Edited} */
function deleteClass(calendar, { id }) {
  known(calendar.task_classes, id, 'delete_class.id');
  const items = calendar.task_items.filter(item => item.class_id === id);
  const writes = withoutItems(calendar, items);
  const rules = keysOfRules(calendar, [`g${id}`, ...items.map(item => `m${item.id}`)]);
  return { writes: { ...writes, delete: { ...writes.delete, task_classes: [[id]], rules } }, answer: { id } };
}

/** @param {Calendar} calendar @param {{ id: number }} given @returns {Edited} */
function deleteItem(calendar, { id }) {
  return { writes: withoutItems(calendar, [known(calendar.task_items, id, 'delete_item.id')]), answer: { id } };
}

/** Writes that delete items with their places, their mention in others, and the rules about them. @param {Calendar} calendar @param {TaskItem[]} items @returns {Writes} */
function withoutItems(calendar, items) {
  const ids = new Set(items.map(item => item.id));
  const events = calendar.events.filter(event => event.rel_id != null && ids.has(event.rel_id));
  const own = new Set(events.map(event => event.id));
  const hosts = calendar.event_sections.filter(row => !own.has(row.event_id) && row.embedded_task_id != null && ids.has(row.embedded_task_id));
  const after = calendar.task_items.filter(item => !ids.has(item.id) && item.after?.some(id => ids.has(id)))
    .map(item => /** @type {TaskItem} */ (cleaned({ ...item, after: item.after?.filter(id => !ids.has(id)) }, ['after'])));
  return {
    put: { event_sections: hosts.map(({ embedded_task_id, ...row }) => row), task_items: after },
    delete: { events: events.map(event => [event.id]), event_sections: calendar.event_sections.filter(row => own.has(row.event_id)).map(keyOf), task_items: [...ids].map(id => [id]), rules: keysOfRules(calendar, [...ids].map(id => `m${id}`)) },
  };
}

/** Saves a task, with its place and pin if they are given. @param {Calendar} calendar @param {any} given @param {TermSetting} setting @returns {Edited} */
function saveItem(calendar, given, setting) {
  const old = given.id === undefined ? undefined : known(calendar.task_items, given.id, 'save_item.id');
  const fields = fieldsOf('item', old ? given : { content: '', ...given }, 'save_item');
  const class_id = fields.class_id ?? old?.class_id;
  known(calendar.task_classes, class_id, 'save_item.class_id');
  const id = old?.id ?? next(calendar, 'task_items');
  const last = calendar.task_items.reduce((most, item) => (item.class_id === class_id ? Math.max(most, item.order) : most), 0);
  const order = fields.order ?? (old && old.class_id === class_id ? old.order : last + 1);
  const row = /** @type {TaskItem} */ (cleaned({ status: 1, embedded_time: null, ...old, ...fields, id, class_id, order }, ITEM_OPTIONS));
  (row.after ?? []).forEach((one, index) => known(calendar.task_items, one, `save_item.after[${index}]`));
  if (row.after && followsItself(calendar, row)) throw new EditError('circle', 'save_item.after', row.after);
  if (row.earliest && row.deadline && row.deadline.slice(0, 10) < row.earliest) throw new EditError('invalid', 'save_item.deadline', row.deadline, { kind: 'date', least: row.earliest });
  const events = calendar.events.filter(event => event.rel_id === id && event.name !== row.content).map(event => ({ ...event, name: row.content }));
  let after = applied(calendar, { put: { task_items: [row], events } });
  mustBeFields(given.place, PLACE, 'save_item.place.');
  if (given.place !== undefined) after = applied(after, (given.place ? placeItem(after, { ...given.place, id }, setting) : unplaceItem(after, { id })).writes);
  if (fields.locked !== undefined) after = applied(after, lock(after, { item: id, locked: fields.locked }).writes);
  return { writes: difference(calendar, after), answer: { id } };
}

/** @param {Calendar} calendar @param {TaskItem} item */
function followsItself({ task_items }, item) {
  const after = new Map(task_items.map(one => [one.id, one.after ?? []]));
  after.set(item.id, item.after ?? []);
  const seen = new Set();
  const open = [...(item.after ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === item.id) return true;
    if (!seen.has(id)) open.push(...(after.get(id) ?? []));
    seen.add(id);
  }
  return false;
}

/**
 * Puts a task into free sections, or into a filler course if its group allows that.
 * @param {Calendar} calendar @param {PlaceOfTask & { id: number }} given @param {TermSetting} setting @returns {Edited}
 */
function placeItem(calendar, given, setting) {
  const item = movable(calendar, given.id, 'place_item');
  const { week, day_of_week, section_from, section_to = section_from } = given;
  between(1, setting.weeks ?? MOST_WEEKS)(week, 'place_item.week');
  between(1, 7)(day_of_week, 'place_item.day_of_week');
  between(1, setting.clock.length)(section_from, 'place_item.section_from');
  between(section_from, setting.clock.length)(section_to, 'place_item.section_to');
  const cells = sections(section_from, section_to).map(section => ({ week, day_of_week, section }));
  const bare = cleared(calendar, item);
  const host = hostOf(bare, item, cells.map(cell));
  const placed = { ...withoutMark(item), status: /** @type {const} */ (2), embedded_time: { week, day_of_week, section_from, section_to } };
  const event = calendar.events.find(one => one.rel_id === item.id);
  const after = host ? hosted(bare, host, item, cells.map(cell)) : standing(bare, item, event, cells, setting);
  return { writes: changesOf(calendar, { ...after, task_items: calendar.task_items.map(one => (one.id === item.id ? placed : one)) }, item), answer: { id: item.id } };
}

/** The calendar without a task's place. @param {Calendar} calendar @param {TaskItem} item @returns {Calendar} */
function cleared(calendar, item) {
  const own = new Set(calendar.events.filter(event => event.rel_id === item.id).map(event => event.id));
  return {
    ...calendar,
    events: calendar.events.filter(event => !own.has(event.id)),
    event_sections: calendar.event_sections.filter(row => !own.has(row.event_id)).map(row => {
      if (row.embedded_task_id !== item.id) return row;
      const { embedded_task_id, ...rest } = row;
      return rest;
    }),
  };
}

/**
 * The filler course that a task goes into; undefined if the sections are free. @param {Calendar} calendar @param {TaskItem} item @param {string[]} cells
 * @returns {CalendarEvent | undefined}
 */
function hostOf(calendar, item, cells) {
  const there = calendar.event_sections.filter(row => cells.includes(cell(row)));
  if (!there.length) return undefined;
  const [row] = there;
  const host = calendar.events.find(event => event.id === row.event_id);
  const may = calendar.task_classes.find(one => one.id === item.class_id)?.allow_filler_course;
  const fits = may && host?.can_be_embedded && there.length === cells.length && there.every(one => one.event_id === row.event_id && one.embedded_task_id == null);
  if (fits) return host;
  const taken = row.embedded_task_id == null ? host?.name : nameOfItem(calendar, row.embedded_task_id);
  throw new EditError('occupied', 'place_item', taken ?? String(row.event_id));
}

/** @param {Calendar} calendar @param {CalendarEvent} host @param {TaskItem} item @param {string[]} cells @returns {Calendar} */
const hosted = (calendar, host, item, cells) => ({
  ...calendar, event_sections: calendar.event_sections.map(row => (row.event_id === host.id && cells.includes(cell(row)) ? { ...row, embedded_task_id: item.id } : row)),
});

/**
 * @param {Calendar} calendar @param {TaskItem} item @param {CalendarEvent | undefined} old @param {{ week: number, day_of_week: number, section: number }[]} cells @param {TermSetting} setting
 * @returns {Calendar}
 */
function standing(calendar, item, old, cells, setting) {
  const id = old?.id ?? next(calendar, 'events');
  const rows = cells.map(one => ({ event_id: id, ...one, status: /** @type {const} */ ('normal') }));
  const event = { ...blankEvent(id), type: /** @type {const} */ ('task'), ...old, name: item.content, rel_id: item.id, ...(item.locked ? { locked: true } : {}), ...spanOf(rows, setting) };
  return { ...calendar, events: [...calendar.events, event], event_sections: [...calendar.event_sections, ...rows] };
}

/** Writes of the rows that belong to a task. @param {Calendar} before @param {Calendar} after @param {TaskItem} item @returns {Writes} */
function changesOf(before, after, item) {
  const mine = (/** @type {Calendar} */ calendar) => {
    const events = calendar.events.filter(event => event.rel_id === item.id);
    const ids = new Set(events.map(event => event.id));
    return { events, rows: calendar.event_sections.filter(row => ids.has(row.event_id)) };
  };
  const [old, now] = [mine(before), mine(after)];
  const guests = new Map(before.event_sections.map(row => [keyOf(row).join(), row.embedded_task_id]));
  const hosts = after.event_sections.filter(row => {
    const [key, guest] = [keyOf(row).join(), row.embedded_task_id];
    return guests.has(key) && guests.get(key) !== guest && [guests.get(key), guest].includes(item.id);
  });
  return {
    put: { events: now.events, event_sections: [...now.rows, ...hosts], task_items: after.task_items.filter(one => one.id === item.id) },
    delete: { events: old.events.filter(event => !now.events.some(one => one.id === event.id)).map(event => [event.id]), event_sections: old.rows.map(keyOf) },
  };
}

/** @param {Calendar} calendar @param {{ id: number }} given @returns {Edited} */
function unplaceItem(calendar, { id }) {
  const item = movable(calendar, id, 'unplace_item');
  const after = { ...cleared(calendar, item), task_items: calendar.task_items.map(one => (one.id === id ? waiting(one) : one)) };
  return { writes: changesOf(calendar, after, item), answer: { id } };
}

/** A task that may get another place. @param {Calendar} calendar @param {number} id @param {string} edit @returns {TaskItem} */
function movable(calendar, id, edit) {
  const item = known(calendar.task_items, id, `${edit}.id`);
  if (item.mark === 'done') throw new EditError('done', edit, item.content);
  return item;
}

/** @param {TaskItem} item @returns {TaskItem} */
const withoutMark = ({ mark, ...item }) => item;

/**
 * Says what became of tasks. One that is done stays where it is; one that was missed loses its place and waits for another.
 * @param {Calendar} calendar @param {{ ids: number[], mark: 'done' | 'missed' | null }} given @returns {Edited}
 */
function markItems(calendar, { ids, mark }) {
  check(value => Array.isArray(value) && value.length, { kind: 'list' })(ids, 'mark_items.ids');
  if (mark !== null) oneOf('done', 'missed')(mark, 'mark_items.mark');
  let after = calendar;
  ids.forEach((id, index) => {
    const item = withoutMark(known(calendar.task_items, id, `mark_items.ids[${index}]`));
    after = applied(after, { put: { task_items: [mark === null ? item : { ...item, mark }] } });
    if (mark === 'missed') after = applied(after, unplaceItem(after, { id }).writes);
  });
  return { writes: difference(calendar, after), answer: {} };
}

/** Pins a task or another entry, or frees it. @param {Calendar} calendar @param {{ event?: number, item?: number, locked: boolean }} given @returns {Edited} */
function lock(calendar, { event: eventId, item: itemId, locked }) {
  if (typeof locked !== 'boolean') throw new EditError('invalid', 'lock.locked', locked, { kind: 'boolean' });
  const event = eventId === undefined ? calendar.events.find(one => itemId !== undefined && one.rel_id === itemId) : known(calendar.events, eventId, 'lock.event');
  const item = itemId === undefined ? calendar.task_items.find(one => one.id === event?.rel_id) : known(calendar.task_items, itemId, 'lock.item');
  if (!event && !item) throw new EditError('invalid', 'lock', { eventId, itemId }, { kind: 'id' });
  const marked = (/** @type {any} */ { locked: was, ...row }) => (locked ? { ...row, locked: true } : row);
  return { writes: { put: { events: event ? [marked(event)] : [], task_items: item ? [marked(item)] : [] } }, answer: { id: item?.id ?? event?.id } };
}

/**
 * Fits the records to another clock or another first day. Entries with times of their own keep their dates and take the sections that
 * their times touch now; all others keep their weeks and the numbers of their sections.
 * @param {Calendar} calendar @param {{ from: TermSetting }} given @param {TermSetting} setting @returns {Edited}
 */
function setClock(calendar, { from }, setting) {
  checkSetting(from);
  const later = (Date.parse(from.termStart) - Date.parse(setting.termStart)) / WEEK_MS;
  const rowsOfEach = rowsByEvent(calendar);
  const rowsOfIts = (/** @type {CalendarEvent} */ event) => rowsOfEach.get(event.id) ?? [];
  const fitted = calendar.events.flatMap(event => refitted(event, rowsOfIts(event), later, setting));
  mustNotMeet(calendar, fitted);
  const after = fitted.map(({ event, rows }) => ({ ...event, ...(ownTimes(event) ? {} : spanOf(rows, setting)) }));
  const moved = fitted.filter(({ event, rows }) => differs(rowsOfIts(event), rows));
  return {
    writes: {
      put: { events: after.filter((event, index) => spanText(event) !== spanText(fitted[index].event)), event_sections: moved.flatMap(({ rows }) => rows) },
      delete: { event_sections: moved.flatMap(({ event }) => rowsOfIts(event).map(keyOf)) },
    },
    answer: {},
  };
}

const WEEK_MS = 7 * 86_400_000;

/** @param {CalendarEvent} event */
const spanText = ({ start_time, end_time }) => `${start_time} ${end_time}`;

/**
 * An event with its rows under another clock; nothing for one without rows. @param {CalendarEvent} event @param {EventSection[]} rows @param {number} later weeks @param {TermSetting} setting
 * @returns {{ event: CalendarEvent, rows: EventSection[] }[]}
 */
function refitted(event, rows, later, { clock }) {
  if (!rows.length) return [];
  const times = ownTimes(event);
  const now = times && touched(times, clock);
  if (now && !now.length) throw new EditError('beyond_clock', 'clock', event.name);
  const fitted = now ? onDays(rows, now, later) : rows;
  const beyond = fitted.find(row => row.section > clock.length || row.week < 1);
  if (beyond) throw new EditError('beyond_clock', 'clock', `${event.name}, week ${beyond.week}, section ${beyond.section}`);
  return [{ event, rows: fitted }];
}

/** Rows on the same days with other sections. @param {EventSection[]} rows @param {number[]} now @param {number} later weeks @returns {EventSection[]} */
function onDays(rows, now, later) {
  const days = new Map(rows.map(row => [`${row.week} ${row.day_of_week}`, row]));
  const known = new Map(rows.map(row => [cell(row), row]));
  return [...days.values()].flatMap(day => now.map(section => {
    const old = known.get(cell({ ...day, section }));
    return { event_id: day.event_id, day_of_week: day.day_of_week, section, status: /** @type {const} */ ('normal'), ...old, week: day.week + later };
  }));
}

/** Throws if a task would lie under another entry. @param {Calendar} calendar @param {{ event: CalendarEvent, rows: EventSection[] }[]} fitted */
function mustNotMeet(calendar, fitted) {
  const taken = new Map(fitted.filter(({ event }) => isFixed(event)).flatMap(({ rows }) => rows.map(row => [cell(row), row])));
  for (const { event, rows } of fitted) {
    const met = isFixed(event) || event.locked ? undefined : rows.find(row => taken.has(cell(row)));
    if (met) throw new EditError('occupied', 'clock', nameOfEvent(calendar, event.id));
  }
}
