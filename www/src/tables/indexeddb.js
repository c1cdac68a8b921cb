// @ts-check
/** @import { IDBPTransaction } from 'idb' */
/** @import { Key, Keys, Transact, Transaction } from './types.js' */
import { database } from '../database.js';

/**
 * Tables in an IndexedDB database of this origin. When the promise resolves, the data is on the disk.
 * @template {string} T @param {string} name @param {Keys<T>} keys @returns {Transact<T> & { close(): void }}
 */
export function indexedDbTables(name, keys) {
  const tables = /** @type {T[]} */ (Object.keys(keys));
  const transact = database(name, tables, [
    db => tables.forEach(table => db.createObjectStore(table, { keyPath: keyOf(keys[table]) })),
  ]);
  /** @type {Transact<T>} */
  const overTables = (mode, work) => transact(mode, tx => work(transactionOver(tx)), mode === 'readwrite');
  return Object.assign(overTables, { close: transact.close });
}

/** The key as IndexedDB wants it: a key of one field is that field's value. @template K @param {K[]} key @returns {K | K[]} */
const keyOf = key => (key.length === 1 ? key[0] : key);

/** @param {IDBPTransaction<any, string[], 'readwrite'>} tx @returns {Transaction<string>} */
function transactionOver(tx) {
  return {
    all: table => tx.objectStore(table).getAll(),
    keys: table => tx.objectStore(table).getAllKeys(),
    get: (table, key) => tx.objectStore(table).get(keyOf(key)),
    put: (table, row) => tx.objectStore(table).put(row),
    delete: (table, key) => tx.objectStore(table).delete(keyOf(key)),
    clear: table => tx.objectStore(table).clear(),
  };
}
