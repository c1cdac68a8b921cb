// @ts-check
/** @import { Calendar } from './index.js' */
import { must, mustBe } from '../must.js';
import { loadedWith } from '../wasm-agent.js';
import { ToolError } from './error.js';

/** @type {typeof import('./index.js').calendarTools} */
export function calendarTools(store, options) {
  mustBe(store?.once, 'calendarTools(store).once', 'function');
  const { termStart, clock, today, now = today ? () => `${today()}T00:00` : localNow } = options ?? {};
  must(/^\d{4}-\d\d-\d\d$/.test(termStart), 'calendarTools(store, { termStart })', 'the Monday of week 1, "YYYY-MM-DD"');
  must(Array.isArray(clock), 'calendarTools(store, { clock })', 'a list of { start, end }, "HH:MM"');
  const term = () => ({ term_start: termStart, clock, today: now().slice(0, 10) });
  return {
    load_schedule: {
      run: async ({ task_class_ids = [] }) => ({
        state: answered(loadedWith('loadSchedule')(await store.load(), task_class_ids, term())), term_start: termStart, clock, now: now(), reverts: true,
      }),
    },
    persist_changes: {
      idempotent: true, // its change set's id is checked in the transaction that writes
      run: ({ change_set_id, changes, reverts }) => {
        /** @param {Calendar} calendar */
        const made = calendar => ({
          writes: kept(calendar, answered(loadedWith('planChanges')(calendar, changes, term()))), answer: { applied: changes.length },
        });
        return reverts ? store.revert(change_set_id, reverts, made) : store.once(change_set_id, made);
      },
    },
    upsert_task_class: {
      idempotent: true,
      run: ({ idempotency_key, input }) => store.upsertTaskClass(idempotency_key, input),
    },
  };
}

/** Writes that keep the fields of their records that the core does not know. @param {Calendar} calendar @param {any} writes @returns {any} */
function kept(calendar, { put, ...rest }) {
  const merged = (/** @type {'events' | 'task_items'} */ table) => (put[table] ?? []).map((/** @type {{ id: number }} */ row) =>
    ({ ...calendar[table].find(old => old.id === row.id), ...row }));
  return { ...rest, put: { ...put, events: merged('events'), task_items: merged('task_items') } };
}

/** The core's answer; throws its error. @template T @param {{ ok: T } | { error: { code: string, text: string } }} result */
function answered(result) {
  if ('error' in result) throw new ToolError(result.error.code, result.error.text);
  return result.ok;
}

/** The present moment in the host's time zone, `YYYY-MM-DDTHH:MM`. */
function localNow() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
