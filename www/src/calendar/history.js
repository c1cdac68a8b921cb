// @ts-check
/** @import { Calendar, CalendarChange } from './index.js' */
/** @import { Table, Writes } from './store.js' */
/** @import { Transaction } from '../tables/types.js' */
import { EditError } from './error.js';
import { KEYS, TABLES } from './tables.js';
import { isFixed } from './times.js';

/** Number of changes that can be undone. */
const KEPT = 50;

/**
 * A change set that was applied; `undo` and `redo` are missing in those that are too old to undo.
 * @typedef {object} Applied
 * @property {string} id
 * @property {number} at_ms
 * @property {any} answer
 * @property {number} [seq]         order of the changes
 * @property {CalendarChange['about']} [about]
 * @property {Writes} [undo]
 * @property {Writes} [redo]
 * @property {boolean} [undone]
 */

/** @typedef {Transaction<keyof typeof KEYS>} Tx */

/** Key of a row as text. @param {Table} table @param {any} row */
const keyIn = (table, row) => JSON.stringify(KEYS[table].map(field => row[field]));

/** Rows of a table by key. @param {Calendar} calendar @param {Table} table @returns {Map<string, any>} */
const byKey = (calendar, table) => new Map((calendar[table] ?? []).map(row => [keyIn(table, row), row]));

/** Whether nothing is written. @param {Writes} writes */
export const isEmpty = ({ put = {}, delete: gone = {} }) => [...Object.values(put), ...Object.values(gone)].every(rows => !rows?.length);

/** Writes that restore the records as they were before `writes`. @param {Calendar} before @param {Writes} writes @returns {Writes} */
export function inverse(before, { put = {}, delete: gone = {} }) {
  /** @type {Required<Writes>} */
  const back = { put: {}, delete: {} };
  for (const table of TABLES) {
    const old = byKey(before, table);
    const keys = new Set([...(gone[table] ?? []).map(key => JSON.stringify(key)), ...(put[table] ?? []).map(row => keyIn(table, row))]);
    if (!keys.size) continue;
    /** @type {any} */ (back.put)[table] = [...keys].flatMap(key => old.get(key) ?? []);
    back.delete[table] = [...keys].filter(key => !old.has(key)).map(key => JSON.parse(key));
  }
  return back;
}

/** Writes that turn one calendar into another. @param {Calendar} before @param {Calendar} after @returns {Writes} */
export function difference(before, after) {
  /** @type {Required<Writes>} */
  const writes = { put: {}, delete: {} };
  for (const table of TABLES) {
    const [old, now] = [byKey(before, table), byKey(after, table)];
    /** @type {any} */ (writes.put)[table] = [...now].filter(([key, row]) => text(old.get(key)) !== text(row)).map(([, row]) => row);
    writes.delete[table] = [...old.keys()].filter(key => !now.has(key)).map(key => JSON.parse(key));
  }
  return writes;
}

/** The calendar after writes. @param {Calendar} before @param {Writes} writes @returns {Calendar} */
export function applied(before, { put = {}, delete: gone = {} }) {
  const tables = TABLES.map(table => {
    const rows = byKey(before, table);
    for (const key of gone[table] ?? []) rows.delete(JSON.stringify(key));
    for (const row of put[table] ?? []) rows.set(keyIn(table, row), row);
    return [table, [...rows.values()]];
  });
  return { ...before, ...Object.fromEntries(tables) };
}

/** A value as text that does not depend on the order of its members. @param {any} value */
const text = value => JSON.stringify(value, (_, one) => (one && typeof one === 'object' && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one));

/** Throws unless the rows are as `writes` left them: another change would be lost. @param {Calendar} now @param {Writes} writes */
export function mustBeAsLeft(now, { put = {}, delete: gone = {} }) {
  for (const table of TABLES) {
    const rows = byKey(now, table);
    const left = new Map((put[table] ?? []).map(row => [keyIn(table, row), row]));
    for (const key of [...(gone[table] ?? []).map(one => JSON.stringify(one)), ...left.keys()]) {
      if (text(rows.get(key)) !== text(left.get(key))) throw new EditError('changed_since', `${table} ${key}`, rows.get(key) ?? 'nothing');
    }
  }
}

/** Gives whether an event stays where it is under another that stays: a fixed one, or a task that the user pinned. @param {Calendar} calendar */
function staysIn({ events, task_items }) {
  const known = new Map(events.map(event => [event.id, event]));
  const pinned = new Set(task_items.filter(({ locked }) => locked).map(({ id }) => id));
  return (/** @type {number} */ id) => {
    const event = known.get(id);
    return isFixed(event) || Boolean(event?.locked) || (event?.rel_id != null && pinned.has(event.rel_id));
  };
}

/**
 * Throws if another event has a section by now that `writes` give back to an event, unless both may overlap, as an import leaves them.
 * @param {Calendar} now @param {Writes} writes
 */
export function mustBeFree(now, writes) {
  const { put = {}, delete: gone = {} } = writes;
  const rows = byKey(now, 'event_sections');
  const cell = (/** @type {any} */ { week, day_of_week, section }) => JSON.stringify([week, day_of_week, section]);
  const leaving = new Set((gone.event_sections ?? []).map(key => JSON.stringify(key)));
  const stays = staysIn(applied(now, writes));
  const rest = [...rows].filter(([key]) => !leaving.has(key)).map(([, row]) => row);
  const taken = new Set(rest.map(cell));
  const takenByTasks = new Set(rest.filter(row => !stays(row.event_id)).map(cell));
  for (const row of put.event_sections ?? []) {
    const key = keyIn('event_sections', row);
    const barred = stays(row.event_id) ? takenByTasks : taken;
    if (!rows.has(key) && barred.has(cell(row))) throw new EditError('changed_since', `event_sections ${key}`, 'a section of another event');
  }
}

/** Changes in order that can be undone or redone. @param {Tx} tx @returns {Promise<Applied[]>} */
export async function changes(tx) {
  const all = /** @type {Applied[]} */ (await tx.all('applied_change_sets'));
  return all.filter(({ undo }) => undo).sort((a, b) => Number(a.seq) - Number(b.seq));
}

/** Makes changes no longer undone or redone; their ids stay known. @param {Tx} tx @param {Applied[]} all */
export async function forget(tx, all) {
  for (const { undo, redo, undone, ...rest } of all) await tx.put('applied_change_sets', rest);
}

/** The present place in the history: the change that undo takes back, and the one that redo repeats. @param {Applied[]} all */
export const standing = all => ({ last: all.filter(({ undone }) => !undone).at(-1), next: all.find(({ undone }) => undone) });

/**
 * Keeps a new change in the history. What was undone before can no longer be redone, and the oldest changes can no longer be undone.
 * @param {Tx} tx @param {Applied} change
 */
export async function keep(tx, change) {
  const all = await changes(tx);
  const live = all.filter(({ undone }) => !undone);
  const forgotten = [...all.filter(({ undone }) => undone), ...live.slice(0, Math.max(0, live.length + 1 - KEPT))];
  await forget(tx, forgotten);
  await tx.put('applied_change_sets', { ...change, seq: Number(all.at(-1)?.seq ?? 0) + 1 });
}

/** The history for people, newest first. @param {Applied[]} all @returns {CalendarChange[]} */
export const told = all => all.map(({ id, at_ms, about = { by: /** @type {const} */ ('agent') }, undone = false }) => ({ id, at_ms, about, undone })).reverse();
