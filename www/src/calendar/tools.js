// @ts-check
/** @import { Calendar, CalendarOptions, TaskItem } from './index.js' */
/** @import { Writes } from './store.js' */
import { must, assertOption, assertKnown } from '../checks/assert-option.js';
import { loadedWith } from '../load/wasm-agent.js';
import { ToolError } from './error.js';

/** @type {typeof import('./index.js').calendarTools} */
export function calendarTools(store, options) {
  assertOption(store?.once, 'calendarTools(store).once', 'function');
  const setting = () => checked(typeof options === 'function' ? options() : options);
  setting();
  return {
    load_schedule: {
      execute: async ({ task_class_ids = [] }) => {
        const { now, ...term } = setting();
        return { state: answered(loadedWith('loadSchedule')(await store.load(), task_class_ids, term)), term_start: term.term_start, clock: term.clock, now, reverts: true };
      },
    },
    persist_changes: {
      idempotent: true, // its change set's id is checked in the transaction that writes
      execute: ({ change_set_id, changes, reverts }) => {
        /** @param {Calendar} calendar */
        const made = calendar => {
          const { now, ...term } = setting();
          return { writes: whole(calendar, answered(loadedWith('planChanges')(calendar, changes, term))), answer: { applied: changes.length } };
        };
        return reverts ? store.revert(change_set_id, reverts, made) : store.once(change_set_id, made);
      },
    },
    upsert_task_class: {
      idempotent: true,
      execute: ({ idempotency_key, input }) => store.upsertTaskClass(idempotency_key, input),
    },
  };
}

/** @param {CalendarOptions} options */
function checked(options) {
  assertKnown(options, ['termStart', 'clock', 'weeks', 'today', 'now'], 'calendarTools(store, options): ');
  const { termStart, clock, today, now = today ? () => `${today()}T00:00` : localNow } = options ?? {};
  must(/^\d{4}-\d\d-\d\d$/.test(termStart), 'calendarTools(store, { termStart })', 'the Monday of week 1, "YYYY-MM-DD"');
  must(Array.isArray(clock), 'calendarTools(store, { clock })', 'a list of { start, end }, "HH:MM"');
  const at = now();
  return { term_start: termStart, clock, today: at.slice(0, 10), now: at };
}

/** A task without its mark of having been missed, if it has a place again. @param {TaskItem} item @returns {TaskItem} */
function placedAgain({ mark, ...item }) {
  return mark === undefined || (mark === 'missed' && item.status === 2) ? item : { ...item, mark };
}

/** The core's writes with the fields that it does not know. @param {Calendar} calendar @param {Writes} writes @returns {Writes} */
function whole(calendar, { put = {}, ...writes }) {
  /** @template {{ id: number }} T @param {T[]} rows @param {T[]} [written] */
  const merged = (rows, written = []) => written.map(row => ({ ...rows.find(({ id }) => id === row.id), ...row }));
  return { ...writes, put: { ...put, events: merged(calendar.events, put.events), task_items: merged(calendar.task_items, put.task_items).map(placedAgain) } };
}

/** The core's answer; throws its error. @template T @param {{ ok: T } | { error: { code: string, text: string } }} result */
function answered(result) {
  if ('error' in result) throw new ToolError(result.error.code, result.error.text);
  return result.ok;
}

/** The present time in the host's zone. */
function localNow() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
