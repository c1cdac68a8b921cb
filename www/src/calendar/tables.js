// @ts-check

/** Key fields of the tables: the calendar's records, and the change sets that were applied. */
export const KEYS = {
  events: ['id'],
  event_sections: ['event_id', 'week', 'day_of_week', 'section'],
  task_classes: ['id'],
  task_items: ['id'],
  applied_change_sets: ['id'],
};

/** @typedef {Exclude<keyof typeof KEYS, 'applied_change_sets'>} Table */

/** Tables of the records. @type {Table[]} */
export const TABLES = ['events', 'event_sections', 'task_classes', 'task_items'];

/** Id for a new row. @param {{ id: number }[]} rows */
export const next = rows => rows.reduce((most, { id }) => Math.max(most, id), 0) + 1;
