// @ts-check
/** @import { Calendar } from './index.js' */
import { core } from '../load.js';
import { ToolError } from './error.js';

/** @type {typeof import('./index.js').calendarTools} */
export function calendarTools(store, { termStart, clock, today = localToday }) {
  const options = () => ({ term_start: termStart, clock, today: today() });
  return {
    load_schedule: {
      run: async ({ task_class_ids = [] }) => ({
        state: answered(core().loadSchedule(await store.load(), task_class_ids, options())), term_start: termStart,
      }),
    },
    persist_changes: {
      idempotent: true, // by the id of the change set, in the transaction that writes it
      run: ({ change_set_id, changes }) => store.once(change_set_id, calendar => ({
        writes: answered(core().planChanges(calendar, changes, options())), answer: { applied: changes.length },
      })),
    },
    upsert_task_class: {
      idempotent: true,
      run: ({ idempotency_key, input }) => store.upsertTaskClass(idempotency_key, input),
    },
  };
}

/** What the core made, or what is wrong with it. @template T @param {{ ok: T } | { error: { code: string, text: string } }} result */
function answered(result) {
  if ('error' in result) throw new ToolError(result.error.code, result.error.text);
  return result.ok;
}

/** The date here. */
function localToday() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
