// @ts-check
/** @import { Transact, Transaction } from './store.js' */
import { calendarOver, KEYS } from './store.js';

/** @typedef {Map<string, Map<string, any>>} Tables */

/** @type {typeof import('./index.js').memoryCalendar} */
export function memoryCalendar(calendar) {
  /** @type {Tables} */
  let tables = new Map(Object.keys(KEYS).map(table => [table, new Map()]));
  /** One transaction after the other. @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @type {Transact} */
  const transact = (mode, work) => {
    const done = last.then(async () => {
      const copy = mode === 'readwrite' ? new Map([...tables].map(([table, rows]) => [table, new Map(rows)])) : tables;
      const result = await work(transactionOver(copy));
      tables = copy; // not where the work threw: then nothing has happened
      return result;
    });
    last = done.catch(() => {});
    return done;
  };
  const store = calendarOver(`memory-${crypto.randomUUID()}`, transact);
  if (calendar) store.replace(calendar);
  return store;
}

/** @param {Tables} tables @returns {Transaction} */
function transactionOver(tables) {
  const rows = (/** @type {keyof typeof KEYS} */ table) => /** @type {Map<string, any>} */ (tables.get(table));
  return {
    all: async table => structuredClone([...rows(table).values()]),
    get: async (table, key) => structuredClone(rows(table).get(JSON.stringify(key))),
    put: async (table, row) => rows(table).set(JSON.stringify(KEYS[table].map(field => row[field])), structuredClone(row)),
    delete: async (table, key) => rows(table).delete(JSON.stringify(key)),
    clear: async table => rows(table).clear(),
  };
}
