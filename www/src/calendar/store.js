// @ts-check
/** @import { Key, Transact, Transaction } from '../tables/types.js' */
/** @import { Applied } from './history.js' */
/** @import { Calendar, CalendarChange, CalendarStore } from './index.js' */
import { freshId } from '../page/fresh-id.js';
import { must, assertOption } from '../checks/assert-option.js';
import { broadcast } from '../tabs/broadcast.js';
import { upserted } from './classes.js';
import { edited } from './edits.js';
import { EditError, ToolError } from './error.js';
import { changes, difference, forget, inverse, isEmpty, keep, mustBeAsLeft, mustBeFree, standing, told } from './history.js';
import { mustBeRule } from './rules.js';
import { behind, KEYS, NUMBERED, TABLES } from './tables.js';

export { KEYS, TABLES };

/**
 * @typedef {import('./tables.js').Table} Table
 * @typedef {import('./history.js').Tx} Tx
 * @typedef {{ put?: Partial<Pick<Calendar, Table>>, delete?: Partial<Record<Table, Key[]>> }} Writes
 * @typedef {Required<Calendar>} Saved
 * @typedef {CalendarChange['about'] | ((before: Saved) => CalendarChange['about'])} About what a change is, or a function that tells it from the records before
 */

/**
 * Transactions whose errors say that nothing was done. Only a database that broke off leaves that open.
 * @template {string} T @param {Transact<T>} transact @returns {Transact<T>}
 */
const whole = transact => (mode, work) => transact(mode, work).catch(error => {
  if (error.code !== 'lost' && Object.isExtensible(error)) error.notDone = true;
  throw error;
});

/** @param {string} name @param {Transact<keyof typeof KEYS>} tables @returns {CalendarStore} */
export function calendarOver(name, tables) {
  const transact = whole(tables);
  /** @type {ReturnType<typeof broadcast<'changed'>>} */
  const news = broadcast(`stepgate-calendar:${name}`);

  /**
   * Applies `work` to the records once for an id; a repeated call gives the first answer. The change joins the history.
   * @param {string} id @param {(records: Saved) => { writes: Writes, answer: any }} work @param {About} [about]
   */
  const once = async (id, work, about = { by: 'agent' }) => {
    const done = await transact('readwrite', async tx => {
      const applied = await tx.get('applied_change_sets', [id]);
      if (applied) return { answer: applied.answer, again: true };
      return { answer: await apply(tx, id, work, about), again: false };
    });
    if (!done.again) news.tell('changed');
    return done.again ? { ...done.answer, already_applied: true } : done.answer;
  };

  /**
   * Takes the change set `of` back, once for an id; if `of` took one back itself, repeats that one. With `otherwise`, if the history no
   * longer has it.
   * @param {string} id @param {string} of @param {(records: Saved) => { writes: Writes, answer: any }} otherwise
   */
  const revert = async (id, of, otherwise) => {
    const answer = await transact('readwrite', async tx => {
      const applied = await tx.get('applied_change_sets', [id]);
      if (applied) return { ...applied.answer, already_applied: true };
      const named = await tx.get('applied_change_sets', [of]);
      const change = named?.turned ? await tx.get('applied_change_sets', [named.turned]) : named;
      if (!change?.undo) return apply(tx, id, otherwise, { by: 'agent' });
      const way = named.way === 'undo' ? 'redo' : 'undo';
      if (Boolean(change.undone) !== (way === 'redo')) throw new ToolError('stale_state', 'the change was undone or redone since');
      await turned(tx, change, way).catch(error => { throw error instanceof EditError ? new ToolError('stale_state', error.message) : error; });
      const answer = { reverted: of };
      await tx.put('applied_change_sets', { id, at_ms: Date.now(), answer, turned: change.id, way });
      return answer;
    });
    news.tell('changed');
    return answer;
  };

  /**
   * Takes the last change back, or repeats the next one. @param {'undo' | 'redo'} way
   * @returns {Promise<CalendarChange['about']>}
   */
  const turn = async way => {
    const about = await transact('readwrite', async tx => {
      const { last, next } = standing(await changes(tx));
      const change = /** @type {Required<Applied> | undefined} */ (way === 'undo' ? last : next);
      if (!change) throw new EditError(`nothing_to_${way}`, way, 'nothing');
      await turned(tx, change, way);
      return change.about ?? { by: 'agent' };
    });
    news.tell('changed');
    return about;
  };

  return {
    name,
    load: () => transact('readonly', records),
    async replace(calendar) {
      checkRecords(calendar);
      await transact('readwrite', async tx => {
        await forget(tx, await changes(tx));
        const { next_ids } = await counters(tx);
        await Promise.all(TABLES.map(table => tx.clear(table)));
        await write(tx, { put: calendar }, NUMBERED.map(table => [table, Math.max(next_ids[table], calendar.next_ids?.[table] ?? 1)]));
      });
      news.tell('changed');
    },
    once,
    revert,
    upsertTaskClass: (key, input) => once(key, calendar => upserted(calendar, input), { by: 'agent', what: 'save_class', name: input.task_class?.name }),
    edit: (edit, setting) => once(`hand-${freshId()}`, calendar => edited(calendar, edit, setting), calendar => aboutEdit(edit, calendar)),
    change: (work, about) => once(`hand-${freshId()}`, calendar => {
      const { calendar: made, answer } = work(calendar);
      const after = { ...made, rules: made.rules ?? calendar.rules };
      checkRecords(after);
      return { writes: difference(calendar, after), answer };
    }, about),
    undo: () => turn('undo'),
    redo: () => turn('redo'),
    history: () => transact('readonly', async tx => told(await changes(tx))),
    onChange(listener) {
      assertOption(listener, 'onChange(listener)', 'function');
      return news.listen(() => listener());
    },
  };
}

