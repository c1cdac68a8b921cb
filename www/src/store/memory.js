// @ts-check
/** @import { Store } from '../index.js' */
/** @import { Key, Transaction } from './store.js' */
import { freshId } from '../page/fresh-id.js';
import { sessionStore, TABLES } from './store.js';

/** @typedef {Map<string, Map<string, { key: Key, value: unknown }>>} Tables rows of each table, by the text of their keys */

/** @returns {Store} */
export const memoryStore = () => storeOver(new Map(TABLES.map(table => [table, new Map()])));

/** A session store over tables in memory. @param {Tables} tables @returns {Store} */
export function storeOver(tables) {
  const tx = transactionOver(tables);
  /**
   * Transactions run one after the other. None of them fails after its first write, so none has to be rolled back.
   * @type {Promise<unknown>}
   */
  let last = Promise.resolve();
  return sessionStore(`memory-${freshId()}`, (_mode, work) => {
    const done = last.then(() => work(tx));
    last = done.catch(() => {});
    return done;
  });
}

/** @param {Tables} tables @returns {Transaction} */
function transactionOver(tables) {
  /** @param {string} table */
  const rows = table => /** @type {Map<string, { key: Key, value: unknown }>} */ (tables.get(table));
  /** @param {string} table @param {string} [id] */
  const sorted = (table, id) => [...rows(table).values()]
    .filter(({ key }) => id === undefined || key[0] === id)
    .sort((a, b) => order(a.key, b.key));
  return {
    get: async (table, key) => structuredClone(rows(table).get(JSON.stringify(key))?.value),
    put: async (table, key, value) => rows(table).set(JSON.stringify(key), { key, value: structuredClone(value) }),
    values: async (table, id) => sorted(table, id).map(row => structuredClone(row.value)),
    keys: async (table, id) => sorted(table, id).map(row => row.key),
    last: async (table, id) => sorted(table, id).at(-1)?.key,
    clear: async (table, id) => sorted(table, id).forEach(({ key }) => rows(table).delete(JSON.stringify(key))),
  };
}

/** @param {Key} a @param {Key} b */
function order(a, b) {
  const index = a.findIndex((part, at) => part !== b[at]);
  if (index < 0) return 0;
  return a[index] < b[index] ? -1 : 1;
}
