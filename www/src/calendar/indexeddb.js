// @ts-check
/** @import { IDBPDatabase, IDBPTransaction } from 'idb' */
/** @import { Key, Transact, Transaction } from './store.js' */
import { database } from '../database.js';
import { calendarOver, KEYS } from './store.js';

/** @param {string[]} fields */
const keyPath = fields => (fields.length === 1 ? fields[0] : fields);

/** @type {((db: IDBPDatabase) => void)[]} */
const UPGRADES = [
  db => Object.entries(KEYS).forEach(([table, fields]) => db.createObjectStore(table, { keyPath: keyPath(fields) })),
];

/** @type {typeof import('./index.js').calendarStore} */
export function calendarStore(name) {
  const transact = database(`stepgate-calendar:${name}`, Object.keys(KEYS), UPGRADES);
  /** @type {Transact} */
  const overTables = (mode, work) => transact(mode, tx => work(transactionOver(tx)), mode === 'readwrite');
  return calendarOver(name, overTables);
}

/** @param {IDBPTransaction<any, string[], 'readwrite'>} tx @returns {Transaction} */
function transactionOver(tx) {
  const keyOf = (/** @type {Key} */ key) => (key.length === 1 ? key[0] : key);
  return {
    all: table => tx.objectStore(table).getAll(),
    get: (table, key) => tx.objectStore(table).get(keyOf(key)),
    put: (table, row) => tx.objectStore(table).put(row),
    delete: (table, key) => tx.objectStore(table).delete(keyOf(key)),
    clear: table => tx.objectStore(table).clear(),
  };
}
