// @ts-check
/** @import { Key, Transact, Transaction } from '../tables/types.js' */
/** @import { Calendar, CalendarStore } from './index.js' */
import { must, mustBe } from '../must.js';
import { newsOf } from '../news.js';
import { upserted } from './classes.js';
import { ToolError } from './error.js';

/** Key fields of the tables: the calendar's records, and the change sets that were applied. */
export const KEYS = {
  events: ['id'],
  event_sections: ['event_id', 'week', 'day_of_week', 'section'],
  task_classes: ['id'],
  task_items: ['id'],
  applied_change_sets: ['id'],
};

/**
 * @typedef {Exclude<keyof typeof KEYS, 'applied_change_sets'>} Table
 * @typedef {{ put?: Partial<Calendar>, delete?: Partial<Record<Table, Key[]>> }} Writes
 */

/** @type {Table[]} */
export const TABLES = ['events', 'event_sections', 'task_classes', 'task_items'];

/** @param {string} name @param {Transact<keyof typeof KEYS>} transact @returns {CalendarStore} */
export function calendarOver(name, transact) {
  /** @type {ReturnType<typeof newsOf<'changed'>>} */
  const news = newsOf(`stepgate-calendar:${name}`);

  /**
   * Applies `work` to the records once for an id; a repeated call gives the first answer.
   * @param {string} id @param {(records: Calendar) => { writes: Writes, answer: any }} work
   */
  const once = async (id, work) => {
    const done = await transact('readwrite', async tx => {
      const applied = await tx.get('applied_change_sets', [id]);
      if (applied) return { answer: applied.answer, again: true };
      const calendar = await records(tx);
      const { writes, answer } = work(calendar);
      await write(tx, writes);
      await tx.put('applied_change_sets', { id, at_ms: Date.now(), answer, rows: rowsOf(calendar, writes) });
      return { answer, again: false };
    });
    if (!done.again) news.tell('changed');
    return done.again ? { ...done.answer, already_applied: true } : done.answer;
  };

  /**
   * Restores the records that the change set `of` found, once for an id; with `otherwise`, if the store no longer has them.
   * @param {string} id @param {string} of @param {(records: Calendar) => { writes: Writes, answer: any }} otherwise
   */
  const revert = async (id, of, otherwise) => {
    const rows = await transact('readonly', async tx => (await tx.get('applied_change_sets', [of]))?.rows);
    return once(id, calendar => (rows ? { writes: restored(calendar, rows), answer: { reverted: of } } : otherwise(calendar)));
  };

  return {
    name,
    revert,
    load: () => transact('readonly', records),
    async replace(calendar) {
      checkRecords(calendar);
      await transact('readwrite', async tx => {
        await Promise.all(TABLES.map(table => tx.clear(table)));
        await write(tx, { put: calendar });
      });
      news.tell('changed');
    },
    once,
    upsertTaskClass: (key, input) => once(key, calendar => upserted(calendar, input)),
    onChange(listener) {
      mustBe(listener, 'onChange(listener)', 'function');
      return news.listen(() => listener());
    },
  };
}

/** Throws unless the value is a whole calendar: it replaces all records, and anything else would lose them. @param {any} calendar */
export function checkRecords(calendar) {
  mustBe(calendar, 'calendar', 'object');
  for (const table of TABLES) {
    must(Array.isArray(calendar[table]), `calendar.${table}`, 'a list of records');
    calendar[table].forEach((/** @type {any} */ row, /** @type {number} */ at) => {
      for (const field of KEYS[table]) mustBe(row?.[field], `calendar.${table}[${at}].${field}`, 'number');
    });
  }
}

/** @param {Transaction<keyof typeof KEYS>} tx @returns {Promise<Calendar>} */
async function records(tx) {
  const [events, event_sections, task_classes, task_items] = await Promise.all(TABLES.map(table => tx.all(table)));
  return { events, event_sections, task_classes, task_items };
}

/** @param {Transaction<keyof typeof KEYS>} tx @param {Writes} writes */
async function write(tx, { put = {}, delete: gone = {} }) {
  for (const table of TABLES) {
    await Promise.all((gone[table] ?? []).map(key => tx.delete(table, key)));
    await Promise.all((put[table] ?? []).map(row => tx.put(table, row)));
  }
}

/**
 * The rows that writes touch, as they were and as they are: `[table, key, before, after]`, null where there is none.
 * @typedef {[Table, Key, any, any]} Row
 * @param {Calendar} calendar @param {Writes} writes @returns {Row[]}
 */
function rowsOf(calendar, { put = {}, delete: gone = {} }) {
  return TABLES.flatMap(table => {
    const after = new Map([...(gone[table] ?? []).map(key => /** @type {const} */ ([key.join(), [key, null]])),
      ...(put[table] ?? []).map(row => { const key = keyOf(table, row); return /** @type {const} */ ([key.join(), [key, row]]); })]);
    const before = new Map(calendar[table].map(row => [keyOf(table, row).join(), row]));
    return [...after].map(([id, [key, row]]) => /** @type {Row} */ ([table, /** @type {Key} */ (key), before.get(id) ?? null, row]));
  });
}

/** Writes that restore rows; throws if one is no longer as the change set left it. @param {Calendar} calendar @param {Row[]} rows @returns {Writes} */
function restored(calendar, rows) {
  /** @type {any} */
  const writes = { put: {}, delete: {} };
  for (const [table, key, before, after] of rows) {
    const now = calendar[table].find(row => keyOf(table, row).join() === key.join()) ?? null;
    if (JSON.stringify(now) !== JSON.stringify(after)) {
      throw new ToolError('stale_state', `the calendar has changed since: ${table} ${key.join(', ')}`);
    }
    if (before === null) (writes.delete[table] ??= []).push(key);
    else (writes.put[table] ??= []).push(before);
  }
  return writes;
}

/** @param {Table} table @param {any} row @returns {Key} */
const keyOf = (table, row) => /** @type {Key} */ (KEYS[table].map(field => row[field]));
