// @ts-check
/** @import { Calendar } from './index.js' */

/** Key fields of the tables: the calendar's records, the change sets that were applied, and numbers that only grow. */
export const KEYS = {
  events: ['id'],
  event_sections: ['event_id', 'week', 'day_of_week', 'section'],
  task_classes: ['id'],
  task_items: ['id'],
  rules: ['id'],
  applied_change_sets: ['id'],
  counters: ['name'],
};

/** Tables that a database of the first version lacks. @type {(keyof typeof KEYS)[][]} */
export const ADDED = [['rules', 'counters']];

/** @typedef {Exclude<keyof typeof KEYS, 'applied_change_sets' | 'counters'>} Table */

/** Tables of the records. @type {Table[]} */
export const TABLES = ['events', 'event_sections', 'task_classes', 'task_items', 'rules'];

/** Tables whose rows have an id of their own. */
export const NUMBERED = /** @type {const} */ (['events', 'task_classes', 'task_items', 'rules']);

/** Id of the next new row of a table: behind all rows, and behind all that the calendar ever had. @param {Calendar} calendar @param {typeof NUMBERED[number]} table */
export const next = (calendar, table) => behind(calendar[table] ?? [], calendar.next_ids?.[table] ?? 1);

/** The id behind those of the rows, and at least `least`. @param {{ id: number }[]} rows @param {number} least */
export const behind = (rows, least) => rows.reduce((most, { id }) => Math.max(most, id + 1), least);
