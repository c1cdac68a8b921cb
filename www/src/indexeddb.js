// @ts-check
/** @import { Store } from './index.js' */
/** @import { Table, Transact, Transaction } from './store.js' */
/** @import { IDBPDatabase, IDBPTransaction } from 'idb' */
import { database } from './database.js';
import { mustBe } from './must.js';
import { sessionStore, TABLES } from './store.js';

/** @type {((db: IDBPDatabase) => void)[]} */
const UPGRADES = [
  db => TABLES.forEach(table => db.createObjectStore(table)),
];

/** @param {string} name @returns {Store} */
export function indexedDbStore(name) {
  mustBe(name, 'indexedDbStore(name)', 'name');
  const transact = database(`stepgate:${name}`, TABLES, UPGRADES);
  /** @type {Transact} */
  const overTables = (mode, work, strict) => transact(mode, tx => work(transactionOver(tx)), strict);
  return sessionStore(name, overTables);
}

/** @param {IDBPTransaction<any, string[], 'readwrite'>} tx @returns {Transaction} */
function transactionOver(tx) {
  /** @param {string} id */
  const ofSession = id => IDBKeyRange.bound([id], [id, []]); // an array sorts after every text and number
  return {
    get: (table, key) => tx.objectStore(table).get(key),
    put: (table, key, value) => tx.objectStore(table).put(value, key),
    values: (table, id) => tx.objectStore(table).getAll(id === undefined ? undefined : ofSession(id)),
    keys: (table, id) => tx.objectStore(table).getAllKeys(id === undefined ? undefined : ofSession(id)),
    last: async (table, id) => (await tx.objectStore(table).openKeyCursor(ofSession(id), 'prev'))?.key,
    clear: (table, id) => tx.objectStore(table).delete(ofSession(id)),
  };
}
