// @ts-check
/** @import { Keys, Transact, Transaction } from './types.js' */

/** Rows by table, then by their key as text. @typedef {Map<string, Map<string, any>>} Tables */

/**
 * Tables in memory, for the lifetime of the page. Transactions run one after the other.
 * @template {string} T @param {Keys<T>} keys @returns {Transact<T> & { close(): void }}
 */
export function memoryTables(keys) {
  /** @type {Tables} */
  let tables = new Map(Object.keys(keys).map(table => [table, new Map()]));
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @type {Transact<T>} */
  const transact = (mode, work) => {
    const done = last.then(async () => {
      const copy = mode === 'readwrite' ? new Map([...tables].map(([table, rows]) => [table, new Map(rows)])) : tables;
      const result = await work(transactionOver(copy, keys));
      tables = copy; // skipped if the work threw: then nothing changes
      return result;
    });
    last = done.catch(() => {});
    return done;
  };
  return Object.assign(transact, { close() {} });
}

/** @template {string} T @param {Tables} tables @param {Keys<T>} keys @returns {Transaction<T>} */
function transactionOver(tables, keys) {
  const rows = (/** @type {T} */ table) => /** @type {Map<string, any>} */ (tables.get(table));
  const keyIn = (/** @type {T} */ table, /** @type {any} */ row) => keys[table].map(field => row[field]);
  return {
    all: async table => structuredClone([...rows(table).values()]),
    keys: async table => [...rows(table).values()].map(row => (keys[table].length === 1 ? row[keys[table][0]] : keyIn(table, row))),
    get: async (table, key) => structuredClone(rows(table).get(JSON.stringify(key))),
    put: async (table, row) => rows(table).set(JSON.stringify(keyIn(table, row)), structuredClone(row)),
    delete: async (table, key) => rows(table).delete(JSON.stringify(key)),
    clear: async table => rows(table).clear(),
  };
}