/**
 * Applies `work` to the records; what it writes joins the history. Returns its answer.
 * @param {Tx} tx @param {string} id @param {(records: Saved) => { writes: Writes, answer: any }} work @param {About} about
 */
async function apply(tx, id, work, about) {
  const before = await records(tx);
  const { writes, answer } = work(before);
  const done = { id, at_ms: Date.now(), answer };
  if (isEmpty(writes)) {
    await tx.put('applied_change_sets', done);
    return answer;
  }
  await write(tx, writes);
  await keep(tx, { ...done, about: typeof about === 'function' ? about(before) : about, undo: inverse(before, writes), redo: writes });
  return answer;
}

/** Takes a change back, or repeats it, if its rows are as they were left and its sections are free. @param {Tx} tx @param {any} change @param {'undo' | 'redo'} way */
async function turned(tx, change, way) {
  const now = await records(tx);
  mustBeAsLeft(now, way === 'undo' ? change.redo : change.undo);
  mustBeFree(now, change[way]);
  await write(tx, change[way]);
  await tx.put('applied_change_sets', { ...change, undone: way === 'undo' });
}

/**
 * The kind of an edit that was carried out, with the name of what it saves, or of the task that it marks.
 * @param {import('./index.js').CalendarEdit} edit @param {Saved} calendar the records before it @returns {CalendarChange['about']}
 */
function aboutEdit(edit, { task_items }) {
  const [what, given] = Object.entries(edit)[0];
  const [id, ...more] = given.ids ?? [];
  const marked = more.length ? undefined : task_items.find(item => item.id === id);
  const name = given.name ?? given.content ?? marked?.content;
  return { by: 'hand', what, ...(typeof name === 'string' ? { name } : {}), ...('mark' in given ? { mark: given.mark } : {}) };
}

/** Throws unless the value is a whole calendar: it replaces all records, and anything else would lose them. Records of before have no rules. @param {any} calendar */
export function checkRecords(calendar) {
  assertOption(calendar, 'calendar', 'object');
  for (const table of TABLES) {
    if (table === 'rules' && calendar.rules === undefined) continue;
    must(Array.isArray(calendar[table]), `calendar.${table}`, 'a list of records');
    calendar[table].forEach((/** @type {any} */ row, /** @type {number} */ at) => {
      for (const field of KEYS[table]) assertOption(row?.[field], `calendar.${table}[${at}].${field}`, 'number');
    });
  }
  const { rules = [], next_ids = {} } = calendar;
  rules.forEach((/** @type {any} */ rule, /** @type {number} */ at) => mustBeRule(rule, `calendar.rules[${at}]`));
  assertOption(next_ids, 'calendar.next_ids', 'object');
  for (const table of NUMBERED) must(Number.isSafeInteger(next_ids[table] ?? 1), `calendar.next_ids.${table}`, 'a whole number');
}

/** @param {Transaction<keyof typeof KEYS>} tx @returns {Promise<Saved>} */
async function records(tx) {
  const [numbers, events, event_sections, task_classes, task_items, rules] = await Promise.all([counters(tx), ...TABLES.map(table => tx.all(table))]);
  return { events, event_sections, task_classes, task_items, rules, ...numbers };
}

/** Numbers that only grow. In a calendar that was written before there were any, new ids begin behind the highest. @param {Transaction<keyof typeof KEYS>} tx @returns {Promise<Pick<Saved, 'revision' | 'next_ids'>>} */
async function counters(tx) {
  const saved = new Map((await tx.all('counters')).map(({ name, value }) => [name, value]));
  const next = await Promise.all(NUMBERED.map(async table => [table, saved.get(table) ?? behind(await tx.all(table), 1)]));
  return { revision: saved.get('revision') ?? 0, next_ids: Object.fromEntries(next) };
}

/** Writes rows, and counts the write and the ids that are given out now: no other row gets them again. @param {Tx} tx @param {Writes} writes @param {[string, number][]} [least] */
async function write(tx, { put = {}, delete: gone = {} }, least = []) {
  const { revision, next_ids } = await counters(tx);
  for (const table of TABLES) {
    await Promise.all((gone[table] ?? []).map(key => tx.delete(table, key)));
    await Promise.all((put[table] ?? []).map(row => tx.put(table, row)));
  }
  const ids = new Map([...Object.entries(next_ids), ...least]);
  for (const table of NUMBERED) ids.set(table, behind(put[table] ?? [], ids.get(table) ?? 1));
  for (const [name, value] of [...ids, /** @type {const} */ (['revision', revision + 1])]) await tx.put('counters', { name, value });
}
